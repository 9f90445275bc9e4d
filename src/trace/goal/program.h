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
    uint64_t size;          /* bytes; of a calculation, its time */
    int rank, peer;         /* peer of a receive: or GOAL_ANY_RANK */
    uint32_t tag, cpu, nic; /* tag of a receive: or GOAL_ANY_TAG */
    unsigned line;
    uint32_t waits; /* operations that must start or end before it */
    size_t after;   /* 1 + its first dependence in `order`; 0: none */
    size_t last;    /* ... and 1 + its last one */
    bool given;     /* false: only its label was seen */
    bool idle;      /* a calculation that stands for time that passed */
};

#define GOAL_ANY_RANK (-1)
#define GOAL_ANY_TAG UINT32_MAX

/* What the labels begin with of calculations that compute nothing. */
#define GOAL_IDLE "idle"

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
    bool own;            /* weft wrote the file */
};

/* What every transfer of a file, or of a trace, takes. */
struct goal_costs {
    uint64_t step;
    bool loggp, words; /* by `cost`: LogGP's, or words and start-up */
    struct weft_cost cost;
};
void goal_costs(struct goal_costs *costs, const struct weft_trace_info *info);
/* Not in LogGP: how long a transfer lasts. */
uint64_t goal_lasts(const struct goal_costs *costs, uint64_t bytes);
/* Not in LogGP: what began at `start` and is over at `end` is told when it is
 * taken, at `time`, and not when it came. */
bool goal_taken_late(const struct goal_costs *costs, uint64_t start,
                     uint64_t end, uint64_t time);

/* 0, or -1 with WEFT_ERROR_FORMAT, _MEMORY, or as of the input. */
int goal_parse(struct goal_program *program, struct input *in,
               struct weft_error *err);
void goal_free(struct goal_program *program);

/* What each operation does, [operations]; rank -1: nothing that is an event. To
 * be freed. The program waits for nobody any more. NULL with WEFT_ERROR_FORMAT
 * (somebody waits for ever) or WEFT_ERROR_MEMORY. */
struct weft_event *goal_play(struct goal_program *program,
                             const struct goal_costs *costs,
                             struct weft_error *err);

#endif
