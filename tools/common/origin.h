/* Where a file of an experiment is from; words of commands. */
#ifndef WEFT_TOOLS_ORIGIN_H
#define WEFT_TOOLS_ORIGIN_H

#include <stdio.h>
#include <weft/weft.h>

/* A word as a shell takes it. Less than 0: it could not be written. */
int print_quoted(const char *word, FILE *out);

/* What the file is and which command makes it, to be freed; NULL: no memory. */
char *origin_of(const struct weft_item *item, const struct weft_output *output);

#endif
