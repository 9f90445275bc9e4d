/* How much is handled, or kept in memory, at once: a block of a file, a batch
 * of records, the events of a sorted run. What is read and written does not
 * depend on it, but for how many processors a short file may speak of. With
 * WEFT_SMALL_BLOCKS defined, as the fuzz targets are built, all of it is small,
 * so that short files cross every border and cost little. */
#ifndef WEFT_SRC_BASE_AT_ONCE_H
#define WEFT_SRC_BASE_AT_ONCE_H

#ifdef WEFT_SMALL_BLOCKS
#define AT_ONCE(usual, small) (small)
#else
#define AT_ONCE(usual, small) (usual)
#endif

#endif
