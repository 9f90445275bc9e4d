/**
 * Problems and strategies, which `weft run` runs.
 *
 * A problem specifies a postcondition; a strategy is an algorithm that solves
 * the problem. Both are rows of tables (src/problem/problems.c).
 *
 * Threads: any; several experiments may run at the same time.
 */
#ifndef WEFT_PROBLEM_H
#define WEFT_PROBLEM_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/event.h>
#include <weft/goal.h>
#include <weft/machine.h>
#include <weft/network.h>
#include <weft/setting.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** A lower bound on the time of every valid run of a question: one argument of
 * weft_bound_of(). */
struct weft_bound {
    char name[64]; /**< name of the argument, such as "work over ports" */
    uint64_t time; /**< the bound in time units; in unit time these are steps */
    char text[240]; /**< explanation of the bound; may be empty */
};

/**
 * Write a bound as text: "15548 = work over ports: 30 messages and 245760 words
 * over 16 ports".
 *
 * @param text  [size] filled; the text is truncated if it is too long
 * @since 0.2
 */
void weft_bound_format(const struct weft_bound *bound, char *text, size_t size);

/** A measurement specific to the problem: "residual" = 1.2e-14. */
struct weft_measure {
    char name[32];
    double value;
};

#define WEFT_BOUNDS_MAX 12
#define WEFT_MEASURES_MAX 16

struct weft_result {
    char problem[24], strategy[24], network[WEFT_NETWORK_NAME_MAX], model[64];
    int processors;
    uint64_t steps; /**< makespan in slots, rounded up */
    /** end of the last transfer or computation, in time units, rounded up */
    uint64_t makespan;
    enum weft_sharing sharing; /**< how links are shared @since 0.2 */
    /** with sharing: when a processor begins its next round @since 0.2 */
    enum weft_rounds rounds_as;
    /** exact makespan in ticks of a run with sharing; else 0 @since 0.2 */
    uint64_t time_ticks;
    uint64_t messages, bytes;
    /** number of blocks sent in all, if messages carry several; otherwise 0
     * @since 0.2 */
    uint64_t blocks;
    /** sum over the rounds of the maximum number of blocks in one message,
     * which determines the total time per word @since 0.2 */
    uint64_t volume;
    /** number of rounds of a timetable; 0: the strategy is not a timetable
     * @since 0.2 */
    uint64_t rounds;
    /** number of bytes that each processor combines, in problems with the
     * setting `vector`; else 0 @since 0.2 */
    uint64_t vector;
    /** length of the longest message in bytes; 0: not known @since 0.2 */
    uint64_t message_bytes;
    /** number of blocks in the longest message, rounded up; 0: not known
     * @since 0.2 */
    uint64_t message_blocks;
    int bounds;
    /** [bounds] lower bounds in descending order */
    struct weft_bound bound[WEFT_BOUNDS_MAX];
    /** lower bound of the question in time units: no valid run takes less; 0:
     * none is known */
    uint64_t lower_bound;
    /** maximum number of blocks in a message of the question; 0: unlimited. A
     * run with longer messages does not answer the question and has no ratio
     * @since 0.2 */
    int64_t question_blocks;
    /** maximum message size in bytes that the question allows, for problems
     * with a vector (each strategy chooses its own blocks); 0:
     * `question_blocks` applies @since 0.2 */
    uint64_t question_bytes;
    /** lower bound for messages of at most `message_bytes` bytes; 0: not
     * computed @since 0.2 */
    uint64_t own_bound;
    /** the bound that the author of a problem states in its file, which is not
     * in `bound`; 0: none @since 0.2 */
    uint64_t author_bound;
    char author_by[64]; /**< explanation of the author's bound @since 0.2 */
    /** exact makespan / lower_bound; 0 if there is no bound, or if the run is
     * not valid or does not answer the question */
    double ratio;
    uint64_t conflicts;
    int busiest;       /**< rank of the processor with the highest busy time */
    double busy_share; /**< busy time of all processors / (size * makespan) */
    double busiest_share; /**< busy time of the busiest processor / makespan */
    /** whether the run reached its end, so that the numbers above are those of
     * a whole run */
    bool ended;
    /** whether the run ended, kept to the model, and fulfils the
     * postcondition */
    bool valid;
    /** whether nothing is wrong, but not everything that was asked for could be
     * checked: then the run is not valid, and `verdict` says what, why, and
     * which option would check it @since 0.2 */
    bool not_judged;
    /** whether the run is valid, or not valid as the setting `expect` says */
    bool expected;
    /** why the run is not valid, in one line, such as "breaks the model: 8
     * conflicts"; empty if it is valid */
    char verdict[240];
    int measures;
    struct weft_measure measure[WEFT_MEASURES_MAX];
    double wall_seconds;
    struct weft_outcome outcome; /**< loads, conflicts and report of the run */
    uint64_t reserved[8];        /**< zero, for later versions @since 0.2 */
};

/** Return whether a result is valid as text: "yes", "no" or "not judged".
 * @since 0.2 */
const char *weft_result_valid(const struct weft_result *result);

/**
 * Run an experiment.
 *
 * @param sinks   [count] sinks that receive the events, may be NULL; if the run
 *                fails, their `end` is not called
 * @param result  filled; the names and the lower bounds are set before a sink
 *                receives the first event; free it with weft_result_finish(),
 *                also after -1
 * @returns 0 if the run ended and solved the problem: then result->valid says
 *          whether it kept to the model (if conflicts are only reported, it may
 *          not have); -1 with WEFT_ERROR_UNKNOWN or WEFT_ERROR_MISUSE (the
 *          experiment is inconsistent: wrong use), or an error of
 *          weft_machine_run(), or WEFT_ERROR_WRONG (the postcondition does not
 *          hold)
 * @since 0.1
 */
