/**
 * MSCCL algorithms: schedules of collectives for GPUs, in the XML form that
 * MSCCL, msccl-executor-nccl and RCCL run. As a trace format (`msccl`) their
 * transfers are events like any others; this header judges them by their own
 * rules.
 *
 * Every thread block of every GPU does its steps in order; it receives from at
 * most one GPU and sends to at most one, and may wait for a step of another
 * thread block of its GPU. In unit time a send takes one step of time, copies
 * and additions none; messages are buffered.
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

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/** Something that is wrong. */
struct weft_msccl_finding {
    int gpu, block, step; /**< thread block and step; -1: of the whole GPU */
    char text[200];
};

/** How an algorithm does with one layout of the buffers. */
struct weft_msccl_run {
    bool asked;     /**< the file says that it is for this layout */
    uint64_t steps; /**< in unit time; 0 if it did not come to its end */
    uint64_t found; /**< things that are wrong */
    size_t findings;
    struct weft_msccl_finding *finding; /**< [findings], the first of them */
};

/** What weft_msccl_check() found. */
struct weft_msccl_result {
    char name[64], collective[24];
    int gpus, chunks;
    uint64_t blocks, steps, messages;
    struct weft_msccl_run out_of_place, in_place;
};

/**
 * Run an algorithm and look for everything that is wrong: thread blocks that
 * share an end of a connection, messages of which sender and receiver differ in
 * length, cells read before they are written, contributions that are added
 * twice, waits for ever, messages that nobody takes, accesses to one cell that
 * nothing puts in order, and cells that do not hold at the end what the
 * collective asks for.
 *
 * @param path    gzip is recognised; "-" is standard input
 * @param result  filled, to be freed by weft_msccl_finish(), also after -1
 * @returns 0 if it could be read, wrong or not; -1 with WEFT_ERROR_FORMAT (no
 *          such XML, or words and numbers that mean nothing: line and text),
 *          WEFT_ERROR_LIMIT, WEFT_ERROR_SYSTEM, WEFT_ERROR_MEMORY
 *
 * Cost  O(s b) time for s steps and b thread blocks, besides the values
 * @since 0.2
 */
int weft_msccl_check(const char *path, struct weft_msccl_result *result,
                     struct weft_error *err);
/** The same without the limits of how much a compressed file grows and how long
 * a pipe is: for files that are trusted. @since 0.2 */
int weft_msccl_check_trusted(const char *path, struct weft_msccl_result *result,
                             struct weft_error *err);
/**
 * As weft_msccl_check(), but the end is that of a goal, not of the collective
 * that the file names: every block that the goal has a GPU want, and not have
 * at the start, must be in a chunk of its output, a combined one with exactly
 * the contributions that the goal asks for. Chunk c of the input of GPU g is
 * block c; in an all-gather, an all-to-all and a collective "custom" that adds
 * nothing it is block g I + c, where I is the most input chunks of a GPU.
 *
 * @param trusted  as weft_msccl_check_trusted()
 * @param goal     NULL: the end of the collective; of "custom" none
 * @returns as weft_msccl_check(), also WEFT_ERROR_LIMIT: a goal that asks for
 *          very much
 *
 * Threads: any
 * @since 0.2
 */
int weft_msccl_check_goal(const char *path, bool trusted,
                          const struct weft_goal *goal,
                          struct weft_msccl_result *result,
                          struct weft_error *err);
/** Is nothing wrong, with any layout that is asked for? @since 0.2 */
bool weft_msccl_valid(const struct weft_msccl_result *result);
/** Free what a result owns; a zeroed one is fine. @since 0.2 */
void weft_msccl_finish(struct weft_msccl_result *result);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
