/* circulant: the stream strategy `circulant` from all roots at once: in each
 * round every processor sends one block of each other root to the processor
 * skip_k further. n - 1 + ceil(log2 p) rounds for n blocks per processor, for
 * any p: a message has at most one block of each root. Source: Traeff 2024. */
#include "problem/timetable/circulant.h"

#include <limits.h>

#include "allgather.h"

static void allgather_circulant_meet(const struct timetable *t, int round,
                                     int rank, struct meeting *m)
{
    meet_shift(t, rank, circulant_skip(t, round), m);
}

static void allgather_circulant_carry(const struct timetable *t, int round,
                                      int from, int to, struct cargo *c)
{
    (void)from;
    int n = t->terms.packets;
    for (int root = 0; root < t->p; root++) {
        int w = ring_add(t, to, -root);
        int block = w ? circulant_block(t, round, w) : -1;
        if (block >= 0)
            cargo_put(c, root * n + block);
    }
}

int allgather_circulant_timetable(struct timetable *t)
{
    if (t->terms.packets > INT_MAX / t->p)
        return timetable_refuse(t, "handles at most %d blocks in total",
                                INT_MAX);
    circulant_init(t, t->terms.packets);
    if (circulant_keep(t))
        return -1;
    t->blocks = t->p * t->terms.packets;
    t->even = true;
    t->meet = allgather_circulant_meet;
    t->carry = allgather_circulant_carry;
    return 0;
}

int weft_allgather_circulant(struct weft_processor *self, int each, void *data,
                             size_t bytes)
{
    const struct terms terms = {.packets = each};
    return timetable_call(self, allgather_circulant_timetable, &terms, NULL,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allgather_circulant = {
    .info =
        {
            .name = "circulant",
            .summary =
                "pipelined circulant broadcasts from all processors at once",
            .source = "Traeff",
            .needs = "one-port-duplex",
        },
    .timetable = allgather_circulant_timetable,
    .program = allgather_program,
};
