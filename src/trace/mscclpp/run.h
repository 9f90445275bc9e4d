/* One run of a plan in a given order; private to this folder.
 *
 * plan-run.c schedules thread blocks and performs synchronisation, plan-data.c
 * moves data, plan-cells.c has the memory and finds races, plan-clocks.c the
 * order of operations, plan-values.c the contents, and plan-end.c checks the
 * end of launches and explains deadlocks.
 *
 * Order is kept in clocks. A component of a clock is a thread block (its epoch
 * is the number of phases that it has finished), a GPU (launches begun) or a
 * port channel (items done); in plans with packets, also an operation of a
 * thread block (struct plan_access). Each clock has two halves: hb is the order
 * of memory, eo the order of execution, which contains hb. */
#ifndef WEFT_SRC_TRACE_MSCCLPP_RUN_H
#define WEFT_SRC_TRACE_MSCCLPP_RUN_H

#include "plan.h"

enum plan_half { PLAN_HB, PLAN_EO };

/* Immutable and shared, except by the function that made it. */
struct plan_clock {
    uint32_t refs;
    uint32_t at[]; /* [2 components]: hb, then eo */
};

/* What an actor knows: a clock, and two components that are newer than in the
 * clock. */
struct plan_stamp {
    struct plan_clock *clock; /* NULL: nothing is known */
    uint32_t own[2];          /* PLAN_NONE: none */
    uint32_t count[2];
};

/* What a thread block has learned since its threads last met. */
struct plan_known {
    struct plan_stamp stamp;
    uint32_t lane;  /* PLAN_NONE: threads of any lane */
    bool execution; /* the order of execution only */
};

/* The contents of a cell: contributions (cell of an input; GPUs first to last),
 * ascending, each once. Immutable and shared. */
struct plan_part {
    uint32_t cell, first, last;
};

struct plan_sum {
    uint32_t refs;
    uint32_t parts;
    struct plan_part part[];
};

/* An access of an operation, or of a part of it. */
struct plan_access {
    struct plan_place place;
    uint32_t instance; /* first access of the same operation */
    uint32_t component, epoch, launch;
    /* component of the reads of an operation that writes packets: they precede
     * the packets, and so what follows the reading of these; PLAN_NONE: none */
    uint32_t reads;
    struct plan_stamp stamp; /* of packets: what their reader learns */
    uint64_t time;           /* when it ends */
};

enum plan_form { PLAN_EMPTY, PLAN_PLAIN, PLAN_OWN_INPUT, PLAN_HALF, PLAN_REST };

struct plan_cell {
    struct plan_sum *value;
    uint32_t write;   /* access that wrote it last; 0: none */
    uint32_t read;    /* an access that has read it since; 0: none */
    uint32_t more;    /* further ones, in run->more; 0: none */
    uint32_t waiting; /* first block that waits for a packet; PLAN_NONE */
    uint8_t form;     /* enum plan_form */
    uint8_t packets;  /* packet writes in this launch: 0, 1, 2 or more */
    uint8_t seen;     /* whether a packet was waited for and read */
    uint32_t launch;  /* of the packet */
};

struct plan_more {
    uint32_t access, next;
};

struct plan_signal {
    struct plan_stamp stamp;
    struct plan_place place;
    bool relaxed;
    uint64_t time;
};

/* Signals of a channel end, or releases of a semaphore, in their order. */
struct plan_queue {
    struct plan_signal *signal;
    size_t head, count, room;
    struct plan_stamp all[2]; /* the joined stamps of those taken: memory order,
                                 execution order */
    struct plan_place last;   /* the last one sent */
    uint64_t sent, taken;
    uint32_t waiting; /* first thread block that waits; PLAN_NONE: none */
};

struct plan_item { /* of a port channel's queue */
    struct plan_span source, target;
    struct plan_place place;
    struct plan_stamp known; /* by the actor that pushed it */
    uint32_t launch;
    bool signal, packet, waited;
    uint64_t time;
};

struct plan_port {
    uint32_t component; /* PLAN_NONE: it carries no data */
    uint32_t done;
    struct plan_stamp known;
    struct plan_item *item;
    size_t head, count, room;
    uint32_t waiting; /* first block that waits for a flush */
    bool queued;
    uint64_t time;
};

struct plan_barrier {
    uint32_t gpu;
    uint64_t id, size;
    uint32_t *block; /* [count] those that have arrived */
    size_t count, room;
};

enum plan_waits {
    PLAN_RUNS,
    PLAN_AT_SIGNAL,
    PLAN_AT_SEMAPHORE,
    PLAN_AT_PACKET,
    PLAN_AT_BARRIER,
    PLAN_AT_FLUSH,
    PLAN_ENDED
};

