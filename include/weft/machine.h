/**
 * The machine: runs one SPMD function on every processor of a network, enforces
 * a model, and passes events to a sink. The engine determines whether a
 * processor is a fiber or a thread.
 *
 * Virtual time, events and verdicts depend on the program only: not on the
 * engine, the window, the number of workers or cores, or the load.
 *
 * Threads: any; several machines may run at the same time.
 */
#ifndef WEFT_MACHINE_H
#define WEFT_MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/event.h>
#include <weft/model.h>
#include <weft/network.h>
#include <weft/processor.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

enum weft_on_conflict {
    WEFT_CONFLICT_FAIL, /**< the run fails and reports the first conflict */
    /** conflicts are counted and reported, and the run continues as
     * programmed */
    WEFT_CONFLICT_REPORT,
    /** a busy receiver takes the message in its next free slot; other conflicts
     * fail the run */
    WEFT_CONFLICT_DELAY,
};

/** The names of the values: "fail", "report", "delay", NULL at the end.
 * Threads: any.
 * @since 0.1 */
extern const char *const weft_on_conflict_names[];

/** When a processor begins the next round of its strategy, or slot of its
 * schedule, in a run with shared links. @since 0.2 */
enum weft_rounds {
    WEFT_ROUNDS_FREE, /**< when its own part of the previous round is over */
    /** like WEFT_ROUNDS_FREE, but not before the time at which the round begins
     * on links without other traffic */
    WEFT_ROUNDS_BEAT,
    WEFT_ROUNDS_TOGETHER, /**< when the previous round is over for all
                               processors */
};

/** The names of the values: "free", "beat", "together", NULL at the end.
 * Threads: any. @since 0.2 */
extern const char *const weft_rounds_names[];

/** Number of ticks in a time unit, in which runs with shared links count.
 * @since 0.2 */
#define WEFT_TICKS 1000000

/** An implementation of processors, a row of the table of engines. */
struct weft_engine {
    const char *name;    /**< name of the engine, such as "threads" */
    const char *summary; /**< description of the engine in one line */
};

/** Return the engine at an index (static storage), or NULL past the end. Engine
 * 0 is the default for runs with few processors.
 * Threads: any. @since 0.2 */
const struct weft_engine *weft_engine(size_t index);

#define WEFT_WINDOW_DEFAULT 64
#define WEFT_WINDOW_UNBOUNDED UINT64_MAX

/** Data that processors write during a run, in an array of the caller: for runs
 * that several processes share (<weft/unstable/cluster.h>). At the end, data
 * that another process wrote into its array are copied into the array of
 * process 0. */
struct weft_part {
    void *data;
    /** number of bytes of each rank, which only this rank writes; 0: see
     * `bytes` */
    size_t each;
    /** if `each` is 0: size of the whole array, in which a processor may write
     * any byte, but no two processors the same one; bytes that nobody writes
     * must be 0 */
    size_t bytes;
};

/** A run to execute. All pointers are borrowed during the call. Zero means the
 * default wherever zero is not meaningful. */
