/* gather (W3): allgather by recursive doubling; d messages per processor, of 8,
 * 16, 32, ... bytes. */
#include <stdlib.h>
#include <string.h>

#include "work.h"

static void run_gather(struct peer *self)
{
    size_t size = (size_t)1 << self->d, bytes;
    uint64_t *block = malloc(size * sizeof *block);
    if (!block)
        abort();
    block[self->rank] = work_token(self->d, self->rank);
    for (int i = 0; i < self->d; i++) {
        int partner = self->rank ^ 1 << i;
        size_t count = (size_t)1 << i;
        size_t mine = (size_t)self->rank >> i << i;
        size_t theirs = (size_t)partner >> i << i;
        self->send(self, &partner, &i, 1, 0, block + mine,
                   count * sizeof *block);
        memcpy(block + theirs, self->receive(self, partner, i, &bytes),
               count * sizeof *block);
    }
    for (size_t i = 0; i < size; i++)
        self->digest = work_mix(self->digest, block[i]);
    free(block);
}

static uint64_t gather_messages(int d)
{
    return (uint64_t)d << d;
}

static uint64_t gather_bare(int d)
{
    size_t size = (size_t)1 << d;
    uint64_t *block = calloc(size * size, sizeof *block), all = 0;
    if (!block)
        abort();
    for (size_t r = 0; r < size; r++)
        block[r * size + r] = work_token(d, (int64_t)r);
    for (int i = 0; i < d; i++)
        for (size_t r = 0; r < size; r++) {
            size_t partner = r ^ (size_t)1 << i;
            size_t theirs = partner >> i << i;
            memcpy(&block[r * size + theirs], &block[partner * size + theirs],
                   ((size_t)1 << i) * sizeof *block);
        }
    for (size_t r = 0; r < size; r++) {
        uint64_t digest = 0;
        for (size_t i = 0; i < size; i++)
            digest = work_mix(digest, block[r * size + i]);
        all = work_combine(all, (int)r, digest);
    }
    free(block);
    return all;
}

static uint64_t gather_steps(int d)
{
    return 2 * (uint64_t)d;
}

const struct work work_gather = {
    .name = "gather",
    .model = "one-port-duplex",
    .run = run_gather,
    .messages = gather_messages,
    .steps = gather_steps,
    .bare = gather_bare,
};
