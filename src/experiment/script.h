/* What a schedule from a file says, processor by processor; private to the
 * driver. script.c reads and does it, script-time.c knows when. */
#ifndef WEFT_SRC_EXPERIMENT_SCRIPT_H
#define WEFT_SRC_EXPERIMENT_SCRIPT_H

#include <weft/processor.h>
#include <weft/trace.h>

#include "aside.h"
#include "problem/problem.h"

#define SCRIPT_BYTES_MAX ((size_t)1 << 30) /* of a message */

/* Read-only while processors run, but for `carries` and `aside` of their own
 * rank. */
struct script {
    struct weft_trace trace; /* sends, receptions, computations */
    /* What a processor does has no times but its order, and what it waits
     * for: it goes on when it can. Else every slot begins when the longest
     * transfer of the one before is over. */
    bool ordered;
    bool timed;      /* but its times are known: those of the plan's costs */
    bool bytes_kept; /* messages are as long as the file tells */
    bool in_turn;    /* what begins at one time is not done as it stands */
    size_t *first;   /* [processors + 1] of its events in `own` */
    size_t *own;     /* [events] in the order of their times, by processor */
    size_t *slot_of; /* [events] of each: its slot among those there are */
    uint64_t *begin; /* [slots] when it begins */
    size_t slots;
    uint32_t *items;   /* [events] of a send: as the run's table has it */
    uint32_t *blocks;  /* [events] of a send: that it carries */
    uint32_t *carries; /* [processors] items of what it sends now */
    struct aside_table *aside; /* [processors] came before their turn */
    char *zeros;         /* [longest] what messages of several processes hold */
    const char *problem; /* what it is to solve; borrowed */
    bool trusted;
};

/* Read a file in any format that weft reads; trusted: as
 * weft_trace_read_trusted(). 0, or -1 as weft_trace_read(), or
 * with WEFT_ERROR_WRONG: nothing in it to be done. */
int script_read(struct script *script, const char *file, bool trusted,
                struct weft_error *err);
/* How many processors it may have that is not trusted: each takes memory. */
size_t script_most(const struct script *script);
/* The engine of a plan, with or without a script; NULL: the default. */
const char *script_engine(const struct plan *plan);
/* How much may be looked at to find a processor's conflicts; 0: no limit. */
uint64_t script_looks(const struct script *script);
/* Is it something to be done? */
bool script_does(const struct weft_event *event);
/* When an event begins at the earliest. */
uint64_t script_begin(const struct script *script, size_t event);
/* What a computation takes: where slots count, each of it is one of the
 * plan. */
uint64_t script_computing(const struct plan *plan,
                          const struct weft_event *event);
/* For a plan with network, costs and length: when slots begin. 0, or -1. */
int script_time(struct script *script, const struct plan *plan,
                struct weft_error *err);
/* What a file says of a block's length, which may be longer than --bytes takes:
 * a piece of a --vector. 0, or -1. */
int script_block(const char *text, size_t *bytes, struct weft_error *err);
/* Give the plan's table of items the texts. 0, or -1: no memory. */
int script_items(struct script *script, struct weft_items *items);
/* What a message of an event has in bytes. */
size_t script_bytes(const struct script *script, const struct plan *plan,
                    size_t event);
void script_finish(struct script *script);

/* The program; arg: a plan with a script. */
weft_program script_program;

#endif
