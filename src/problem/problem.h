/* What problems and strategies are made of; private to src/problem.
 *
 * A run goes: weft_run() looks the words up and fills a plan; the problem's
 * prepare() and the strategy's prepare() check the options and compute what
 * is fixed in advance; the machine runs the strategy's program on every
 * processor (arg = the plan, read-only by then but for what belongs to a
 * rank); the problem's stored() judges every store as it happens, judge()
 * the end. */
#ifndef WEFT_SRC_PROBLEM_H
#define WEFT_SRC_PROBLEM_H

#include <weft/problem.h>

struct plan;

/* One row of a problem's table of strategies; one file. */
struct weft_strategy {
    struct weft_strategy_info info;
    enum weft_on_conflict on_conflict; /* default */
    /* Check options, compute what is known in advance into plan->schedule
     * (freed by the strategy's finish). May be NULL. */
    int (*prepare)(struct plan *plan, struct weft_error *err);
    weft_program *program;             /* arg: the plan */
    void (*finish)(struct plan *plan); /* may be NULL */
};

/* One row of the table of problems; one folder. */
struct weft_problem {
    struct weft_problem_info info; /* info.network, info.model: defaults */
    const struct weft_strategy *const *strategies; /* NULL-terminated */
    /* Check options, allocate plan->state. */
    int (*prepare)(struct plan *plan, struct weft_error *err);
    /* A store of a processor; may touch only that rank's part of
     * plan->state, where judge() finds what was wrong. 0, or -1 to end the
     * run at once. May be NULL. */
    int (*stored)(struct plan *plan, int rank, uint64_t time, int id,
                  const void *data, size_t bytes);
    /* The end: does the postcondition hold? 0, or -1 with text. Also adds
     * measures to the result. */
    int (*judge)(struct plan *plan, struct weft_result *result,
                 struct weft_error *err);
    /* Lower bounds, with result_bound(). May be NULL. */
    void (*bounds)(const struct plan *plan, struct weft_result *result);
    void (*finish)(struct plan *plan); /* frees plan->state */
};

/* src/problem/problems.c */
extern const struct weft_problem *const problem_table[];

/* An experiment with its words looked up. */
struct plan {
    const struct weft_experiment *experiment;
    const struct weft_problem *problem;
    const struct weft_strategy *strategy;
    struct weft_network *network;
    struct weft_model model;
    int size;                          /* processors */
    int dimension;                     /* d of a hypercube, else 0 */
    struct weft_cost cost;             /* unit time filled in */
    size_t bytes;                      /* length of one message; prepare() of
                                          the problem may set it */
    uint64_t slot;                     /* time units in one slot */
    enum weft_on_conflict on_conflict; /* as said, or the strategy's */
    void *state;                       /* the problem's own */
    void *schedule;                    /* the strategy's own */
};

void result_bound(struct weft_result *result, uint64_t steps,
                  const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void result_measure(struct weft_result *result, const char *name, double value);

#endif
