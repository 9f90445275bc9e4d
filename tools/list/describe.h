/* weft list THING NAME: the description of one thing. */
#ifndef WEFT_TOOLS_LIST_DESCRIBE_H
#define WEFT_TOOLS_LIST_DESCRIBE_H

#include <stdbool.h>

/* Return whether this is a kind of thing that can be described by name. */
bool is_thing(const char *word);

/* How to describe a thing. */
struct describe_words {
    const char *seed; /* for random things; NULL: the default */
    const char *lane; /* of a network: text of --lane, or NULL */
    bool json;
    bool edges, routes; /* a network: its arcs, its routes */
};

/* Describe a thing. Returns EXIT_GOOD, or the exit status after printing the
 * reason. */
int describe(const char *thing, const char *name,
             const struct describe_words *words);

#endif
