/* Terms that all rows of a comparison must have in common: costs, a model, a
 * network. */
#ifndef WEFT_TOOLS_COMPARE_TERMS_H
#define WEFT_TOOLS_COMPARE_TERMS_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/event.h>
#include <weft/network.h>
#include <weft/unstable/compare.h>

/* State for checking the terms of all files; zeroed, then filled in by the
 * caller. */
struct compared_terms {
    const struct weft_comparison *compare;
    bool runs;         /* whether the comparison has runs */
    const char *model; /* model of the runs if no option names one, or NULL */
    /* The costs of a previous file are in the following members. */
    bool counted;
    uint64_t step; /* duration of a step in that file */
    char cost[WEFT_COST_TEXT];
    uint64_t bytes;  /* bytes of a message in the first run for which they are
                        known, or 0 */
    char length[24]; /* bytes of a message in the first file; empty: none yet */
};

/* Check that a file uses the costs of the options, or else the default costs of
 * the runs, or else those of the first file: times are compared in one unit.
 * Returns 0, or -1 with WEFT_ERROR_MISUSE. */
int compared_terms_fit(struct compared_terms *terms,
                       const struct weft_trace_info *info,
                       struct weft_error *err);

/* Add the model of the runs to a file without a model. `word` has room for one
 * more than the file's parameters. */
struct weft_trace_info compared_terms_add(const struct compared_terms *terms,
                                          const struct weft_trace_info *info,
                                          struct weft_parameter *word);

/* Return the only value of a setting in the comparison; NULL: none, or
 * several. */
const char *compared_value(const struct weft_comparison *compare,
                           const char *setting);

/* Set *network to the network of the runs, which the caller destroys, or to
 * NULL if there are several, possibly because of several seeds. Returns 0 or
 * -1. */
int compared_network(const struct weft_comparison *compare,
                     struct weft_network **network, struct weft_error *err);

/* Check that the files of networks can be read, before anything runs. Returns
 * EXIT_GOOD, or the exit status after printing the error. */
int compared_networks_check(const struct weft_comparison *compare);

#endif
