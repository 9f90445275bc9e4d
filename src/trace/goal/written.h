/* The operations of a run that is being written; private to this folder. */
#ifndef WEFT_SRC_TRACE_GOAL_WRITTEN_H
#define WEFT_SRC_TRACE_GOAL_WRITTEN_H

#include "program.h"

struct operation {
    uint64_t time; /* end of the operation; for a computation: its start */
    uint64_t duration;
    int32_t rank, peer, message;
    uint32_t bytes;
    int16_t dimension;
    uint8_t kind;
    uint32_t order; /* order among operations at the same time */
    uint32_t nic;
    /* for a reception: the matching send, or NULL */
    const struct operation *sent;
    uint64_t comes; /* for a reception: arrival of its message or, without
                       LogGP, start of the send */
};

struct goal {
    int processors;
    bool ports; /* whether a rank has several sends or several receives in one
                   step */
    bool timed; /* whether reading the file must reproduce the times; if it does
                   not, the run is rejected */
    uint64_t first; /* start of the first event */
    struct goal_costs costs;
    uint64_t calculated; /* total time of all calculations */
    struct operation *operation;
    size_t count, capacity;
    const struct operation *crowd; /* message that needs a busy interface, or
                                      NULL if there is none */
    struct goal_program written; /* with LogGP: the program that was written */
};

/* Sort the operations by rank and time, and determine interfaces and arrivals,
 * which depend on all operations. Return 0, or -1 if out of memory. */
int goal_arrange(struct goal *goal);

/* Report that the operation cannot be written. Return -1. */
int goal_refuse(struct output *out, const struct operation *operation,
                const char *why);

/* With LogGP: check that reading the file reproduces the run. Return 0, or -1
 * if out of memory or after out_fail(). */
int goal_replay(struct goal *goal, struct output *out);

/* Write the chain of a rank, whose operations begin at *next. Return the same
 * values as goal_replay(). */
int goal_write_rank(struct goal *goal, int rank, size_t *next,
                    struct output *out);

#endif
