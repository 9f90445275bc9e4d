/* A GOAL program that was read; private to this folder. goal.c has the row of
 * the table and the writer; parse.c and binary.c parse programs; play.c
 * simulates them. */
#ifndef WEFT_SRC_TRACE_GOAL_PROGRAM_H
#define WEFT_SRC_TRACE_GOAL_PROGRAM_H

#include "trace/format.h"

/* Limits on the time of one calculation, and on the sum of all, so that times
 * cannot overflow. */
#define GOAL_CALC_MAX ((uint64_t)1 << 50)
#define GOAL_CALCS_MAX ((uint64_t)1 << 62)

/* Limit on the number of operations. */
#define GOAL_OPERATIONS_MAX ((size_t)INT32_MAX)

enum goal_kind { GOAL_CALC, GOAL_SEND, GOAL_RECEIVE };

/* An operation, small because programs have millions of them. */
struct goal_operation {
    uint64_t size;  /* size in bytes or, for a calculation, its duration */
    int rank, peer; /* rank of the operation, and its peer, which may be
                       GOAL_ANY_RANK in a receive */
    uint32_t tag;   /* may be GOAL_ANY_TAG in a receive */
    unsigned line;
    uint32_t waits; /* number of operations that must start or end before this
                       one */
    /* 1 + indices in order[] of the first and the last operation that waits for
     * this one; 0: none */
    uint32_t after, last;
    uint8_t kind;     /* an enum goal_kind */
    uint8_t cpu, nic; /* processor and network interface */
    bool given : 1;   /* whether the operation has been read; false: only its
                         label has occurred in a dependence */
    /* whether this is a calculation that represents time that passed */
    bool idle : 1;
    /* simulation: whether the operation has ended; whether a receive is
     * recorded when it was ready, later than its message; whether a receive has
     * taken the message of a send */
    bool ended : 1, late : 1, taken : 1;
};

#define GOAL_ANY_RANK (-1)
#define GOAL_ANY_TAG UINT32_MAX

/* Prefix of the labels of calculations that represent time that passed. */
#define GOAL_IDLE "idle"

/* A dependence: an operation that waits for another one. */
struct goal_order {
    uint32_t operation : 31;
    /* whether the operation waits for the start (irequires), not the end */
    uint32_t start : 1;
    uint32_t
        next; /* 1 + next entry that waits for the same operation; 0: none */
};

struct goal_program {
    struct params params; /* parameters of the run; the number of processors is
                             that of num_ranks */
    struct goal_operation *operation;
    size_t operations, room;
    struct goal_order *order;
    size_t orders, orders_room;
    uint64_t calculated; /* total time of all calculations */
    bool own;            /* whether weft wrote the file */
};

/* The costs of transfers in a file or trace. */
struct goal_costs {
    uint64_t step;
    bool loggp, words; /* whether `cost` has LogGP costs, or start-up and word
                          costs */
    struct weft_cost cost;
};
void goal_costs(struct goal_costs *costs, const struct weft_trace_info *info);
/* Return the duration of a transfer without LogGP costs. */
uint64_t goal_lasts(const struct goal_costs *costs, uint64_t bytes);
/* Return whether a message without LogGP costs, received in [start, end), is
 * recorded when it is taken, at `time`, instead of when it arrived. */
bool goal_taken_late(const struct goal_costs *costs, uint64_t start,
                     uint64_t end, uint64_t time);

/* Make room for further operations. Return 0, or -1 if out of memory. */
int goal_add_operations(struct goal_program *program, size_t count);
/* Let the operation `later` wait for the end, or the start, of `earlier`.
 * Return 0, or -1 if out of memory. */
int goal_add_order(struct goal_program *program, size_t earlier, size_t later,
                   bool start);

/* Parse a program. Return 0, or -1 with WEFT_ERROR_FORMAT, WEFT_ERROR_MEMORY,
 * or an error of the input. */
int goal_parse(struct goal_program *program, struct input *in,
               struct weft_error *err);
/* Return whether a file that begins with `head` is in the binary form. */
bool goal_is_binary(const char *head, size_t length);
/* Like goal_parse(), of the binary form; errors have no line. */
int goal_parse_binary(struct goal_program *program, struct input *in,
                      struct weft_error *err);
void goal_free(struct goal_program *program);

/* The times of an operation in the simulation, small for the same reason as the
 * operation. */
struct goal_times {
    uint64_t start; /* start of its event */
    uint64_t came;  /* for a send: time at which its message arrived */
    uint32_t order; /* number of its event in the agenda, kept while it waits */
    uint32_t send;  /* for a receive: the send of its message */
};

/* Simulate the program. Return an array [operations], which the caller frees.
 * The dependence counts of the program are used up. Return NULL with
 * WEFT_ERROR_FORMAT (an operation waits for ever) or WEFT_ERROR_MEMORY. */
struct goal_times *goal_play(struct goal_program *program,
                             const struct goal_costs *costs,
                             struct weft_error *err);
/* Return whether an operation has an event: all do except calculations that
 * take no time or represent time that passed. */
static inline bool goal_has_event(const struct goal_operation *operation)
{
    return operation->kind != GOAL_CALC ||
           (operation->size && !operation->idle);
}
/* Return the event of an operation of a simulated program. */
struct weft_event goal_event(const struct goal_program *program,
                             const struct goal_costs *costs,
                             const struct goal_times *times, size_t at);
/* Return how long sending, or receiving, this number of bytes takes. */
uint64_t goal_sending(const struct goal_costs *costs, uint64_t bytes);
uint64_t goal_receiving(const struct goal_costs *costs, uint64_t bytes);

#endif
