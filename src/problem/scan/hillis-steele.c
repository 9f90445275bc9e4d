/* hillis-steele: in round t each processor r sends its sum to r + 2^(t-1), if
 * that exists. ceil(log2 p) rounds. Source: Hillis, Steele 1986. */
#include "scan.h"

static void hillis_steele_meet(const struct timetable *t, int round, int rank,
                               struct meeting *m)
{
    int s = 1 << (round - 1);
    if (rank + (int64_t)s < t->p)
        meet_send(m, rank + s);
    if (rank >= s)
        meet_receive(m, rank - s);
}

int scan_hillis_steele_timetable(struct timetable *t)
{
    timetable_combines(t, 1);
    t->rounds = t->log;
    t->meet = hillis_steele_meet;
    t->carry = carry_all;
    return 0;
}

int weft_scan_hillis_steele(struct weft_processor *self,
                            const struct weft_operator *op, void *data,
                            size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, scan_hillis_steele_timetable, &terms, op, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy scan_hillis_steele = {
    .info =
        {
            .name = "hillis-steele",
            .summary = "partial sums at distances 1, 2, 4, ..",
            .source = "Hillis, Steele",
            .needs = "one-port-duplex",
        },
    .timetable = scan_hillis_steele_timetable,
    .program = combining_program,
};
