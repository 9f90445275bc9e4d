/**
 * The minimum number of steps, found and proved by a search with a SAT solver.
 *
 * For a number of steps T the question "is there a schedule of T steps?" is
 * encoded as a formula, from the goal of the problem, the network and the
 * model. A solution is a schedule, which the checker verifies before it is
 * reported; if there is no solution, that is a lower bound. The search goes
 * upward from the best known bound; the results of strategies are upper bounds.
 * docs/optimum.md describes the formula and how to read a proof.
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

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** State of a search. */
struct weft_optimum_progress {
    /** the number of steps T that is being decided, the lowest if there are
     * several; 0: none yet */
    int steps;
    /** the range of the optimum known so far; upper 0: no upper bound */
    int lower, upper;
    double seconds; /**< time since the search began, in seconds */
};

/** What to search for, and how. All pointers are borrowed during the call. */
struct weft_optimum_options {
    /** Problem, network, model, seed, and the problem's own settings. Other
     * settings are ignored, and "vector", too: steps are counted, not bytes or
     * time, and no run is executed. */
    const struct weft_experiment *experiment;
    /** range of the numbers of steps to decide; 0: from the best bound, without
     * an upper limit */
    int from, to;
    /** time limit in seconds, after which the range known so far is the result;
     * 0: none */
    double limit;
    /** number of values of T, or with `cubes` of parts of one formula, to
     * decide at the same time; 0: one */
    int jobs;
    /** whether to allow routed transfers between any two processors, if the
     * model allows them (a processor sends to one processor at a time).
     * Otherwise only neighbours may exchange messages, and processors with only
     * switches between them */
    bool routes;
    bool no_symmetry; /**< whether to ignore the symmetries of the network */
    /** if the order of turns is free: whether to search only for schedules in
     * which consecutive turns belong to neighbours. This finds schedules
     * faster, but proves nothing */
    bool narrow;
    /** whether to ignore the results of strategies as upper bounds */
    bool no_strategies;
    /** whether to minimize the number of messages once the steps are decided */
    bool least_messages;
    bool force; /**< whether to search however large the formula is */
    /** Whether to search from every processor as `root`: the result is that of
     * the first processor that needs the most steps. Of processors that a
     * symmetry of the network exchanges, only one is searched, unless
     * `no_symmetry` is set. The problem needs the setting "root", and `from`
     * and `to` must be 0. @since 0.2 */
    bool every_root;
    /** Number of parts (cubes), at most 256, into which each formula is split;
     * 0: one. Then one T is decided after the other. The result does not depend
     * on `jobs`. A proof consists of those of the parts. @since 0.2 */
    int cubes;
    /** Maximum number of phases; 0: any. A phase consists of consecutive steps,
     * and a processor sends in a phase only what it held when the phase began.
     * Not for problems in which processors take turns. @since 0.2 */
    int phases;
    /** The goal to reach; NULL: the goal of the experiment's problem. With a
     * goal the experiment needs a network, but no problem. */
    const struct weft_goal *goal;
    /** for problems whose strategies divide vectors into blocks (allreduce,
     * reduce-scatter): number of blocks, for reduce-scatter per processor; 0
     * means 1 */
    int blocks;
    /** prefix of the files PROOF.cnf and PROOF.drat to write, which prove that
     * one step less than `lower` is impossible; NULL: write none. The process
     * must not ignore SIGCHLD during this time */
    const char *proof;
    /** Called several times per second, in any thread, also while strategies
     * run; returns false to end the search. May be NULL. */
    bool (*go_on)(void *arg, const struct weft_optimum_progress *progress);
    void *arg;
};

struct weft_optimum_schedule;

#define WEFT_OPTIMUM_RESTRICTIONS_MAX 3
#define WEFT_OPTIMUM_BETTERS_MAX 3

/** A strategy that breaks a restriction of the question and takes fewer steps
 * than its optimum. @since 0.2 */
struct weft_optimum_better {
    char strategy[24];
    int steps;
    int breaks; /**< number of restrictions that it breaks, at least 1 */
    /** [breaks] how it breaks each, such as "puts up to 4 blocks in a
     * message" */
    char broken[WEFT_OPTIMUM_RESTRICTIONS_MAX][48];
    /** whether the question with `routes` includes the strategy */
    bool routes_only;
};

