/* circulant: stream `circulant` in reverse: M blocks in M - 1 + ceil(log2 p)
 * rounds, which is the minimum, for any p. Needs a commutative operator for p
 * >= 3. Source: Traeff 2024. */
#include "problem/stream/stream.h"
#include "reduce.h"

int reduce_circulant_timetable(struct timetable *t)
{
    return timetable_reverse(t, stream_circulant_timetable);
}

int weft_reduce_circulant(struct weft_processor *self, int root, int packets,
                          const struct weft_operator *op, void *data,
                          size_t bytes)
{
    const struct terms terms = {.root = root, .packets = packets};
    return timetable_call(self, reduce_circulant_timetable, &terms, op, data,
                          bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy reduce_circulant = {
    .info =
        {
            .name = "circulant",
            .summary = "stream circulant backwards; optimal for any p",
            .source = "Traeff",
            .model = "one-port-duplex",
            .needs = "one-port-duplex",
        },
    .timetable = reduce_circulant_timetable,
    .program = reduce_blocks_program,
};
