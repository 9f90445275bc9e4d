/* Sources of simultaneous broadcasts as files and options write them. */
#ifndef WEFT_TOOLS_COMPARE_SOURCES_H
#define WEFT_TOOLS_COMPARE_SOURCES_H

/* Do two texts denote the same sources, in any order, with the same
 * multiplicity? "all" denotes all processors (0: their number is unknown).
 * Returns 1 or 0, or -1 if memory is short. */
int compared_sources(const char *a, const char *b, int processors);

#endif
