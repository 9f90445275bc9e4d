/* Sources of simultaneous broadcasts as files and options write them. */
#ifndef WEFT_TOOLS_COMPARE_SOURCES_H
#define WEFT_TOOLS_COMPARE_SOURCES_H

/* Are two texts the same sources, in any order, each as often? "all" is every
 * one of the processors (0: not known how many there are). 1 or 0; -1: no
 * memory. */
int compared_sources(const char *a, const char *b, int processors);

#endif