/** The result of a search. */
struct weft_optimum {
    char problem[24], network[WEFT_NETWORK_NAME_MAX], model[64];
    /** the interpretation of "in order"; empty: no order is required */
    char order[16];
    int processors;
    bool routes; /**< whether routed transfers were allowed */
    /** whether any schedule exists; if not, `lower_by` gives the reason, and
     * lower and upper are 0 */
    bool reachable;
    bool decided; /**< whether the optimum is known: lower == upper */
    /** no schedule has fewer steps than `lower`, and one has `upper` steps. If
     * the goal is reached at the start both are 0 and `decided` is true;
     * otherwise `upper` 0 means that no schedule is known */
    int lower, upper;
    /** origins of the bounds: "a search: ...", "bound ...", "strategy
     * rotated" */
    char lower_by[160], upper_by[160];
    /** the bound that the author of a problem states in its file; not used for
     * `lower`; 0: none @since 0.2 */
    uint64_t author;
    char author_by[64];
    uint64_t variables, clauses; /**< size of the largest formula */
    double seconds;
    uint64_t messages; /**< number of messages of the schedule */
    bool fewest; /**< whether no schedule of `upper` steps has fewer messages */
    bool proved; /**< whether the proof was written */
    /** a schedule of `upper` steps; owned; NULL: none is known */
    struct weft_optimum_schedule *schedule;
    /** Number of restrictions that the question imposes on schedules besides
     * the model; without any, the optimum is that of the problem. @since 0.2 */
    int restrictions;
    /** [restrictions] the restrictions, such as "1 block in a message"
     * @since 0.2 */
    char restriction[WEFT_OPTIMUM_RESTRICTIONS_MAX][48];
    /** number of strategies in `better`; 0 if `no_strategies` @since 0.2 */
    int betters;
    /** [betters] Strategies that are valid on the network and in the model and
     * take fewer steps than `upper` (0: any number), in ascending order of
     * steps.
     * @since 0.2 */
    struct weft_optimum_better better[WEFT_OPTIMUM_BETTERS_MAX];
    /** With `every_root`: the root of the result, the number of searches, and,
     * if `decided`, the number of processors that need `upper` steps as root;
     * otherwise 0. @since 0.2 */
    int root, roots_searched, roots_slowest;
    /** If the options limit the phases: the number of phases of the schedule,
     * and [phases] the steps of each; owned by the schedule. Otherwise 0 and
     * NULL. @since 0.2 */
    int phases;
    const int *phase;
};

/**
 * Search for the minimum number of steps.
 *
 * @param result  filled; free it with weft_optimum_finish(), also after -1
 * @returns 0, also if the time limit was too short to decide; or -1 with
 *          WEFT_ERROR_MISUSE, _UNKNOWN (the experiment is inconsistent, or
 *          there is no search for its problem), WEFT_ERROR_LIMIT (the formula
 *          is too large, or weft was built without a solver),
 *          WEFT_ERROR_MEMORY, WEFT_ERROR_SYSTEM (a file, a thread, the program
 *          `cadical` that writes proofs), WEFT_ERROR_WRONG (the checker
 *          rejected a schedule that was found, which no input should cause)
 *
 * Cost   exponential in the worst case Source docs/optimum.md
 * @since 0.2
 */
int weft_optimum(const struct weft_optimum_options *options,
                 struct weft_optimum *result, struct weft_error *err);

/**
 * Play the schedule that was found to sinks, as a run would.
 *
 * @param sinks  [count] the sinks
 * @returns 0, or -1 with WEFT_ERROR_MEMORY, WEFT_ERROR_EMPTY if there is no
 *          schedule, or the kind that a sink has returned
 * @since 0.2
 */
int weft_optimum_play(const struct weft_optimum *result,
                      const struct weft_sink *const *sinks, size_t count,
                      struct weft_error *err);

/** Free what a result owns; a zeroed result is allowed. @since 0.2 */
void weft_optimum_finish(struct weft_optimum *result);

/** Return the name of the built-in solver, "cadical-1.5.3"; NULL: there is
 * none.
 * @since 0.2 */
const char *weft_optimum_solver(void);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
