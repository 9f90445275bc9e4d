/**
 * MSCCL algorithms: schedules of collectives for GPUs, in the XML form that
 * MSCCL, msccl-executor-nccl and RCCL run. In the trace format `msccl` their
 * transfers are ordinary events; the functions of this header check them by the
 * rules of MSCCL.
 *
 * Every thread block of every GPU executes its steps in order; it receives from
 * at most one GPU and sends to at most one, and may wait for a step of another
 * thread block of its GPU. In unit time a send takes one time step, copies and
 * additions take none; messages are buffered.
 *
 * Threads: any; a result belongs to one thread at a time.
 */
#ifndef WEFT_MSCCL_H
#define WEFT_MSCCL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/goal.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** One error in an algorithm. */
struct weft_msccl_finding {
    /** GPU, thread block and step of the error; -1: the whole GPU */
    int gpu, block, step;
    char text[200];
};

/** Result of an algorithm with one layout of the buffers. */
struct weft_msccl_run {
    bool asked; /**< whether the file states that it is for this layout */
    /** number of steps in unit time; 0 if the algorithm did not reach its
     * end */
    uint64_t steps;
    uint64_t found; /**< number of errors */
    size_t findings;
    struct weft_msccl_finding *finding; /**< [findings] the first errors */
};

/** A limit of a program that executes algorithms, which a file exceeds. */
struct weft_msccl_limit {
    const char *executor; /**< "rccl", or "nccl": msccl-executor-nccl */
    const char *limit;    /**< what is limited: "steps" */
    int64_t value, most;  /**< the amount, and the greatest one allowed */
    int gpu, block;       /**< where */
};

/** Result of weft_msccl_check(). */
struct weft_msccl_result {
    char name[64], collective[24];
    int gpus, chunks;
    uint64_t blocks, steps, messages;
    struct weft_msccl_run out_of_place, in_place;
    /** messages that a connection holds in `finite` */
    int slots;
    /** the run with such connections, whatever the layout: thread blocks that
     * wait for each other. `asked`: whether the options ask for it; otherwise
     * its findings are no errors. No steps are counted. @since 0.2 */
    struct weft_msccl_run finite;
    /** [exceeds] limits that the algorithm exceeds, in the order of executors;
     * no errors unless the options name an executor. @since 0.2 */
    struct weft_msccl_limit *exceeded;
    size_t exceeds;
    bool executor_asked; /**< whether the options name an executor */
};

/** Connections hold as many messages as those of the protocol in the file. */
#define WEFT_MSCCL_SLOTS_AUTO (-1)

/** Options of weft_msccl_check_options(); zeroed: the usual ones. */
struct weft_msccl_options {
    bool trusted;                 /**< as in weft_msccl_check_trusted() */
    const struct weft_goal *goal; /**< as in weft_msccl_check_goal() */
    /** messages of one chunk that a connection holds, or WEFT_MSCCL_SLOTS_AUTO;
     * 0: any number */
    int slots;
    /** "rccl" or "nccl": exceeding its limits is an error; NULL: none */
    const char *executor;
};

/**
 * Run an algorithm and find its errors: thread blocks that share an end of a
 * connection, messages whose lengths differ at sender and receiver, cells that
 * are read before they are written, contributions that are added twice,
 * deadlocks, messages that are not received, unordered accesses to one cell,
 * and cells that do not have the content at the end that the collective
 * requires.
 *
 * @param path    file name; gzip is recognised; "-" is standard input
 * @param result  filled; free it with weft_msccl_finish(), also after -1
 * @returns 0 if the file could be read, whether it has errors or not; -1 with
 *          WEFT_ERROR_FORMAT (not XML of this form, or invalid names or
 *          numbers: line and text), WEFT_ERROR_LIMIT, WEFT_ERROR_SYSTEM,
 *          WEFT_ERROR_MEMORY
 *
 * Cost  O(s b) time for s steps and b thread blocks, besides the values
 * @since 0.2
 */
int weft_msccl_check(const char *path, struct weft_msccl_result *result,
                     struct weft_error *err);
/** Check a trusted file, without limits on the size of a decompressed file and
 * the length of a pipe. Otherwise like weft_msccl_check(). @since 0.2 */
int weft_msccl_check_trusted(const char *path, struct weft_msccl_result *result,
                             struct weft_error *err);
/**
 * Check an algorithm against a goal instead of the collective that the file
 * names. Every block that the goal requires at a GPU, and that the GPU does not
 * have at the start, must be in a chunk of its output; a combined block must
 * contain exactly the contributions that the goal requires. Chunk c of the
 * input of GPU g is block c; in an all-gather, an all-to-all and a collective
 * "custom" without additions it is block g I + c, where I is the maximum number
 * of input chunks of a GPU. Otherwise like weft_msccl_check().
 *
 * @param trusted  whether the file is trusted, as in weft_msccl_check_trusted()
 * @param goal     the goal; NULL: that of the collective, or none for "custom"
 * @returns like weft_msccl_check(), also WEFT_ERROR_LIMIT: a goal that is too
 *          large
 *
 * Threads: any
 * @since 0.2
 */
int weft_msccl_check_goal(const char *path, bool trusted,
                          const struct weft_goal *goal,
                          struct weft_msccl_result *result,
                          struct weft_error *err);
/**
 * Check an algorithm with options. With `slots`, a thread block that sends a
 * chunk waits while its connection is full. Otherwise like weft_msccl_check().
 *
 * @param options  NULL: the usual ones
 * @returns like weft_msccl_check_goal(), also WEFT_ERROR_MISUSE: a negative
 *          number of slots, or an unknown executor
 *
 * Threads: any
 * @since 0.2
 */
int weft_msccl_check_options(const char *path,
                             const struct weft_msccl_options *options,
                             struct weft_msccl_result *result,
                             struct weft_error *err);
/** Return whether there are no errors with any layout that the file is for, and
 * none with a number of slots or an executor that was asked for. @since 0.2 */
bool weft_msccl_valid(const struct weft_msccl_result *result);
/** Free what a result owns; a zeroed result is allowed. @since 0.2 */
void weft_msccl_finish(struct weft_msccl_result *result);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
