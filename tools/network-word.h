/* A network that is named on the command line: -n SPEC and --seed N. */
#ifndef WEFT_TOOLS_NETWORK_WORD_H
#define WEFT_TOOLS_NETWORK_WORD_H

#include <weft/network.h>

struct network_words {
    const char *spec; /* NULL: none was given */
    const char *seed; /* NULL: WEFT_NETWORK_SEED */
};

/* The row of --seed for a table of options. */
#define NETWORK_SEED_OPTION(key)                                               \
    {                                                                          \
        "seed", key, "N", 0, "of a random network (default: 1)", 0             \
    }

/* Make the network that was named, if one was. Returns EXIT_GOOD, or the exit
 * status when the reason has been printed; `command` begins that line. */
int network_make(const char *command, const struct network_words *words,
                 struct weft_network **network);

#endif
