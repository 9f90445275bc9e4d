/**
 * Stepwise strategies: the library asks for one operation of a processor after
 * another and performs it. For interpreters of other languages: the caller's
 * code returns before a processor waits, so that none of its frames are on the
 * stack of a processor that does not run. Such strategies run with every
 * engine.
 *
 * Threads: as each function says; the functions of a strategy are called like
 * the program of a processor, by several threads for different processors.
 */
#ifndef WEFT_STEPWISE_H
#define WEFT_STEPWISE_H

#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/plugin.h>
#include <weft/processor.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** Kind of an operation; each is a call of the named function. */
enum weft_operation_kind {
    WEFT_OPERATION_FAIL,        /**< weft_fail() with `text` */
    WEFT_OPERATION_END,         /**< the program of the processor has ended */
    WEFT_OPERATION_STEP,        /**< weft_step() */
    WEFT_OPERATION_POST,        /**< weft_work_post() */
    WEFT_OPERATION_RECEIVE,     /**< weft_work_receive() */
    WEFT_OPERATION_RECEIVE_ADD, /**< weft_work_receive_add() */
    WEFT_OPERATION_SEND,        /**< weft_send() with `data` */
    /** weft_receive(): the next call gets the message */
    WEFT_OPERATION_TAKE,
    WEFT_OPERATION_KEEP,    /**< weft_work_keep() of the first block */
    WEFT_OPERATION_ADD,     /**< weft_work_add() to the first block */
    WEFT_OPERATION_WAIT,    /**< weft_wait_until() `time` */
    WEFT_OPERATION_COMPUTE, /**< weft_compute() for `time` */
    WEFT_OPERATION_MARK,    /**< weft_mark() with `id` */
    WEFT_OPERATIONS
};

/** An operation. Members that its kind does not use are ignored. Pointers are
 * borrowed until the next call for this processor. */
struct weft_operation {
    enum weft_operation_kind kind;
    int peer;         /**< rank of the other end; WEFT_ANY for a receive */
    int id;           /**< number of the message, or of the mark */
    int blocks;       /**< number of blocks */
    const int *block; /**< [blocks] the blocks */
    /** [bytes] the data; of a block: weft_work_bytes() of them */
    const void *data;
    size_t bytes;
    uint64_t time;
    const char *text; /**< why the processor fails */
};

/** A stepwise strategy. */
struct weft_stepwise {
    /** the strategy; its `function` is weft_stepwise_program() */
    struct weft_own_strategy own;
    /**
     * Set the next operation of a processor. Must not call functions that
     * take a struct weft_processor and can fail.
     *
     * @param state      of this processor, NULL at the first call
     * @param message    the message that the last operation took, valid during
     *                   this call; NULL: it was no WEFT_OPERATION_TAKE
     * @param operation  zeroed, which fails the run; to be filled
     */
    void (*next)(void *arg, void **state, struct weft_processor *self,
                 struct weft_work *work, const struct weft_message *message,
                 struct weft_operation *operation);
    /** Free the state of a processor whose program has ended, for whatever
     * reason; called if there is one. May be NULL. */
    void (*end)(void *arg, void *state);
    void *arg; /**< argument passed to both */
    /** minimum size of the stacks in bytes, on which both are called; 0: as for
     * other strategies */
    size_t stack;
};

/**
 * Run a stepwise strategy on a processor: the `function` of its
 * weft_own_strategy, which must be the first member of a struct weft_stepwise.
 *
 * @returns 0, or -1: an operation failed, or the strategy is not a stepwise one
 *
 * Threads: that of the processor.
 * @since 0.2
 */
int weft_stepwise_program(struct weft_processor *self, struct weft_work *work);

/**
 * Register a strategy like weft_strategy_add(), and report why it is rejected.
 *
 * @param strategy  not copied: must remain valid until the process ends
 * @param version   WEFT_VERSION of the headers
 * @returns 0, or -1 with WEFT_ERROR_MISUSE (another version, a name that is in
 *          use, ...), WEFT_ERROR_UNKNOWN (the problem), WEFT_ERROR_LIMIT or
 *          WEFT_ERROR_MEMORY
 *
 * Threads: any.
 * @since 0.2
 */
int weft_strategy_register(const struct weft_own_strategy *strategy,
                           const char *version, struct weft_error *err);

/**
 * Forget a strategy that weft_strategy_register() or weft_strategy_add() has
 * registered: its name is free again. Runs that have begun still use it.
 *
 * @returns 0, or -1 with WEFT_ERROR_UNKNOWN
 *
 * Threads: any; a list of strategies that is read meanwhile may miss one.
 * @since 0.2
 */
int weft_strategy_forget(const char *problem, const char *name,
                         struct weft_error *err);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
