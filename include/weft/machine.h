/**
 * The machine: runs one SPMD function on every processor of a network, enforces
 * a model, and tells a sink what happened. The engine says what a processor is:
 * a fiber or a thread.
 *
 * Virtual time, events and verdicts depend on the program alone: not on the
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

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

enum weft_on_conflict {
    WEFT_CONFLICT_FAIL,   /**< the run fails and names the first conflict */
    WEFT_CONFLICT_REPORT, /**< count, name, go on as programmed */
    WEFT_CONFLICT_DELAY,  /**< a receiver that is busy takes the message in
                               its next free slot; other conflicts fail */
};

/** The word of each: "fail", "report", "delay", NULL at the end. Threads: any.
 * @since 0.1 */
extern const char *const weft_on_conflict_names[];

/** How processors are run, a row of the table of engines. */
struct weft_engine {
    const char *name;    /**< "threads" */
    const char *summary; /**< one line */
};

/** The engine at an index, static; NULL past the end. Row 0: a default.
 * Threads: any. @since 0.2 */
const struct weft_engine *weft_engine(size_t index);

#define WEFT_WINDOW_DEFAULT 64
#define WEFT_WINDOW_UNBOUNDED UINT64_MAX

/** Data that processors write during a run, in an array of the caller's: for
 * runs that several processes share (<weft/cluster.h>). What another process
 * wrote into its array is brought to process 0's at the end. */
struct weft_part {
    void *data;
    size_t each;  /**< bytes of each rank, written by it alone; or 0: */
    size_t bytes; /**< all of it, where any processor may write what no other
                       does; what none wrote is 0 */
};

/** What to run. All pointers are borrowed for the call. Zero means default
 * wherever zero makes no sense. */
struct weft_machine {
    const struct weft_network *network;
    struct weft_model model;
    enum weft_on_conflict on_conflict; /**< no delay where arcs have several
                             lanes */
    struct weft_cost cost; /**< {0,0,0}: unit time; ts at most 2^60, tw 2^30,
                             th 2^38; of LogGP L, o and g 2^58, G 2^27 */
    size_t bytes;          /**< nominal length of a message, below 2^32; sets
                              weft_slot() */
    const char *engine;    /**< name; NULL: threads, or fibers from 4096 on */
    uint64_t window;       /**< slots a processor may run ahead; 0: default */
    int workers;  /**< groups of processors that run one at a time, at most one
                     per core; 0: choose  (never changes the result) */
    size_t stack; /**< bytes of stack per processor, at most 2^40; 0: 64 KiB.
                     The lowest page is a guard */
    uint64_t max_steps; /**< a run that takes more slots is stopped and fails;
                             0: no limit */
    uint64_t max_looks; /**< for programs that are not trusted: to find the
                             conflicts of a processor, so many pairs of what it
                             does are looked at, and 4096 more for each of its
                             messages, or the run fails; 0: no limit
                             @since 0.2 */
    weft_program *program;
    void *arg; /**< given to program and stored */
    /**
     * Called at each weft_store(), in the order of the processor's program;
     * for different processors possibly at the same time from several
     * threads, so it may touch only what belongs to that rank. May be NULL.
     * @returns 0, or -1 to fail the run
     */
    int (*stored)(void *arg, int rank, uint64_t time, int id, const void *data,
                  size_t bytes);
    /**
     * What a message carries, for its send event: the number of a text in
     * info->items, or 0 (weft_event_items()). Called at each send, to however
     * many, that is recorded, or that may meet another of the processor's, as
     * `stored` is: two of one number are one message only if they carry the
     * same. Where info->items is NULL any number will do, not 0, that two
     * messages share if they carry the same. A token has no data: NULL. No
     * function: one block each.
     */
    uint32_t (*carries)(void *arg, int rank, const void *data, size_t bytes);
    const struct weft_part *part; /**< [parts] see above @since 0.2 */
    size_t parts;
    /**
     * For runs that several processes share: what the processors of this one
     * have come to know that those of others must know before they take the
     * next message of theirs, since the last call; and the same of another
     * process. Called when no processor of this process runs. May be NULL.
     *
     * @param data  set to memory that is freed by free(), or NULL: nothing
     * @returns 0, or -1: no memory
     */
    int (*news)(void *arg, void **data, size_t *bytes);
    int (*heard)(void *arg, const void *data, size_t bytes);
    const char *name; /**< of what is run, the same in all processes that share
                           it; NULL: none */
    const struct weft_sink *sink;       /**< NULL: record nothing */
    const struct weft_trace_info *info; /**< given to sink->begin */
};

/** A broken rule: everything there is to say about it. */
struct weft_conflict {
    uint64_t slot; /**< first slot (unit time: 1 + start) it concerns: the
                        slot in which the second use begins */
    int rank;      /**< the processor (rule of the arc: the sender) */
    const struct weft_rule *rule;
    struct weft_use first, second; /**< what it did, and did besides */
    int other;    /**< the processor that did the first: rank, or, where routes
                       share an arc, another sender */
    int from, to; /**< rule of the arc on a route: the ends of the arc that
                       both transfers need; equal: no route */
};

