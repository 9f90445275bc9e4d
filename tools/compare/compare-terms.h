/* What the rows of a comparison have in common: costs, a model, a network. */
#ifndef WEFT_TOOLS_COMPARE_TERMS_H
#define WEFT_TOOLS_COMPARE_TERMS_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/compare.h>
#include <weft/event.h>
#include <weft/network.h>

/* A zeroed one, then filled in by the caller; one for all files. */
struct compared_terms {
    const struct weft_comparison *compare;
    bool runs;         /* of the comparison: there are some */
    const char *model; /* of those, where no option names it; or NULL */
    bool counted;      /* a file has been taken whose costs count */
    uint64_t step;     /* of its */
    char cost[WEFT_COST_TEXT];
    uint64_t bytes;  /* of a message of the first run that is known; 0: none */
    char length[24]; /* of a message of the first file; empty: none yet */
};

/* Times are compared in one unit: does a file count as the options say, or as
 * the runs do by themselves, or, without both, as the first file did? 0, or -1
 * with WEFT_ERROR_MISUSE. */
int compared_terms_fit(struct compared_terms *terms,
                       const struct weft_trace_info *info,
                       struct weft_error *err);

/* A file without a model is judged by that of the runs. `word` has room for one
 * more than the parameters of the file. */
struct weft_trace_info compared_terms_add(const struct compared_terms *terms,
                                          const struct weft_trace_info *info,
                                          struct weft_parameter *word);

/* The only value of a setting in the comparison; NULL: none, or several. */
const char *compared_value(const struct weft_comparison *compare,
                           const char *setting);

/* The network of the runs, for the caller to destroy; NULL: there are several,
 * also because it is another one with each of several seeds. 0, or -1. */
int compared_network(const struct weft_comparison *compare,
                     struct weft_network **network, struct weft_error *err);

/* Networks of files that cannot be read are told once, before anything runs.
 * EXIT_GOOD, or the exit status: why has been said. */
int compared_networks_check(const struct weft_comparison *compare);

#endif
