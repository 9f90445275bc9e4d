/* How a processor follows a timetable: in each round it hands on one packet
 * and takes one. A packet taken is kept, and what is handed on is what was
 * taken: a timetable that sends what has not come fails in the judgement. */
#include <errno.h>
#include <stdlib.h>

#include "problem/shared/payload.h"
#include "stream.h"

/* One processor at work; its own thread only. */
struct work {
    struct weft_processor *self;
    const struct plan *plan;
    const struct stream_schedule *schedule;
    int v;         /* this processor, counted from the source */
    char *packets; /* [packets][bytes] what it holds */
};

struct stream_schedule *stream_schedule_create(struct plan *plan,
                                               struct weft_error *err)
{
    struct stream_schedule *schedule = calloc(1, sizeof *schedule);
    plan->schedule = schedule;
    if (!schedule) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        return NULL;
    }
    schedule->n = plan->size;
    schedule->packets = stream_packets(plan);
    return schedule;
}

void stream_schedule_finish(struct plan *plan)
{
    free(plan->schedule);
}

/* From ranks to numbers counted from the source, and back. */
static int number(const struct plan *plan, int rank)
{
    const struct stream_schedule *schedule = plan->schedule;
    int root = plan->experiment->root;
    return schedule->flips ? rank ^ root
                           : (rank - root + schedule->n) % schedule->n;
}

static int rank_of(const struct plan *plan, int v)
{
    const struct stream_schedule *schedule = plan->schedule;
    int root = plan->experiment->root;
    return schedule->flips ? v ^ root
                           : (int)(((int64_t)v + root) % schedule->n);
}

static char *packet(const struct work *w, int k)
{
    return w->packets + (size_t)k * w->plan->bytes;
}

static int begin(struct work *w)
{
    size_t bytes = w->plan->bytes;
    if (w->v != 0)
        return 0;
    for (int k = 0; k < w->schedule->packets; k++) {
        payload_fill(packet(w, k), bytes, weft_rank(w->self), k);
        if (weft_store(w->self, k, packet(w, k), bytes))
            return -1;
    }
    return 0;
}

static int send(struct work *w, int64_t round, int to, int k)
{
    uint64_t start = (uint64_t)(round - 1) * w->plan->slot;
    return weft_wait_until(w->self, start) ||
                   weft_post(w->self, rank_of(w->plan, to), k, packet(w, k),
                             w->plan->bytes) ||
                   weft_step(w->self)
               ? -1
               : 0;
}

static int receive(struct work *w, int from, int k)
{
    struct weft_message message;
    if (weft_receive(w->self, rank_of(w->plan, from), &message))
        return -1;
    if (message.id != k)
        return weft_fail(w->self, "received packet %d instead of %d",
                         message.id, k);
    const char *data = message.data;
    for (size_t i = 0; i < message.bytes; i++)
        packet(w, k)[i] = data[i];
    return weft_store(w->self, k, packet(w, k), message.bytes);
}

static int work(struct work *w)
{
    if (begin(w))
        return -1;
    for (int64_t round = 1; round <= w->schedule->rounds; round++) {
        struct stream_action action = {.to = -1, .from = -1};
        w->schedule->act(w->schedule, w->v, round, &action);
        if (action.to >= 0 && send(w, round, action.to, action.sends))
            return -1;
        if (action.from >= 0 && receive(w, action.from, action.receives))
            return -1;
    }
    return 0;
}

int stream_follow(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    struct work w = {
        .self = self,
        .plan = plan,
        .schedule = plan->schedule,
        .v = number(plan, weft_rank(self)),
        .packets = calloc((size_t)stream_packets(plan), plan->bytes + 1),
    };
    if (!w.packets)
        return weft_fail(self, "no memory for the packets");
    int status = work(&w);
    free(w.packets);
    return status;
}
