/* circulant: reduce-scatter `circulant`, then the same transfers in reverse. 2
 * ceil(log2 p) rounds and 2 (1 - 1/p) vectors for any p. Needs a commutative
 * operator for p >= 4. Source: Traeff 2024. */
#include "allreduce.h"
#include "problem/reduce-scatter/reduce-scatter.h"

static int backwards(struct timetable *t)
{
    return timetable_backwards(t, reduce_scatter_circulant_timetable);
}

int allreduce_circulant_timetable(struct timetable *t)
{
    return timetable_then(t, reduce_scatter_circulant_timetable, backwards);
}

int weft_allreduce_circulant(struct weft_processor *self,
                             const struct weft_operator *op, void *data,
                             size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, allreduce_circulant_timetable, &terms, op, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_circulant = {
    .info =
        {
            .name = "circulant",
            .summary = "reduce-scatter circulant, then its reverse",
            .source = "Traeff",
            .needs = "one-port-duplex",
        },
    .tasks = {"reduce-scatter", "allgather"},
    .timetable = allreduce_circulant_timetable,
    .program = combining_program,
};
