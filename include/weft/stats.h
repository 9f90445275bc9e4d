/**
 * Statistics: what a trace says about its run, in numbers.
 *
 * It is a sink: feed it a run, a file, anything that makes events in order.
 *
 * Threads: any; statistics belong to one thread at a time.
 */
#ifndef WEFT_STATS_H
#define WEFT_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/event.h>
#include <weft/network.h>
#include <weft/trace.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/**
 * What one processor did, or all of them together. Times are in time units.
 *
 * In a trace with steps every processor is there from 0 to the makespan; in a
 * trace without (of a real machine) from its first record to its last one.
 * busy, overhead and idle add up to that time. A sum of more than 2^64 - 1 is
 * told as that.
 */
struct weft_stats_load {
    uint64_t busy;        /**< computing; in a trace with neither steps nor
                               computations whatever it does besides
                               communicating and waiting */
    uint64_t overhead;    /**< inside a send, a reception or another call of the
                               communication system, neither waiting in it nor
                               computing besides */
    uint64_t idle;        /**< waiting for a message, sleeping, doing nothing */
    uint64_t first, last; /**< it is there during [first, last] */
    uint64_t measured_busy;  /**< busy as the trace itself has it: the time
                                  that it is there, without the time in calls
                                  that the program measured which wrote the
                                  trace; UINT64_MAX: the trace does not say
                                  @since 0.2 */
    bool absent;             /**< it has no record at all */
    uint64_t sent, received; /**< transfers */
    uint64_t bytes_sent, bytes_received;
};

/** What went from one vertex to another. */
struct weft_stats_flow {
    int from, to;
    uint64_t messages, bytes;
    uint64_t time;    /**< sum of the durations, in time units */
    uint64_t arrived; /**< messages whose reception is known; 0 on links.
                           @since 0.2 */
    uint64_t transit; /**< sum of their times from the beginning of the send
                           until they have arrived, in time units. @since 0.2 */
};

struct weft_stats_result {
    int processors;
    int absent;        /**< of which so many have no record: they are not
                             counted in the total */
    uint64_t makespan; /**< end of the last transfer or computation; if the
                             trace has no steps, from its first record to its
                             last */
    uint64_t unit_ns;  /**< nanoseconds in one time unit; 0: unknown */
    uint64_t steps;    /**< makespan in steps, rounded up; 0: unknown */
    uint64_t messages, bytes;
    uint64_t unmatched; /**< as weft_check_result.unmatched */
    struct weft_stats_load total;
    const struct weft_stats_load *load; /**< [processors] */
    size_t flows;
    const struct weft_stats_flow *flow; /**< [flows] pairs of processors with
                                             a message, by (from, to) */
    size_t links;
    const struct weft_stats_flow *link;    /**< [links] arcs of the network with
                                                a message; none without one */
    const struct weft_stats_flow *busiest; /**< the link (without a network
                the pair) with the most messages, NULL if there is none */
    uint64_t path; /**< length of the critical path, in time units */
    size_t path_events;
    const struct weft_event *path_event; /**< [path_events] from its start */
    bool path_works; /**< it counts the work between two events of a processor,
                          too: the trace records nothing but communication.
                          @since 0.2 */
};

struct weft_stats;

/**
 * @param network  for the loads of its links; borrowed until
 *                 weft_stats_destroy; NULL: pairs of processors only
 * @returns NULL: no memory
 * @since 0.1
 */
struct weft_stats *weft_stats_create(const struct weft_network *network);
/** Go on however long the routes are. Otherwise the sink ends with
 * WEFT_ERROR_LIMIT past 2^25 links on all routes and 64 more for each message.
 * Before the first event. @since 0.2 */
void weft_stats_unlimited(struct weft_stats *stats);

/** The sink to feed. A trace of more processors than the network has ends it
 * with WEFT_ERROR_WRONG. Owned by the statistics. @since 0.1 */
const struct weft_sink *weft_stats_sink(struct weft_stats *stats);
/** The numbers, after the sink's end. Owned by the statistics.
 *
 * The critical path is the longest chain of events in which each one is
 * followed by a later one of the same processor, or a send by its reception;
 * its length counts the time of its events. In a trace without steps it also
 * counts the transit times of messages and, if the trace records communication
 * only, the time between events in which a processor neither waits nor sleeps.
 * @since 0.1 */
const struct weft_stats_result *weft_stats_result(struct weft_stats *stats);
/** Free them; NULL is fine. @since 0.1 */
void weft_stats_destroy(struct weft_stats *stats);

/** Why a processor waited; docs/checking.md has the definitions. @since 0.2 */
enum weft_wait_kind {
    WEFT_WAIT_LATE_SENDER,   /**< in a receive, before the send began */
    WEFT_WAIT_LATE_RECEIVER, /**< in a send, before the receive began */
    WEFT_WAIT_BARRIER,       /**< in a barrier, before the last one entered */
    WEFT_WAIT_ALL_TO_ALL,    /**< ... in another call of which each processor
                                  needs all others */
    WEFT_WAIT_LATE_ROOT,     /**< in a broadcast or scatter, before its root
                                  entered */
    WEFT_WAIT_EARLY_ROOT,    /**< the root of a reduction or gather, before the
                                  last other one entered */
    WEFT_WAIT_KINDS
};

