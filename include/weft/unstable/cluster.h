/**
 * Runs that several processes share; each process runs some of the processors.
 *
 * Every process of a parallel program (started by mpirun, for example) executes
 * the same calls in the same order: it joins the others, runs the same machines
 * with the engine `mpi`, and leaves. Process 0 has the lowest ranks; its sinks
 * receive the events of all processes, and its outcome is that of the whole
 * run. The other processes only learn whether the run succeeded, and if not,
 * why.
 *
 * Processes communicate through a transport, a table of functions. A module (a
 * separate shared object) implements one on top of MPI, so that weft itself
 * does not need MPI.
 *
 * Threads: the functions below may only be called by the main thread, outside
 * of runs.
 */
#ifndef WEFT_CLUSTER_H
#define WEFT_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes that one process sends to another. */
struct weft_packet {
    const void *data;
    size_t bytes;
};

/** A packet that has arrived. */
struct weft_arrival {
    int from; /**< rank of the process that sent it */
    /** the bytes, allocated by malloc(); the receiver frees them */
    void *data;
    size_t bytes; /**< length of the packet, a multiple of 8 */
};

/** Version of struct weft_transport; it is increased when the struct
 * changes. */
#define WEFT_TRANSPORT 2

/**
 * How processes communicate. Packets from one process to another arrive in the
 * order in which they were sent; packets from different processes arrive in any
 * order. Only one thread calls at a time, but not always the same one.
 */
struct weft_transport {
    unsigned version; /**< must be WEFT_TRANSPORT */
    const char *name; /**< name of the underlying library: "MPICH 4.0.2" */
    int rank, size;   /**< rank of this process, and number of processes */
    void *state;      /**< private data of the transport */
    /**
     * Send a packet to another process, without waiting until it is received.
     *
     * @param data   allocated by malloc(); the transport frees it, whatever it
     *               returns
     * @param bytes  a multiple of 8, not 0
     * @returns 0, or -1 with err: that process has ended, or out of memory
     */
    int (*send)(struct weft_transport *transport, int to, void *data,
                size_t bytes, struct weft_error *err);
    /**
     * Take the next packet that has arrived from any process.
     *
     * @param wait  whether to wait for a few milliseconds if there is none
     * @returns 1: in is filled; 0: there is none; -1 with err: a process has
     *          ended, or out of memory
     */
    int (*take)(struct weft_transport *transport, bool wait,
                struct weft_arrival *in, struct weft_error *err);
    /** End the communication and free the transport. If `together` is true, all
     * processes call this at the same time, and packets already sent are still
     * delivered; otherwise they must not wait for one another, and `status` is
     * the exit status of the program. */
    void (*close)(struct weft_transport *transport, bool together, int status);
};

/** The function that a module exports as WEFT_TRANSPORT_OPEN. It returns a
 * transport, or NULL with err set. @since 0.2 */
typedef struct weft_transport *weft_transport_open(struct weft_error *err);
#define WEFT_TRANSPORT_OPEN "weft_transport_open_mpi"

/**
 * Return the rank of this process among those that were started together, which
 * it finds in the environment variables that launchers of parallel programs
 * set; it loads no module.
 *
 * @returns the rank, or -1 if there are no such variables, so that this process
 *          was started alone
 * @since 0.2
 */
int weft_cluster_started(void);

/**
 * Join the processes that were started together: load the module for the MPI
 * that started them, and check that all run the same version of weft. A process
 * that was started alone stays alone, which is not an error.
 *
 * @returns 0, or -1 with WEFT_ERROR_SYSTEM (no module, or it cannot be loaded)
 *          or WEFT_ERROR_MISUSE (different versions)
 * @since 0.2
 */
int weft_cluster_join(struct weft_error *err);

/**
 * Join the other processes through a transport of the caller, which weft then
 * owns.
 *
 * @returns like weft_cluster_join()
 * @since 0.2
 */
int weft_cluster_use(struct weft_transport *transport, struct weft_error *err);

/** Return the rank of this process, from 0 to weft_cluster_size() - 1; 0 if it
 * is alone. @since 0.2 */
int weft_cluster_rank(void);
/** Return the number of processes that have joined; 1 if this process is alone.
 * @since 0.2 */
int weft_cluster_size(void);

/**
 * Agree on one result: that of the first process that failed, or success if
 * none failed. Every process must call this function. A process that is alone
 * keeps its own result.
 *
 * @param status  0, or another value if this process failed
 * @param err     the reason; filled in processes that did not fail, if another
 *                one did
 * @returns 0, or -1 with err
 * @since 0.2
 */
int weft_cluster_agree(int status, struct weft_error *err);

/**
 * Send bytes to another process, which receives them with weft_cluster_take().
 * Does not wait until they are received.
 *
 * @param to    another process
 * @param data  [bytes] copied
 * @returns 0, or -1 with err: WEFT_ERROR_MISUSE (not the rank of another
 *          process), WEFT_ERROR_SYSTEM (it has ended, or has left) or
 *          WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_cluster_send(int to, const void *data, size_t bytes,
                      struct weft_error *err);

/**
 * Take the next bytes that another process has sent; bytes from the same
 * process come in the order sent. Must not be called during a run.
 *
 * @param wait  whether to wait for a few milliseconds if there is nothing
 * @param in    filled: in->from is the sender, and in->data must be freed by
 *              the caller
 * @returns 1: in is filled; 0: there is nothing; -1 with err: process in->from
 *          has ended (-1: another reason); more may come from the other
 *          processes
 * @since 0.2
 */
int weft_cluster_take(bool wait, struct weft_arrival *in,
                      struct weft_error *err);

/**
 * Start or stop heartbeats: process 0 and each other process exchange
 * heartbeats four times in `seconds` seconds. Each must call
 * weft_cluster_take() at least that often. When process 0 hears nothing from a
 * process for `seconds` seconds, or a process nothing from process 0 after it
 * has once heard from it, weft_cluster_take() reports that process as ended: an
 * MPI that lets the others continue when a process is killed does not report
 * it.
 *
 * @param seconds  the period; 0: no heartbeats, which is the initial state
 * @returns 0, or -1 with err: WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_cluster_heartbeat(unsigned seconds, struct weft_error *err);

/**
 * Leave the other processes; afterwards this process is alone. Does nothing if
 * it was alone. The others are notified, and their next calls fail because of
 * it; this process waits until they have left, too.
 *
 * @param status  exit status of this process
 * @returns the exit status of process 0, with which the other processes should
 *          exit, too
 * @since 0.2
 */
int weft_cluster_leave(int status);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
