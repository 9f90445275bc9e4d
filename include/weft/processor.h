/**
 * Virtual processors: the functions that the program of a processor may call.
 *
 * Every processor runs the same function (SPMD) with its own struct
 * weft_processor, and calls only the functions declared here. It has access to
 * its rank, the network and the clock, but not to threads, locks or files.
 *
 * Time. Each processor has a clock in time units, which starts at 0. In unit
 * time (the default cost) one transfer, one slot and one time unit are the
 * same; with other costs a slot lasts weft_slot() time units, the cost of one
 * message of the run's nominal length over one link. A message sent from clock
 * c travels during [c, c + cost] and can be taken from c + cost on.
 *
 * Errors. Every function that can fail returns -1 for a bad argument (the run's
 * error tells which) or because the run has stopped: a processor failed, or no
 * processor can continue. The program must then return -1 at once. A program
 * that continues to call is ended at the 1000th call. Time advances only by
 * sending, receiving, computing, stepping and waiting; a program that makes
 * 4194304 other calls in a row fails. Functions that only return information
 * never fail, and a program is never stopped in them.
 *
 * Threads. Only the processor's own program may use its object, in the thread
 * in which it was called. Each processor has its own stack, errno,
 * floating-point environment (initially that of the caller of
 * weft_machine_run(); the rounding mode and raised exceptions are its own) and
 * C++ exceptions that are being handled. With the engine `fibers` processors
 * share threads: then several processors share thread-local variables, and a
 * lock that is held during a call of the machine blocks others forever, so that
 * programs should use neither. Signal masks are those of the thread. A C++
 * exception must not leave the program.
 */
#ifndef WEFT_PROCESSOR_H
#define WEFT_PROCESSOR_H

#include <stddef.h>
#include <stdint.h>
#include <weft/network.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

#define WEFT_ANY (-1)

struct weft_processor;

/** The SPMD function, which every processor runs.
 * @returns 0, or -1 if it failed (see weft_fail). */
typedef int weft_program(struct weft_processor *self, void *arg);

/** A received message. */
struct weft_message {
    int source;     /**< rank of the sender */
    int id;         /**< message number given by the sender */
    uint64_t start; /**< time when the transfer began */
    uint64_t end;   /**< time when the transfer ended: start + cost */
    size_t bytes;
    /** [bytes] the data, aligned as by malloc(); owned by the machine, valid
     * until this processor next calls receive, take, step or wait */
    const void *data;
};

/** Return the rank of the processor, 0 to weft_size() - 1. @since 0.1 */
int weft_rank(const struct weft_processor *self);
/** Return the number of processors. @since 0.1 */
int weft_size(const struct weft_processor *self);
/** Return the network of the processors. @since 0.1 */
const struct weft_network *weft_network(const struct weft_processor *self);
/** Return the clock of the processor, in time units. @since 0.1 */
uint64_t weft_now(const struct weft_processor *self);
/** Return the number of time units in one slot. @since 0.1 */
uint64_t weft_slot(const struct weft_processor *self);
/**
 * Return the number of time units that one transfer takes; if links have costs
 * of their own, that of a transfer over the slowest link (see weft_route_time()
 * for a given route).
 *
 * @param bytes  length of the message
 * @param links  number of links on its route, 1 or more
 * @since 0.2
 */
uint64_t weft_transfer_time(const struct weft_processor *self, size_t bytes,
                            int links);
struct weft_cost; /* declared in model.h */
/** Return the costs of the run, or those of unit time if it has none. Owned by
 * the machine.
 * @since 0.2 */
const struct weft_cost *weft_costs(const struct weft_processor *self);
/**
 * Return the number of time units that one transfer takes from one processor to
 * another. If the network's links have costs of their own
 * (weft_network_has_costs()) and time is not unit time: ts + the latencies of
 * the links + th for each link without a latency, minus th if no link has one +
 * the words of the message divided by the minimum bandwidth, where a link
 * without a bandwidth has 1 / tw; rounded up; at least 1. Otherwise
 * weft_cost_time(). Cost O(length of the route).
 *
 * @since 0.2
 */