/** The word of a kind: "late sender", ... @since 0.2 */
extern const char *const weft_wait_names[WEFT_WAIT_KINDS];

/** Waiting of one kind. Times are in time units. */
struct weft_waiting {
    enum weft_wait_kind kind;
    int waiter, cause; /**< processors: who waited, who made it wait; -1 where
                            tasks are counted */
    int32_t task; /**< in which the waiter was: the innermost one; -1: none,
                       or where pairs are counted */
    uint64_t count, time;
};

/** One wait, of one processor. Times are in time units. @since 0.2 */
struct weft_wait {
    enum weft_wait_kind kind;
    int waiter, cause; /**< as in struct weft_waiting */
    uint64_t start, end;
};

/** How long processors waited for each other, and how well they were used. */
struct weft_waits {
    struct weft_waiting kind[WEFT_WAIT_KINDS]; /**< all of each */
    size_t count;
    struct weft_wait *wait; /**< [count] each of them, by waiter and start */
    size_t pairs;
    struct weft_waiting *pair; /**< [pairs] by kind, cause, waiter; the longest
                                    first */
    size_t tasks;
    struct weft_waiting *task; /**< [tasks] by kind and task; likewise */
    uint64_t on_path; /**< late senders whose message is on the critical path */
    uint64_t useful;  /**< sum of the busy time of all processors */
    uint64_t most_useful; /**< the highest busy time of a processor */
    uint64_t
        ideal; /**< time from the first to the last event if nothing took
                    time but computing: messages arrive when they are sent */
    uint64_t makespan;
    double load_balance;  /**< useful / (processors * most_useful) */
    double serialisation; /**< most_useful / ideal */
    double transfer;      /**< ideal / makespan */
    double communication; /**< serialisation * transfer */
    double parallel;      /**< load_balance * communication. These five are NAN
                               where nothing is computed */
};

/**
 * Measure them.
 *
 * @param trace  whose statistics have been measured
 * @param stats  these statistics, with any network
 * @param waits  filled; its lists are freed by weft_waits_finish()
 * @returns 0, or -1: WEFT_ERROR_MEMORY
 *
 * Threads: any.
 * @since 0.2
 */
int weft_waits_measure(const struct weft_trace *trace,
                       const struct weft_stats_result *stats,
                       struct weft_waits *waits, struct weft_error *err);
/** Free the lists. @since 0.2 */
void weft_waits_finish(struct weft_waits *waits);

/** The tasks of one name, on all processors together. Times are in time units.
 * @since 0.2 */
struct weft_task_sum {
    char *name;     /**< as weft_task_name() prints it */
    uint64_t count; /**< tasks that began */
    uint64_t time;  /**< sum over the processors of the time that each spent in
                         at least one of them, inner tasks included */
    uint64_t self;  /**< ... while it was the innermost, the last one begun */
};

/** All names of the tasks of a trace. @since 0.2 */
struct weft_task_sums {
    size_t count;
    struct weft_task_sum *task; /**< [count] by name (strcmp()) */
};

/**
 * Measure them. A task that never ends counts until the last event of its
 * processor ends.
 *
 * @param trace  in order
 * @param sums   filled; freed by weft_task_sums_finish()
 * @returns 0, or -1: WEFT_ERROR_MISUSE (a trace that is none), _MEMORY
 *
 * Threads: any.
 * @since 0.2
 */
int weft_task_sums_measure(const struct weft_trace *trace,
                           struct weft_task_sums *sums, struct weft_error *err);
/** Free the list. @since 0.2 */
void weft_task_sums_finish(struct weft_task_sums *sums);

/** The same processor in another trace. @since 0.2 */
struct weft_same_processor {
    int other;    /**< its number there; -1: none was found */
    bool guessed; /**< by its place among several of the same name, or by a name
                       that differs in the ids of process and thread */
};

/**
 * Find the processors of one trace in another one, by name. The ids of process
 * and thread at the end of a name ("build: main (pid 42 tid 7)") change from
 * run to run: whole names count first, then names without ids, then names in
 * which the ids are left out wherever they are ("thread 7 (pid 42 tid 7)").
 * Where a name without ids occurs more than once, the first is the first, the
 * second the second. Processors without a name have the same number.
 *
 * @param same  [a->processors] filled
 * @returns 0, or -1: WEFT_ERROR_MISUSE (impossible numbers of processors),
 *          _MEMORY
 *
 * Cost    O(n log n) for n processors, and n times the parameters
 * Threads: any.
 * @since 0.2
 */
int weft_processors_match(const struct weft_trace_info *a,
                          const struct weft_trace_info *b,
                          struct weft_same_processor *same,
                          struct weft_error *err);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
