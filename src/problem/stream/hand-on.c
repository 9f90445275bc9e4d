/* Executes a timetable on a processor: in each round it sends at most one
 * packet and receives at most one. Received packets are stored and later sent
 * from there; the judge detects timetables that send packets that have not
 * arrived. */
#include <stdlib.h>

#include "problem/shared/payload.h"
#include "problem/shared/settings.h"
#include "stream.h"

/* State of one processor, used by its own thread only. */
struct follower {
    struct weft_processor *self;
    const struct stream_schedule *schedule;
    const struct keeper *keeper;
    int root;
    char *data; /* [packets][bytes] packets received so far */
    size_t bytes;
    uint64_t begin, round; /* time when round 1 begins; time units per round */
};

/* Convert a rank to a number relative to the source. */
static int hand_on_number(const struct stream_schedule *schedule, int root,
                          int rank)
{
    return schedule->flips ? rank ^ root
                           : (rank - root + schedule->n) % schedule->n;
}

static int rank_of(const struct follower *w, int v)
{
    return w->schedule->flips ? v ^ w->root
                              : (int)(((int64_t)v + w->root) % w->schedule->n);
}

static char *hand_on_packet(const struct follower *w, int k)
{
    return w->bytes ? w->data + (size_t)k * w->bytes : w->data;
}

static int hand_on_send(struct follower *w, int64_t round, int to, int k)
{
    uint64_t start = w->begin + (uint64_t)(round - 1) * w->round;
    return weft_round_begin(w->self, (uint64_t)round, start) ||
                   weft_post(w->self, rank_of(w, to), k, hand_on_packet(w, k),
                             w->bytes) ||
                   weft_step(w->self)
               ? -1
               : 0;
}

static int hand_on_receive(struct follower *w, int from, int k)
{
    struct weft_message message;
    if (weft_receive(w->self, rank_of(w, from), &message))
        return -1;
    if (message.id != k || message.bytes != w->bytes)
        return weft_fail(w->self, "received packet %d instead of %d",
                         message.id, k);
    const char *data = message.data;
    for (size_t i = 0; i < message.bytes; i++)
        hand_on_packet(w, k)[i] = data[i];
    return w->keeper ? w->keeper->keep(w->keeper->arg, k, hand_on_packet(w, k),
                                       w->bytes)
                     : 0;
}

int stream_follow(struct weft_processor *self,
                  const struct stream_schedule *schedule, int root, char *data,
                  size_t bytes, const struct keeper *keeper)
{
    struct follower w = {
        self, schedule, keeper,         root,
        data, bytes,    weft_now(self), weft_transfer_time(self, bytes, 1)};
    int v = hand_on_number(schedule, root, weft_rank(self));
    if (w.round < weft_slot(self)) /* rounds are aligned to slots */
        w.round = weft_slot(self);
    for (int64_t round = 1; round <= schedule->rounds; round++) {
        struct stream_action action = {.to = -1, .from = -1};
        schedule->act(schedule, v, round, &action);
        if (action.to >= 0 && hand_on_send(&w, round, action.to, action.sends))
            return -1;
        if (action.from >= 0 &&
            hand_on_receive(&w, action.from, action.receives))
            return -1;
    }
    return 0;
}

int stream_call(struct weft_processor *self,
                const struct stream_schedule *schedule, int root, void *data,
                size_t bytes)
{
    if (collective_check_root(self, root))
        return -1;
    if (schedule->packets < 0)
        return weft_fail(self, "a stream of %d packets", schedule->packets);
    return schedule->packets
               ? stream_follow(self, schedule, root, data, bytes, NULL)
               : 0;
}

/* ---- strategies ---- */

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

int stream_schedule_prepare(struct plan *plan,
                            struct stream_schedule of(int n, int packets),
                            struct weft_error *err)
{
    struct stream_schedule *s = stream_schedule_create(plan, err);
    if (!s)
        return -1;
    *s = of(s->n, s->packets);
    return 0;
}

void stream_schedule_finish(struct plan *plan)
{
    free(plan->schedule);
}

static int hand_on_make(struct weft_processor *self, int packets, char *data,
                        size_t bytes)
{
    for (int k = 0; k < packets; k++, data += bytes) {
        payload_fill(data, bytes, weft_rank(self), k);
        if (weft_store(self, k, data, bytes))
            return -1;
    }
    return 0;
}

int stream_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    const struct stream_schedule *schedule = plan->schedule;
    const struct keeper keeper = keeper_store(self);
    int root = plan_root(plan), status = 0;
    char *data = calloc((size_t)schedule->packets, plan->bytes + 1);
    if (!data)
        return weft_fail(self, "no memory for the packets");
    if (weft_rank(self) == root)
        status = hand_on_make(self, schedule->packets, data, plan->bytes);
    if (!status)
        status =
            stream_follow(self, schedule, root, data, plan->bytes, &keeper);
    free(data);
    return status;
}
