/**
 * Several processes that share a run: each has some of its processors.
 *
 * Every process of a parallel program (as mpirun starts them) does the same
 * things in the same order: it joins the others, runs the same machines with
 * engine `mpi`, and leaves. Process 0 has the lowest ranks; its sinks are given
 * the events of all, its outcome is that of the run. Those of other processes
 * are not: they learn whether it succeeded, and why not.
 *
 * Processes reach one another by a transport, a table of functions. A module,
 * a shared object of its own, makes one of an MPI; weft itself needs none.
 *
 * Threads: the calls below are for the main thread, outside runs.
 */
#ifndef WEFT_CLUSTER_H
#define WEFT_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/** What one process has for another. */
struct weft_parcel {
    const void *data;
    size_t bytes;
};

/** Changes with struct weft_transport. */
#define WEFT_TRANSPORT 1

/** How processes reach one another. */
struct weft_transport {
    unsigned version; /**< WEFT_TRANSPORT */
    const char *name; /**< of what is behind it: "MPICH 4.0.2" */
    int rank, size;   /**< this process, of how many */
    void *state;      /**< its own */
    /**
     * Give out[k] to each process k and take in[k] from it. Waits until every
     * process has called it as often. One thread at a time.
     *
     * @param out  [size], borrowed for the call
     * @param in   [size], filled; valid until the next call. That of the
     *             process itself has no bytes
     * @returns 0, or -1: some process is gone, and err says so; nothing more
     *          can be exchanged
     */
    int (*exchange)(struct weft_transport *transport,
                    const struct weft_parcel out[], struct weft_parcel in[],
                    struct weft_error *err);
    /** The end; frees the transport. `together`: all processes do it now; else
     * they are not to wait for one another, and `status` is what the program
     * ends with. */
    void (*close)(struct weft_transport *transport, bool together, int status);
};

/** The function of a module, by the name WEFT_TRANSPORT_OPEN: a transport, or
 * NULL with err set. @since 0.2 */
typedef struct weft_transport *weft_transport_open(struct weft_error *err);
#define WEFT_TRANSPORT_OPEN "weft_transport_open_mpi"

/**
 * The number of this process among those that were started together, by what
 * starters of parallel programs leave in the environment; nothing is loaded.
 *
 * @returns -1: there is nothing of that kind: it was started alone
 * @since 0.2
 */
int weft_cluster_started(void);

/**
 * Join the processes that were started together: load the module for the MPI
 * that started them, and make sure that all are the same weft. A process that
 * was started alone stays so; that is no error.
 *
 * @returns 0, or -1 with WEFT_ERROR_SYSTEM (no module, or it cannot be loaded)
 *          or WEFT_ERROR_MISUSE (different versions)
 * @since 0.2
 */
int weft_cluster_join(struct weft_error *err);

/**
 * The same by a transport of one's own, which belongs to weft from now on.
 *
 * @returns as weft_cluster_join()
 * @since 0.2
 */
int weft_cluster_use(struct weft_transport *transport, struct weft_error *err);

/** This process: 0 to weft_cluster_size() - 1; 0 if it is alone. @since 0.2 */
int weft_cluster_rank(void);
/** Of how many; 1 if it is alone. @since 0.2 */
int weft_cluster_size(void);

/**
 * One result for all: that of the first process that failed, else success.
 * Every process must call it. A process that is alone keeps its own.
 *
 * @param status  0, or anything else: this process failed
 * @param err     why; filled for those that did not fail, if another did
 * @returns 0, or -1 with err
 * @since 0.2
 */
int weft_cluster_agree(int status, struct weft_error *err);

/**
 * Bytes of every process to process 0. Every process must call it.
 *
 * @param in  [weft_cluster_size()] filled in process 0 with what the others
 *            gave; valid until the next call of this header or the next run
 * @returns 0, or -1 with err: some process is gone
 * @since 0.2
 */
int weft_cluster_gather(const void *data, size_t bytes, struct weft_parcel in[],
                        struct weft_error *err);

/**
 * The end of what is done together; the process is alone again. Nothing if it
 * was.
 *
 * @param status  what this process ends with
 * @returns what process 0 ends with, which the others should, too
 * @since 0.2
 */
int weft_cluster_leave(int status);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
