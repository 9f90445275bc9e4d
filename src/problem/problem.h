/* What problems and strategies are made of; private to src/problem.
 *
 * A run goes: weft_run() looks the words up and fills a plan; the problem's
 * prepare() and the strategy's prepare() check the options and compute what
 * is fixed in advance; the machine runs the strategy's program on every
 * processor (arg = the plan, read-only by then but for what belongs to a
 * rank); every store goes to the ledger of the problem's goal as it
 * happens, with the block that the problem's block() finds it to be; the
 * ledger and the problem's judge() have the last word.
 *
 * One folder for each problem, with a file for each strategy; timetable/ is
 * what strategies are made of that are told round by round, shared/ what
 * several of the others use. */
#ifndef WEFT_SRC_PROBLEM_H
#define WEFT_SRC_PROBLEM_H

#include <stdatomic.h>
#include <weft/goal.h>
#include <weft/problem.h>

struct item_list;
struct ledger;
struct plan;
struct script;
struct tally;
struct timetable;
struct weft_own_strategy;

#define PLAN_TASKS_MAX 3
#define PLAN_PARTS_MAX 4

/* One row of a problem's table of strategies; one file. */
struct weft_strategy {
    struct weft_strategy_info info;
    enum weft_on_conflict on_conflict; /* default */
    /* Of problems in which processors take turns: who has the turns 1 .. size,
     * as source[size], if it is not the network's tour. Asked before the
     * problem's prepare(). 0, or -1 with text. May be NULL. */
    int (*allocate)(const struct plan *plan, int source[],
                    struct weft_error *err);
    /* Check options, compute what is known in advance into plan->schedule
     * (freed by the strategy's finish). May be NULL. */
    int (*prepare)(struct plan *plan, struct weft_error *err);
    weft_program *program;             /* arg: the plan */
    void (*finish)(struct plan *plan); /* may be NULL */
    /* The names of the tasks 1, 2, ... that its program tells; NULL: it tells
     * none, or they have no names. */
    const char *tasks[PLAN_TASKS_MAX];
    /* How its timetable is made, if it is one (timetable/timetable.h). */
    int (*timetable)(struct timetable *t);
    /* What it says of itself, if it is no part of weft; else NULL. */
    const struct weft_own_strategy *own;
};

/* One row of the table of problems; one folder. */
struct weft_problem {
    struct weft_problem_info info; /* info.network, info.model: defaults */
    const struct weft_strategy *const *strategies; /* NULL-terminated; those
                                                      made at run time come
                                                      after them: strategy_row()
                                                      walks all */
    /* Block b is what payload_fill() makes of (who holds it at the start, b),
     * stored under its own number: so strategies that are no part of weft can
     * be given their data. */
    bool tagged;
    /* Or of problems that combine: the tally of what strategies that are no
     * part of weft are given. NULL: nothing is combined. */
    struct tally *(*tally)(const struct plan *plan);
    /* What an experiment with it may set besides the general settings;
     * NULL-terminated. NULL: nothing. */
    const struct weft_setting *const *settings;
    /* Check options, allocate plan->state. */
    int (*prepare)(struct plan *plan, struct weft_error *err);
    /* What everybody must have stored at the end; asked after prepare().
     * NULL: no memory. */
    struct weft_goal *(*goal)(const struct plan *plan);
    /* Which block of the goal did a processor store? -1: none, for its bytes
     * are not what they should be. */
    int (*block)(const struct plan *plan, int rank, int id, const void *data,
                 size_t bytes);
    /* Told of every store besides; may touch only that rank's part of
     * plan->state. May be NULL. */
    void (*stored)(struct plan *plan, int rank, int id, const void *data,
                   size_t bytes);
    /* Which blocks, made of which contributions, are in a message? Nothing:
     * that is not known. 0, or -1 without memory. NULL: one, of its number. */
    int (*items)(const struct plan *plan, const void *data, size_t bytes,
                 struct item_list *list);
    /* The ledger is not what it should be: why, if that is known. NULL: not. */
    int (*explain)(const struct plan *plan, struct weft_error *err);
    /* The end: is what the goal does not say right, too? 0, or -1 with text.
     * Also adds measures to the result. May be NULL. */
    int (*judge)(struct plan *plan, struct weft_result *result,
                 struct weft_error *err);
    /* What processors write into plan->state: fill part[], at most
     * PLAN_PARTS_MAX; returns how many. May be NULL: nothing. */
    size_t (*parts)(const struct plan *plan, struct weft_part part[]);
    /* Lower bounds that no argument of src/bound has, with result_bound(): of
     * problems that compute, or the author's word. May be NULL. */
    void (*bounds)(const struct plan *plan, struct weft_result *result);
    void (*finish)(struct plan *plan); /* frees plan->state */
};