struct plan_runner {
    const struct plan_block *block;
    struct plan_place at; /* next operation */
    uint32_t launch, phase;
    uint32_t slot; /* operations of this phase that have written packets */
    struct plan_clock *base;
    struct plan_known *known;
    size_t knowns, room;
    uint32_t lane;   /* lanes of the operation that are done */
    uint64_t packet; /* packets that have been found */
    bool pushed;     /* whether the puts of the operation are in the queue */
    bool queued;
    enum plan_waits waits;
    uint32_t object; /* what it waits for */
    uint32_t next;   /* in the list of those that wait for it */
    uint64_t time;
};

/* A remote access to a GPU's input or output. */
struct plan_guest {
    uint32_t component, access;
    bool writes;
    struct plan_span span;
};

struct plan_host {
    uint32_t launch;  /* that runs; after the last one, their number + 1 */
    uint32_t running; /* thread blocks that have not ended */
    struct plan_guest *guest;
    size_t guests, room;
};

/* Called for each transfer between GPUs, which takes the step after `start`. */
struct plan_listener {
    int (*sent)(void *arg, uint32_t from, uint32_t to, uint64_t start,
                int64_t block);
    void *arg;
};

struct plan_run {
    const struct gpu_plan *plan;
    const struct weft_mscclpp_options *options;
    struct plan_report *report;
    const struct plan_listener *listener;
    struct weft_error *err;
    bool stopped; /* memory ran out, or a limit was exceeded */
    uint32_t components;
    /* [blocks][slots] components for operations that write packets */
    uint32_t slots, first_slot;
    uint64_t clocks, added; /* numbers in clocks; contributions added */
    struct plan_clock *spare;
    struct plan_runner *runner; /* [blocks] */
    struct plan_host *host;     /* [gpus] */
    struct plan_queue *signal[2], *semaphore;
    struct plan_port *port;
    struct plan_barrier *barrier;
    size_t barriers, barrier_room;
    struct plan_cell *cell;
    struct plan_access *access;
    size_t accesses, access_room;
    struct plan_more *more;
    size_t mores, more_room;
    uint32_t spare_more;
    struct plan_sum *unknown; /* the value of a faulty read */
    /* the ranges of an operation */
    struct plan_span *span;
    size_t spans, span_room;
    uint32_t *source; /* [sources] packets that a cell was made of, then those
                         of the cell before */
    size_t sources, source_room;
    /* actors that can continue: blocks, then port channels */
    uint32_t *ready;
    size_t readies, ready_head;
    uint64_t seed; /* 0: the usual order */
    uint64_t *priority;
    uint32_t alive; /* GPUs that have not finished */
    uint64_t end;
};

/* Run a plan without shape faults. seed 0: the usual order. Return 0, or -1
 * with err. */
int plan_run(const struct gpu_plan *plan,
             const struct weft_mscclpp_options *options, uint64_t seed,
             const struct plan_listener *listener, struct plan_report *report,
             uint64_t *steps, struct weft_error *err);
/* Does every order have the same faults? */
bool plan_decided(const struct gpu_plan *plan);
void plan_run_stop(struct plan_run *run);

/* ---- clocks ---- */

void plan_clock_drop(struct plan_run *run, struct plan_clock *clock);
void plan_clocks_finish(struct plan_run *run);
struct plan_stamp plan_stamp_share(struct plan_stamp stamp);
void plan_stamp_drop(struct plan_run *run, struct plan_stamp *stamp);
uint32_t plan_stamp_at(const struct plan_run *run,
                       const struct plan_stamp *stamp, enum plan_half half,
                       uint32_t component);
/* Return a new clock that begins as the stamp; NULL after plan_run_stop(). */
struct plan_clock *plan_clock_copy(struct plan_run *run,
                                   const struct plan_stamp *stamp);
/* Join a stamp into a clock that has no other owner. */
void plan_clock_join(const struct plan_run *run, struct plan_clock *clock,
                     const struct plan_stamp *stamp, bool execution);
/* Let `to` know what `stamp` knows. */
void plan_stamp_merge(struct plan_run *run, struct plan_stamp *to,
                      const struct plan_stamp *stamp);
/* What the threads of a thread block know in this phase; borrowed. */
struct plan_stamp plan_stamp_now(const struct plan_run *run,
                                 const struct plan_runner *runner);
/* Return what a lane knows; the caller releases it (plan_stamp_drop()). */
struct plan_stamp plan_stamp_lane(struct plan_run *run,
                                  struct plan_runner *runner, uint32_t lane);
