/* chain: one after the other, each processor adds its value and passes the sum
 * on. p - 1 rounds; no processor sends and receives in the same round. Source:
 * folklore. */
#include "scan.h"

static void scan_chain_meet(const struct timetable *t, int round, int rank,
                            struct meeting *m)
{
    (void)t;
    if (rank == round - 1)
        meet_send(m, round);
    if (rank == round)
        meet_receive(m, round - 1);
}

int scan_chain_timetable(struct timetable *t)
{
    timetable_combines(t, 1);
    t->rounds = t->p - 1;
    t->meet = scan_chain_meet;
    t->carry = carry_all;
    return 0;
}

int weft_scan_chain(struct weft_processor *self, const struct weft_operator *op,
                    void *data, size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, scan_chain_timetable, &terms, op, data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy scan_chain = {
    .info =
        {
            .name = "chain",
            .summary = "one processor after another",
            .source = "folklore",
            .needs = "one-port",
        },
    .timetable = scan_chain_timetable,
    .program = combining_program,
};
