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
#include <weft/goal.h>
#include <weft/machine.h>
#include <weft/network.h>
#include <weft/setting.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/** A lower bound on the time of every valid run of a question: one argument of
 * weft_bound_of(). */
struct weft_bound {
    char name[64];  /**< the argument: "work over ports" */
    uint64_t time;  /**< in time units; in unit time these are steps */
    char text[240]; /**< what it counts; may be empty */
};

/**
 * In words: "15548 = work over ports: 30 messages and 245760 words over 16
 * ports".
 *
 * @param text  [size], cut if it is too short
 * @since 0.2
 */
void weft_bound_format(const struct weft_bound *bound, char *text, size_t size);

/** A figure of the problem's own: "residual" = 1.2e-14. */
struct weft_measure {
    char name[32];
    double value;
};

#define WEFT_BOUNDS_MAX 12
#define WEFT_MEASURES_MAX 16

struct weft_result {
    char problem[24], strategy[24], network[WEFT_NETWORK_NAME_MAX], model[64];
    int processors;
    uint64_t steps;    /**< makespan in slots, rounded up */
    uint64_t makespan; /**< in time units */
    uint64_t messages, bytes;
    uint64_t blocks; /**< sent in all, where messages carry several; 0: they
                          do not @since 0.2 */
    uint64_t volume; /**< of these: the sum over the rounds of the most in one
                          message: what the time per word is paid for
                          @since 0.2 */
    uint64_t rounds; /**< of a timetable; 0: it is none @since 0.2 */
    uint64_t vector; /**< bytes that each processor combines, where the problem
                          has that setting; else 0 @since 0.2 */
    uint64_t message_bytes;  /**< of the longest message; 0: not known
                                  @since 0.2 */
    uint64_t message_blocks; /**< in it, rounded up; 0: not known @since 0.2 */
    int bounds;
    struct weft_bound bound[WEFT_BOUNDS_MAX]; /**< [bounds] the highest first */
    uint64_t lower_bound; /**< of the question: no valid run takes less, in time
                               units; 0: none is known */
    int64_t question_blocks; /**< messages of the question have at most so many
                                  blocks; 0: any number. A run with longer ones
                                  is not of the question and has no ratio
                                  @since 0.2 */
    uint64_t question_bytes; /**< ... and bytes, where there is a vector, which
                                  strategies cut into blocks of their own; 0:
                                  the blocks count @since 0.2 */
    uint64_t own_bound;      /**< the same for messages of at most
                                  `message_bytes`; 0: not asked @since 0.2 */
    uint64_t author_bound;   /**< of a problem from a file: its author's word,
                                  which is not in `bound`; 0: none @since 0.2 */
    char author_by[64];      /**< what it counts @since 0.2 */
    double ratio;            /**< makespan / lower_bound; 0 if there is none, or
                                  the run is not valid or not of the question */
    uint64_t conflicts;
    int busiest;          /**< rank of the processor with the most busy time */
    double busy_share;    /**< busy time of all / (size * makespan) */
    double busiest_share; /**< busy time of the busiest / makespan */
    bool ended;           /**< the run came to its end: the numbers above
                               are those of a whole run */
    bool valid;           /**< it ended, kept the model, and the postcondition
                               holds */
    bool not_judged;      /**< nothing is wrong, but not all that was asked for
                               could be judged: then it is not valid, and
                               `verdict` says what, why, and which option
                               would judge it @since 0.2 */
    bool expected;        /**< it is valid, or not valid as the setting
                               `expect` says */
    char verdict[240];    /**< why it is not valid, if it is not; one line:
                               "breaks the model: 8 conflicts" */
    int measures;
    struct weft_measure measure[WEFT_MEASURES_MAX];
    double wall_seconds;
    struct weft_outcome outcome; /**< loads, conflicts, report */
};

/** "yes", "no" or "not judged". @since 0.2 */
const char *weft_result_valid(const struct weft_result *result);

/**
 * Run an experiment.
 *
 * @param sinks   [count] sinks that are each told the run, may be NULL; if
 *                the run fails, their `end` is not called
 * @param result  filled, the names and the lower bounds before a sink is told
 *                the first event; to be freed by weft_result_finish(), also
 *                after -1
 * @returns 0 if the run ended and solved the problem: then result->valid says
 *          whether it kept the model (where conflicts are reported, it may
 *          not have); -1 with WEFT_ERROR_UNKNOWN or
 *          WEFT_ERROR_MISUSE (the experiment makes no sense: wrong use), or as
 *          weft_machine_run(), or WEFT_ERROR_WRONG (the postcondition does not
 *          hold)
 * @since 0.1
 */
