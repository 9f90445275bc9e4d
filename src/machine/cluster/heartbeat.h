/* Who is still there; private to this folder. Main thread.
 *
 * An MPI that lets others go on when a process is killed does not say that it
 * is gone. So process 0 and every other tell one another now and then that they
 * are there, and who has said nothing for long is gone. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_HEARTBEAT_H
#define WEFT_SRC_MACHINE_CLUSTER_HEARTBEAT_H

#include <stdbool.h>

struct heartbeats {
    double patience; /* seconds; 0: nobody listens */
    double told;     /* when this process was heard last ... */
    double *heard;   /* ... and others; [processes] */
};

/* From now on; `seconds` of silence are too long. Process 0 listens to all,
 * others to process 0, from when it is heard first: it may have other things
 * to do before. 0, or -1: no memory. */
int heartbeats_begin(struct heartbeats *beats, int rank, int size,
                     unsigned seconds);
void heartbeats_end(struct heartbeats *beats);

/* Is it time to be heard? It is taken that the caller then is. */
bool heartbeats_due(struct heartbeats *beats);
void heartbeats_heard(struct heartbeats *beats, int process);
/* Of whom nothing was heard for too long; each is named once. -1: nobody. */
int heartbeats_missed(struct heartbeats *beats, int size);

#endif
