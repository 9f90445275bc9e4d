/**
 * NCCL's rings and trees as schedules. NCCL decides at the start which rings
 * and trees its collectives use, and writes them to its log or to a file of
 * graphs; the trace format `ncclgraph` reads both. The file does not state
 * which collective runs over them: weft_trace_read() assumes an all-reduce,
 * weft_nccl_read() takes it as an argument.
 *
 * Threads: any
 */
#ifndef WEFT_NCCL_H
#define WEFT_NCCL_H

#include <stdbool.h>
#include <weft/error.h>
#include <weft/event.h>
#include <weft/trace.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** The graphs of channels. */
enum weft_nccl_graph {
    WEFT_NCCL_ANY,   /**< rings if the file has any, else trees */
    WEFT_NCCL_RINGS, /**< graph 0 */
    WEFT_NCCL_TREES  /**< graph 1 */
};

/** Which schedule to make of a file. Zeroed: an all-reduce, over rings if the
 * file has any, of the first communicator. */
struct weft_nccl_choice {
    /** rings: "allreduce", "allgather", "reduce-scatter"; trees: "allreduce",
     * "broadcast"; NULL: "allreduce" */
    const char *collective;
    enum weft_nccl_graph graph;
    int communicator; /**< index of the communicator in a log, from 0 */
};

/**
 * Read rings or trees of NCCL as the schedule of a collective, in unit time:
 * every channel carries one block of each GPU (a tree: one block) in the same
 * steps.
 *
 * @param source   FILE or ncclgraph:FILE, as in weft_trace_read()
 * @param trusted  whether the file is trusted, as in weft_trace_read_trusted()
 * @param choice   NULL: like weft_trace_read() or weft_trace_read_trusted()
 * @param report   may be NULL
 * @returns like weft_trace_read(), also WEFT_ERROR_MISUSE: a file in another
 *          format, or a collective that cannot run over these graphs
 * @since 0.2
 */
int weft_nccl_read(const char *source, bool trusted,
                   const struct weft_nccl_choice *choice,
                   const struct weft_sink *sink,
                   struct weft_read_report *report, struct weft_error *err);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
