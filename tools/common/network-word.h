/* Networks named on the command line: -n SPEC and --seed N. */
#ifndef WEFT_TOOLS_NETWORK_WORD_H
#define WEFT_TOOLS_NETWORK_WORD_H

#include <argp.h>
#include <weft/network.h>

struct network_words {
    const char *spec; /* text of -n, or NULL */
    const char *seed; /* text of --seed; NULL: WEFT_NETWORK_SEED */
    const char *lane; /* text of --lane, or NULL */
};

/* Table rows for --seed and --lane. Each command defines its own row for -n
 * (key 'n'), because the help text differs. */
#define NETWORK_KEY_SEED 911
#define NETWORK_KEY_LANE 912
#define NETWORK_OPTIONS                                                        \
    {                                                                          \
        "seed",                                                                \
        NETWORK_KEY_SEED,                                                      \
        "N",                                                                   \
        0,                                                                     \
        "seed of a random network (default: 1)",                               \
        0},                                                                    \
    {                                                                          \
        "lane", NETWORK_KEY_LANE, "BANDWIDTH", 0,                              \
            "in unit time: count a link as lanes of this bandwidth (default: " \
            "as the trace declares)",                                          \
            0                                                                  \
    }

/* Parse -n, --seed and --lane in an argp parser. Returns 0, or ARGP_ERR_UNKNOWN
 * for other keys. */
error_t network_words_parse(int key, char *value, struct network_words *words);

/* Create the network if one is given. Returns EXIT_GOOD, or the exit status
 * after printing the reason, which begins with `command`. */
int network_make(const char *command, const struct network_words *words,
                 struct weft_network **network);

/* Print the remarks of the reader of a network file, about ignored input, to
 * standard error. */
void network_remarks(const struct weft_network *network);

#endif
