/* The state of a run; private to src/machine.
 *
 * A run has workers; a worker has processors with consecutive ranks. In each
 * worker exactly one processor runs at a time: the one that holds the worker's
 * run token, the "baton". "Guarded by the baton" means: accessed only by the
 * holder of that worker's baton, or by the resolver while every worker is idle
 * (schedule/resolve.c). */
#ifndef WEFT_SRC_MACHINE_RUN_H
#define WEFT_SRC_MACHINE_RUN_H

#include "base/items/items.h"
#include "conflict.h"
#include "record/merge.h"
#include <fenv.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/machine.h>
#include <weft/unstable/ways.h>

struct cross;
struct engine;
struct loop;
struct pipe;
struct routes;
struct shared_run;
struct worker;

/* Larger times are errors, so that sums never overflow. */
#define TIME_MAX ((uint64_t)1 << 62)

struct run {
    /* Set before the run starts. */
    const struct weft_machine *machine;
    const struct engine *engine;
    /* the machine's sink, or NULL if events are not used here */
    const struct weft_sink *sink;
    struct weft_processor *processor; /* [size] all processors */
    struct worker *worker; /* [workers] the workers of this process */
    int size, workers;
    int low, high; /* the ranks [low, high) of this process */
    /* data of a run shared by several processes; NULL: this process has all
     * ranks */
    struct shared_run *share;
    void *memory;           /* allocation that contains the processors */
    struct weft_cost cost;  /* costs in ticks, like all times here */
    struct weft_cost units; /* costs in time units, as programs see them */
    uint64_t ticks;    /* number of ticks in a time unit: 1, or WEFT_TICKS */
    struct loop *loop; /* event loop of a run with shared links; else NULL */
    struct {
        /* maximum latency and time per word over all links */
        double latency, word;
    } slowest;
    uint64_t slot;     /* time units per slot */
    uint64_t shortest; /* duration of the shortest possible transfer */
    /* how far a processor may run ahead of the others, in time units */
    uint64_t window;
    uint64_t limit;   /* no processor acts at this time or later; 0: no limit */
    fenv_t modes;     /* floating-point environment of programs */
    int core;         /* core of the first worker */
    size_t stack;     /* size of each stack in bytes */
    size_t spare;     /* part of a stack reserved for the engine's own calls */
    void *stacks;     /* [size] stacks of the processors */
    void *alternates; /* signal stacks, or NULL */
    size_t alternates_size;
    bool split;                /* whether guard pages are separate mappings */
    const struct cross *cross; /* implementation of messages between workers */
    struct pipe *pipe;         /* the queues of cross_memory */
    uint64_t word; /* duration of a transfer of INLINE_BYTES of data */
    /* whether all sends go to neighbours, and no link has its own costs */
    bool plain;
    bool own_costs; /* whether some links have their own costs */
    bool loggp;     /* whether costs are those of LogGP: transfers occupy only
                       their ends */
    bool one_thing; /* with LogGP: whether a processor does one thing at a
                       time */
    /* with LogGP: whether a processor computes or communicates, not both at
     * once */
    bool apart;
    bool far;    /* whether any processor may send to any other */
    bool routed; /* whether transfers may use several links */
    /* whether switches combine messages that reach them together */
    bool combines;
    /* whether switches multicast, in a model in which processors do not */
    bool splits;
    bool shared;         /* whether transfers may share links (routes.c) */
    bool free_reception; /* whether receptions never conflict */
    /* whether the model has several ports, but fewer than one per arc */
    bool counted;
    /* whether sends and receptions never conflict; only arcs are limited */
    bool free_ports;
    void *engine_state;
    pthread_t decider; /* thread of a process without workers (idle_always()) */
    bool has_decider;

    pthread_mutex_t lock; /* guards the members below */
    /* clock of the failed processor with the lowest (clock, rank) */
    uint64_t fail_clock;
    int fail_rank; /* rank of that processor; -1: none has failed */
    /* kind of its failure: a limit, or its own failure */
    enum weft_error_kind fail_kind;
    /* kind of a failure of the machine itself, or none */
    enum weft_error_kind hard;
    int hard_system; /* errno value of a failed system call, or 0 */
    /* error text, static; NULL: use the system's message */
    const char *hard_text;
    int idle; /* number of idle workers */

    /* Written only by the resolver, while every worker is idle. */
    /* whether the run has stopped: every operation of a program fails */
    bool stop;
    bool over; /* whether the run is over: all processors are DONE */
    bool deadlock;
    bool limited;   /* whether the run was stopped at its time limit */
    uint64_t bound; /* no processor acts before this time; never decreases */

    struct merge merge;

    /* Used only by the caller's thread. */
    struct routes *routes;
    struct conflicts conflicts; /* conflicts found by routes.c */
};

/* Set the costs of a run and what its model and network allow, from its machine
 * and size. */
void run_set_rules(struct run *run);

/* Set the time at which every processor stops. Call under run->lock. */
void run_set_horizon(struct run *run, uint64_t horizon);

/* Report a failure of the machine itself, which stops the run soon.
 * Thread-safe. `text` must be static. */
void run_fail(struct run *run, enum weft_error_kind kind, const char *text);
/* Report that the system refused something; `code` is an errno value. */
void run_refused(struct run *run, int code);

/* Return the step of an action that begins at a time; steps are numbered from
 * 1. */
static inline uint64_t run_step(const struct run *run, uint64_t time)
{
    return 1 + time / run->slot;
}

/* Return whether a switch makes one of two equal messages that a processor
 * sends to send->peer and to `other`, so that behind the vertex `at` of the
 * route the second takes no port and no link of its own before the switch. */
static inline bool run_splits(const struct run *run,
                              const struct weft_event *send, int at, int other)
{
    const struct weft_machine *machine = run->machine;
    return run->splits &&
           !(machine->ways && weft_event_way(machine->info, send)) &&
           weft_network_splits(machine->network, at, send->peer, other);
}

/* Return whether switches may combine two messages: they contribute to the same
 * blocks, and both take the route of the network. */
static inline bool run_combines(const struct run *run, uint32_t items,
                                int message, uint32_t other_items,
                                int other_message)
{
    const struct weft_trace_info *info = run->machine->info;
    const struct weft_event one = {.items = items},
                            two = {.items = other_items};
    if (run->machine->ways &&
        (weft_event_way(info, &one) || weft_event_way(info, &two)))
        return false;
    return item_texts_same_blocks(weft_event_items(info, &one), message,
                                  weft_event_items(info, &two), other_message);
}

/* Return the length of a message or block of a program, which has `size` bytes
 * of data: as many blocks as tags (machine->tag). */
static inline size_t run_length(const struct run *run, size_t size)
{
    const struct weft_machine *machine = run->machine;
    return machine->tag && size <= UINT32_MAX
               ? size / machine->tag * machine->bytes
               : size;
}

/* Return the size of the data of a message of this length. */
static inline size_t run_size(const struct run *run, size_t length)
{
    const struct weft_machine *machine = run->machine;
    return machine->tag ? length / machine->bytes * machine->tag : length;
}

/* Stop all other processors at the clock of this one, which has failed. Called
 * by its own thread. */
void run_fail_at(struct weft_processor *self);

#endif
