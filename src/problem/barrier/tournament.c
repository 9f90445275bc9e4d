/* tournament: a tournament tree up to processor 0, then a broadcast down the
 * tree: allreduce `reduce-broadcast`. 2 ceil(log2 p) rounds, 2 (p - 1)
 * messages; no processor sends and receives in the same round. Source: Hensgen,
 * Finkel, Manber 1988. */
#include "barrier.h"
#include "problem/allreduce/allreduce.h"

int barrier_tournament_timetable(struct timetable *t)
{
    return allreduce_reduce_broadcast_timetable(t);
}

int weft_barrier_tournament(struct weft_processor *self)
{
    const struct terms terms = {0};
    return timetable_call(self, barrier_tournament_timetable, &terms, NULL,
                          NULL, 0);
}

/* ---- the strategy ---- */

const struct weft_strategy barrier_tournament = {
    .info =
        {
            .name = "tournament",
            .summary = "tournament tree up, broadcast down",
            .source = "Hensgen, Finkel, Manber",
            .needs = "one-port",
        },
    .timetable = barrier_tournament_timetable,
    .program = combining_program,
};
