/**
 * MSCCL++ execution plans: schedules of collectives for GPUs, in the JSON form
 * that the executor of MSCCL++ runs. Thread blocks copy, send and reduce ranges
 * of buffers, also of other GPUs, and synchronise by signals, semaphores and
 * barriers.
 *
 * Threads: any; a result belongs to one thread at a time.
 */
#ifndef WEFT_MSCCLPP_H
#define WEFT_MSCCLPP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of faults and remarks. @since 0.2 */
enum weft_mscclpp_kind {
    WEFT_MSCCLPP_FORMAT,    /**< an operation that means nothing */
    WEFT_MSCCLPP_BOUNDS,    /**< a range beyond its buffer */
    WEFT_MSCCLPP_RACE,      /**< conflicting accesses without an order */
    WEFT_MSCCLPP_DEADLOCK,  /**< a thread block waits forever */
    WEFT_MSCCLPP_UNWRITTEN, /**< a read of memory that holds nothing */
    WEFT_MSCCLPP_TWICE,     /**< a contribution is added twice */
    WEFT_MSCCLPP_WRONG,     /**< wrong contents of an output at the end */
    WEFT_MSCCLPP_UNTAKEN,   /**< signals that nobody waits for */
    WEFT_MSCCLPP_SEMAPHORE, /**< a semaphore does not return to its value */
    WEFT_MSCCLPP_EARLY,     /**< access to a GPU that may not have begun */
    WEFT_MSCCLPP_LATE,      /**< write to a GPU that may have ended */
    WEFT_MSCCLPP_REUSE,     /**< read of a GPU that may have ended */
    WEFT_MSCCLPP_RELAXED,   /**< a result that rests on a relaxed signal */
    WEFT_MSCCLPP_EXECUTOR,  /**< the executor does something else */
    WEFT_MSCCLPP_KINDS
};

/** Names of the kinds. @since 0.2 */
extern const char *const weft_mscclpp_kind_names[WEFT_MSCCLPP_KINDS];

/** What to check. A zeroed structure has the defaults. @since 0.2 */
struct weft_mscclpp_options {
    /** bytes of the input of one GPU, in an all-gather of its output; 0: the
     * smallest size that suits the plan */
    uint64_t size;
    int launches; /**< runs of the plan, one after the other; 0: one */
    /** orders to run if one is not enough; 0: 64 */
    int orders;
    bool reuse;    /**< a read of a GPU that may have ended is a fault */
    bool strict;   /**< a relaxed signal orders no result of a launch */
    bool executor; /**< deviations of the executor of MSCCL++ are faults */
    bool trusted;  /**< no limits on what the file may ask for */
};

/** An operation; -1: none. @since 0.2 */
struct weft_mscclpp_place {
    int rank, thread_block;
    int op;            /**< its index in the thread block */
    int64_t iteration; /**< of the pipeline `op`, from 0 */
    int inner;         /**< index of the operation in the pipeline */
    const char *name;  /**< of the operation, constant; "" for none */
};

/** A range of a buffer. @since 0.2 */
struct weft_mscclpp_cell {
    int rank;             /**< the GPU; -1: there is no range */
    char buffer;          /**< i, o or s (scratch) */
    uint64_t byte, bytes; /**< its beginning and length */
};

/** A fault or remark. @since 0.2 */
struct weft_mscclpp_fault {
    enum weft_mscclpp_kind kind;
    struct weft_mscclpp_place place, other;
    struct weft_mscclpp_cell cell;
    char text[300]; /**< one line, without the place */
};

/** Result of weft_mscclpp_check(). @since 0.2 */
struct weft_mscclpp_result {
    char name[64], collective[24];
    int ranks, launches;
    int orders;     /**< number of orders that were run; 1: one is enough */
    bool end_known; /**< whether the end state of the collective is known */
    uint64_t thread_blocks;
    uint64_t ops;      /**< operations of a launch, also those in iterations */
    uint64_t messages; /**< accesses to buffers of other GPUs */
    uint64_t size, chunk;      /**< bytes of a message and of a chunk */
    uint64_t cells, cell_size; /**< memory is checked in cells of these bytes */
    uint64_t steps; /**< number of steps if each transfer takes one */
    uint64_t fault_count, remark_count;
    size_t faults, remarks; /**< number of those that are stored */
    struct weft_mscclpp_fault *fault, *remark; /**< [faults], [remarks] */
};

/** Return whether a file looks like an MSCCL++ plan; "-" does not.
 * @since 0.2 */
bool weft_mscclpp_recognise(const char *path);
/**
 * Run a plan and find its faults.
 *
 * @param path     file name; gzip is recognised; "-" is standard input
 * @param options  what to check; NULL: the defaults
 * @param result   filled; free it with weft_mscclpp_finish(), also after -1
 * @returns 0 if the file could be read, whether it has faults or not; -1 with
 *          WEFT_ERROR_FORMAT (not JSON of this form: line and text),
 *          WEFT_ERROR_MISUSE (a size or a number of launches that the plan does
 *          not allow), WEFT_ERROR_LIMIT, WEFT_ERROR_SYSTEM, WEFT_ERROR_MEMORY
 *
 * Cost  O(s c) time for s operations and c thread blocks, GPUs and port
 *       channels, besides the cells that are touched
 * @since 0.2
 */
int weft_mscclpp_check(const char *path,
                       const struct weft_mscclpp_options *options,
                       struct weft_mscclpp_result *result,
                       struct weft_error *err);
/** Return whether there are no faults. @since 0.2 */
bool weft_mscclpp_valid(const struct weft_mscclpp_result *result);
/** Free what a result owns; a zeroed result is allowed. @since 0.2 */
void weft_mscclpp_finish(struct weft_mscclpp_result *result);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
