/* GOAL read: what every rank does; private to this folder. goal.c is the row,
 * and writes; parse.c reads the operations; play.c plays them. */
#ifndef WEFT_SRC_TRACE_GOAL_PROGRAM_H
#define WEFT_SRC_TRACE_GOAL_PROGRAM_H

#include "trace/format.h"

/* How long a calculation may last, and all together, so that no time is beyond
 * what a number holds. */
#define GOAL_CALC_MAX ((uint64_t)1 << 50)
#define GOAL_CALCS_MAX ((uint64_t)1 << 62)

enum goal_kind { GOAL_CALC, GOAL_SEND, GOAL_RECEIVE };

struct goal_operation {
    enum goal_kind kind;
    uint64_t size; /* bytes; of a calculation, its time */
    int rank, peer;
    uint32_t tag, cpu, nic;
    unsigned line;
    uint32_t waits; /* operations that must start or end before it */
    size_t after;   /* 1 + its first dependence in `order`; 0: none */
    bool given;     /* false: only its label was seen */
};

/* An operation that waits for another one. */
struct goal_order {
    size_t operation;
    bool start;  /* for its start, not its end (irequires) */
    size_t next; /* 1 + the next one that waits for the same; 0: none */
};

struct goal_program {
    struct params params; /* processors: num_ranks */
    struct goal_operation *operation;
    size_t operations, room;
    struct goal_order *order;
    size_t orders, orders_room;
    uint64_t calculated; /* all calculations together */
};

/* 0, or -1 with WEFT_ERROR_FORMAT, _MEMORY, or as of the input. */
int goal_parse(struct goal_program *program, struct input *in,
               struct weft_error *err);
void goal_free(struct goal_program *program);

/* With L = g = one step and o = G = 0: the events, sorted; to be freed. NULL
 * with WEFT_ERROR_FORMAT (somebody waits for ever) or WEFT_ERROR_MEMORY. */
struct weft_event *goal_play(struct goal_program *program, size_t *count,
                             struct weft_error *err);

#endif
