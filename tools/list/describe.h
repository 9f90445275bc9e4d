/* weft list THING NAME: the description of one thing. */
#ifndef WEFT_TOOLS_LIST_DESCRIBE_H
#define WEFT_TOOLS_LIST_DESCRIBE_H

#include <stdbool.h>

/* Return whether this is a kind of thing that can be described by name. */
bool is_thing(const char *word);

/* Describe a thing, as text or JSON; `seed` (NULL: default) is for random
 * things. Returns EXIT_GOOD, or the exit status after printing the reason. */
int describe(const char *thing, const char *name, const char *seed, bool json);

#endif