int weft_run(const struct weft_experiment *experiment,
             const struct weft_sink *const *sinks, size_t count,
             struct weft_result *result, struct weft_error *err);
/**
 * Run what a schedule says: a file in any format that weft reads, on the
 * machine. What the file says in whole slots keeps to slots, each as long as
 * its longest transfer; of a file with dependencies and no times (MSCCL, GOAL
 * but that of a run in unit time), or with transfers that begin within slots,
 * each processor does what it does in the order of the file, as soon as it has
 * received what stands before. Messages have the lengths of the file, or, where
 * it tells none or `bytes` is chosen, that many for each block. What they carry
 * is told in the events; it is for a sink, as that of weft_check, to judge it.
 *
 * @param file        FILE or FORMAT:FILE, as weft_trace_read() takes it
 * @param problem     what traces say that it solves; NULL: as the file says
 * @param experiment  general settings; network, model, cost and bytes that it
 *                    leaves open are the file's, or a complete network,
 *                    one-port-duplex and unit time; the engine is then
 *                    "fibers". Its problem is not used
 * @returns as weft_run(), or -1 as weft_trace_read(), or with
 *          WEFT_ERROR_WRONG (the file names a network that is a file or of a
 *          plug-in: only @p experiment may), or WEFT_ERROR_LIMIT (more
 *          processors than a file so short may ask for, or its conflicts are
 *          too much work)
 * @since 0.2
 */
int weft_run_schedule(const char *file, const char *problem,
                      const struct weft_experiment *experiment,
                      const struct weft_sink *const *sinks, size_t count,
                      struct weft_result *result, struct weft_error *err);

/**
 * The same for a file that is trusted, read as weft_trace_read_trusted() does,
 * without those limits.
 * @since 0.2
 */
int weft_run_schedule_trusted(const char *file, const char *problem,
                              const struct weft_experiment *experiment,
                              const struct weft_sink *const *sinks,
                              size_t count, struct weft_result *result,
                              struct weft_error *err);

/** Free what a result owns; a zeroed one is fine. @since 0.1 */
void weft_result_finish(struct weft_result *result);

/** What is proved of an experiment. */
struct weft_bounds {
    uint64_t slot; /**< one transfer takes so many time units */
    int count;
    struct weft_bound bound[WEFT_BOUNDS_MAX];
    uint64_t highest; /**< in time units; 0: none is known */
    uint64_t bytes;   /**< of a message of one block, which a problem may set
                           itself. @since 0.2 */
};

/**
 * The lower bounds of an experiment, without running it: the same that
 * weft_run() reports, but where the messages of its strategy are so many that
 * to tell how long they are would take seconds: then messages of any length are
 * assumed. Where no strategy is named they hold for any.
 *
 * @returns 0, or -1 with WEFT_ERROR_UNKNOWN, WEFT_ERROR_MISUSE or
 *          WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_experiment_bounds(const struct weft_experiment *experiment,
                           struct weft_bounds *bounds, struct weft_error *err);

/**
 * The same for whoever sends at most @p most blocks in one message, which
 * raises or lowers the bounds that count messages.
 *
 * @param most    at least 1
 * @param blocks  that there are, where a strategy chooses that (vectors that
 * are combined); 0: not known
 * @returns as weft_experiment_bounds(); none where it is not known what several
 *          blocks in a message save
 *
 * Threads: any.
 * @since 0.2
 */
int weft_experiment_bounds_joined(const struct weft_experiment *experiment,
                                  uint64_t most, uint64_t blocks,
                                  struct weft_bounds *bounds,
                                  struct weft_error *err);

/**
 * What an experiment asks for, as a goal.
 *
 * @returns the goal, to be freed by weft_goal_destroy(); NULL with an error as
 *          of weft_run() if the experiment makes no sense
 *
 * Threads: any.
 * @since 0.2
 */
struct weft_goal *weft_experiment_goal(const struct weft_experiment *experiment,
                                       struct weft_error *err);

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
    bool computes; /**< besides sending: its goal does not say all that takes
                        time. @since 0.2 */
};
/** NULL past the end. @since 0.1 */
const struct weft_problem_info *weft_problem(size_t index);
/** The problem of that name, or of that plug-in; NULL: there is none.
 * @since 0.2 */
const struct weft_problem_info *weft_problem_find(const char *name);
/** NULL past the end, or if the problem is unknown. @since 0.1 */
const struct weft_strategy_info *weft_strategy(const char *problem,
                                               size_t index);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
