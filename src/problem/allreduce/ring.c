/* ring: reduce-scatter `ring`, then allgather `ring`, of p chunks. 2 (p - 1)
 * rounds. Needs a commutative operator for p >= 3. Source: Patarasuk, Yuan
 * 2009. */
#include "allreduce.h"
#include "problem/allgather/allgather.h"
#include "problem/reduce-scatter/reduce-scatter.h"

int allreduce_ring_timetable(struct timetable *t)
{
    return timetable_then(t, reduce_scatter_ring_timetable,
                          allgather_ring_timetable);
}

int weft_allreduce_ring(struct weft_processor *self,
                        const struct weft_operator *op, void *data,
                        size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, allreduce_ring_timetable, &terms, op, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_ring = {
    .info =
        {
            .name = "ring",
            .summary = "reduce-scatter ring, then allgather ring",
            .source = "Patarasuk, Yuan",
            .needs = "one-port-duplex",
        },
    .tasks = {"reduce-scatter", "allgather"},
    .timetable = allreduce_ring_timetable,
    .program = combining_program,
};