struct weft_machine {
    const struct weft_network *network;
    struct weft_model model;
    /** reaction to conflicts; no delay if arcs have several lanes */
    enum weft_on_conflict on_conflict;
    /** cost of transfers; {0,0,0} means unit time; at most 2^60 for ts, 2^30
     * for tw, 2^38 for th; for LogGP 2^58 for L, o and g, 2^27 for G */
    struct weft_cost cost;
    /** nominal length of a message in bytes, below 2^32; sets weft_slot() */
    size_t bytes;
    /** name of the engine; NULL: threads, or fibers from 4096 processors on.
     * The engine rounds is for weft_run(); it takes no program */
    const char *engine;
    /** number of slots that a processor may run ahead of others; 0: default */
    uint64_t window;
    /** number of groups of processors of which one processor runs at a time, at
     * most one per core; 0: automatic (never changes the result) */
    int workers;
    /** size of the stack of each processor in bytes, at most 2^40; 0: 64 KiB.
     * The lowest page is a guard page */
    size_t stack;
    /** maximum number of slots, after which the run is stopped and fails; 0: no
     * limit */
    uint64_t max_steps;
    /** limit on the work for untrusted programs: the run fails if it must
     * compare more than this number of pairs of operations of one processor to
     * find its conflicts, plus 4096 for each of its messages; 0: no limit
     * @since 0.2 */
    uint64_t max_looks;
    /** how messages share links during the run: transfers then cause no
     * conflicts, but wait for ports and slow each other down. The engine is
     * fibers with one worker; on_conflict and window are ignored. Events and
     * the outcome count in ticks, programs in time units. NONE: links are not
     * shared. @since 0.2 */
    enum weft_sharing sharing;
    /** with sharing: when a processor begins its next round @since 0.2 */
    enum weft_rounds rounds;
    weft_program *program;
    void *arg; /**< argument passed to `program` and `stored` */
    /**
     * Called at each weft_store(), in the order of the processor's program;
     * several threads may call it at the same time for different processors, so
     * it may only access data of that rank. May be NULL.
     * @returns 0, or -1 to fail the run
     */
    int (*stored)(void *arg, int rank, uint64_t time, int id, const void *data,
                  size_t bytes);
    /**
     * Return what a message carries, for its send event: the number of a text
     * in info->items, or 0 (see weft_event_items()). Called like `stored`, at
     * each send (also to several processors) that is recorded, or that may
     * conflict with another one of the processor: two messages with the same
     * number are the same message only if they carry the same. If info->items
     * is NULL, any nonzero number may be returned that is equal for messages
     * carrying the same. A token has no data: NULL. If switches combine
     * messages, also called for each message that is received, with the rank of
     * the sender; a received token passes its address, and 0 bytes. If this
     * function is NULL, messages carry one block each.
     */
    uint32_t (*carries)(void *arg, int rank, const void *data, size_t bytes);
    /** [parts] data to collect, see struct weft_part @since 0.2 */
    const struct weft_part *part;
    size_t parts;
    /**
     * Return the information that the processors of this process have collected
     * since the last call, and that the processors of other processes need
     * before they take the next message from this one; `heard` receives that of
     * another process. For runs that several processes share. Called when no
     * processor of this process runs. May be NULL.
     *
     * @param data  set to memory that is freed by free(), or to NULL for
     *              nothing
     * @returns 0, or -1: out of memory
     */
    int (*news)(void *arg, void **data, size_t *bytes);
    int (*heard)(void *arg, const void *data, size_t bytes);
    /** name of the run, the same in all processes that share it; NULL: none */
    const char *name;
    /** sink for the events; NULL: do not record any */
    const struct weft_sink *sink;
    /** description of the run, passed to sink->begin */
    const struct weft_trace_info *info;
    /** whether contents may name the ways of messages (weft_event_way()), all
     * of which the network has; `info` has their table then @since 0.2 */
    bool ways;
    /** bytes of memory for a block of `bytes` bytes: programs send, receive and
     * store blocks of this size, each of which has the length `bytes` in times,
     * events and totals; 0: a message is as long as its data @since 0.2 */
    size_t tag;
    uint64_t reserved[7]; /**< zero, for later versions @since 0.2 */
};

/** A broken rule, with all details. */
struct weft_conflict {
    /** first slot of the conflict (in unit time: 1 + start): the slot in which
     * the second use begins */
    uint64_t slot;
    /** rank of the processor (for the rule of the arc: the sender) */
    int rank;
    const struct weft_rule *rule;
    struct weft_use first, second; /**< the two uses that conflict */
    /** processor of the first use: `rank`, or another sender if routes share an
     * arc */
    int other;
    /** for the rule of the arc on a route: ends of the arc that both transfers
     * need; equal: no route */
    int from, to;
};

/** A message that its receiver did not take. */
struct weft_untaken {
    int from, to;
    int message;
};

#define WEFT_CONFLICTS_KEPT 32

/** Totals of one processor. */
struct weft_load {
    uint64_t sent, received; /**< number of transfers sent, and received */
    uint64_t busy;           /**< time spent sending, receiving or computing */
    uint64_t computing;      /**< time spent computing */
    uint64_t stored;         /**< number of stores */
};

/** An arc of a run with shared links. @since 0.2 */
struct weft_busy_arc {
    int from, to;    /**< vertices */
    uint64_t words;  /**< number of words that it carried */
    double carrying; /**< share of the run in which it carried data */
    double full;     /**< share of the run in which its bandwidth was used up */
    /** maximum number of transfers at once; with fifo including those that
     * wait */
    uint64_t most;
};

#define WEFT_BUSY_ARCS 3

/** How transfers of a run shared ports and links; times in ticks. A transfer is
 * counted if it waited or was slowed by more than a thousandth of a time unit.
 * @since 0.2 */
struct weft_shared {
    uint64_t transfers;
    uint64_t waited; /**< number of transfers that waited for ports */
    uint64_t waited_sum, waited_most;
    uint64_t slowed; /**< number of transfers that took longer than alone */
    uint64_t slowed_sum, slowed_most;
    /** number of times that the paces of transfers were recomputed */
    uint64_t recomputations;
    uint64_t looks;     /**< number of arcs examined in these recomputations */
    bool ignores_costs; /**< whether links have costs, which LogGP ignores */
    /** whether a processor has asked for the messages of a time (weft_take(),
     * weft_receive_until()), so that late messages may change what it does */
    bool asks_time;
    int busiest; /**< number of arcs in `arc` */
    /** the arcs with the most words for their capacity, in descending order */
    struct weft_busy_arc arc[WEFT_BUSY_ARCS];
};

/** The outcome of a run. weft_machine_run() fills it also when it fails, except
 * when the sink refuses: then slot, makespan and messages may be 0. */
