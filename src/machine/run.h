/* What a run is made of; private to src/machine.
 *
 * A run has workers; a worker has processors with consecutive ranks. In each
 * worker exactly one processor runs at a time: it holds the worker's baton.
 * "Guarded by the baton" below means: touched only by the holder of that
 * worker's baton, or by the resolver while every worker is idle (see quiet.c).
 */
#ifndef WEFT_SRC_MACHINE_RUN_H
#define WEFT_SRC_MACHINE_RUN_H

#include "base/base.h"
#include "base/sanitize.h"
#include "parts.h"
#include <errno.h>

/* Processors by time, the earliest first. Guarded by the baton. */
struct heap {
    struct weft_processor **item;
    size_t count, room;
};

/* Processors that stopped at the window's end, in the order in which they came
 * there: who came first is who the others wait for, and goes on first. Guarded
 * by the baton. */
struct line {
    struct weft_processor **item;
    size_t count, room;
};

/* Conflicts found in one place. One owner at a time. */
struct conflicts {
    uint64_t count;
    int kept;
    struct weft_conflict conflict[WEFT_CONFLICTS_KEPT];
    uint64_t (*seen)[2]; /* set of {slot, rank}; slot 0: empty place */
    size_t seen_count, seen_room;
};

/* Events in the order recorded. Guarded by the baton. */
struct log {
    struct weft_event *event;
    size_t count, room;
    unsigned kinds; /* bit set of the kinds recorded */
};

#define BLOCK 64

/* Ready processors that are near run one after the other. */
struct block {
    uint64_t ready; /* set of places */
    int next;       /* next block with somebody ready, or -1 */
    bool queued;
};

struct worker {
    struct run *run;
    int index;
    int low, high; /* ranks [low, high) */

    /* Guarded by the baton. */
    struct block *block; /* [(high - low) / BLOCK, rounded up] */
    int first, last;     /* blocks with somebody ready, or -1 */
    int place;           /* in its block, of the one who ran last */
    int fresh;           /* next rank not started */
    int sweep;           /* next rank to end when the run stops */
    int live;            /* processors not DONE */
    uint64_t floor;      /* messages not yet seen end at this time or later */
    struct heap asking;
    struct line ahead;
    struct log log;
    struct conflicts conflicts;
    uint64_t makespan, messages, bytes;
    uint64_t missed; /* messages for processors already DONE */
    uint64_t switches;
    int threads;
    uint64_t kick; /* set of workers that were sent something lately */

    /* A processor whose clock shows this or more does not go on; lowered by
     * anybody (under run.lock) to make all stop. */
    alignas(64) _Atomic uint64_t horizon;

    /* Any thread, see quiet.c. */
    alignas(64) atomic_uint events;
    atomic_int asleep; /* 1: a wake-up is needed when `events` changes */
};

struct engine {
    struct weft_engine info;
    /* Get stacks ready. 0, or -1 with err set. */
    int (*open)(struct run *run, struct weft_error *err);
    /* Run `processor`, the first of its worker, on a new thread. 0, or an errno
     * value; then nothing runs. */
    int (*launch)(struct weft_processor *processor);
    /* Hand the baton from one processor to another of the worker, which may be
     * new; return when it comes back. 0, or an errno value: `to` could not
     * be started. */
    int (*pass)(struct weft_processor *from, struct weft_processor *to);
    /* Wait until every thread has ended, free everything. */
    void (*close)(struct run *run);
};

extern const struct engine engine_fibers, engine_threads;

/* By name, NULL: the default. NULL with errno ENOENT. */
const struct engine *engine_find(const char *word, struct weft_error *err);

/* An event's place in the order. */
struct key {
    uint64_t order; /* its start, from some time on, and then its rank */
    const struct weft_event *event;
};

/* Merging (merge.c): the caller's thread sorts and gives away what the workers
 * recorded, while they go on. */
struct merge {
    pthread_mutex_t lock;  /* guards what follows up to the batch */
    pthread_cond_t change; /* of it */
    bool full;   /* the batch is the caller's thread's, else the resolver's */
    int running; /* workers that have not ended */
    int code;    /* errno value why nothing more is given away, or 0 */

    /* The batch: what began too late for the last one, and what each worker has
     * recorded since. What starts before the limit is final. */
    struct log *part; /* [1 + workers] */
    uint64_t limit;

    /* Caller's thread; the resolver looks at it while the batch is its own. */
    struct log late; /* what begins too late for this batch */
    uint64_t given;  /* what starts before has been given away */
    unsigned shift;  /* bits of a rank */
    struct key *key[2];
    size_t count; /* of keys */
    size_t key_room[2];
    struct weft_event *sorted; /* [CHUNK] */
};

