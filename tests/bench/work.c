/* The works.
 *
 * broadcast (W1): one binomial broadcast from 0; p - 1 messages.
 * successive (W2): p broadcasts one after the other down rotated binomial
 *   trees, a new one every two steps; p (p - 1) messages in 2p + d - 2 steps.
 * gather (W3): all-gather by recursive doubling, d messages per processor, of
 *   8, 16, 32, ... bytes. */
#include "work.h"

#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t digest, uint64_t value)
{
    return (digest ^ value) * 0x9e3779b97f4a7c15u + 1;
}

uint64_t work_combine(uint64_t all, int rank, uint64_t digest)
{
    return all + mix(digest, (uint64_t)rank);
}

static uint64_t token(int d, int64_t broadcast)
{
    return (uint64_t)broadcast * 0x2545f4914f6cdd1d + (uint64_t)d;
}

/* ---- rotated binomial trees ------------------------------------------------
 */

static int gray(int d, int64_t j)
{
    uint64_t i = (uint64_t)(j - 1) & (((uint64_t)1 << d) - 1);
    return (int)(i ^ i >> 1);
}

static int changing(int d, int64_t j)
{
    return __builtin_ctz((unsigned)(gray(d, j) ^ gray(d, j + 1)));
}

/* Of the tree's lowest dimension; 0 at the root. */
static unsigned turned(int d, int root, int nu, int rank)
{
    unsigned u = (unsigned)(root ^ rank);
    return (u >> nu | u << (d - nu)) & ((1u << d) - 1);
}

static int father(int d, int root, int nu, int rank)
{
    unsigned w = turned(d, root, nu, rank);
    return rank ^ 1 << (nu + __builtin_ctz(w)) % d;
}

static int sons(int d, int root, int nu, int rank, int son[])
{
    unsigned w = turned(d, root, nu, rank);
    int count = w ? __builtin_ctz(w) : d;
    for (int i = 0; i < count; i++)
        son[i] = rank ^ 1 << (nu + i) % d;
    return count;
}

/* ---- broadcasts -----------------------------------------------------------
 */

static void one_broadcast(struct peer *self, int64_t j, int root, int nu)
{
    int children[DIMENSION_MAX];
    uint64_t value = token(self->d, j), step = 2 * (uint64_t)(j - 1);
    if (self->rank != root) {
        size_t bytes;
        int from = father(self->d, root, nu, self->rank);
        memcpy(&value, self->receive(self, from, &bytes), sizeof value);
        step = 0;
    }
    self->digest = mix(self->digest, value);
    int count = sons(self->d, root, nu, self->rank, children);
    if (count)
        self->send(self, children, count, step, &value, sizeof value);
}

static void run_broadcast(struct peer *self)
{
    one_broadcast(self, 1, 0, 0);
}

static uint64_t broadcast_messages(int d)
{
    return ((uint64_t)1 << d) - 1;
}

static uint64_t broadcast_steps(int d)
{
    return (uint64_t)d;
}

static uint64_t bare(int d, int64_t broadcasts)
{
    int size = 1 << d;
    uint64_t *digest = calloc((size_t)size, sizeof *digest), all = 0;
    uint64_t *value = calloc((size_t)size, sizeof *value);
    if (!digest || !value)
        abort();
    for (int64_t j = 1; j <= broadcasts; j++) {
        int root = gray(d, j), nu = changing(d, j);
        nu = broadcasts == 1 ? 0 : nu;
        value[root] = token(d, j);
        digest[root] = mix(digest[root], value[root]);
        /* Nodes in order of the highest bit set, counted from nu on. */
        for (int w = 1; w < size; w++) {
            int u_root = (w << nu | w >> (d - nu)) & (size - 1);
            int low = w & -w;
            int u = root ^ u_root;
            int bit = (low << nu | low >> (d - nu)) & (size - 1);
            int from = u ^ bit;
            value[u] = value[from];
            digest[u] = mix(digest[u], value[u]);
        }
    }
    for (int i = 0; i < size; i++)
        all = work_combine(all, i, digest[i]);
    free(digest);
    free(value);
    return all;
}

static uint64_t broadcast_bare(int d)
{
    return bare(d, 1);
}

static void run_successive(struct peer *self)
{
    for (int64_t j = 1; j <= (int64_t)1 << self->d; j++)
        one_broadcast(self, j, gray(self->d, j), changing(self->d, j));
}

static uint64_t successive_messages(int d)
{
    return ((uint64_t)1 << d) * (((uint64_t)1 << d) - 1);
}

static uint64_t successive_steps(int d)
{
    return (d == 1 ? 1 : 0) + ((uint64_t)2 << d) + (uint64_t)d - 2;
}

static uint64_t successive_bare(int d)
{
    return bare(d, (int64_t)1 << d);
}

/* ---- all-gather ------------------------------------------------------------
 */

static void run_gather(struct peer *self)
{
    size_t size = (size_t)1 << self->d, bytes;
    uint64_t *block = malloc(size * sizeof *block);
    if (!block)
        abort();
    block[self->rank] = token(self->d, self->rank);
    for (int i = 0; i < self->d; i++) {
        int partner = self->rank ^ 1 << i;
        size_t count = (size_t)1 << i;
        size_t mine = (size_t)self->rank >> i << i;
        size_t theirs = (size_t)partner >> i << i;
        self->send(self, &partner, 1, 0, block + mine, count * sizeof *block);
        memcpy(block + theirs, self->receive(self, partner, &bytes),
               count * sizeof *block);
    }
    for (size_t i = 0; i < size; i++)
        self->digest = mix(self->digest, block[i]);
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
        block[r * size + r] = token(d, (int64_t)r);
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
            digest = mix(digest, block[r * size + i]);
        all = work_combine(all, (int)r, digest);
    }
    free(block);
    return all;
}

static uint64_t gather_steps(int d)
{
    return 2 * (uint64_t)d;
}

const struct work works[] = {
    {"broadcast", "W1: one binomial broadcast", run_broadcast,
     broadcast_messages, broadcast_steps, broadcast_bare},
    {"successive", "W2: p rotated broadcasts", run_successive,
     successive_messages, successive_steps, successive_bare},
    {"gather", "W3: all-gather by recursive doubling", run_gather,
     gather_messages, gather_steps, gather_bare},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

const struct work *work_find(const char *name)
{
    for (const struct work *work = works; work->name; work++)
        if (!strcmp(work->name, name))
            return work;
    return NULL;
}
