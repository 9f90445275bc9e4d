/* What a run is made of; private to src/machine.
 *
 * A run has workers; a worker has processors with consecutive ranks. In each
 * worker exactly one processor runs at a time: it holds the worker's baton.
 * "Guarded by the baton" means: touched only by the holder of that worker's
 * baton, or by the resolver while every worker is idle (schedule/resolve.c).
 */
#ifndef WEFT_SRC_MACHINE_RUN_H
#define WEFT_SRC_MACHINE_RUN_H

#include "conflict.h"
#include "record/merge.h"
#include <fenv.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/machine.h>

struct cross;
struct engine;
struct pipe;
struct routes;
struct shared_run;
struct worker;

/* Larger times are refused, so that sums never wrap. */
#define TIME_MAX ((uint64_t)1 << 62)

struct run {
    /* Set before the start. */
    const struct weft_machine *machine;
    const struct engine *engine;
    const struct weft_sink *sink; /* the machine's, where events go; or NULL */
    struct weft_processor *processor; /* [size] */
    struct worker *worker;            /* [workers] */
    int size, workers;
    int low, high;            /* this process has the ranks [low, high) ... */
    struct shared_run *share; /* ... and others the rest; NULL: it has all */
    void *memory;             /* of the processors */
    struct weft_cost cost;
    struct {
        double latency, word; /* of the slowest links there are */
    } slowest;
    uint64_t slot;     /* time units in one slot */
    uint64_t shortest; /* time of the shortest transfer possible */
    uint64_t window;   /* time units a processor may run ahead */
    uint64_t limit;    /* nobody acts at this time or later; 0: no limit */
    fenv_t modes;      /* floating point, as programs find it */
    int core;          /* where the first worker runs */
    size_t stack;      /* bytes of stack */
    size_t spare;      /* of that, for what the engine itself calls */
    void *stacks;      /* [size] of them */
    void *alternates;  /* stacks for signals, or NULL */
    size_t alternates_size;
    bool split;                /* guards are maps of their own */
    const struct cross *cross; /* the way between workers ... */
    struct pipe *pipe;         /* ... and its queues */
    uint64_t word;             /* time of a transfer of INLINE_BYTES ... */
    bool plain;                /* ... whoever sends it, and only neighbours */
    bool own_costs;            /* links have costs of their own ... */
    bool loggp;                /* ... or no costs: what ends they keep busy */
    bool one_thing;            /* LogGP: a processor does one at a time, */
    bool apart;                /* ... or computes or communicates */
    bool far;                  /* anybody may send to anybody */
    bool routed;               /* transfers may go over several links ... */
    bool shared;               /* ... and may share them (routes.c) */
    bool free_reception;       /* receiving never clashes with anything */
    bool counted;              /* more than one port, fewer than arcs */
    bool free_ports;           /* nor does sending: only arcs are limited */
    void *engine_state;
    pthread_t decider; /* where there are no workers (idle_always()) */
    bool has_decider;

    pthread_mutex_t lock; /* guards what follows */
    uint64_t fail_clock;  /* lowest (clock, rank) of a failed processor */
    int fail_rank;        /* -1: none */
    enum weft_error_kind fail_kind; /* it stopped, or was refused */
    enum weft_error_kind hard;      /* the machine's own failure, or none, */
    int hard_system;       /* what the system refused: errno value, or 0 */
    const char *hard_text; /* static; NULL: the system's words */
    int idle;              /* workers that are idle */

    /* Written by the resolver only, while every worker is idle. */
    bool stop; /* every call fails */
    bool over; /* all processors are DONE */
    bool deadlock;
    bool limited;   /* stopped at the limit */
    uint64_t bound; /* nobody acts before: it never goes back */

    struct merge merge;

    /* Caller's thread only. */
    struct routes *routes;
    struct conflicts conflicts; /* of routes */
};

/* Where every processor stops. Under run->lock. */
void run_set_horizon(struct run *run, uint64_t horizon);

/* The machine itself failed: stop soon. Any thread. `text` is static. */
void run_fail(struct run *run, enum weft_error_kind kind, const char *text);
/* The system refused something, by an errno value. */
void run_refused(struct run *run, int code);

/* The step of an action that begins at that time, counted from 1. */
static inline uint64_t run_step(const struct run *run, uint64_t time)
{
    return 1 + time / run->slot;
}

/* A processor failed: stop everybody at its clock. By its own thread. */
void run_fail_at(struct weft_processor *self);

#endif
