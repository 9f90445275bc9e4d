/**
 * Problems and strategies: what `weft run` runs.
 *
 * A problem says what must be true at the end; a strategy is one algorithm
 * that makes it true. Both are rows of tables (src/problem/problems.c).
 *
 * Threads: any; several experiments may run at the same time.
 */
#ifndef WEFT_PROBLEM_H
#define WEFT_PROBLEM_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/event.h>
#include <weft/machine.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/**
 * An experiment as a person writes it. Start from weft_experiment_default();
 * strings are borrowed; NULL means the problem's (or strategy's) default.
 */
struct weft_experiment {
    const char *problem;  /**< required */
    const char *strategy; /**< NULL: the first of the problem that runs on
                               the network */
    const char *network;  /**< "hypercube:4" */
    const char *model;
    int root;              /**< source of a broadcast, destination of a
                                reduction; default 0 */
    const char *sources;   /**< "0,3,5", "all", "random:K" */
    int packets;           /**< 0: the problem's default */
    size_t bytes;          /**< length of one message; default 8 */
    struct weft_cost cost; /**< default unit time */
    int64_t spacing;       /**< steps between two sources; -1: the strategy's */
    uint64_t seed;         /**< default 1 */
    uint64_t step_us;      /**< trace time of one step; default 1000 */
    const char *engine;
    uint64_t window; /**< 0: default */
    enum weft_on_conflict on_conflict;
    bool on_conflict_set; /**< said by the user (a strategy that shows
                               collisions reports them by default) */
    enum weft_order order;
    /* options of single problems */
    int trees;              /**< stream fibonacci; 0: the best */
    const char *dimensions; /**< broadcast: "descending", "ascending" */
    const char *op;         /**< reduce: "sum", "product", "min", "max" */
    const char *data;       /**< matvec, gauss: a file of numbers */
    int size;               /**< gauss: n of the n x n system; 0: default */
    uint64_t t_comp;        /**< gauss: time units per update; default 1 */
    const char *tie;        /**< simultaneous unbalanced: tie rule */
};

/** The defaults that the comments above name. @since 0.1 */
struct weft_experiment weft_experiment_default(const char *problem);

/** One word of an experiment: an option of the command line, an attribute of
 * an experiment file. */
struct weft_setting {
    const char *name;     /**< "network" */
    char letter;          /**< 'n', or 0 */
    const char *argument; /**< "SPEC" */
    const char *help;     /**< one line */
    const char *problems; /**< it is for, separated by blanks; NULL: all */
};

/** The table of settings; NULL past the end. @since 0.1 */
const struct weft_setting *weft_setting(size_t index);

/**
 * Set one word of an experiment.
 *
 * @param value  borrowed for as long as the experiment is used
 * @returns 0, or -1 with errno ENOENT (no such setting; the nearest is named)
 *          or EINVAL (the text says what it takes)
 * @since 0.1
 */
int weft_experiment_set(struct weft_experiment *experiment, const char *name,
                        const char *value, struct weft_error *err);

/**
 * Is a setting for a problem? Nothing is wrong with an experiment that sets
 * one that is not; it only means nothing.
 *
 * @returns 0, or -1 with errno EINVAL (the text names the problems it is for)
 * @since 0.1
 */
int weft_setting_check(const char *setting, const char *problem,
                       struct weft_error *err);

/** A lower bound on the steps of any strategy. */
struct weft_bound {
    char name[48]; /**< "2p - alpha(d) - 1" */
    uint64_t steps;
};

/** A figure of the problem's own: "residual" = 1.2e-14. */
struct weft_measure {
    char name[32];
    double value;
};

#define WEFT_BOUNDS_MAX 4
#define WEFT_MEASURES_MAX 16

struct weft_result {
    char problem[24], strategy[24], network[48], model[64];
    int processors;
    uint64_t steps;    /**< makespan in slots, rounded up */
    uint64_t makespan; /**< in time units */
    uint64_t messages, bytes;
    int bounds;
    struct weft_bound bound[WEFT_BOUNDS_MAX];
    uint64_t lower_bound; /**< the highest bound; 0: none known */
    double ratio;         /**< steps / lower_bound; 0 if there is none */
    uint64_t conflicts;
    int busiest;          /**< rank of the processor with the most busy time */
    double busy_share;    /**< busy time of all / (size * makespan) */
    double busiest_share; /**< busy time of the busiest / makespan */
    bool valid;           /**< the run ended, no forbidden conflict, and the
                               postcondition holds */
    char verdict[240];    /**< why not, if not; one line */
    int measures;
    struct weft_measure measure[WEFT_MEASURES_MAX];
    double wall_seconds;
    struct weft_outcome outcome; /**< loads, conflicts, report */
};

/**
 * Run an experiment.
 *
 * @param sinks   [count] sinks that are each told the run, may be NULL; if
 *                the run is not valid, their `end` is not called
 * @param result  filled; to be freed by weft_result_finish(), also after -1
 * @returns 0 if the run is valid; -1 with errno ENOENT or EINVAL (the
 *          experiment makes no sense: wrong use), or as weft_machine_run, or
 *          EBADMSG (the postcondition does not hold)
 * @since 0.1
 */
int weft_run(const struct weft_experiment *experiment,
             const struct weft_sink *const *sinks, size_t count,
             struct weft_result *result, struct weft_error *err);
/** Free what a result owns; a zeroed one is fine. @since 0.1 */
void weft_result_finish(struct weft_result *result);

/** True if errno from weft_run means that the experiment itself is wrong.
 * @since 0.1 */
bool weft_is_misuse(int error);

/* ---- the tables, for lists, help and tests --------------------------- */

struct weft_strategy_info {
    const char *name, *summary, *source;
    const char
        *networks;     /**< kinds it runs on, separated by blanks; NULL: any */
    const char *model; /**< its default; NULL: the problem's */
    const char *needs; /**< a model that allows what it does, and nothing
                            beyond: it runs in models that allow as much;
                            NULL: in any, or what it does depends on data */
};
struct weft_problem_info {
    const char *name, *summary, *source, *network, *model;
};
/** NULL past the end. @since 0.1 */
const struct weft_problem_info *weft_problem(size_t index);
/** NULL past the end, or if the problem is unknown. @since 0.1 */
const struct weft_strategy_info *weft_strategy(const char *problem,
                                               size_t index);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
