/* bine: allgather `bine` in reverse. ceil(log2 p) rounds, p - 1 chunks, p even.
 * Needs a commutative operator for p >= 6. Source: De Sensi and others 2025. */
#include "problem/allgather/allgather.h"
#include "reduce-scatter.h"

int reduce_scatter_bine_timetable(struct timetable *t)
{
    return timetable_reverse(t, allgather_bine_timetable);
}

int weft_reduce_scatter_bine(struct weft_processor *self,
                             const struct weft_operator *op, void *data,
                             size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, reduce_scatter_bine_timetable, &terms, op, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy reduce_scatter_bine = {
    .info =
        {
            .name = "bine",
            .summary = "allgather bine backwards",
            .source = "De Sensi and others",
            .needs = "one-port-duplex",
        },
    .timetable = reduce_scatter_bine_timetable,
    .program = combining_program,
};
