/* The interfaces of problems and strategies; private to src/problem.
 *
 * Course of a run: weft_run() resolves the names and fills a plan; prepare() of
 * the problem and of the strategy check the options and precompute data; the
 * machine runs the strategy's program on every processor (arg = the plan, now
 * read-only except for per-rank data); every store is entered at once in the
 * ledger of the problem's goal, as the block that the problem's block()
 * identifies; finally the ledger and the problem's judge() check the result.
 *
 * There is one folder per problem, with one file per strategy; timetable/
 * supports strategies that are described round by round, shared/ contains code
 * used by several of the others. */
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

/* One strategy: one file, one row of its problem's table. */
struct weft_strategy {
    struct weft_strategy_info info;
    /* default of the setting --on-conflict */
    enum weft_on_conflict on_conflict;
    /* For problems in which processors take turns: set source[size] to the
     * processors of the turns 1 .. size, if the order is not the network's
     * tour. Called before the problem's prepare(). Return 0, or -1 with text.
     * May be NULL. */
    int (*allocate)(const struct plan *plan, int source[],
                    struct weft_error *err);
    /* Check options and precompute data in plan->schedule (freed by the
     * strategy's finish). May be NULL. */
    int (*prepare)(struct plan *plan, struct weft_error *err);
    weft_program *program; /* the program; its argument is the plan */
    /* Frees plan->schedule unless it is a timetable; may be NULL. */
    void (*finish)(struct plan *plan);
    /* The names of the tasks 1, 2, ... that the program reports; NULL: no names
     * or no tasks. */
    const char *tasks[PLAN_TASKS_MAX];
    /* Creates its timetable, if it is defined by one
     * (timetable/timetable.h). */
    int (*timetable)(struct timetable *t);
    bool numbers; /* whether messages carry other data than blocks */
    /* The definition of a plug-in strategy, else NULL. */
    const struct weft_own_strategy *own;
};

/* One problem: one folder, one row of the table of problems. */
struct weft_problem {
    /* info.network and info.model are the defaults */
    struct weft_problem_info info;
    /* NULL-terminated, without plug-in strategies; strategy_row() iterates over
     * all */
    const struct weft_strategy *const *strategies;
    /* Block b has the contents that payload_fill() generates for (its initial
     * holder, b), and is stored under its own number; plug-in strategies can
     * then get their data. */
    bool tagged;
    /* For problems that combine values: return the tally of the values given to
     * plug-in strategies. NULL: nothing is combined. */
    struct tally *(*tally)(const struct plan *plan);
    /* The settings of the problem besides the general ones, NULL-terminated;
     * NULL: none. */
    const struct weft_setting *const *settings;
    /* Check options and allocate plan->state. */
    int (*prepare)(struct plan *plan, struct weft_error *err);
    /* Return the goal: what each processor must have stored at the end. Called
     * after prepare(). NULL: out of memory. */
    struct weft_goal *(*goal)(const struct plan *plan);
    /* Return which block of the goal a processor stored, or -1 if the data is
     * wrong. */
    int (*block)(const struct plan *plan, int rank, int id, const void *data,
                 size_t bytes);
    /* Called for every store after block(); may write only that rank's part of
     * plan->state. May be NULL. */
    void (*stored)(struct plan *plan, int rank, int id, const void *data,
                   size_t bytes);
    /* List the blocks in a message and their contributors; the list stays empty
     * if they are unknown. Return 0, or -1 if out of memory. NULL: each message
     * is one block with the message's number. */
    int (*items)(const struct plan *plan, const void *data, size_t bytes,
                 struct item_list *list);
    /* Explain why the ledger is incomplete, if the reason is known. May be
     * NULL. */
    int (*explain)(const struct plan *plan, struct weft_error *err);
    /* Check what the goal does not cover, at the end, and add measures to the
     * result. Return 0, or -1 with text. May be NULL. */
    int (*judge)(struct plan *plan, struct weft_result *result,
                 struct weft_error *err);
    /* Fill part[], at most PLAN_PARTS_MAX, with the memory in plan->state that
     * processors write; return the number of parts. NULL: none. */
    size_t (*parts)(const struct plan *plan, struct weft_part part[]);
    /* Add lower bounds that src/bound does not compute, with result_bound():
     * for problems with computation, or declared by the author. May be NULL. */
    void (*bounds)(const struct plan *plan, struct weft_result *result);
    void (*finish)(struct plan *plan); /* frees plan->state; may be NULL */
};

/* src/problem/problems.c */
/* Return a problem by index, including plug-in problems (own-problem.c); NULL
 * past the end. */
const struct weft_problem *problem_at(size_t index);
/* Return a problem by name. NULL with WEFT_ERROR_UNKNOWN, or WEFT_ERROR_MISUSE
 * if the name is NULL. */
const struct weft_problem *problem_row(const char *name,
                                       struct weft_error *err);
/* Return a strategy of a problem by index, including plug-in strategies
 * (own.c); NULL past the end. Thread-safe. */
const struct weft_strategy *strategy_row(const struct weft_problem *problem,
                                         size_t index);
/* The same by name; NULL: there is none. */
const struct weft_strategy *strategy_named(const struct weft_problem *problem,
                                           const char *name);

