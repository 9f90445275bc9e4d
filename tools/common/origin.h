/* The origin of files of an experiment, and quoting for the shell. */
#ifndef WEFT_TOOLS_ORIGIN_H
#define WEFT_TOOLS_ORIGIN_H

#include <stdio.h>
#include <weft/unstable/experiment.h>
#include <weft/weft.h>

/* Print a word quoted for the shell. Returns a negative value on failure. */
int print_quoted(const char *word, FILE *out);

/* Return a description of the file and the command that generates it, which the
 * caller frees; NULL if memory is short. */
char *origin_of(const struct weft_item *item, const struct weft_output *output);

#endif
