/* necklace (W3): all processors broadcast at once along necklace trees; in
 * every step each processor sends d packets and receives d. p (p - 1) messages
 * in ceil((p - 1) / d) steps. */
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/tree.h>

#include "work.h"

static struct weft_necklace tree;

static int prepare(int d)
{
    return weft_necklace_init(&tree, d);
}

static uint64_t messages(int d)
{
    return ((uint64_t)1 << d) * (((uint64_t)1 << d) - 1);
}

static uint64_t steps(int d)
{
    (void)d;
    return (uint64_t)tree.steps;
}

/* Return the place where the packet for number n waits: that of n's parent. */
static int parent_place(int n)
{
    return tree.place[weft_necklace_parent(&tree, n)];
}

static void send_step(struct peer *self, const uint64_t *waiting, int first,
                      int end)
{
    for (int n = first; n < end; n++) {
        int port = (n - 1) % self->d;
        self->post(self, self->rank ^ 1 << port, port,
                   &waiting[parent_place(n)], sizeof *waiting);
    }
    self->step(self);
}

static void receive_step(struct peer *self, uint64_t *waiting, int first,
                         int end)
{
    for (int n = first; n < end; n++) {
        int port = (n - 1) % self->d, place = tree.place[tree.node[n]];
        size_t bytes;
        uint64_t value;
        memcpy(&value,
               self->receive(self, self->rank ^ 1 << port, port, &bytes),
               sizeof value);
        self->digest = work_mix(self->digest, value);
        if (place >= 0)
            waiting[place] = value;
    }
}

static void run(struct peer *self)
{
    uint64_t *waiting = malloc((size_t)tree.inner * sizeof *waiting);
    if (!waiting)
        abort();
    waiting[tree.place[0]] = work_token(self->d, self->rank);
    for (int first = 1; first < tree.size; first += self->d) {
        int end = first + self->d;
        end = end < tree.size ? end : tree.size;
        send_step(self, waiting, first, end);
        receive_step(self, waiting, first, end);
    }
    free(waiting);
}

static uint64_t bare(int d)
{
    size_t size = (size_t)tree.size, inner = (size_t)tree.inner;
    uint64_t *waiting = malloc(size * inner * sizeof *waiting), all = 0;
    uint64_t *digest = calloc(size, sizeof *digest);
    if (!waiting || !digest)
        abort();
    for (size_t v = 0; v < size; v++)
        waiting[v * inner + (size_t)tree.place[0]] = work_token(d, (int64_t)v);
    for (int n = 1; n < tree.size; n++) {
        size_t from = (size_t)parent_place(n), bit = (size_t)1 << (n - 1) % d;
        int place = tree.place[tree.node[n]];
        for (size_t v = 0; v < size; v++) {
            uint64_t value = waiting[(v ^ bit) * inner + from];
            digest[v] = work_mix(digest[v], value);
            if (place >= 0)
                waiting[v * inner + (size_t)place] = value;
        }
    }
    for (size_t v = 0; v < size; v++)
        all = work_combine(all, (int)v, digest[v]);
    free(waiting);
    free(digest);
    return all;
}

const struct work work_necklace = {
    .name = "necklace",
    .model = "all-port",
    .prepare = prepare,
    .run = run,
    .messages = messages,
    .steps = steps,
    .bare = bare,
};