struct run {
    /* Set before the start. */
    const struct weft_machine *machine;
    const struct engine *engine;
    struct weft_processor *processor; /* [size] */
    struct worker *worker;            /* [workers] */
    int size, workers;
    struct weft_cost cost;
    uint64_t slot;       /* time units in one slot */
    uint64_t shortest;   /* time of the shortest transfer possible */
    uint64_t window;     /* time units a processor may run ahead */
    int core;            /* where the first worker runs */
    size_t stack;        /* bytes of stack */
    void *stacks;        /* [size] of them */
    bool split;          /* guards are maps of their own */
    struct cross *cross; /* [workers][workers]: from, to */
    bool routed;         /* transfers may share links (routes.c) */
    bool free_reception; /* receiving never clashes with anything */
    bool free_ports;     /* nor does sending: only arcs are limited */
    void *engine_state;

    pthread_mutex_t lock;  /* guards what follows */
    uint64_t fail_clock;   /* lowest (clock, rank) of a failed processor */
    int fail_rank;         /* -1: none */
    int hard;              /* errno of the machine's own failure, or 0 */
    const char *hard_text; /* static; NULL: strerror(hard) */
    int idle;              /* workers that are idle */

    /* Written by the resolver only, while every worker is idle. */
    bool stop; /* every call returns ECANCELED */
    bool over; /* all processors are DONE */
    bool deadlock;

    struct merge merge;

    /* Caller's thread only. */
    struct routes *routes;
    struct conflicts conflicts; /* of routes */
};

/* ---- worker.c: who runs next ------------------------------------------- */
void worker_ready(struct weft_processor *processor);
struct weft_processor *worker_pick(struct worker *worker);
/* Let others run until this processor is READY again. */
void worker_block(struct weft_processor *self);
void worker_send(struct weft_processor *self, int to,
                 const struct message *message);
/* The body of a processor: run its program, then tell. */
void worker_program(struct weft_processor *self);
/* The system refuses to start this one (errno value). */
void worker_refused(struct weft_processor *processor, int code);

/* ---- cross.c: from worker to worker -------------------------------------- */
int cross_open(struct run *run);
void cross_close(struct run *run);
void cross_send(struct weft_processor *self, struct weft_processor *to,
                const struct message *message);
/* Deliver what other workers have sent. True if that was anything. */
bool cross_drain(struct worker *worker);

/* ---- pin.c ------------------------------------------------------------- */
/* Where is the caller? Once, since it may well move while it makes threads. */
void pin_open(struct run *run);
/* The thread to be made with these attributes, and those it makes, stay on the
 * worker's core. */
void pin_worker(const struct worker *worker, pthread_attr_t *attributes);
/* This thread and those it makes do not take the core from one another when
 * they are woken: who hands a baton over is about to sleep anyway. What the
 * user has chosen for the whole program stays. */
void pin_patient(void);

/* ---- stack.c ----------------------------------------------------------- */
int stack_open(struct run *run, struct weft_error *err);
void stack_close(struct run *run);
/* Tell AddressSanitizer that what lay there before is gone. */
void stack_clear(const void *low, size_t size);
void *stack_get(const struct run *run, int index);

/* ---- quiet.c: when nobody can go on ---------------------------------- */
/* Wait for work. */
void quiet_wait(struct worker *worker);
/* Tell the workers that were sent something. */
void quiet_kick(struct worker *worker);
/* This worker could not be started. */
void quiet_without(struct worker *worker);
/* The machine itself failed (no memory, no threads): stop soon. */
void quiet_fail(struct run *run, int code, const char *text);
/* A processor failed: stop everybody at its clock. */
void quiet_failed(struct weft_processor *self);

/* ---- heap.c ----------------------------------------------------------- */
int heap_put(struct heap *heap, struct weft_processor *processor);
void heap_earlier(struct heap *heap, struct weft_processor *processor);
struct weft_processor *heap_take(struct heap *heap);
void heap_remove(struct heap *heap, struct weft_processor *processor);

/* ---- link.c ----------------------------------------------------------- */
struct link *link_find(const struct links *links, int source);
struct link *link_get(struct links *links, int source);
int link_push(struct link *link, const struct message *message);
struct message link_pop(struct link *link);
static inline const struct message *link_head(const struct link *link)
{
    return link && link->first.end ? &link->first : NULL;
}
/* True if an arc conflict in this slot is the first seen; -1: no memory. */
int link_conflict(struct link *link, uint64_t slot);
/* The link whose first message ended first, ties to the lower source. */
struct link *link_earliest(const struct links *links);
uint64_t link_count(const struct links *links);
void link_finish(struct links *links);
int message_make(struct message *message, const void *data, unsigned copies);
void payload_drop(struct payload *payload);
/* The dimension of the port from one to its neighbour, else -1. */
int link_dimension(const struct run *run, int from, int to);

/* ---- processor.c ------------------------------------------------------ */
/* Every call begins here: 0, or -1 with errno ECANCELED. May wait for the
 * others at the window's end. */