uint64_t weft_route_time(const struct weft_network *network,
                         const struct weft_cost *cost, int from, int to,
                         size_t bytes);

/**
 * Return the rank of the processor whose program runs in the calling thread, in
 * any machine: for signal handlers and for code that runs when the process
 * ends. Async-signal-safe.
 *
 * @returns the rank; -1: none
 * @since 0.2
 */
int weft_running(void);

/**
 * Return the rank of the processor whose program runs, and the step, counted
 * from 1; in a thread that is inside weft_machine_run(), the processor of that
 * run whose program runs in any thread of this process, the one with the lowest
 * clock if there are several. Async-signal-safe; a signal handler may call it
 * during the run.
 *
 * @param step  filled if a program runs
 * @returns the rank; -1: no program runs
 * @since 0.2
 */
int weft_running_step(uint64_t *step);

/* ---- one operation after another --------------------------------------- */

/**
 * Send one message to one processor, starting now; the clock advances by the
 * cost of the transfer. Never waits for the receiver.
 *
 * @param to     a neighbour, or any processor if the model sends to one at a
 *               time; not the processor itself
 * @param id     message number, >= 0
 * @param data   [bytes] the data, which are copied; may be NULL if bytes is 0
 * @param bytes  below 2^32
 * @returns 0, or -1 as described above, also if the transfer would end at 2^62
 *          or later
 * @since 0.1
 */
int weft_send(struct weft_processor *self, int to, int id, const void *data,
              size_t bytes);

/**
 * Send one message that consists of an address only: the receiver's
 * message.data is @p token. For programs whose data are in memory that all
 * processors of the process share; the program must free them, also if the
 * message is never received. Nothing is copied.
 *
 * @param token  borrowed, may be NULL
 * @param bytes  below 2^32: the length of the message for its time and in the
 *               trace
 *
 * Otherwise like weft_send().
 * @returns 0 or -1, like weft_send()
 * @since 0.2
 */
int weft_send_token(struct weft_processor *self, int to, int id, void *token,
                    size_t bytes);

/**
 * Send the same message to several processors at once: the clock advances by
 * the cost of the longest transfer.
 *
 * @param to     [count] distinct ranks, each as for weft_send(); may be NULL if
 *               count is 0
 * @param count  number of receivers; 0 does nothing and takes no time
 * @returns 0 or -1, like weft_send()
 * @since 0.1
 */
int weft_send_many(struct weft_processor *self, const int *to, int count,
                   int id, const void *data, size_t bytes);

/**
 * Wait for the next message from processor @p from (WEFT_ANY: from any; the one
 * that arrived first, and of these the one with the lowest sender) and take it.
 * The clock advances to the end of the transfer. Messages from one sender are
 * received in the order sent.
 *
 * If the message was already being transferred when this processor became
 * ready, it has been received in its slot if the model allows the processor to
 * receive at the same time as its other operations then (the clock does not
 * change); otherwise that is a conflict, or, if conflicts are delayed, the
 * message has waited and is received from now on. An idle processor listens:
 * idle time never causes a conflict. This holds as long as the message can be
 * taken, however long ago the transfer was. If conflicts are delayed,
 * receptions from one sender are consecutive like any others.
 *
 * @param from     a neighbour, or any processor if the model sends to one at a
 *                 time, or WEFT_ANY; not the processor itself
 * @param message  filled
 * @returns 0, or -1 as described above
 * @since 0.1
 */
int weft_receive(struct weft_processor *self, int from,
                 struct weft_message *message);

/**
 * Receive a message like weft_receive(), but wait no longer than until time @p
 * deadline (UINT64_MAX: forever). With a deadline in the past it takes a
 * message that has arrived by now. After a timeout the trace has a WEFT_WAIT
 * without a matching receive, and a WEFT_PRESENT when it ended.
 *
 * @returns 1 if a message was taken, 0 if none had arrived by then (the clock
 *          is then @p deadline), -1 on error
 * @since 0.1
 */
