/* path: every processor forwards the packets to the next one.
 *
 * Processor v receives packet k in round v + k. m + n - 2 rounds, m (n - 1)
 * messages. Source: Bruck, Cypher, Ho, section 2.2. */
#include "stream.h"

static void stream_path_act(const struct stream_schedule *s, int v,
                            int64_t round, struct stream_action *action)
{
    int64_t send = round - 1 - v, receive = round - v;
    if (v + 1 < s->n && send >= 0 && send < s->packets) {
        action->to = v + 1;
        action->sends = (int)send;
    }
    if (v > 0 && receive >= 0 && receive < s->packets) {
        action->from = v - 1;
        action->receives = (int)receive;
    }
}

static struct stream_schedule stream_path_schedule_of(int n, int packets)
{
    return (struct stream_schedule){
        .n = n,
        .packets = packets,
        .rounds = n > 1 ? (int64_t)packets + n - 2 : 0,
        .act = stream_path_act,
    };
}

int weft_stream_path(struct weft_processor *self, int root, int packets,
                     void *data, size_t bytes)
{
    const struct stream_schedule s =
        stream_path_schedule_of(weft_size(self), packets);
    return stream_call(self, &s, root, data, bytes);
}

/* ---- the strategy ---- */

static int stream_path_prepare(struct plan *plan, struct weft_error *err)
{
    return stream_schedule_prepare(plan, stream_path_schedule_of, err);
}

const struct weft_strategy stream_path = {
    .info = {.name = "path",
             .summary = "each processor passes the packets on to the next",
             .source = "Bruck, Cypher, Ho, section 2.2",
             .networks = "complete",
             .needs = "one-port-duplex"},
    .prepare = stream_path_prepare,
    .program = stream_program,
    .finish = stream_schedule_finish,
};
