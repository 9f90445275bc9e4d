/* brent-kung: up a tree, then down the tree for the remaining sums. About 2
 * log2 p rounds, less than 2 p messages; no processor sends and receives in the
 * same round. Source: Brent, Kung 1982. */
#include "scan.h"

/* The senders of a round and the distance h: every 2h-th rank from `first`
 * on. */
struct wave {
    int first, h;
};

static struct wave wave_of(const struct timetable *t, int round)
{
    if (round <= t->low)
        return (struct wave){(1 << (round - 1)) - 1, 1 << (round - 1)};
    int h = 1 << (t->log > 1 ? t->log - 2 : 0);
    while (3 * (int64_t)h > t->p)
        h /= 2;
    h >>= round - t->low - 1;
    return (struct wave){2 * h - 1, h};
}

static void brent_kung_meet(const struct timetable *t, int round, int rank,
                            struct meeting *m)
{
    struct wave wave = wave_of(t, round);
    int behind = rank - wave.first - wave.h;
    if (rank >= wave.first && (rank - wave.first) % (2 * wave.h) == 0 &&
        (int64_t)rank + wave.h < t->p)
        meet_send(m, rank + wave.h);
    if (behind >= 0 && behind % (2 * wave.h) == 0)
        meet_receive(m, rank - wave.h);
}

int scan_brent_kung_timetable(struct timetable *t)
{
    timetable_combines(t, 1);
    t->rounds = t->low;
    for (int64_t h = 1; t->log > 1 && h <= 1 << (t->log - 2); h *= 2)
        t->rounds += 3 * h <= t->p;
    t->meet = brent_kung_meet;
    t->carry = carry_all;
    return 0;
}

int weft_scan_brent_kung(struct weft_processor *self,
                         const struct weft_operator *op, void *data,
                         size_t bytes)
{
    const struct terms terms = {0};
    return timetable_call(self, scan_brent_kung_timetable, &terms, op, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy scan_brent_kung = {
    .info =
        {
            .name = "brent-kung",
            .summary = "up a tree, then down",
            .source = "Brent, Kung",
            .needs = "one-port",
        },
    .timetable = scan_brent_kung_timetable,
    .program = combining_program,
};