int weft_receive_until(struct weft_processor *self, int from, uint64_t deadline,
                       struct weft_message *message);

/** Do nothing until the clock has reached @p time, below 2^62; no effect if
 * that time is past.
 * @returns 0 or -1
 * @since 0.1 */
int weft_wait_until(struct weft_processor *self, uint64_t time);

/**
 * Begin a round of the program. Like weft_wait_until(), except with shared
 * links, where messages may be late: then the machine's `rounds` selects what
 * to wait for: nothing (free), the time (beat), or until all processors have
 * finished the rounds before (together).
 *
 * @param number  of the round, 1 or more; must increase, and may skip rounds in
 *                which this processor does nothing
 * @param time    of the beginning of the round
 * @returns 0 or -1
 * @since 0.2
 */
int weft_round_begin(struct weft_processor *self, uint64_t number,
                     uint64_t time);

/** Compute for @p duration time units; the clock must stay below 2^62. @returns
 * 0 or -1 @since 0.1 */
int weft_compute(struct weft_processor *self, uint64_t duration);

/**
 * Store a message, as the problem requires: pass the data that this processor
 * holds, in order, to the problem's check. Takes no time.
 *
 * @param id     any number, as the problem requires
 * @param data   [bytes] the data, borrowed during the call; may be NULL if
 *               bytes is 0
 * @param bytes  below 2^32
 * @returns 0, or -1, also if the check rejects it immediately
 * @since 0.1
 */
int weft_store(struct weft_processor *self, int id, const void *data,
               size_t bytes);

/** Leave a mark in the trace. Takes no time. @param number  >= 0 @returns 0 or
 * -1 @since 0.1 */
int weft_mark(struct weft_processor *self, int number);

/**
 * Begin a task: this processor works on it from now until the call of
 * weft_task_end() with the same number. Takes no time. The parameter
 * "task.NUMBER" of the run is its name, if there is one.
 *
 * @param number  number of the task, >= 0; tasks may be nested
 * @returns 0 or -1
 * @since 0.2
 */
int weft_task_begin(struct weft_processor *self, int number);
/** End the task with this number that began last; no effect if there is none.
 * Takes no time.
 * @returns 0 or -1 @since 0.2 */
int weft_task_end(struct weft_processor *self, int number);

/** Report why the program is about to return -1; the first reason is kept, and
 * all further calls of this processor fail.
 * @returns -1 @since 0.1 */
int weft_fail(struct weft_processor *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- slot by slot, for processors that use many ports at once -------- */

/**
 * Post a message at a port, to be sent in the slot that begins now. The clock
 * does not change; weft_step() ends the slot.
 *
 * The parameters are those of weft_send().
 * @returns 0 or -1, like weft_send()
 * @since 0.1
 */
int weft_post(struct weft_processor *self, int to, int id, const void *data,
              size_t bytes);

/** Post a message that consists of an address only: the data are as in
 * weft_send_token(), the slot as in weft_post().
 * @returns 0 or -1, like weft_send() @since 0.2 */
int weft_post_token(struct weft_processor *self, int to, int id, void *token,
                    size_t bytes);

/** End the slot: the clock advances to the end of the longest transfer posted
 * in it, or by weft_slot() if there was none. Messages that arrived in this
 * slot can then be taken. With costs, processors that post messages of
 * different lengths end their slots at different times; programs that need
 * common slots must also call weft_wait_until().
 * @returns 0 or -1
 * @since 0.1 */
int weft_step(struct weft_processor *self);

/**
 * Take one message that has arrived by now, without waiting.
 *
 * @param from  rank of the sender, or WEFT_ANY: the earliest arrival, and of
 *              these the one with the lowest sender
 * @returns 1 if a message was taken, 0 if there is none, -1 on error
 * @since 0.1
 */
int weft_take(struct weft_processor *self, int from,
              struct weft_message *message);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