struct weft_outcome {
    /** end of the last transfer or computation, in time units */
    uint64_t makespan;
    uint64_t slot; /**< number of time units in one slot */
    /** number of ticks in a time unit: 1, or with sharing WEFT_TICKS; makespan,
     * slot and the times of `load` are then in ticks @since 0.2 */
    uint64_t ticks;
    /** with sharing: how transfers shared ports and links @since 0.2 */
    struct weft_shared shared;
    uint64_t messages; /**< number of transfers */
    uint64_t bytes;    /**< sum of the lengths of all messages */
    uint64_t longest;  /**< length of the longest message @since 0.2 */
    /** number of transfers that were not taken by their receiver */
    uint64_t untaken;
    /** first untaken transfer, if any: that of the lowest receiver, and then of
     * the lowest sender */
    struct weft_untaken first_untaken;
    /** number of (slot, processor) pairs that broke a port rule plus number of
     * (slot, arc) pairs that broke the rule of the arc */
    uint64_t conflicts;
    int kept; /**< number of conflicts in `conflict` */
    /** the conflicts with the lowest (slot, processor), in ascending order */
    struct weft_conflict conflict[WEFT_CONFLICTS_KEPT];
    /** [size] totals of each processor, owned by the outcome */
    struct weft_load *load;
    /** description of what each processor does, in several lines, after a
     * deadlock, a failure or the limit of steps; else NULL; owned by the
     * outcome */
    char *report;
    int threads;          /**< number of threads that were created */
    uint64_t switches;    /**< number of context switches between processors */
    uint64_t reserved[8]; /**< zero, for later versions @since 0.2 */
};

/**
 * Run a machine. Returns when every processor's program has returned or the run
 * has failed.
 *
 * An incorrect program makes the run fail instead of hang. Every function of
 * <weft/processor.h> that returns an int is a point where a processor can be
 * stopped. If several processors fail, the one with the lowest clock is
 * reported, and among those with equal clocks the one with the lowest rank. A
 * program fails if it
 * - returns a value other than 0, or passes an invalid argument to a call;
 * - makes 4194304 calls in a row in which its time does not advance;
 * - ends its thread (pthread_exit) instead of returning;
 * - overflows its stack: this is detected when it accesses the guard page below
 *   the stack, so that a program with local variables of more than a page
 * should be compiled with -fstack-clash-protection. A program that continues to
 * call after an error is ended at the 1000th call. In that case, and after a
 * stack overflow, resources of the program (memory, locks of the C library) are
 * lost. A program that loops without calling the machine cannot be stopped; one
 * whose time advances forever is stopped by max_steps.
 *
 * To distinguish a stack overflow from other faults, a handler of SIGSEGV is
 * installed while any machine runs. It passes all other faults to the previous
 * handler. Threads of the machine have a signal stack of their own
 * (sigaltstack). Programs built with AddressSanitizer or ThreadSanitizer keep
 * the sanitizer's handler instead.
 *
 * A failed run does not call the sink's end. With WEFT_CONFLICT_FAIL a run with
 * a conflict continues to its end, so that the lowest conflict of all is found,
 * and then fails. Messages that are not taken are counted, but are not an
 * error.
 *
 * @param machine  borrowed for the call
 * @param outcome  filled, also when the run fails; free it with
 *                 weft_outcome_finish()
 * @param err      filled if not NULL and the run fails
 * @returns 0, or -1 with an error of the kind WEFT_ERROR_MISUSE (a member is
 *          invalid; nothing was run), WEFT_ERROR_UNKNOWN (engine),
 *          WEFT_ERROR_STOPPED (a program failed: see report),
 *          WEFT_ERROR_DEADLOCK (every processor waits: see report),
 *          WEFT_ERROR_LIMIT (more than max_steps: see report; or more than
 *          max_looks), WEFT_ERROR_RULE (conflict), WEFT_ERROR_MEMORY, or
 *          WEFT_ERROR_SYSTEM (threads cannot be created: the text states how
 *          many there are and which limit to raise), or the error of the sink
 *          (see struct weft_sink)
 *
 * Threads: any; several machines may run at the same time, not one from within
 * a program of another.
 * @since 0.1
 */
int weft_machine_run(const struct weft_machine *machine,
                     struct weft_outcome *outcome, struct weft_error *err);

/** Free what an outcome owns; a zeroed outcome is allowed. Threads: any, but
 * one at a time for one outcome. @since 0.1 */
void weft_outcome_finish(struct weft_outcome *outcome);

/**
 * Write a conflict as one line: step, processor, both transfers, what is
 * allowed.
 *
 * @param text  [size] filled, always terminated by NUL; size is at least 1, and
 *              400 is sufficient
 *
 * Threads: any.
 * @since 0.1
 */
void weft_conflict_format(const struct weft_conflict *conflict, char *text,
                          size_t size);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