/* Learn something, which is shared. */
void plan_learn(struct plan_run *run, struct plan_runner *runner,
                const struct plan_stamp *stamp, uint32_t lane, bool execution);
/* All threads of a block meet. */
void plan_meet(struct plan_run *run, struct plan_runner *runner);

/* ---- values ---- */

struct plan_sum *plan_value_one(struct plan_run *run, uint32_t cell,
                                uint32_t gpu);
struct plan_sum *plan_value_share(struct plan_sum *value);
void plan_value_drop(struct plan_run *run, struct plan_sum *value);
bool plan_value_same(const struct plan_sum *a, const struct plan_sum *b);
/* Return the sum; *twice: a contribution in both, else its cell is PLAN_NONE.
 */
struct plan_sum *plan_value_sum(struct plan_run *run, const struct plan_sum *a,
                                const struct plan_sum *b,
                                struct plan_part *twice);

/* ---- cells ---- */

/* Set the contents of a GPU's buffers at the beginning of a launch. */
void plan_cells_begin(struct plan_run *run, uint32_t gpu);
void plan_cells_finish(struct plan_run *run);
/* Return the number of the cell at byte `at` of a span. */
uint64_t plan_cell_of(const struct plan_run *run, const struct plan_span *span,
                      uint32_t launch, uint64_t at);
/* Add an access. Return its number, or 0 after plan_run_stop(). */
uint32_t plan_access_add(struct plan_run *run, const struct plan_place *place,
                         uint32_t launch, uint32_t component, uint32_t epoch);

/* The actor of an access, and what it knows. */
struct plan_actor {
    uint32_t access;
    struct plan_stamp known;
};

/* Record an access to a span: one that is too early, or a remote one. */
void plan_touch(struct plan_run *run, const struct plan_actor *actor,
                const struct plan_span *span, bool writes);
/* Read a cell of a span; *form: what it holds. The value is shared with the
 * caller. waited: the packet has been waited for. */
struct plan_sum *plan_cell_read(struct plan_run *run,
                                const struct plan_actor *actor,
                                const struct plan_span *span, uint64_t at,
                                bool waited, enum plan_form *form);
/* Write a cell; takes the value. */
void plan_cell_write(struct plan_run *run, const struct plan_actor *actor,
                     const struct plan_span *span, uint64_t at,
                     struct plan_sum *value, enum plan_form form);
/* Return the contents of a GPU's cell, shared, or NULL. */
struct plan_sum *plan_cell_value(struct plan_run *run, struct plan_cell *cell,
                                 uint32_t gpu);
/* Is the packet at `at` of the span there? */
bool plan_packet_there(struct plan_run *run, const struct plan_span *span,
                       uint32_t launch, uint64_t at);

/* ---- data ---- */

/* Perform a data operation. Return whether it is complete; else the block
 * waits. */
bool plan_data(struct plan_run *run, struct plan_runner *runner,
               const struct plan_op *op, const struct plan_op *pipeline);
/* Process the next item of a port channel. */
void plan_port_serve(struct plan_run *run, uint32_t channel);
void plan_port_push(struct plan_run *run, struct plan_runner *runner,
                    uint32_t channel, uint32_t lane,
                    const struct plan_item *item);

/* ---- scheduling ---- */

/* Let the thread blocks of a list continue. */
void plan_wake(struct plan_run *run, uint32_t *waiting);
void plan_ready(struct plan_run *run, uint32_t index, bool *queued);
void plan_await(struct plan_run *run, struct plan_runner *runner,
                enum plan_waits what, uint32_t object, uint32_t *waiting);
/* Wait until the ports of an operation have sent all. False: it waits. */
bool plan_flush(struct plan_run *run, struct plan_runner *runner,
                const struct plan_op *op);
void plan_send(struct plan_run *run, struct plan_queue *queue,
               const struct plan_signal *signal);
/* Return the other end of a channel: PLAN_NONE if there is none. */
uint32_t plan_other_end(const struct gpu_plan *plan, uint32_t type,
                        uint32_t channel);

/* ---- the end ---- */

/* Check a GPU at the end of a launch, with the clock of its end. */
void plan_end_launch(struct plan_run *run, uint32_t gpu,
                     const struct plan_stamp *end);
/* Check signals and semaphores after all launches. */
void plan_end_check(struct plan_run *run);
void plan_end_deadlock(struct plan_run *run);
/* Report a remote access that was too late: its launch has ended. */
void plan_end_guest(struct plan_run *run, uint32_t gpu,
                    const struct plan_guest *guest,
                    const struct plan_stamp *end);
/* Check that the inputs have what the end state needs. */
void plan_end_shape(const struct gpu_plan *plan, struct plan_report *report);

#endif
