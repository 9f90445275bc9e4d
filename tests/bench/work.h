/* What the benchmarks run, written once for every machine that runs it.
 *
 * A work is an SPMD function over a peer: a few functions that each machine
 * provides. Everything received goes into a digest, so that every machine is
 * seen to have done the same. */
#ifndef WEFT_BENCH_WORK_H
#define WEFT_BENCH_WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DIMENSION_MAX 20

/* A message goes out and comes in by a port of its receiver, 0 to d - 1, in a
 * hypercube the dimension: by one port comes what one sender sends. */
struct peer {
    int rank, d;
    uint64_t digest;
    /* One step: the same `bytes` to several, no earlier than `step` (0: now).
     */
    void (*send)(struct peer *self, const int *to, const int *port, int count,
                 uint64_t step, const void *data, size_t bytes);
    /* Of a step with several messages, which ends by step(). */
    void (*post)(struct peer *self, int to, int port, const void *data,
                 size_t bytes);
    void (*step)(struct peer *self);
    /* Wait for a message; valid until the next. */
    const void *(*receive)(struct peer *self, int from, int port,
                           size_t *bytes);
};

struct work {
    const char *name;
    bool complete;     /* of 2^d processors; else a hypercube */
    const char *model; /* whose rules it keeps */
    /* NULL, or: make what all peers read; 0, or -1 if d does not do. */
    int (*prepare)(int d);
    void (*run)(struct peer *self);
    uint64_t (*messages)(int d);
    uint64_t (*steps)(int d); /* upper bound, for machines that count them */
    uint64_t (*bare)(int d);  /* the same in one loop; the digest */
};

extern const struct work work_broadcast, work_successive, work_gather,
    work_necklace, work_stream;
extern const struct work *const works[]; /* ended by NULL */

/* The work, prepared, or NULL. */
const struct work *work_find(const char *name, int d);

uint64_t work_mix(uint64_t digest, uint64_t value);
/* Of the digests of all peers, in any order. */
uint64_t work_combine(uint64_t all, int rank, uint64_t digest);
/* What is sent: different for every number. */
uint64_t work_token(int d, int64_t number);

/* How a machine runs a work: 0, or -1 with a text on standard error. */
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
