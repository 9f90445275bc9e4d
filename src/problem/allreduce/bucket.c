/* bucket: reduce-scatter `bucket`, then allgather `bucket`, of p chunks. 2 sum
 * of (ni - 1) rounds. Needs a commutative operator. Source: Barnett,
 * Littlefield, Payne, van de Geijn 1995. */
#include "allreduce.h"
#include "problem/allgather/allgather.h"
#include "problem/reduce-scatter/reduce-scatter.h"
#include "problem/timetable/axes.h"

int allreduce_bucket_timetable(struct timetable *t)
{
    return timetable_then(t, reduce_scatter_bucket_timetable,
                          allgather_bucket_timetable);
}

int weft_allreduce_bucket(struct weft_processor *self, int axes,
                          const int *extent, const struct weft_operator *op,
                          void *data, size_t bytes)
{
    struct terms terms = {0};
    if (axes_terms(self, &terms, axes, extent))
        return -1;
    return timetable_call(self, allreduce_bucket_timetable, &terms, op, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_bucket = {
    .info =
        {
            .name = "bucket",
            .summary = "reduce-scatter bucket, then allgather bucket",
            .source = "Barnett, Littlefield, Payne, van de Geijn",
            .needs = "one-port-duplex",
        },
    .tasks = {"reduce-scatter", "allgather"},
    .timetable = allreduce_bucket_timetable,
    .program = combining_program,
};
