/**
 * A virtual processor as its program sees it.
 *
 * Every processor runs the same function (SPMD) with its own struct
 * weft_processor, and calls nothing but what is declared here; it sees its
 * rank, the network and the clock, and nothing of threads, locks or files.
 *
 * Time. Each processor has a clock in time units; it starts at 0. In unit
 * time (the default cost) one transfer, one slot and one time unit are the
 * same; with other costs a slot lasts weft_slot() time units, the cost of one
 * message of the run's nominal length over one link. A message sent from
 * clock c travels during [c, c + cost] and can be taken from c + cost on.
 *
 * Errors. Every function that can fail returns -1 for a bad argument (the
 * run's error tells which) or because the run has stopped: a processor failed
 * or nobody can go on. The program then returns -1 at once. Who goes on calling
 * is ended where it is, at the 1000th call. Time goes on only by sending,
 * receiving, computing, stepping and waiting; a program that makes 4194304
 * other calls in a row fails. Functions that only tell something never fail,
 * and are no place where a program is stopped.
 *
 * Threads. Only the processor's own program may use its object, in the thread
 * in which it was called. A processor's own are its stack, errno, the
 * floating-point environment (at the beginning that of the caller of
 * weft_machine_run(); rounding and the exceptions raised stay its own) and the
 * C++ exceptions it is handling. With the engine `fibers` processors share
 * threads: thread-local variables are then shared by some, and a lock held
 * over a call of the machine stops others for ever; use neither. Signal masks
 * are the thread's. A C++ exception must not leave the program.
 */
#ifndef WEFT_PROCESSOR_H
#define WEFT_PROCESSOR_H

#include <stddef.h>
#include <stdint.h>
#include <weft/network.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

#define WEFT_ANY (-1)

struct weft_processor;

/** The SPMD function. @returns 0, or -1 if it failed (see weft_fail). */
typedef int weft_program(struct weft_processor *self, void *arg);

/** A message taken. */
struct weft_message {
    int source;     /**< rank of the sender */
    int id;         /**< message number given by the sender */
    uint64_t start; /**< when the transfer began */
    uint64_t end;   /**< when it ended: start + cost */
    size_t bytes;
    const void *data; /**< [bytes], aligned as for malloc; owned by the
                           machine, valid until this processor next calls
                           receive, take, step or wait */
};

/** Its number, 0 to weft_size() - 1. @since 0.1 */
int weft_rank(const struct weft_processor *self);
/** The number of processors. @since 0.1 */
int weft_size(const struct weft_processor *self);
/** The network they are on. @since 0.1 */
const struct weft_network *weft_network(const struct weft_processor *self);
/** What its clock shows, in time units. @since 0.1 */
uint64_t weft_now(const struct weft_processor *self);
/** Time units in one slot. @since 0.1 */
uint64_t weft_slot(const struct weft_processor *self);
/**
 * Time units that one transfer takes; where links have costs of their own, one
 * over the slowest of them (weft_route_time() has that of a route).
 *
 * @param bytes  length of the message
 * @param links  that it goes over, 1 or more
 * @since 0.2
 */
uint64_t weft_transfer_time(const struct weft_processor *self, size_t bytes,
                            int links);
struct weft_cost; /* model.h */
/** The costs of the run, unit time filled in. Owned by the machine.
 * @since 0.2 */
const struct weft_cost *weft_costs(const struct weft_processor *self);
/**
 * Time units that one transfer takes from one processor to another. Where the
 * network's links have costs of their own (weft_network_has_costs()) and time
 * is no unit time: ts + their latencies + th for each link that has none, less
 * one if none has one + the words of the message divided by the least
 * bandwidth, that of a link without one being 1 / tw; rounded up; at least 1.
 * Else weft_cost_time(). Cost O(length of the route).
 *
 * @since 0.2
 */
uint64_t weft_route_time(const struct weft_network *network,
                         const struct weft_cost *cost, int from, int to,
                         size_t bytes);

/**
 * The rank of the processor whose program runs in the calling thread, of any
 * machine: for handlers of signals and for what runs when the process ends.
 * Async-signal-safe.
 *
 * @returns -1: none does
 * @since 0.2
 */
int weft_running(void);

/**
 * The same with the step, counted from 1; in a thread that is inside
 * weft_machine_run(), the processor of that run whose program runs in any
 * thread of this process, the one with the lowest clock if there are several.
 * Async-signal-safe; a signal handler may call it while the run goes on.
 *
 * @param step  filled if there is one
 * @returns the rank, or -1: no program runs, so there is no step
 * @since 0.2
 */
int weft_running_step(uint64_t *step);

/* ---- one thing after the other -------------------------------------- */

/**
 * Send one message to one processor, from now; the clock goes on by the cost
 * of the transfer. Never waits for the receiver.
 *
 * @param to     a neighbour, or in a model that sends to one processor any;
 *               not itself
 * @param id     message number, >= 0
 * @param data   [bytes], copied; may be NULL when bytes is 0
 * @param bytes  below 2^32
 * @returns 0, or -1 as said above: also if it would end at 2^62 or later
 * @since 0.1
 */
int weft_send(struct weft_processor *self, int to, int id, const void *data,
              size_t bytes);