int weft_run(const struct weft_experiment *experiment,
             const struct weft_sink *const *sinks, size_t count,
             struct weft_result *result, struct weft_error *err);
/**
 * Run a schedule on the machine: a file in any format that weft reads. A
 * schedule in whole slots is executed in slots, each as long as its longest
 * transfer. In a file with dependencies instead of times (MSCCL, GOAL except
 * that of a run in unit time), or with transfers that begin within slots, each
 * processor executes its operations in the order of the file, as soon as it has
 * received everything that precedes them; in the trace of a run with shared
 * links, a reception precedes what begins at or after its end. Messages have
 * the lengths given in the file, or, if there are none or `bytes` is set, that
 * many bytes per block. The events state what messages carry; a sink such as
 * that of weft_check has to check it.
 *
 * @param file        FILE or FORMAT:FILE, as in weft_trace_read()
 * @param problem     name of the problem for the traces; NULL: the one in the
 *                    file
 * @param experiment  general settings; if network, model, cost or bytes are not
 *                    set, they are those of the file, or a complete network,
 *                    one-port-duplex and unit time; the default engine is
 *                    "fibers". Its problem is not used
 * @returns like weft_run(), or -1 like weft_trace_read(), or with
 *          WEFT_ERROR_WRONG (the file names a network from a file or a plug-in,
 *          which only @p experiment may do), or WEFT_ERROR_LIMIT (too many
 *          processors for a file of this size, or too much work to find its
 *          conflicts)
 * @since 0.2
 */
int weft_run_schedule(const char *file, const char *problem,
                      const struct weft_experiment *experiment,
                      const struct weft_sink *const *sinks, size_t count,
                      struct weft_result *result, struct weft_error *err);

/**
 * Run the schedule of a trusted file, which is read by
 * weft_trace_read_trusted(), without the limits of weft_run_schedule().
 * Otherwise like weft_run_schedule().
 * @since 0.2
 */
int weft_run_schedule_trusted(const char *file, const char *problem,
                              const struct weft_experiment *experiment,
                              const struct weft_sink *const *sinks,
                              size_t count, struct weft_result *result,
                              struct weft_error *err);

/** Free what a result owns; a zeroed result is allowed. @since 0.1 */
void weft_result_finish(struct weft_result *result);

/** The lower bounds of an experiment. */
struct weft_bounds {
    uint64_t slot; /**< number of time units that one transfer takes */
    int count;
    struct weft_bound bound[WEFT_BOUNDS_MAX];
    uint64_t highest; /**< the highest bound in time units; 0: none is known */
    /** length of a message of one block in bytes, which may depend on the
     * problem. @since 0.2 */
    uint64_t bytes;
    uint64_t reserved[8]; /**< zero, for later versions @since 0.2 */
};

/**
 * Compute the lower bounds of an experiment without running it, with the same
 * result as weft_run(), except if the strategy has so many messages that it
 * would take seconds to find their lengths: then any length is assumed. If no
 * strategy is named, the bounds hold for every strategy.
 *
 * @returns 0, or -1 with WEFT_ERROR_UNKNOWN, WEFT_ERROR_MISUSE or
 *          WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_experiment_bounds(const struct weft_experiment *experiment,
                           struct weft_bounds *bounds, struct weft_error *err);

/**
 * Compute the lower bounds of an experiment for strategies that send at most @p
 * most blocks in one message, which raises or lowers the bounds that count
 * messages.
 *
 * @param most    maximum number of blocks in a message, at least 1
 * @param blocks  number of blocks, if the strategy chooses it (vectors that are
 *                combined); 0: not known
 * @returns like weft_experiment_bounds(); no bounds if it is not known how much
 *          several blocks in a message save
 *
 * Threads: any.
 * @since 0.2
 */
int weft_experiment_bounds_joined(const struct weft_experiment *experiment,
                                  uint64_t most, uint64_t blocks,
                                  struct weft_bounds *bounds,
                                  struct weft_error *err);

/**
 * Return the goal of an experiment.
 *
 * @returns the goal, which weft_goal_destroy() frees; NULL with an error like
 *          that of weft_run() if the experiment is inconsistent
 *
 * Threads: any.
 * @since 0.2
 */
struct weft_goal *weft_experiment_goal(const struct weft_experiment *experiment,
                                       struct weft_error *err);

/* ---- strategies and problems, for lists, help and tests ---------------- */

struct weft_strategy_info {
    const char *name, *summary, *source;
    /** kinds of networks that it can run on, separated by spaces; NULL: any */
    const char *networks;
    /** default model of the strategy; NULL: that of the problem */
    const char *model;
    /** a model that allows exactly what the strategy does: it runs in models
     * that allow at least as much; NULL: in any, or what it does depends on
     * data */
    const char *needs;
};
struct weft_problem_info {
    const char *name, *summary, *source, *network, *model;
    /** whether processors compute besides sending, so that the goal does not
     * determine everything that takes time. @since 0.2 */
    bool computes;
};
/** Return the problem at an index; NULL past the end. @since 0.1 */
const struct weft_problem_info *weft_problem(size_t index);
/** Return the problem with this name, or the problem of a plug-in; NULL: there
 * is none.
 * @since 0.2 */
const struct weft_problem_info *weft_problem_find(const char *name);
/** Return the strategy of a problem at an index; NULL past the end, or if the
 * problem is unknown. @since 0.1 */
const struct weft_strategy_info *weft_strategy(const char *problem,
                                               size_t index);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
