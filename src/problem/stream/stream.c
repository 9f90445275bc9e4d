/* The problem `stream` (document E): one processor has m packets, and all the
 * others get them, in any order. */
#include "stream.h"

#include <errno.h>
#include <stdlib.h>

#include "../payload.h"
#include "../root.h"

#define PACKETS_DEFAULT 10
#define CELLS_MAX ((int64_t)1 << 31) /* packets that all processors hold */

/* What one processor has stored; touched by its own thread only. */
struct shelf {
    unsigned char *held; /* [packets] 1: stored */
    int count;
    int wrong; /* the first wrong one + 1, 0 if none */
};

struct state {
    struct shelf *shelf; /* [size] */
    unsigned char *held; /* [size][packets] */
};

int stream_packets(const struct weft_plan *plan)
{
    int packets = plan->experiment->packets;
    return packets ? packets : PACKETS_DEFAULT;
}

int stream_log2(int n)
{
    int q = 0;
    while ((int64_t)1 << q < n)
        q++;
    return q;
}

static int check(const struct weft_plan *plan, struct weft_error *err)
{
    int packets = stream_packets(plan);
    if (weft_plan_check_root(plan, err))
        return -1;
    if (packets < 1)
        return weft_error_set(
            err, EINVAL, 0, "a stream has at least 1 packet, not %d", packets);
    if (packets > CELLS_MAX / plan->size)
        return weft_error_set(err, EINVAL, 0,
                              "%d packets are too many for %d processors",
                              packets, plan->size);
    return 0;
}

static int prepare(struct weft_plan *plan, struct weft_error *err)
{
    if (check(plan, err))
        return -1;
    size_t n = (size_t)plan->size, m = (size_t)stream_packets(plan);
    struct state *state = calloc(1, sizeof *state);
    plan->state = state;
    if (state) {
        state->shelf = calloc(n, sizeof *state->shelf);
        state->held = calloc(n, m);
    }
    if (!state || !state->shelf || !state->held)
        return weft_error_set(err, ENOMEM, 0, "no memory for the packets");
    for (size_t p = 0; p < n; p++)
        state->shelf[p].held = state->held + p * m;
    return 0;
}

static void finish(struct weft_plan *plan)
{
    struct state *state = plan->state;
    if (!state)
        return;
    free(state->shelf);
    free(state->held);
    free(state);
}

static int stored(struct weft_plan *plan, int rank, uint64_t time, int id,
                  const void *data, size_t bytes)
{
    (void)time;
    const struct weft_experiment *e = plan->experiment;
    struct shelf *shelf = ((struct state *)plan->state)->shelf + rank;
    if (shelf->wrong)
        return 0;
    if (id < 0 || id >= stream_packets(plan) || shelf->held[id] ||
        bytes != e->bytes || !weft_payload_is(data, bytes, e->root, id)) {
        shelf->wrong = id + 1;
        return 0;
    }
    shelf->held[id] = 1;
    shelf->count++;
    return 0;
}

static int judge(struct weft_plan *plan, struct weft_result *result,
                 struct weft_error *err)
{
    const struct state *state = plan->state;
    const struct stream_schedule *schedule = plan->schedule;
    int packets = stream_packets(plan);
    if (schedule->trees)
        weft_result_measure(result, "trees", schedule->trees);
    for (int p = 0; p < plan->size; p++) {
        const struct shelf *shelf = &state->shelf[p];
        if (shelf->wrong)
            return weft_error_set(err, EBADMSG, 0,
                                  "processor %d stored packet %d, or what it "
                                  "took for it, wrong or twice",
                                  p, shelf->wrong - 1);
        if (shelf->count != packets)
            return weft_error_set(err, EBADMSG, 0,
                                  "processor %d stored %d of %d packets", p,
                                  shelf->count, packets);
    }
    return 0;
}

static void bounds(const struct weft_plan *plan, struct weft_result *result)
{
    int m = stream_packets(plan);
    int far = weft_network_eccentricity(plan->network, plan->experiment->root);
    if (plan->size == 1)
        return;
    if (plan->model.sends == WEFT_SENDS_ONE)
        weft_result_bound(result, (uint64_t)(m + stream_log2(plan->size) - 1),
                          "m + ceil(log2 n) - 1");
    else if (plan->model.receives == WEFT_RECEIVES_ONE)
        weft_result_bound(result, (uint64_t)(m + far - 1),
                          "m + eccentricity - 1");
    else
        weft_result_bound(result, (uint64_t)far, "eccentricity");
}

static const struct weft_strategy *const strategies[] = {
    &stream_fibonacci, &stream_binomial, &stream_path,
    &stream_binary,    &stream_edst,     NULL,
};

const struct weft_problem problem_stream = {
    .info = {.name = "stream",
             .summary = "one processor sends a stream of packets to all",
             .source = "E",
             .network = "complete:32",
             .model = "one-port-duplex"},
    .strategies = strategies,
    .prepare = prepare,
    .stored = stored,
    .judge = judge,
    .bounds = bounds,
    .finish = finish,
};