/* src/problem/problems.c */
/* All of them, those made at run time too (own-problem.c); NULL past the end.
 */
const struct weft_problem *problem_at(size_t index);
/* The problem of that name. NULL: there is none, with WEFT_ERROR_UNKNOWN, or
 * WEFT_ERROR_MISUSE where the name is NULL. */
const struct weft_problem *problem_row(const char *name,
                                       struct weft_error *err);
/* The strategies of a problem, those made at run time too (own.c); NULL past
 * the end. Any thread. */
const struct weft_strategy *strategy_row(const struct weft_problem *problem,
                                         size_t index);

/* A setting in a plan. */
struct plan_value {
    const struct weft_setting *row;
    const char *text; /* as written, or the default; NULL: neither, or given
                         as a number */
    int64_t number;   /* -1: not given, and there is no default */
    bool chosen;      /* given by the user */
};

#define PLAN_VALUES_MAX 24

/* An experiment with its words looked up. */
struct plan {
    struct plan_value value[PLAN_VALUES_MAX]; /* [values] the problem's own
                                                 first, then general ones */
    int values;
    const struct weft_problem *problem;
    const struct weft_strategy *strategy;
    struct weft_network *network;
    struct weft_model model;
    int size;                          /* processors */
    int dimension;                     /* d of a hypercube, else 0 */
    struct weft_cost cost;             /* unit time filled in */
    size_t bytes;                      /* length of one message; prepare() of
                                          the problem may set it */
    uint64_t seed;                     /* for everything random */
    uint64_t slot;                     /* time units in one slot */
    enum weft_on_conflict on_conflict; /* as said, or the strategy's */
    int *turn;                         /* [size] what the strategy allocates;
                                          NULL: the network's tour */
    struct weft_goal *goal;            /* what must be stored */
    struct ledger *ledger;             /* what has been stored */
    void *state;                       /* the problem's own */
    void *schedule;                    /* the strategy's own */
    struct script *script;             /* a schedule that is run instead of a
                                          strategy of the problem; or NULL */
    bool to_run;                       /* else it is only asked what is known */
    bool any_strategy;                 /* bounds must hold for every strategy */
    struct weft_items *items; /* NULL: nobody asks what messages carry */
    atomic_bool no_memory;    /* for one of them; set by any processor */
};

/* ---- the judge of a run (judge.c) ---- */

/* Make the plan's goal and, of one that is to be run, an empty ledger. 0, or -1
 * with WEFT_ERROR_MEMORY. */
int judge_init(struct plan *plan, struct weft_error *err);
void judge_finish(struct plan *plan);
/* A store of a processor, in its thread. */
void judge_store(struct plan *plan, int rank, int id, const void *data,
                 size_t bytes);
/* Problems with tagged blocks: `block` if the bytes are what payload_fill()
 * makes of (who holds it at the start, block), else -1. */
int judge_tagged(const struct plan *plan, int rank, int block, const void *data,
                 size_t bytes);
/* All that processors write and the judge reads: fills part[], at most
 * PLAN_PARTS_MAX + 2; returns how many. */
size_t judge_parts(struct plan *plan, struct weft_part part[]);
/* The end: 0, or -1 with WEFT_ERROR_WRONG. Adds measures either way. */
int judge_end(struct plan *plan, struct weft_result *result,
              struct weft_error *err);

/* ---- values of settings (value.c) ---- */

/* Is it a value of the setting? Its number, if it is a number or a word. 0, or
 * -1 with WEFT_ERROR_MISUSE or WEFT_ERROR_UNKNOWN. */
int setting_parse(const struct weft_setting *row, const char *text,
                  int64_t *number, struct weft_error *err);
int setting_accepts(const struct weft_setting *row, int64_t number,
                    struct weft_error *err);

/* Add the value of a row: that of the choice, or the row's default. */
int plan_value_add(struct plan *plan, const struct weft_setting *row,
                   const struct weft_choice *choice, struct weft_error *err);

/* The value of a setting that the plan's problem lists. The row is the key:
 *     static const struct weft_setting packets = {.name = "packets", ...};
 *     int count = (int)plan_number(plan, &packets);
 * A number that was not given and has no default is -1. */
int64_t plan_number(const struct plan *plan, const struct weft_setting *row);
/* NULL: not given, no default. */
const char *plan_text(const struct plan *plan, const struct weft_setting *row);
/* Did the user give it? */
bool plan_chosen(const struct plan *plan, const struct weft_setting *row);
/* Does the problem list it? */
bool plan_has(const struct plan *plan, const struct weft_setting *row);

/* Add a lower bound in time units. */
void result_bound(struct weft_result *result, uint64_t time, const char *format,
                  ...) __attribute__((format(printf, 3, 4)));
void result_measure(struct weft_result *result, const char *name, double value);

#endif
