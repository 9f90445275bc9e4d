/* Detect dead processes; private to this folder. Used by the main thread.
 *
 * An MPI library that lets the other processes continue when a process is
 * killed does not report this. So process 0 and every other process exchange
 * heartbeats, and a process that is silent for too long counts as gone. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_HEARTBEAT_H
#define WEFT_SRC_MACHINE_CLUSTER_HEARTBEAT_H

#include <stdbool.h>

struct heartbeats {
    double patience;  /* timeout in seconds; 0: heartbeats are disabled */
    double last_sent; /* time of the last heartbeat of this process */
    double *heard; /* [processes] times of the last heartbeats of the others */
};

/* Enable heartbeats with a timeout of `seconds`. Process 0 monitors all others;
 * others monitor process 0 from its first heartbeat on, since it may be busy
 * before. Return 0, or -1 if out of memory. */
int heartbeats_begin(struct heartbeats *beats, int rank, int size,
                     unsigned seconds);
void heartbeats_end(struct heartbeats *beats);

/* Return whether a heartbeat is due; the caller must then send it. */
bool heartbeats_due(struct heartbeats *beats);
void heartbeats_heard(struct heartbeats *beats, int process);
/* Return a process whose heartbeat is overdue, or -1. Each process is returned
 * only once. */
int heartbeats_missed(struct heartbeats *beats, int size);

#endif