/** A message that its receiver never took. */
struct weft_untaken {
    int from, to;
    int message;
};

#define WEFT_CONFLICTS_KEPT 32

/** What one processor did. */
struct weft_load {
    uint64_t sent, received; /**< transfers */
    uint64_t busy;           /**< time sending, receiving or computing */
    uint64_t computing;      /**< time computing */
    uint64_t stored;         /**< number of stores */
};

/** What came out. Filled by weft_machine_run also when it fails, but when the
 * sink refuses: then slot, makespan and messages may be 0. */
struct weft_outcome {
    uint64_t makespan; /**< end of the last transfer or computation */
    uint64_t slot;     /**< time units in one slot */
    uint64_t messages; /**< transfers */
    uint64_t bytes;    /**< sum of their lengths */
    uint64_t longest;  /**< length of the longest @since 0.2 */
    uint64_t untaken;  /**< transfers that nobody took */
    struct weft_untaken first_untaken; /**< if there are such: of the lowest
                             receiver, its lowest sender's first */
    uint64_t conflicts; /**< (slot, processor) pairs that broke a port rule
                             plus (slot, arc) pairs that broke an arc's */
    int kept;           /**< conflicts in conflict[] */
    struct weft_conflict conflict[WEFT_CONFLICTS_KEPT]; /**< the lowest
                             (slot, processor) first */
    struct weft_load *load; /**< [size], owned by the outcome */
    char *report; /**< several lines on a deadlock, a failure or the limit of
                       steps: who does what; else NULL; owned by the outcome */
    int threads;  /**< threads made */
    uint64_t switches; /**< hand-overs between processors */
};

/**
 * Run. Returns when every processor's program has returned or the run has
 * failed.
 *
 * A wrong program fails the run and does not hang it. Every call of
 * <weft/processor.h> that returns an int is a place where a processor can be
 * stopped. Of several that fail, the one with the lowest clock is told, of
 * those the one with the lowest rank. A program fails that
 * - returns other than 0, or gives a call a bad argument;
 * - calls 4194304 times in a row without letting its time go on;
 * - ends its thread (pthread_exit) instead of returning;
 * - needs more stack than there is: that is found where it touches the guard
 *   page below its stack, so that a program with local variables of more than
 *   a page is best compiled with -fstack-clash-protection.
 * Who goes on calling after an error is ended at the 1000th call. In that case
 * and after a stack overflow what the program holds (memory, locks of the C
 * library) is lost. A program that goes round without calling the machine at
 * all cannot be stopped; one that lets its time go on for ever is stopped by
 * max_steps.
 *
 * To tell a stack overflow from other faults, a handler of SIGSEGV is there
 * while some machine runs. It gives all other faults to the handler that was
 * there before. Threads of the machine have a signal stack of their own
 * (sigaltstack). Programs built with AddressSanitizer or ThreadSanitizer keep
 * the sanitizer's handler instead.
 *
 * A failed run tells the sink no end. Under WEFT_CONFLICT_FAIL a run with a
 * conflict goes on to its end, so that the first conflict is the lowest of
 * all, then fails. Messages that nobody took are counted, and fail nothing.
 *
 * @param machine  borrowed for the call
 * @param outcome  filled, also when the run fails; to be given to
 *                 weft_outcome_finish()
 * @param err      filled if not NULL and the run fails
 * @returns 0, or -1 with an error of the kind
 *          WEFT_ERROR_MISUSE (a field is not as said above; nothing was run),
 *          WEFT_ERROR_UNKNOWN (engine),
 *          WEFT_ERROR_STOPPED (a program failed: see report),
 *          WEFT_ERROR_DEADLOCK (every processor waits: see report),
 *          WEFT_ERROR_LIMIT (more than max_steps: see report; or more than
 *          max_looks),
 *          WEFT_ERROR_RULE (conflict),
 *          WEFT_ERROR_MEMORY, or
 *          WEFT_ERROR_SYSTEM (the system refuses threads: the text says how
 *          many were made and which limit to raise), or
 *          what the sink says (see struct weft_sink)
 *
 * Threads: any; several machines may run at the same time, not one from within
 * a program of another.
 * @since 0.1
 */
int weft_machine_run(const struct weft_machine *machine,
                     struct weft_outcome *outcome, struct weft_error *err);

/** Free what an outcome owns; zeroed ones are fine. Threads: any, one at a
 * time for one outcome. @since 0.1 */
void weft_outcome_finish(struct weft_outcome *outcome);

/**
 * Write a conflict as one line: step, processor, both transfers, what is
 * allowed.
 *
 * @param text  filled, [size] bytes, at least one; always ended by NUL; 400
 *              are enough
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
