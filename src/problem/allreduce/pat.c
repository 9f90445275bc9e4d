/* pat: reduce-scatter `pat`, then allgather `pat`, of p chunks. Twice as many
 * rounds, 2 (1 - 1/p) vectors. Needs a commutative operator. Source: Jeaugey
 * 2025 (NCCL 2.23). */
#include "allreduce.h"
#include "problem/allgather/allgather.h"
#include "problem/reduce-scatter/reduce-scatter.h"

int allreduce_pat_timetable(struct timetable *t)
{
    return timetable_then(t, reduce_scatter_pat_timetable,
                          allgather_pat_timetable);
}

int weft_allreduce_pat(struct weft_processor *self, int aggregate,
                       const struct weft_operator *op, void *data, size_t bytes)
{
    const struct terms terms = {.aggregate = aggregate};
    return timetable_call(self, allreduce_pat_timetable, &terms, op, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_pat = {
    .info =
        {
            .name = "pat",
            .summary = "reduce-scatter pat, then allgather pat",
            .source = "Jeaugey",
            .needs = "one-port-duplex",
        },
    .tasks = {"reduce-scatter", "allgather"},
    .timetable = allreduce_pat_timetable,
    .program = combining_program,
};
