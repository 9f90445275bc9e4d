/* pat: allgather `pat` in reverse: partial sums go up a binomial tree to each
 * processor, all trees at once, near distances first; a message has at most A
 * blocks. As many rounds, volume p - 1. Needs a commutative operator. Source:
 * Jeaugey 2025 (NCCL 2.23). */
#include "problem/allgather/allgather.h"
#include "reduce-scatter.h"

int reduce_scatter_pat_timetable(struct timetable *t)
{
    return timetable_reverse(t, allgather_pat_timetable);
}

int weft_reduce_scatter_pat(struct weft_processor *self, int aggregate,
                            const struct weft_operator *op, void *data,
                            size_t bytes)
{
    const struct terms terms = {.aggregate = aggregate};
    return timetable_call(self, reduce_scatter_pat_timetable, &terms, op, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy reduce_scatter_pat = {
    .info =
        {
            .name = "pat",
            .summary = "allgather pat backwards",
            .source = "Jeaugey",
            .needs = "one-port-duplex",
        },
    .timetable = reduce_scatter_pat_timetable,
    .program = combining_program,
};
