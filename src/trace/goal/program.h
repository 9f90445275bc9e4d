/* A GOAL program that is read; private to this folder. goal.c has the table
 * row, and writes; parse.c parses; play.c simulates. */
#ifndef WEFT_SRC_TRACE_GOAL_PROGRAM_H
#define WEFT_SRC_TRACE_GOAL_PROGRAM_H

#include "trace/format.h"

/* Limits on the time of one calculation, and of all, so that times cannot
 * overflow. */
#define GOAL_CALC_MAX ((uint64_t)1 << 50)
#define GOAL_CALCS_MAX ((uint64_t)1 << 62)

enum goal_kind { GOAL_CALC, GOAL_SEND, GOAL_RECEIVE };

struct goal_operation {
    enum goal_kind kind;
    uint64_t size;          /* size in bytes; for a calculation: its time */
    int rank, peer;         /* peer of a receive may be GOAL_ANY_RANK */
    uint32_t tag, cpu, nic; /* tag of a receive may be GOAL_ANY_TAG */
    unsigned line;
    uint32_t waits; /* number of operations that must start or end before this
                       one */
    size_t after; /* 1 + index in order[] of the first operation that waits for
                     this one; 0: none */
    size_t last;  /* 1 + index in order[] of the last operation that waits for
                     this one */
    bool given;   /* false if only its label has been seen so far */
    /* whether this is a calculation that stands for time that passed */
    bool idle;
};

#define GOAL_ANY_RANK (-1)
#define GOAL_ANY_TAG UINT32_MAX

/* Prefix of the labels of calculations that stand for time that passed. */
#define GOAL_IDLE "idle"

/* A dependence: an operation that waits for another one. */
struct goal_order {
    size_t operation;
    bool start;  /* whether it waits for the start, not the end (irequires) */
    size_t next; /* 1 + next entry that waits for the same operation; 0: none */
};

struct goal_program {
    struct params params; /* parameters of the run; num_ranks sets the
                             processors */
    struct goal_operation *operation;
    size_t operations, room;
    struct goal_order *order;
    size_t orders, orders_room;
    uint64_t calculated; /* total time of all calculations */
    bool own;            /* whether weft wrote the file */
};

/* The costs of the transfers in a file or trace. */
struct goal_costs {
    uint64_t step;
    bool loggp, words; /* whether `cost` has LogGP costs, or start-up and word
                          costs */
    struct weft_cost cost;
};
void goal_costs(struct goal_costs *costs, const struct weft_trace_info *info);
/* Without LogGP: return the duration of a transfer. */
uint64_t goal_lasts(const struct goal_costs *costs, uint64_t bytes);
/* Without LogGP: is a message that was received in [start, end) recorded when
 * it is taken, at `time`, instead of when it arrived? */
bool goal_taken_late(const struct goal_costs *costs, uint64_t start,
                     uint64_t end, uint64_t time);

/* Return 0, or -1 with WEFT_ERROR_FORMAT, _MEMORY, or an error of the input. */
int goal_parse(struct goal_program *program, struct input *in,
               struct weft_error *err);
void goal_free(struct goal_program *program);

/* Simulate the program. Return the event of each operation, [operations], which
 * the caller frees; rank -1: no event. The dependence counts of the program are
 * used up. Return NULL with WEFT_ERROR_FORMAT (an operation waits forever) or
 * WEFT_ERROR_MEMORY. */
struct weft_event *goal_play(struct goal_program *program,
                             const struct goal_costs *costs,
                             struct weft_error *err);

#endif
