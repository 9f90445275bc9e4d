/* Works: programs for benchmarks, written once for all machines.
 *
 * A work is an SPMD function over a peer, a few functions that each machine
 * provides. A digest of everything received shows that all machines did the
 * same. */
#ifndef WEFT_BENCH_WORK_H
#define WEFT_BENCH_WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DIMENSION_MAX 20

/* A processor of a machine. A message uses a port of its receiver, 0 to d - 1,
 * which is the dimension in a hypercube; each port belongs to one sender. */
struct peer {
    int rank, d;
    uint64_t digest;
    /* Send the same `bytes` to several peers in one step, at step `step` or
     * later (0: at once). */
    void (*send)(struct peer *self, const int *to, const int *port, int count,
                 uint64_t step, const void *data, size_t bytes);
    /* Add a message to a step of several messages; step() ends the step. */
    void (*post)(struct peer *self, int to, int port, const void *data,
                 size_t bytes);
    void (*step)(struct peer *self);
    /* Wait for a message; the result is valid until the next call. */
    const void *(*receive)(struct peer *self, int from, int port,
                           size_t *bytes);
};

struct work {
    const char *name;
    bool complete;     /* network: complete with 2^d processors; otherwise a
                          hypercube */
    const char *model; /* model whose rules the work obeys */
    /* Compute data shared by all peers. Return 0, or -1 if d is not supported.
     * NULL: not needed. */
    int (*prepare)(int d);
    void (*run)(struct peer *self);
    uint64_t (*messages)(int d);
    uint64_t (*steps)(int d); /* upper bound, for machines that count steps */
    /* do the same work in one loop; return the digest */
    uint64_t (*bare)(int d);
};

extern const struct work work_broadcast, work_successive, work_gather,
    work_necklace, work_stream;
extern const struct work *const works[]; /* terminated by NULL */

/* Return the work, prepared for d, or NULL. */
const struct work *work_find(const char *name, int d);

uint64_t work_mix(uint64_t digest, uint64_t value);
/* Add a peer's digest to the digest of all peers, in any order of the peers. */
uint64_t work_combine(uint64_t all, int rank, uint64_t digest);
/* Return the payload of a message, distinct for each number. */
uint64_t work_token(int d, int64_t number);

/* Functions that run a work on a machine. They return 0, or -1 after a message
 * on standard error. */
struct machine_report {
    uint64_t digest, switches;
};
int run_bare(const struct work *work, int d, struct machine_report *report);
int run_barriers(const struct work *work, int d, struct machine_report *report);
int run_weft(const struct work *work, int d, const char *how,
             struct machine_report *report);

#ifdef __cplusplus
}
#endif
#endif
