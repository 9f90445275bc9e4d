/* Networks named on the command line: -n SPEC and --seed N. */
#ifndef WEFT_TOOLS_NETWORK_WORD_H
#define WEFT_TOOLS_NETWORK_WORD_H

#include <argp.h>
#include <weft/network.h>

struct network_words {
    const char *spec; /* text of -n, or NULL */
    const char *seed; /* text of --seed; NULL: WEFT_NETWORK_SEED */
};

/* Table row for --seed. Each command defines its own row for -n (key 'n'),
 * because the help text differs. */
#define NETWORK_KEY_SEED 911
#define NETWORK_SEED_OPTION                                                    \
    {                                                                          \
        "seed", NETWORK_KEY_SEED, "N", 0,                                      \
            "seed of a random network (default: 1)", 0                         \
    }

/* Parse -n and --seed in an argp parser. Returns 0, or ARGP_ERR_UNKNOWN for
 * other keys. */
error_t network_words_parse(int key, char *value, struct network_words *words);

/* Create the network if one is given. Returns EXIT_GOOD, or the exit status
 * after printing the reason, which begins with `command`. */
int network_make(const char *command, const struct network_words *words,
                 struct weft_network **network);

#endif
