/* A network that is named on the command line: -n SPEC and --seed N. */
#ifndef WEFT_TOOLS_NETWORK_WORD_H
#define WEFT_TOOLS_NETWORK_WORD_H

#include <argp.h>
#include <weft/network.h>

struct network_words {
    const char *spec; /* NULL: none was given */
    const char *seed; /* NULL: WEFT_NETWORK_SEED */
};

/* The row of --seed for a table of options; that of -n has the key 'n', and
 * says what the command does with the network. */
#define NETWORK_KEY_SEED 911
#define NETWORK_SEED_OPTION                                                    \
    {                                                                          \
        "seed", NETWORK_KEY_SEED, "N", 0,                                      \
            "seed of a random network (default: 1)", 0                         \
    }

/* Both, in the parser of an argp. 0, or ARGP_ERR_UNKNOWN: it is something
 * else. */
error_t network_words_parse(int key, char *value, struct network_words *words);

/* Make the network that was named, if one was. Returns EXIT_GOOD, or the exit
 * status when the reason has been printed; `command` begins that line. */
int network_make(const char *command, const struct network_words *words,
                 struct weft_network **network);

#endif
