/* exchange: reduce-scatter `exchange`, then allgather `exchange`, of p chunks.
 * 2 sum of (ni - 1) rounds. Needs a commutative operator. Source: folklore. */
#include "allreduce.h"
#include "problem/allgather/allgather.h"
#include "problem/reduce-scatter/reduce-scatter.h"
#include "problem/timetable/axes.h"

int allreduce_exchange_timetable(struct timetable *t)
{
    return timetable_then(t, reduce_scatter_exchange_timetable,
                          allgather_exchange_timetable);
}

int weft_allreduce_exchange(struct weft_processor *self, int axes,
                            const int *extent, bool wide,
                            const struct weft_operator *op, void *data,
                            size_t bytes)
{
    struct terms terms = {.wide = wide};
    if (axes_terms(self, &terms, axes, extent))
        return -1;
    return timetable_call(self, allreduce_exchange_timetable, &terms, op, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_exchange = {
    .info =
        {
            .name = "exchange",
            .summary = "reduce-scatter exchange, then allgather exchange",
            .source = "folklore",
            .needs = "one-port-duplex",
        },
    .tasks = {"reduce-scatter", "allgather"},
    .timetable = allreduce_exchange_timetable,
    .program = combining_program,
};
