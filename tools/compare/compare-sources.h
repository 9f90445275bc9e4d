/* Sources of simultaneous broadcasts as files and options write them. */
#ifndef WEFT_TOOLS_COMPARE_SOURCES_H
#define WEFT_TOOLS_COMPARE_SOURCES_H

/* Return 1 if two texts denote the same sources, in any order, with the same
 * multiplicity; 0 if not; -1 if memory is short. "all" denotes all processors
 * (0: their number is unknown). */
int compared_sources(const char *a, const char *b, int processors);

#endif