int processor_enter(struct weft_processor *self);
static inline bool processor_in_window(const struct weft_processor *self)
{
    return self->clock <
           atomic_load_explicit(&self->worker->horizon, memory_order_relaxed);
}
/* AHEAD, until the window moves. 0, or -1: no memory, the run will stop. */
int processor_hold(struct weft_processor *self);
int processor_stopped(const struct weft_processor *self);
/* A bad argument: the text is why the run fails. -1 with errno EINVAL. */
int processor_misuse(struct weft_processor *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- receive.c -------------------------------------------------------- */
/* A message has come for a processor of this worker. */
void receive_deliver(struct weft_processor *to, int source,
                     const struct message *message);
/* Let go of the message taken last. */
void receive_release(struct weft_processor *self);
/* The message that an ASKING processor would take, or NULL. */
const struct message *receive_best(const struct weft_processor *self);

/* ---- uses.c ----------------------------------------------------------- */
/* Does it clash with what the processor did? If so *other is that. */
const struct weft_rule *uses_clash(const struct weft_processor *self,
                                   const struct use *use, struct use *other);
void uses_blame(struct weft_processor *self, const struct weft_rule *rule,
                const struct use *one, const struct use *two);
/* Blame it for every use that this one clashes with: they may have begun in
 * different slots. */
void uses_blame_all(struct weft_processor *self, const struct use *use);
/* Of several uses in one interval that get on with one another, such as the
 * transfers of a shout, one stands for all. They begin together: is the last
 * use such a one? */
bool uses_alike(const struct weft_processor *self, const struct use *use);
/* The last use joins the others. */
void uses_put_away(struct weft_processor *self);

static inline void uses_add(struct weft_processor *self, const struct use *use)
{
    if (use->end > self->used) {
        uint64_t from = use->start > self->used ? use->start : self->used;
        self->load.busy += use->end - from;
        self->used = use->end;
    }
    struct use *last = &self->uses.last;
    if (self->run->free_ports ||
        (use->start == last->start && uses_alike(self, use)))
        return;
    if (last->end)
        uses_put_away(self);
    *last = *use;
}

/* The processor does this now: add it, and blame it if it clashes. */
static inline void uses_now(struct weft_processor *self, const struct use *use)
{
    struct use other;
    const struct weft_rule *rule =
        use->start < self->used ? uses_clash(self, use, &other) : NULL;
    if (rule)
        uses_blame(self, rule, &other, use);
    uses_add(self, use);
}

/* ---- conflict.c ------------------------------------------------------- */
/* Count once per (slot, rank). */
int conflicts_port(struct conflicts *conflicts,
                   const struct weft_conflict *conflict);
/* Count. */
void conflicts_add(struct conflicts *conflicts,
                   const struct weft_conflict *conflict);
void conflicts_merge(struct weft_outcome *outcome,
                     const struct conflicts *from);
void conflicts_finish(struct conflicts *conflicts);

/* ---- record.c, merge.c, routes.c -------------------------------------- */
static inline bool records(const struct weft_processor *self, int kind)
{
    return self->worker->log.kinds >> kind & 1;
}
/* Room for one more. NULL: no memory. */
static inline struct weft_event *log_new(struct log *log)
{
    if (log->count == log->room &&
        array_grow(&log->event, &log->room, log->count + 1,
                   sizeof log->event[0]))
        return NULL;
    return &log->event[log->count++];
}
/* A new event of its own, to be filled in. NULL: no memory, the run will stop.
 * Only if the kind is recorded. */
static inline struct weft_event *record_new(struct weft_processor *self)
{
    struct weft_event *event = log_new(&self->worker->log);
    if (!event)
        quiet_fail(self->run, ENOMEM, "no memory for events");
    return event;
}
void record(struct weft_processor *self, const struct weft_event *event);
void record_wait(struct weft_processor *self);
/* Sort keys[0] by their order, stable; keys[1] is as large, for use meanwhile.
 * The result is in keys[0]. No order has a bit that is not in `bits`. */
void sort_keys(struct key *keys[2], size_t count, uint64_t bits);
int merge_open(struct run *run, struct weft_error *err);
void merge_close(struct run *run);
/* Everything that starts before `limit` is recorded: give it away if it is
 * worth the while. Resolver only. */
void merge_flush(struct run *run, uint64_t limit);
/* Record the waits that began before `limit` and last. Resolver only. */
void merge_waits(struct run *run, uint64_t limit);
void merge_worker_ended(struct run *run);
/* Caller's thread: give events away until all workers have ended. */
void merge_serve(struct run *run);
/* The same for all that is left. 0, or -1 with err set. */
int merge_rest(struct run *run, struct weft_error *err);
int routes_open(struct run *run);
void routes_close(struct run *run);
int routes_event(struct run *run, const struct weft_event *event);

/* ---- limits.c ---------------------------------------------------------- */
/* The system refused a thread: say which limit to raise. -1 with EAGAIN. */
int limits_explain(const struct run *run, struct weft_error *err);

/* ---- deadlock.c ------------------------------------------------------- */
char *deadlock_report(const struct run *run);

#endif
