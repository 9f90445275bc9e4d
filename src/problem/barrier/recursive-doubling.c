/* recursive-doubling: allreduce `recursive-doubling` without data. Source: see
 * there. */
#include "barrier.h"
#include "problem/allreduce/allreduce.h"

int barrier_recursive_doubling_timetable(struct timetable *t)
{
    return allreduce_recursive_doubling_timetable(t);
}

int weft_barrier_recursive_doubling(struct weft_processor *self)
{
    const struct terms terms = {0};
    return timetable_call(self, barrier_recursive_doubling_timetable, &terms,
                          NULL, NULL, 0);
}

/* ---- the strategy ---- */

const struct weft_strategy barrier_recursive_doubling = {
    .info =
        {
            .name = "recursive-doubling",
            .summary = "pairs r, r xor 1, 2, 4, ..",
            .source = "Thakur, Rabenseifner, Gropp",
            .needs = "one-port-duplex",
        },
    .timetable = barrier_recursive_doubling_timetable,
    .program = combining_program,
};
