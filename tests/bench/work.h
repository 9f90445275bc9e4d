/* What the benchmarks run, written once for every machine that runs it.
 *
 * A work is an SPMD function over a peer: a few functions that each machine
 * provides. Everything received goes into a digest, so that every machine is
 * seen to have done the same. */
#ifndef WEFT_BENCH_WORK_H
#define WEFT_BENCH_WORK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DIMENSION_MAX 20

struct peer {
    int rank, d;
    uint64_t digest;
    /* The same `bytes` to several; start no earlier than `step` (0: now). */
    void (*send)(struct peer *self, const int *to, int count, uint64_t step,
                 const void *data, size_t bytes);
    /* Wait for a message; valid until the next. */
    const void *(*receive)(struct peer *self, int from, size_t *bytes);
};

struct work {
    const char *name;
    const char *summary;
    void (*run)(struct peer *self);
    uint64_t (*messages)(int d);
    uint64_t (*steps)(int d); /* upper bound, for machines that count them */
    uint64_t (*bare)(int d);  /* the same in one loop; the digest */
};

extern const struct work works[]; /* ended by a NULL name */
const struct work *work_find(const char *name);

/* Of the digests of all peers, in any order. */
uint64_t work_combine(uint64_t all, int rank, uint64_t digest);

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
