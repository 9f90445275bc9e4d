/* What is to be written of a run; private to this folder. */
#ifndef WEFT_SRC_TRACE_GOAL_WRITTEN_H
#define WEFT_SRC_TRACE_GOAL_WRITTEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/model.h>

struct operation {
    uint64_t time; /* when it is done; a computation: when it begins */
    uint64_t duration;
    int32_t rank, peer, message;
    uint32_t bytes;
    int16_t dimension;
    uint8_t kind;
    uint32_t order; /* within equal times */
    uint32_t nic;
    uint64_t comes; /* LogGP, reception: when its message arrives */
};

struct goal {
    int processors;
    bool ports; /* several sends or receives in one step */
    bool loggp;
    struct weft_cost cost; /* LogGP: of the run; else L = g = one step */
    struct operation *operation;
    size_t count, capacity;
};

/* Sort the operations by rank and time, and find what takes all of them to
 * know: interfaces and arrivals. 0, or -1: no memory. */
int goal_arrange(struct goal *goal);

#endif
