/**
 * The minimum number of steps: found and proved by a search with a SAT solver.
 *
 * For a number of steps T the question "is there a schedule of T steps?" is
 * written as a formula, from the goal of the problem, the network and the
 * model. A solution is a schedule, which the checker judges before anything is
 * said; that there is none is a lower bound. The search goes upward from the
 * best bound that is known, and knows from above what a strategy reaches.
 * docs/optimum.md has the formula and how to read a proof.
 *
 * Threads: any; a result belongs to one thread at a time.
 */
#ifndef WEFT_OPTIMUM_H
#define WEFT_OPTIMUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/event.h>
#include <weft/goal.h>
#include <weft/network.h>
#include <weft/setting.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/** How far a search is. */
struct weft_optimum_progress {
    int steps;        /**< the T that is being decided, the lowest of several;
                           0: none yet */
    int lower, upper; /**< the range known so far; upper 0: none known */
    double seconds;   /**< since the search began */
};

/** What to look for, and how. All borrowed for the call. */
struct weft_optimum_options {
    /** Problem, network, model, seed, and the problem's own settings. The
     * others mean nothing, nor does "vector": steps are counted, not bytes or
     * time, and no run is made to last, stop or show as they say. */
    const struct weft_experiment *experiment;
    int from, to;     /**< numbers of steps to decide; 0: from the best bound,
                           without an end */
    double limit;     /**< seconds, then the range known is the result; 0:
                           none */
    int jobs;         /**< numbers of steps decided at a time; 0: one */
    bool routes;      /**< where the model has routed transfers (a processor
                           sends to one): allow them between any two
                           processors. Else only neighbours take part in one,
                           and those with nothing but switches between them */
    bool no_symmetry; /**< do not use the network's symmetries */
    bool narrow; /**< where turns are free: look only for schedules in which
                      each turn is a neighbour's of the one before. Finds
                      sooner, and proves nothing */
    bool no_strategies;  /**< do not begin with what strategies reach */
    bool least_messages; /**< when the steps are decided, the fewest messages */
    bool force;          /**< however large the formula is */
    /** What is to be reached; NULL: the goal of the experiment's problem. With
     * a goal the experiment needs no problem, but a network. */
    const struct weft_goal *goal;
    int blocks; /**< of problems whose strategies cut what everybody has into
                     blocks (allreduce, reduce-scatter): how many, of the second
                     for each processor; 0: 1 */
    const char *proof; /**< write PROOF.cnf and PROOF.drat: that one step
                            less than `lower` is impossible; NULL: do not. The
                            process must not ignore SIGCHLD meanwhile */
    /** Asked some times a second; false ends the search. May be NULL. */
    bool (*go_on)(void *arg, const struct weft_optimum_progress *progress);
    void *arg;
};

struct weft_optimum_schedule;

#define WEFT_OPTIMUM_RESTRICTIONS_MAX 3
#define WEFT_OPTIMUM_BETTERS_MAX 3

/** A strategy that does not keep to the question, and takes fewer steps than
 * its optimum. @since 0.2 */
struct weft_optimum_better {
    char strategy[24];
    int steps;
    int breaks; /**< at least 1 */
    /** [breaks] "puts up to 4 blocks in a message" */
    char broken[WEFT_OPTIMUM_RESTRICTIONS_MAX][48];
    bool routes_only; /**< the question with `routes` includes it */
};

/** What was found. */
struct weft_optimum {
    char problem[24], network[WEFT_NETWORK_NAME_MAX], model[64];
    char order[16]; /**< the reading of "in order"; empty: none is asked */
    int processors;
    bool routes;      /**< transfers over routes were allowed */
    bool reachable;   /**< some schedule exists; if not, `lower_by` says why
                           none does, and lower and upper are 0 */
    bool decided;     /**< lower == upper */
    int lower, upper; /**< no schedule has fewer steps than `lower`, one has
                           `upper`. Where the goal is reached at the start both
                           are 0 and `decided`; else `upper` 0: none is
                           known */
    char lower_by[160], upper_by[160]; /**< "a search: ...", "bound ...",
                                            "strategy rotated" */
    uint64_t author; /**< the bound of a problem from a file, its author's word;
                          not used in `lower`; 0: none @since 0.2 */
    char author_by[64];
    uint64_t variables, clauses; /**< of the largest formula */
    double seconds;
    uint64_t messages; /**< of the schedule */
    bool fewest;       /**< no schedule of `upper` steps has fewer messages */
    bool proved;       /**< the proof is written */
    struct weft_optimum_schedule *schedule; /**< of `upper` steps; owned; NULL:
                                                 none is known */
    /** What the question asks of schedules besides the model; without any the
     * optimum is that of the problem. @since 0.2 */
    int restrictions;
    /** [restrictions] "1 block in a message" @since 0.2 */
    char restriction[WEFT_OPTIMUM_RESTRICTIONS_MAX][48];
    int betters; /**< 0 if `no_strategies` @since 0.2 */
    /** [betters] Strategies that are valid on the network and in the model and
     * take fewer steps than `upper` (0: than any number), the fewest first.
     * @since 0.2 */
    struct weft_optimum_better better[WEFT_OPTIMUM_BETTERS_MAX];
};

/**
 * Search.
 *
 * @param result  filled; to be freed by weft_optimum_finish(), also after -1
 * @returns 0, also if the time was too short to decide; or -1 with
 *          WEFT_ERROR_MISUSE, _UNKNOWN (the experiment makes no sense, or its
 *          problem has no such search), WEFT_ERROR_LIMIT (the formula is too
 *          large, or weft was built without a solver), WEFT_ERROR_MEMORY,
 *          WEFT_ERROR_SYSTEM (a file, a thread, the program `cadical` that
 *          writes proofs), WEFT_ERROR_WRONG (a schedule found did not pass the
 *          checker, which no input should bring about)
 *
 * Cost   exponential in the worst case
 * Source docs/optimum.md
 * @since 0.2
 */
int weft_optimum(const struct weft_optimum_options *options,
                 struct weft_optimum *result, struct weft_error *err);

/**
 * Tell sinks the schedule found, as a run would.
 *
 * @param sinks  [count]
 * @returns 0, or -1 with WEFT_ERROR_MEMORY, WEFT_ERROR_EMPTY if there is no
 *          schedule, or the kind that a sink has returned
 * @since 0.2
 */
int weft_optimum_play(const struct weft_optimum *result,
                      const struct weft_sink *const *sinks, size_t count,
                      struct weft_error *err);

/** Free what a result owns; a zeroed one is fine. @since 0.2 */
void weft_optimum_finish(struct weft_optimum *result);

/** The solver that is built in, "cadical-1.5.3"; NULL: there is none.
 * @since 0.2 */
const char *weft_optimum_solver(void);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
