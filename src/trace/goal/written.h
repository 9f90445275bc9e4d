/* What is to be written of a run; private to this folder. */
#ifndef WEFT_SRC_TRACE_GOAL_WRITTEN_H
#define WEFT_SRC_TRACE_GOAL_WRITTEN_H

#include "program.h"

struct operation {
    uint64_t time; /* when it is done; a computation: when it begins */
    uint64_t duration;
    int32_t rank, peer, message;
    uint32_t bytes;
    int16_t dimension;
    uint8_t kind;
    uint32_t order; /* within equal times */
    uint32_t nic;
    const struct operation *sent; /* reception: its send; NULL: none */
    uint64_t comes; /* reception: when its message arrives; not in LogGP: when
                       it was sent */
};

struct goal {
    int processors;
    bool ports;     /* several sends or receives in one step */
    bool timed;     /* it comes back with its times, or is refused */
    uint64_t first; /* when the first event of all begins */
    struct goal_costs costs;
    uint64_t calculated; /* all calculations together */
    struct operation *operation;
    size_t count, capacity;
    const struct operation *crowd; /* comes where there is another one; NULL */
    struct goal_program written;   /* LogGP: what was written */
};

/* Sort the operations by rank and time, and find what takes all of them to
 * know: interfaces and arrivals. 0, or -1: no memory. */
int goal_arrange(struct goal *goal);

/* It cannot be written. -1. */
int goal_refuse(struct output *out, const struct operation *operation,
                const char *why);

/* LogGP: does what was written come back? 0, or -1: no memory, or as out_fail()
 * was told. */
int goal_replay(struct goal *goal, struct output *out);

/* Write the chain of a rank, whose operations are those from *next on. 0, or -1
 * as goal_replay(). */
int goal_write_rank(struct goal *goal, int rank, size_t *next,
                    struct output *out);

#endif