/* The value of a setting in a plan. */
struct plan_value {
    const struct weft_setting *row;
    /* value as written, or the default; NULL: neither, or given as a number */
    const char *text;
    int64_t number; /* value as a number; -1: not given and no default */
    bool chosen;    /* whether the user has given the value */
};

#define PLAN_VALUES_MAX 27

/* An experiment with all its names resolved. */
struct plan {
    /* [values], the problem's own settings first, then the general ones */
    struct plan_value value[PLAN_VALUES_MAX];
    int values;
    const struct weft_problem *problem;
    const struct weft_strategy *strategy;
    struct weft_network *network;
    const char *lane; /* bandwidth of a lane; NULL: none is set */
    struct weft_model model;
    int size;      /* number of processors */
    int dimension; /* dimension d of a hypercube, or 0 */
    /* cost of transfers, with the values of unit time filled in */
    struct weft_cost cost;
    /* length of a block, or of a message of one block, in times and events;
     * the problem's prepare() may set it with plan_set_length() */
    size_t length;
    size_t bytes;  /* its size in memory: that of a tag, or its length */
    bool by_tags;  /* whether tags are moved instead of blocks */
    uint64_t seed; /* seed of all random choices */
    uint64_t slot; /* time units in one slot */
    /* reaction to conflicts: from the options, or the strategy's default */
    enum weft_on_conflict on_conflict;
    enum weft_sharing sharing;
    enum weft_rounds rounds;
    /* [size] processors by turn, from allocate(); NULL: the network's tour */
    int *turn;
    /* the goal: the blocks that processors must store */
    struct weft_goal *goal;
    struct ledger *ledger; /* the ledger: the blocks stored so far */
    void *state;           /* data of the problem */
    void *schedule;        /* data of the strategy */
    /* a schedule to run instead of a strategy, or NULL */
    struct script *script;
    /* whether the engine is `rounds`, which moves no data; otherwise, whether
     * it is `fibers` if none is named */
    bool by_rounds, by_fibers;
    /* false: the plan is only used for queries */
    bool to_run;
    bool any_strategy; /* whether bounds must hold for every strategy */
    /* table of message contents; NULL: contents are not needed */
    struct weft_items *items;
    /* out of memory for message contents; set by any processor */
    atomic_bool no_memory;
};

/* size of the tag of a block: its holder and number, or the sum of a word for
 * each contribution */
#define PLAN_TAG_BYTES 8

static inline void plan_set_length(struct plan *plan, size_t length)
{
    plan->length = length;
    plan->bytes =
        plan->by_tags && length > PLAN_TAG_BYTES ? PLAN_TAG_BYTES : length;
}

/* Return the number of ticks in one time unit of the run. */
static inline uint64_t plan_ticks(const struct plan *plan)
{
    return plan->sharing ? WEFT_TICKS : 1;
}

/* ---- the judge of a run (judge.c) ---- */

/* Create the plan's goal and, for plans to run, an empty ledger. Return 0, or
 * -1 with WEFT_ERROR_MEMORY. */
int judge_init(struct plan *plan, struct weft_error *err);
void judge_finish(struct plan *plan);
/* Process a store, in the processor's thread. */
void judge_store(struct plan *plan, int rank, int id, const void *data,
                 size_t bytes);
/* For problems with tagged blocks: return `block` if the data is what
 * payload_fill() generates for (its initial holder, block), else -1. */
int judge_tagged(const struct plan *plan, int rank, int block, const void *data,
                 size_t bytes);
/* Fill part[], at most PLAN_PARTS_MAX + 2, with all memory that processors
 * write and the judge reads; return the number of parts. */
size_t judge_parts(struct plan *plan, struct weft_part part[]);
/* Check the result: return 0, or -1 with WEFT_ERROR_WRONG. Adds measures in
 * either case. */
int judge_end(struct plan *plan, struct weft_result *result,
              struct weft_error *err);

/* ---- values of settings (value.c) ---- */

/* Check a value of a setting, and get its number if it is a number or a word.
 * Return 0, or -1 with WEFT_ERROR_MISUSE or WEFT_ERROR_UNKNOWN. */
int setting_parse(const struct weft_setting *row, const char *text,
                  int64_t *number, struct weft_error *err);
int setting_accepts(const struct weft_setting *row, int64_t number,
                    struct weft_error *err);

/* Add the value of a setting: that of the choice, or the default. */
int plan_value_add(struct plan *plan, const struct weft_setting *row,
                   const struct weft_choice *choice, struct weft_error *err);

/* Return the value of a setting that the plan's problem lists. The row is the
 * key:
 *     static const struct weft_setting packets = {.name = "packets", ...};
 *     int count = (int)plan_number(plan, &packets);
 * -1: not given, and no default. */
int64_t plan_number(const struct plan *plan, const struct weft_setting *row);
/* Return NULL if the value was not given and has no default. */
const char *plan_text(const struct plan *plan, const struct weft_setting *row);
/* Return whether the user gave the value. */
bool plan_chosen(const struct plan *plan, const struct weft_setting *row);
/* Return whether the problem lists the setting. */
bool plan_has(const struct plan *plan, const struct weft_setting *row);

/* Add a lower bound in time units. */
void result_bound(struct weft_result *result, uint64_t time, const char *format,
                  ...) __attribute__((format(printf, 3, 4)));
void result_measure(struct weft_result *result, const char *name, double value);

#endif
