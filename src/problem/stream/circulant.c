/* circulant: in round i every processor sends to the processor skip_k further,
 * k = i mod ceil(log2 p), the packet that the receiver lacks next. m - 1 +
 * ceil(log2 p) rounds for any m and p, which is the minimum. Source: Traeff
 * 2024. */
#include "problem/timetable/circulant.h"
#include "stream.h"

static void stream_circulant_meet(const struct timetable *t, int round,
                                  int rank, struct meeting *m)
{
    int skip = circulant_skip(t, round), w = ring_add(t, rank, skip);
    if (w)
        meet_send(m, w);
    if (rank)
        meet_receive(m, ring_add(t, rank, -skip));
}

static void stream_circulant_carry(const struct timetable *t, int round,
                                   int from, int to, struct cargo *c)
{
    (void)from;
    int block = circulant_block(t, round, to);
    if (block >= 0)
        cargo_put(c, block);
}

static int stream_circulant_inner(struct timetable *t)
{
    circulant_init(t, t->terms.packets);
    t->blocks = t->terms.packets;
    t->meet = stream_circulant_meet;
    t->carry = stream_circulant_carry;
    return 0;
}

int stream_circulant_timetable(struct timetable *t)
{
    return timetable_rooted(t, stream_circulant_inner, false);
}

int weft_stream_circulant(struct weft_processor *self, int root, int packets,
                          void *data, size_t bytes)
{
    const struct terms terms = {.root = root, .packets = packets};
    return timetable_call(self, stream_circulant_timetable, &terms, NULL, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy stream_circulant = {
    .info =
        {
            .name = "circulant",
            .summary = "over a circulant graph; optimal for any p",
            .source = "Traeff",
            .needs = "one-port-duplex",
        },
    .timetable = stream_circulant_timetable,
    .program = stream_blocks_program,
};
