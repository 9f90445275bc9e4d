/**
 * The best throughput of a network: how long a collective takes for much data
 * if only the bandwidths of the links count, as an exact fraction.
 *
 * Two certificates prove the result: a cut, which no algorithm can beat, and a
 * packing of trees, which attains it. The trees yield a periodic schedule.
 * docs/optimum.md describes the method.
 *
 * An arc has the bandwidth that its network declares, or 1, for each of its
 * lanes. Bandwidths are read as decimals: 0.1 is 1/10. Latencies do not count.
 *
 * Threads: any; a result belongs to one thread at a time.
 */
#ifndef WEFT_BANDWIDTH_H
#define WEFT_BANDWIDTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/event.h>
#include <weft/network.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/** A fraction in lowest terms. @since 0.2 */
struct weft_fraction {
    int64_t num, den; /**< den > 0; 0/0 in unused members of a result */
};

/** The question. All pointers are borrowed during the call. @since 0.2 */
struct weft_bandwidth_options {
    /** allgather, reduce-scatter, broadcast, stream, reduce or allreduce */
    const char *problem;
    const struct weft_network *network;
    int root; /**< root of a broadcast, stream or reduction */
    /** number of chunks of each root, so the number of its trees with their
     * weights; 0: as many as the optimum needs */
    int64_t chunks;
    int64_t rounds; /**< number of periods of data in the schedule; 0: 1 */
    bool cut_only;  /**< whether to find only the time and the cut */
    bool schedule;  /**< whether to make a schedule that can be played */
    bool force;     /**< whether to ignore the limits on the size */
    /** Called between maximum flows; returns false to end the search. May be
     * NULL. */
    bool (*go_on)(void *arg);
    void *arg;
};

/** A set of vertices whose arcs bound the time. @since 0.2 */
struct weft_bandwidth_cut {
    int *inside; /**< [count] the vertices of the set, ascending; owned */
    int count;
    int processors; /**< number of processors in the set */
    bool in;        /**< whether data must enter the set, not leave it */
    int64_t words;  /**< number of words that must cross */
    struct weft_fraction bandwidth; /**< of the arcs that cross */
};

/** One tree of a packing. @since 0.2 */
struct weft_bandwidth_tree {
    int root;
    int64_t weight; /**< number of chunks of a period that use the tree */
    int height;     /**< number of arcs of its longest path */
    int arcs;       /**< number of arcs: processors - 1 */
    /** [arcs + 1] index in `vertex` at which each arc begins; owned. Parents
     * come before children, in a reduction after them. */
    int *first;
    /** [first[arcs]] vertices of each arc in the direction of the data: a
     * processor, the switches that it passes, a processor; owned */
    int *vertex;
};

struct weft_optimum_schedule;

/** The result. @since 0.2 */
struct weft_bandwidth {
    char problem[24], network[WEFT_NETWORK_NAME_MAX];
    int processors, switches;
    int root;                  /**< -1: the problem has none */
    struct weft_fraction unit; /**< bandwidth of a lane of the schedule */
    /** Time per word, in time units. That is the optimum if `attained`, else
     * a lower bound; with chunks, the time of the trees; for allreduce that of
     * both phases. */
    struct weft_fraction time;
    bool attained; /**< whether the trees attain the cut */
    /** time of the trees if not attained; unused with cut_only */
    struct weft_fraction upper;
    struct weft_fraction optimum; /**< without a given number of chunks */
    int64_t chunks;               /**< chunks of each root in a period, k */
    int64_t steps_bound;          /**< steps of a period, U */
    int64_t copies; /**< number of times a period uses each tree */
    struct weft_bandwidth_cut cut;
    size_t trees;
    struct weft_bandwidth_tree *tree; /**< [trees] the packing; owned */
    /** whether the members below are set; if not, although there are trees,
     * `refusal` has the reason */
    bool scheduled;
    int64_t rounds, period; /**< periods of data; steps of a period */
    int64_t first;          /**< steps until the first round is complete */
    int64_t steps, bound;   /**< steps of all rounds, and their lower bound */
    uint64_t messages;
    /** the schedule; owned; NULL: there is none, for the reason in `refusal` */
    struct weft_optimum_schedule *schedule;
    char refusal[200];
    /** allreduce only: the lower bound, its origin ("cut" or "partition"), and
     * the time divided by it */
    struct weft_fraction lower, factor;
    char lower_by[16];
    /** allreduce only: reduce-scatter and allgather; owned */
    struct weft_bandwidth *part[2];
    uint64_t flows; /**< number of maximum flows */
    double seconds;
    bool stopped; /**< whether `go_on` ended the search: no trees */
};

/**
 * Find the best throughput, the cut, and unless @p options say otherwise the
 * trees and the schedule.
 *
 * @param result  filled; free it with weft_bandwidth_finish(), also after -1
 * @returns 0, or -1 with WEFT_ERROR_UNKNOWN (no such problem, or not for
 *          bandwidths), WEFT_ERROR_MISUSE (root, chunks, rounds),
 *          WEFT_ERROR_LIMIT (the network is too large, or its bandwidths are
 *          too unlike each other), WEFT_ERROR_STOPPED (`go_on` ended the search
 *          before the cut was known), WEFT_ERROR_MEMORY, or WEFT_ERROR_WRONG
 *          (the trees failed their verification, which no input should cause)
 * @since 0.2
 */
int weft_bandwidth(const struct weft_bandwidth_options *options,
                   struct weft_bandwidth *result, struct weft_error *err);

/**
 * Play the schedule to sinks, as a run would.
 *
 * @param sinks  [count] the sinks
 * @returns 0, or -1 with WEFT_ERROR_MEMORY, WEFT_ERROR_EMPTY if there is no
 *          schedule, or the kind that a sink has returned
 * @since 0.2
 */
int weft_bandwidth_play(const struct weft_bandwidth *result,
                        const struct weft_sink *const *sinks, size_t count,
                        struct weft_error *err);

/** Free what a result owns; a zeroed result is allowed. @since 0.2 */
void weft_bandwidth_finish(struct weft_bandwidth *result);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