/**
 * Send one message of which only an address travels: the receiver's
 * message.data is @p token. For programs that keep what they send in memory
 * that all processors of the process share; who frees it is their matter, also
 * when it is never received. Nothing is copied.
 *
 * @param token  borrowed, may be NULL
 * @param bytes  below 2^32: the length that counts for time and trace
 * All else as weft_send.
 * @returns 0 or -1, as weft_send
 * @since 0.2
 */
int weft_send_token(struct weft_processor *self, int to, int id, void *token,
                    size_t bytes);

/**
 * The same message to several processors at once (shouting): the clock goes on
 * by the longest of the transfers.
 *
 * @param to     [count] distinct ranks, each as for weft_send; may be NULL
 *               when count is 0
 * @param count  0 does nothing and takes no time
 * @returns 0 or -1, as weft_send
 * @since 0.1
 */
int weft_send_many(struct weft_processor *self, const int *to, int count,
                   int id, const void *data, size_t bytes);

/**
 * Wait for the next message of processor @p from (WEFT_ANY: of any; the one
 * that arrived first, ties to the lower sender) and take it. The clock goes
 * on to the end of the transfer. Messages of one sender come in the order
 * sent.
 *
 * A message that was already under way when this processor became ready has
 * been received in its slot if the model lets the processor receive besides
 * what it did then (the clock stays); otherwise that is a conflict, or, when
 * conflicts are delayed, the message waited and is received from now on. A
 * processor without anything to do listens: idle time never conflicts.
 * However long ago that was, it is known as long as the message can be taken.
 * When conflicts are delayed, receptions of one sender follow one another like
 * any others.
 *
 * @param from     a neighbour, in a model that sends to one processor any, or
 *                 WEFT_ANY; not itself
 * @param message  filled
 * @returns 0, or -1 as said above
 * @since 0.1
 */
int weft_receive(struct weft_processor *self, int from,
                 struct weft_message *message);

/**
 * As weft_receive, but wait no longer than until time @p deadline (UINT64_MAX:
 * for ever). A time that is past takes what has arrived by now. After a
 * timeout the trace has a WEFT_WAIT without a matching receive, and a
 * WEFT_PRESENT when it ended.
 *
 * @returns 1 if a message was taken, 0 if none had arrived by then (the clock
 *          is then @p deadline), -1 on error
 * @since 0.1
 */
int weft_receive_until(struct weft_processor *self, int from, uint64_t deadline,
                       struct weft_message *message);

/** Do nothing until the clock shows @p time, below 2^62; nothing if that is
 * past. @returns 0 or -1
 * @since 0.1 */
int weft_wait_until(struct weft_processor *self, uint64_t time);

/** Compute for @p duration time units, less than are left to 2^62. @returns 0
 * or -1 @since 0.1 */
int weft_compute(struct weft_processor *self, uint64_t duration);

/**
 * Store a message, as the problem asks: tells the problem's check what this
 * processor really holds, in order. Takes no time.
 *
 * @param id     any number, as the problem asks
 * @param data   [bytes], borrowed for the call; may be NULL when bytes is 0
 * @param bytes  below 2^32
 * @returns 0, or -1: also if the check refuses it at once
 * @since 0.1
 */
int weft_store(struct weft_processor *self, int id, const void *data,
               size_t bytes);

/** Leave a mark in the trace. Takes no time. @param number  >= 0 @returns 0 or
 * -1 @since 0.1 */
int weft_mark(struct weft_processor *self, int number);

/**
 * A task begins: from now to the weft_task_end() of the same number this
 * processor works on it. Takes no time. The run's parameter "task.NUMBER" is
 * its name, if it has one.
 *
 * @param number  >= 0; tasks may hold one another
 * @returns 0 or -1
 * @since 0.2
 */
int weft_task_begin(struct weft_processor *self, int number);
/** The task of that number that began last ends; where none is under way, that
 * means nothing. Takes no time. @returns 0 or -1 @since 0.2 */
int weft_task_end(struct weft_processor *self, int number);

/** Say why the program is about to return -1; the first reason counts, and all
 * further calls of this processor fail. @returns -1 @since 0.1 */
int weft_fail(struct weft_processor *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- slot by slot, for processors that use many ports at once -------- */

/**
 * Hand a message to a port, to travel in the slot that begins now. The clock
 * stays; end the slot with weft_step().
 *
 * All parameters as for weft_send.
 * @returns 0 or -1, as weft_send
 * @since 0.1
 */
int weft_post(struct weft_processor *self, int to, int id, const void *data,
              size_t bytes);

/** The same of an address: as weft_send_token, and as weft_post.
 * @returns 0 or -1, as weft_send @since 0.2 */
int weft_post_token(struct weft_processor *self, int to, int id, void *token,
                    size_t bytes);

/** End the slot: the clock goes on to the end of the longest transfer posted
 * in it, or by weft_slot() if nothing was. What was sent in this slot can then
 * be taken. Processors that post messages of different lengths, with costs,
 * so end their slots at different times; who needs a common beat adds
 * weft_wait_until(). @returns 0 or -1
 * @since 0.1 */
int weft_step(struct weft_processor *self);

/**
 * Take one message that has arrived by now, without waiting.
 *
 * @param from  a sender, or WEFT_ANY: earliest arrival first, ties to the
 *              lower sender
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
