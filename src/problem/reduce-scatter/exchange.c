/* exchange: allgather `exchange` in reverse. Needs a commutative operator.
 * Source: folklore. */
#include "problem/allgather/allgather.h"
#include "problem/timetable/axes.h"
#include "reduce-scatter.h"

int reduce_scatter_exchange_timetable(struct timetable *t)
{
    return timetable_reverse(t, allgather_exchange_timetable);
}

int weft_reduce_scatter_exchange(struct weft_processor *self, int axes,
                                 const int *extent, bool wide,
                                 const struct weft_operator *op, void *data,
                                 size_t bytes)
{
    struct terms terms = {.wide = wide};
    if (axes_terms(self, &terms, axes, extent))
        return -1;
    return timetable_call(self, reduce_scatter_exchange_timetable, &terms, op,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy reduce_scatter_exchange = {
    .info =
        {
            .name = "exchange",
            .summary = "allgather exchange backwards",
            .source = "folklore",
            .needs = "one-port-duplex",
        },
    .timetable = reduce_scatter_exchange_timetable,
    .program = combining_program,
};
