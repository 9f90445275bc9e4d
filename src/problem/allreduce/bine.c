/* bine: reduce-scatter `bine`, then allgather `bine`, of p chunks. 2 ceil(log2
 * p) rounds, p even. Needs a commutative operator. Source: De Sensi and others
 * 2025. */
#include "allreduce.h"
#include "problem/allgather/allgather.h"
#include "problem/reduce-scatter/reduce-scatter.h"

int allreduce_bine_timetable(struct timetable *t)
{
    return timetable_then(t, reduce_scatter_bine_timetable,
                          allgather_bine_timetable);
}

int weft_allreduce_bine(struct weft_processor *self,
                        const struct weft_operator *op, void *data,
                        size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, allreduce_bine_timetable, &terms, op, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_bine = {
    .info =
        {
            .name = "bine",
            .summary = "reduce-scatter bine, then allgather bine",
            .source = "De Sensi and others",
            .needs = "one-port-duplex",
        },
    .tasks = {"reduce-scatter", "allgather"},
    .timetable = allreduce_bine_timetable,
    .program = combining_program,
};
