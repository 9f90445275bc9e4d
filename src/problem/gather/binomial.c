/* binomial: scatter `binomial` in reverse. ceil(log2 p) rounds, p - 1 blocks.
 * No processor sends and receives in the same round. Source: Thakur,
 * Rabenseifner, Gropp 2005. */
#include "gather.h"
#include "problem/scatter/scatter.h"

int gather_binomial_timetable(struct timetable *t)
{
    return timetable_backwards(t, scatter_binomial_timetable);
}

int weft_gather_binomial(struct weft_processor *self, int root, void *data,
                         size_t bytes)
{
    const struct terms terms = {.root = root};
    return timetable_call(self, gather_binomial_timetable, &terms, NULL, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy gather_binomial = {
    .info =
        {
            .name = "binomial",
            .summary = "up the binomial tree, whole subtrees in one message",
            .source = "Thakur, Rabenseifner, Gropp",
            .model = "one-port",
            .needs = "one-port",
        },
    .timetable = gather_binomial_timetable,
    .program = gather_blocks_program,
};
