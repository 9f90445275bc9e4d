/* weft list THING NAME: what one thing is. */
#ifndef WEFT_TOOLS_LIST_DESCRIBE_H
#define WEFT_TOOLS_LIST_DESCRIBE_H

#include <stdbool.h>

/* Is it the word of a kind of thing that can be described by name? */
bool is_thing(const char *word);

/* Print what it is; `seed` (NULL: none) is for what is drawn by chance. Returns
 * EXIT_GOOD, or the exit status when the reason has been printed. */
int describe(const char *thing, const char *name, const char *seed);

#endif
