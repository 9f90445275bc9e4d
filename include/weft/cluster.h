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

/** Bytes of one process for another. */
struct weft_parcel {
    const void *data;
    size_t bytes;
};

/** A parcel that has come. */
struct weft_arrival {
    int from;     /**< whose */
    void *data;   /**< malloc()ed; the taker's */
    size_t bytes; /**< a multiple of 8 */
};

/** Changes with struct weft_transport. */
#define WEFT_TRANSPORT 2

/**
 * How processes reach one another. Parcels of one process to another come in
 * the order in which they were sent; of different processes, in any. One thread
 * calls at a time, not always the same.
 */
struct weft_transport {
    unsigned version; /**< WEFT_TRANSPORT */
    const char *name; /**< of what is behind it: "MPICH 4.0.2" */
    int rank, size;   /**< this process, of how many */
    void *state;      /**< its own */
    /**
     * Send a parcel to another process. Does not wait until it is taken.
     *
     * @param data   malloc()ed; the transport frees it, whatever it returns
     * @param bytes  a multiple of 8, not 0
     * @returns 0, or -1 with err: that process is gone, or no memory
     */
    int (*send)(struct weft_transport *transport, int to, void *data,
                size_t bytes, struct weft_error *err);
    /**
     * The next parcel that has come, of whomever.
     *
     * @param wait  if there is none, wait for some milliseconds
     * @returns 1: in is filled; 0: there is none; -1 with err: a process is
     *          gone, or no memory
     */
    int (*take)(struct weft_transport *transport, bool wait,
                struct weft_arrival *in, struct weft_error *err);
    /** The end; frees the transport. `together`: all processes do it now, and
     * what was sent still goes; else they are not to wait for one another, and
     * `status` is what the program ends with. */
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
 * Bytes for another process, which takes them by weft_cluster_take(). Does not
 * wait until it does.
 *
 * @param to    another process
 * @param data  [bytes] copied
 * @returns 0, or -1 with err: WEFT_ERROR_MISUSE (no other process),
 *          WEFT_ERROR_SYSTEM (it is gone, or has left) or WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_cluster_send(int to, const void *data, size_t bytes,
                      struct weft_error *err);

/**
 * What another process has sent, in the order of each; not while a run goes on.
 *
 * @param wait  if there is nothing, wait for some milliseconds
 * @param in    of process in->from; in->data to be freed by the caller
 * @returns 1: in is filled; 0: there is nothing; -1 with err: process in->from
 *          is gone (-1: another reason); of others more may come
 * @since 0.2
 */
int weft_cluster_take(bool wait, struct weft_arrival *in,
                      struct weft_error *err);

/**
 * From now on processes tell one another that they are there: process 0 and
 * every other, four times in so many seconds. Each must then call
 * weft_cluster_take() as often at least. Of whom process 0 hears nothing for so
 * long, and process 0, once it was heard, is gone for weft_cluster_take(): an
 * MPI that lets others go on when a process is killed does not say so.
 *
 * @param seconds  0: no longer, as it is at first
 * @returns 0, or -1 with err: WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_cluster_heartbeat(unsigned seconds, struct weft_error *err);

/**
 * The end of what is done together; the process is alone again. Nothing if it
 * was. The others are told, whatever they are about to do, and waited for until
 * they leave, too: that is what calls of theirs fail with.
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
