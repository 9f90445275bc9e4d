/**
 * Statistics: numbers that describe the run of a trace.
 *
 * It is a sink: it accepts a run, a file, or any other ordered sequence of
 * events.
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

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Totals of one processor, or of all processors. Times are in time units.
 *
 * In a trace with steps every processor is present from 0 to the makespan; in a
 * trace without steps (of a real machine) from its first record to its last
 * one. busy, overhead and idle add up to that time. Sums are limited to 2^64 -
 * 1.
 */
struct weft_stats_load {
    /** time spent computing; in a trace with neither steps nor computations,
     * all time except for communication and waiting */
    uint64_t busy;
    /** time spent inside a send, a reception or another call of the
     * communication system, without the time spent waiting or computing in
     * it */
    uint64_t overhead;
    /** time spent waiting for a message, sleeping, or doing nothing */
    uint64_t idle;
    /** the interval [first, last] in which the processor is present */
    uint64_t first, last;
    /** busy time as measured by the program that wrote the trace: the time of
     * presence minus the time in communication calls; UINT64_MAX: the trace
     * does not state it @since 0.2 */
    uint64_t measured_busy;
    bool absent;             /**< whether the processor has no record at all */
    uint64_t sent, received; /**< number of transfers sent, and received */
    uint64_t bytes_sent, bytes_received;
};

/** Messages from one vertex to another. */
struct weft_stats_flow {
    int from, to;
    uint64_t messages, bytes;
    uint64_t time; /**< sum of the durations of the transfers, in time units */
    /** number of messages whose reception is known; 0 on links. @since 0.2 */
    uint64_t arrived;
    /** sum of the transit times of the messages whose reception is known, from
     * the start of the send until the arrival, in time units. @since 0.2 */
    uint64_t transit;
};

struct weft_stats_result {
    int processors;
    /** number of processors without a record, which are excluded from the
     * total */
    int absent;
    /** end of the last transfer or computation; if the trace has no steps, the
     * time from its first record to its last */
    uint64_t makespan;
    uint64_t unit_ns; /**< number of nanoseconds in one time unit; 0: unknown */
    uint64_t steps;   /**< makespan in steps, rounded up; 0: unknown */
    uint64_t messages, bytes;
    /** number of sends and receptions that do not match, like
     * weft_check_result.unmatched */
    uint64_t unmatched;
    struct weft_stats_load total;
    /** [processors] totals of each processor */
    const struct weft_stats_load *load;
    size_t flows;
    /** [flows] pairs of processors that exchanged messages, one per direction,
     * ordered by (from, to) */
    const struct weft_stats_flow *flow;
    size_t links;
    /** [links] arcs of the network with a message; none without a network */
    const struct weft_stats_flow *link;
    /** link (without a network: pair) with the most messages, NULL if there is
     * none */
    const struct weft_stats_flow *busiest;
    uint64_t path; /**< length of the critical path, in time units */
    size_t path_events;
    /** [path_events] events of the critical path, from its start */
    const struct weft_event *path_event;
    /** whether the path also includes the work between two events of a
     * processor, since the trace records communication only. @since 0.2 */
    bool path_works;
};

struct weft_stats;

/**
 * Create statistics.
 *
 * @param network  network whose link loads are computed; borrowed until
 *                 weft_stats_destroy(); NULL: pairs of processors only
 * @returns the statistics; NULL: out of memory
 * @since 0.1
 */
struct weft_stats *weft_stats_create(const struct weft_network *network);
/** Do not limit the lengths of routes. Otherwise the sink ends with
 * WEFT_ERROR_LIMIT beyond 2^25 links on all routes plus 64 per message. Must be
 * called before the first event. @since 0.2 */
void weft_stats_unlimited(struct weft_stats *stats);

/** Return the sink that takes the events. A trace with more processors than the
 * network ends it with WEFT_ERROR_WRONG. Owned by the statistics. @since 0.1 */
const struct weft_sink *weft_stats_sink(struct weft_stats *stats);
/** Return the results, after the sink's end. Owned by the statistics.
 *
 * The critical path is the longest chain of events in which each one is
 * followed by a later one of the same processor, or a send by its reception;
 * its length is the total time of its events. In a trace without steps the
 * length includes the transit times of messages and, if the trace records
 * communication only, the time between events in which a processor neither
 * waits nor sleeps.
 * @since 0.1 */
const struct weft_stats_result *weft_stats_result(struct weft_stats *stats);
/** Free statistics; NULL is allowed. @since 0.1 */
void weft_stats_destroy(struct weft_stats *stats);

/** Reason of a wait; docs/checking.md has the definitions. @since 0.2 */
enum weft_wait_kind {
    WEFT_WAIT_LATE_SENDER,   /**< wait in a receive until the send begins */
    WEFT_WAIT_LATE_RECEIVER, /**< wait in a send until the receive begins */
    /** wait in a barrier until the last processor enters it */
    WEFT_WAIT_BARRIER,
    /** wait in any other call in which each processor needs all others */
    WEFT_WAIT_ALL_TO_ALL,
    /** wait in a broadcast or scatter until its root enters it */
    WEFT_WAIT_LATE_ROOT,
    /** wait of the root of a reduction or gather until the last other processor
     * enters it */
    WEFT_WAIT_EARLY_ROOT,
    WEFT_WAIT_KINDS
};

