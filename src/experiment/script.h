/* The schedule in a file, by processor; private to the driver. script.c reads
 * and executes it, script-time.c computes its times. */
#ifndef WEFT_SRC_EXPERIMENT_SCRIPT_H
#define WEFT_SRC_EXPERIMENT_SCRIPT_H

#include <weft/processor.h>
#include <weft/trace.h>

#include "aside.h"
#include "problem/problem.h"

/* limit on the size of a message in bytes */
#define SCRIPT_BYTES_MAX ((size_t)1 << 30)

/* Read-only while processors run, except that each processor writes its own
 * elements of `carries` and `aside`. */
struct script {
    /* the events: sends, receptions and computations */
    struct weft_trace trace;
    /* whether the schedule defines the order of each processor's actions and
     * the messages it waits for, but no times: a processor continues as soon as
     * it can. If false, every slot begins when the longest transfer of the
     * previous slot has ended. */
    bool ordered;
    /* whether the schedule is `ordered`, and its times follow from the plan's
     * costs */
    bool timed;
    bool bytes_kept; /* whether messages have the lengths stated in the file */
    /* whether simultaneous actions are executed by kind, not in file order */
    bool in_turn;
    /* [processors + 1] index of each processor's first event in `own` */
    size_t *first;
    size_t *own; /* [events] indices of events by processor, in order of time */
    /* [events] index of each event's slot; slots without events do not count */
    size_t *slot_of;
    uint64_t *begin; /* [slots] start of each slot */
    size_t slots;
    /* [events] contents of each send, in the run's table of items */
    uint32_t *items;
    uint32_t *blocks; /* [events] number of blocks in each send */
    /* [processors] contents of the message that each processor is sending */
    uint32_t *carries;
    /* [processors] messages that each processor received too early */
    struct aside_table *aside;
    /* [longest] contents of all messages, if several processes share the run */
    char *zeros;
    const char *problem; /* name of the problem to solve, borrowed */
    bool ways;           /* whether messages name their ways */
    bool trusted;
};

/* Read a file in any of weft's formats. `trusted`: without limits, like
 * weft_trace_read_trusted(). Return 0, or -1 like weft_trace_read(), or with
 * WEFT_ERROR_WRONG if the file contains nothing to execute. */
int script_read(struct script *script, const char *file, bool trusted,
                struct weft_error *err);
/* Check that a network has the ways that messages name. Return 0, or -1 with
 * WEFT_ERROR_WRONG. */
int script_check_ways(struct script *script, const struct weft_network *network,
                      struct weft_error *err);
/* Return the maximum number of processors of an untrusted schedule, which is
 * limited because each one needs memory. */
size_t script_most(const struct script *script);
/* Return the engine of a plan, with or without a script; NULL: the default. */
const char *script_engine(const struct plan *plan);
/* Return the limit on the search for conflicts of one processor; 0: no
 * limit. */
uint64_t script_looks(const struct script *script);
/* Return whether an event is executed in a run. */
bool script_does(const struct weft_event *event);
/* Return the earliest time at which an event may begin. */
uint64_t script_begin(const struct script *script, size_t event);
/* Return the duration of a computation. If the schedule has slots, one slot of
 * the file becomes one slot of the plan. */
uint64_t script_computing(const struct plan *plan,
                          const struct weft_event *event);
/* Compute the start of each slot for a plan with a network, costs and a block
 * length. Return 0, or -1. */
int script_time(struct script *script, const struct plan *plan,
                struct weft_error *err);
/* Parse the block length of a file, which may be outside the range of --bytes
 * if blocks are parts of a --vector. Return 0, or -1. */
int script_block(const char *text, size_t *bytes, struct weft_error *err);
/* Add the texts for the contents of messages to the plan's table of items.
 * Return 0, or -1 if out of memory. */
int script_items(struct script *script, struct weft_items *items);
/* Return the size in bytes of the message of an event. */
size_t script_bytes(const struct script *script, const struct plan *plan,
                    size_t event);
void script_finish(struct script *script);

/* The program of the processors; arg is a plan with a script. */
weft_program script_program;

#endif
