/* binary: every packet uses the almost complete binary tree.
 *
 * The children of v are 2v + 1 and 2v + 2, served in the two rounds after v
 * received the packet; a new packet starts every two rounds. For n = 2^h - 1
 * this takes 2m + 2h - 4 rounds. m (n - 1) messages. Source: Bruck, Cypher, Ho,
 * section 2.2. */
#include "stream.h"

/* Return the number of rounds after which v has the first packet. */
static int64_t binary_first(int v)
{
    int64_t round = 0;
    for (; v > 0; v = (v - 1) / 2)
        round += v % 2 ? 1 : 2;
    return round;
}

/* Return the number of rounds between two packets: the number of children of
 * the source. */
static int period(const struct stream_schedule *s)
{
    return s->n > 2 ? 2 : 1;
}

/* Return the packet that v receives in a round, or -1. */
static int binary_due(const struct stream_schedule *s, int v, int64_t round)
{
    int64_t late = round - binary_first(v);
    if (v == 0 || v >= s->n || late < 0 || late % period(s) != 0 ||
        late / period(s) >= s->packets)
        return -1;
    return (int)(late / period(s));
}

static void binary_act(const struct stream_schedule *s, int v, int64_t round,
                       struct stream_action *action)
{
    for (int child = 2 * v + 1; child <= 2 * v + 2; child++) {
        int packet = binary_due(s, child, round);
        if (packet < 0)
            continue;
        action->to = child;
        action->sends = packet;
    }
    action->receives = binary_due(s, v, round);
    if (action->receives >= 0)
        action->from = (v - 1) / 2;
}

/* Return the maximum of binary_first(). A step to the left child takes one
 * round, to the right child two, and v + 1 in binary is the path to v after its
 * first digit: so first(v) is the number of digits plus the number of ones of v
 * + 1, minus two. */
static int64_t deepest(int n)
{
    int64_t digits = 0, most = 0;
    for (int64_t prefix = n; prefix > 0; prefix /= 2)
        digits++;
    for (int bit = 0; bit < digits; bit++) {
        /* w is n, or a smaller number: one bit cleared and all lower bits set;
         * clearing the first bit gives one digit less */
        int64_t w = n >> bit & 1 ? (((int64_t)n >> bit) - 1) << bit |
                                       (((int64_t)1 << bit) - 1)
                                 : n;
        if (w > 0 && binary_first((int)w - 1) > most)
            most = binary_first((int)w - 1);
    }
    return binary_first(n - 1) > most ? binary_first(n - 1) : most;
}

static struct stream_schedule binary_schedule_of(int n, int packets)
{
    struct stream_schedule s = {.n = n, .packets = packets, .act = binary_act};
    if (n > 1)
        s.rounds = deepest(n) + ((int64_t)packets - 1) * period(&s);
    return s;
}

int weft_stream_binary(struct weft_processor *self, int root, int packets,
                       void *data, size_t bytes)
{
    const struct stream_schedule s =
        binary_schedule_of(weft_size(self), packets);
    return stream_call(self, &s, root, data, bytes);
}

/* ---- the strategy ---- */

static int binary_prepare(struct plan *plan, struct weft_error *err)
{
    return stream_schedule_prepare(plan, binary_schedule_of, err);
}

const struct weft_strategy stream_binary = {
    .info = {.name = "binary",
             .summary = "packets along one almost complete binary tree",
             .source = "Bruck, Cypher, Ho, section 2.2",
             .networks = "complete",
             .needs = "one-port-duplex"},
    .prepare = binary_prepare,
    .program = stream_program,
    .finish = stream_schedule_finish,
};
