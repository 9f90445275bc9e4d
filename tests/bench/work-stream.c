/* stream: 512 packets from 0 to all processors of a complete network, in turn
 * along three generalised Fibonacci trees: in each round a processor receives
 * and forwards at most one packet. 512 (p - 1) messages in about 512 + 2 log p
 * rounds. */
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/tree.h>

#include "work.h"

enum { TREES = 3, PACKETS = 512 };

/* One end of a transfer that recurs every TREES rounds. */
struct hop {
    int peer; /* -1: none */
    int tree;
    int label; /* first round, counted from 0 */
};

static struct hop (*in)[TREES], (*out)[TREES]; /* [p][round mod TREES] */
static int64_t rounds;

static int prepare(int d)
{
    struct weft_forest forest;
    int size = 1 << d;
    if (weft_forest_init(&forest, size, TREES, NULL))
        return -1;
    in = malloc((size_t)size * sizeof *in);
    out = malloc((size_t)size * sizeof *out);
    if (!in || !out)
        abort();
    for (int p = 0; p < size; p++)
        for (int i = 0; i < TREES; i++)
            in[p][i].peer = out[p][i].peer = -1;
    for (int i = 0; i < TREES; i++)
        for (int p = 1; p < size; p++) {
            int parent = forest.parent[i * (size + 1) + p];
            int label = forest.label[i * (size + 1) + p];
            in[p][label % TREES] = (struct hop){parent, i, label};
            out[parent][label % TREES] = (struct hop){p, i, label};
        }
    rounds = weft_forest_rounds(&forest, PACKETS);
    weft_forest_finish(&forest);
    return 0;
}

/* Return the packet transferred over a hop in a round (from 0), or -1. */
static int due(const struct hop *hop, int64_t round)
{
    int64_t packet = round - hop->label + hop->tree;
    bool none = hop->peer < 0 || round < hop->label || packet >= PACKETS;
    return none ? -1 : (int)packet;
}

static uint64_t messages(int d)
{
    return PACKETS * (((uint64_t)1 << d) - 1);
}

static uint64_t steps(int d)
{
    (void)d;
    return (uint64_t)rounds;
}

static void run(struct peer *self)
{
    uint64_t *packet = malloc(PACKETS * sizeof *packet);
    if (!packet)
        abort();
    for (int k = 0; k < PACKETS; k++)
        packet[k] = work_token(self->d, k);
    for (int64_t round = 0; round < rounds; round++) {
        const struct hop *from = &in[self->rank][round % TREES];
        const struct hop *to = &out[self->rank][round % TREES];
        int k = due(to, round);
        if (k >= 0)
            self->send(self, &to->peer, &to->tree, 1, (uint64_t)round,
                       &packet[k], sizeof *packet);
        k = due(from, round);
        if (k >= 0) {
            size_t bytes;
            memcpy(&packet[k],
                   self->receive(self, from->peer, from->tree, &bytes),
                   sizeof *packet);
            self->digest = work_mix(self->digest, packet[k]);
        }
    }
    free(packet);
}

static uint64_t bare(int d)
{
    size_t size = (size_t)1 << d;
    uint64_t(*packet)[PACKETS] = malloc(size * sizeof *packet), all = 0;
    uint64_t *digest = calloc(size, sizeof *digest);
    if (!packet || !digest)
        abort();
    for (int k = 0; k < PACKETS; k++)
        packet[0][k] = work_token(d, k);
    for (int64_t round = 0; round < rounds; round++)
        for (size_t p = 0; p < size; p++) {
            const struct hop *from = &in[p][round % TREES];
            int k = due(from, round);
            if (k < 0)
                continue;
            packet[p][k] = packet[from->peer][k];
            digest[p] = work_mix(digest[p], packet[p][k]);
        }
    for (size_t p = 0; p < size; p++)
        all = work_combine(all, (int)p, digest[p]);
    free(packet);
    free(digest);
    return all;
}

const struct work work_stream = {
    .name = "stream",
    .complete = true,
    .model = "one-port-duplex",
    .prepare = prepare,
    .run = run,
    .messages = messages,
    .steps = steps,
    .bare = bare,
};
