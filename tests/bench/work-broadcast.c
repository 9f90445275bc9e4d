/* broadcast (W1): one binomial broadcast from 0; p - 1 messages.
 * successive (W2): p broadcasts one after the other down rotated binomial
 *   trees, a new one every two steps; p (p - 1) messages in 2p + d - 2 steps.
 */
#include <stdlib.h>
#include <string.h>

#include "work.h"

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

/* Return the position of `rank` in the tree, rotated so that the tree's lowest
 * dimension is bit 0; 0 is the root. */
static unsigned turned(int d, int root, int nu, int rank)
{
    unsigned u = (unsigned)(root ^ rank);
    return (u >> nu | u << (d - nu)) & ((1u << d) - 1);
}

/* Return the i-th dimension in cyclic order from nu; i < d. Avoids a division,
 * which would be a large part of the cost of a message. */
static int around(int d, int nu, int i)
{
    return nu + i < d ? nu + i : nu + i - d;
}

/* Return the dimension of the arc to the parent. */
static int upwards(int d, int root, int nu, int rank)
{
    return around(d, nu, __builtin_ctz(turned(d, root, nu, rank)));
}

static int sons(int d, int root, int nu, int rank, int son[], int port[])
{
    unsigned w = turned(d, root, nu, rank);
    int count = w ? __builtin_ctz(w) : d;
    for (int i = 0; i < count; i++) {
        port[i] = around(d, nu, i);
        son[i] = rank ^ 1 << port[i];
    }
    return count;
}

/* ---- broadcasts -----------------------------------------------------------
 */

static void one_broadcast(struct peer *self, int64_t j, int root, int nu)
{
    int children[DIMENSION_MAX], ports[DIMENSION_MAX];
    uint64_t value = work_token(self->d, j), step = 2 * (uint64_t)(j - 1);
    if (self->rank != root) {
        size_t bytes;
        int port = upwards(self->d, root, nu, self->rank);
        memcpy(&value,
               self->receive(self, self->rank ^ 1 << port, port, &bytes),
               sizeof value);
        step = 0;
    }
    self->digest = work_mix(self->digest, value);
    int count = sons(self->d, root, nu, self->rank, children, ports);
    if (count)
        self->send(self, children, ports, count, step, &value, sizeof value);
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
        value[root] = work_token(d, j);
        digest[root] = work_mix(digest[root], value[root]);
        /* Visit nodes in order of their highest bit, counted from nu. */
        for (int w = 1; w < size; w++) {
            int u_root = (w << nu | w >> (d - nu)) & (size - 1);
            int low = w & -w;
            int u = root ^ u_root;
            int bit = (low << nu | low >> (d - nu)) & (size - 1);
            int from = u ^ bit;
            value[u] = value[from];
            digest[u] = work_mix(digest[u], value[u]);
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

const struct work work_broadcast = {
    .name = "broadcast",
    .model = "shouting",
    .run = run_broadcast,
    .messages = broadcast_messages,
    .steps = broadcast_steps,
    .bare = broadcast_bare,
};

const struct work work_successive = {
    .name = "successive",
    .model = "shouting",
    .run = run_successive,
    .messages = successive_messages,
    .steps = successive_steps,
    .bare = successive_bare,
};
