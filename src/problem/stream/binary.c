/* binary: every packet along the almost complete binary tree.
 *
 * The children of v are 2v + 1 and 2v + 2, served in the two rounds after v
 * got the packet; a new packet starts every two rounds. For n = 2^h - 1 that
 * is 2m + 2h - 4 rounds. Messages m (n - 1). Source: document E, section 2.2.
 */
#include "stream.h"

/* Rounds after which v has the first packet. */
static int64_t first(int v)
{
    int64_t round = 0;
    for (; v > 0; v = (v - 1) / 2)
        round += v % 2 ? 1 : 2;
    return round;
}

/* Rounds between two packets: the children of the source. */
static int period(const struct stream_schedule *s)
{
    return s->n > 2 ? 2 : 1;
}

/* The packet that v gets in a round, -1 if none. */
static int due(const struct stream_schedule *s, int v, int64_t round)
{
    int64_t late = round - first(v);
    if (v == 0 || v >= s->n || late < 0 || late % period(s) != 0 ||
        late / period(s) >= s->packets)
        return -1;
    return (int)(late / period(s));
}

static void act(const struct stream_schedule *s, int v, int64_t round,
                struct stream_action *action)
{
    for (int child = 2 * v + 1; child <= 2 * v + 2; child++) {
        int packet = due(s, child, round);
        if (packet < 0)
            continue;
        action->to = child;
        action->sends = packet;
    }
    action->receives = due(s, v, round);
    if (action->receives >= 0)
        action->from = (v - 1) / 2;
}

static int prepare(struct plan *plan, struct weft_error *err)
{
    struct stream_schedule *s = stream_schedule_create(plan, err);
    if (!s)
        return -1;
    int64_t last = 0;
    for (int v = 0; v < s->n; v++)
        last = first(v) > last ? first(v) : last;
    s->rounds = s->n > 1 ? last + (int64_t)(s->packets - 1) * period(s) : 0;
    s->act = act;
    return 0;
}

const struct weft_strategy stream_binary = {
    .info = {.name = "binary",
             .summary = "packets along one almost complete binary tree",
             .source = "E, section 2.2",
             .networks = "complete",
             .needs = "one-port-duplex"},
    .prepare = prepare,
    .program = stream_follow,
    .finish = stream_schedule_finish,
};