/** The names of the kinds: "late sender", ... @since 0.2 */
extern const char *const weft_wait_names[WEFT_WAIT_KINDS];

/** The total of the waits of one kind. Times are in time units. */
struct weft_waiting {
    enum weft_wait_kind kind;
    /** processor that waited, and processor that caused it; -1 in totals by
     * task */
    int waiter, cause;
    /** innermost task of the waiting processor; -1: none, or in totals by
     * pair */
    int32_t task;
    uint64_t count, time;
};

/** One wait of one processor. Times are in time units. @since 0.2 */
struct weft_wait {
    enum weft_wait_kind kind;
    int waiter, cause; /**< processors as in struct weft_waiting */
    uint64_t start, end;
};

/** Times that processors waited for each other, and measures of efficiency. */
struct weft_waits {
    struct weft_waiting kind[WEFT_WAIT_KINDS]; /**< totals of each kind */
    size_t count;
    struct weft_wait *wait; /**< [count] all waits, by waiter and start */
    size_t pairs;
    /** [pairs] totals by kind, cause and waiter, in descending order of time */
    struct weft_waiting *pair;
    size_t tasks;
    /** [tasks] totals by kind and task, in descending order of time */
    struct weft_waiting *task;
    /** time of late-sender waits whose message is on the critical path */
    uint64_t on_path;
    uint64_t useful;      /**< sum of the busy time of all processors */
    uint64_t most_useful; /**< maximum busy time of a processor */
    /** ideal time from the first to the last event if only computing took time,
     * so that messages arrive when they are sent */
    uint64_t ideal;
    uint64_t makespan;
    double load_balance; /**< efficiency: useful / (processors * most_useful) */
    double serialisation; /**< efficiency: most_useful / ideal */
    double transfer;      /**< efficiency: ideal / makespan */
    double communication; /**< efficiency: serialisation * transfer */
    /** efficiency: load_balance * communication. All five efficiencies are NAN
     * if nothing is computed */
    double parallel;
};

/**
 * Measure the waits of a trace.
 *
 * @param trace  the trace
 * @param stats  its statistics, with any network
 * @param waits  filled; weft_waits_finish() frees its lists
 * @returns 0, or -1: WEFT_ERROR_MEMORY, WEFT_ERROR_MISUSE (the statistics are
 *          for a different number of processors)
 *
 * Threads: any.
 * @since 0.2
 */
int weft_waits_measure(const struct weft_trace *trace,
                       const struct weft_stats_result *stats,
                       struct weft_waits *waits, struct weft_error *err);
/** Free the lists of waits. @since 0.2 */
void weft_waits_finish(struct weft_waits *waits);

/** The total of the tasks with one name, on all processors. Times are in time
 * units.
 * @since 0.2 */
struct weft_task_sum {
    char *name;     /**< name of the task, as weft_task_name() prints it */
    uint64_t count; /**< number of tasks that began */
    /** sum over the processors of the time that each spent in at least one
     * task of this name, including inner tasks */
    uint64_t time;
    /** part of this time in which the task was the innermost one, the last one
     * begun */
    uint64_t self;
};

/** The totals of all tasks of a trace, by name. @since 0.2 */
struct weft_task_sums {
    size_t count;
    /** [count] totals, ordered by name (strcmp()) */
    struct weft_task_sum *task;
};

/**
 * Measure the tasks of a trace. A task that does not end counts until the end
 * of the last event of its processor.
 *
 * @param trace  the trace, with its events in order
 * @param sums   filled; weft_task_sums_finish() frees it
 * @returns 0, or -1: WEFT_ERROR_MISUSE (not a valid trace), _MEMORY
 *
 * Threads: any.
 * @since 0.2
 */
int weft_task_sums_measure(const struct weft_trace *trace,
                           struct weft_task_sums *sums, struct weft_error *err);
/** Free the totals of tasks. @since 0.2 */
void weft_task_sums_finish(struct weft_task_sums *sums);

/** The corresponding processor in another trace. @since 0.2 */
struct weft_same_processor {
    /** rank of the processor in the other trace; -1: none was found */
    int other;
    /** whether the match is a guess: by the position among several processors
     * of the same name, or by a name that differs in process and thread ids */
    bool guessed;
};

/**
 * Find the processors of one trace in another one, by name. The ids of process
 * and thread at the end of a name ("build: main (pid 42 tid 7)") change from
 * run to run: whole names are compared first, then names without these ids,
 * then names without the ids wherever they occur ("thread 7 (pid 42 tid 7)").
 * If a name without ids occurs more than once, the first corresponds to the
 * first, the second to the second, and so on. Processors without a name
 * correspond by rank.
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
