/* Processes that share a run; private to src/machine.
 *
 * The folder: together.c is who belongs together and agrees on what, module.c
 * loads what reaches them; share.c is the part of a run that one process has,
 * round.c what it exchanges with the others when nobody can go on, streams.c
 * the events on their way to process 0, ending.c what comes together there at
 * the end. docs/machine.md has the protocol. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_CLUSTER_H
#define WEFT_SRC_MACHINE_CLUSTER_CLUSTER_H

#include "bag.h"
#include "streams.h"
#include <stdbool.h>
#include <stdint.h>
#include <weft/cluster.h>
#include <weft/error.h>
#include <weft/machine.h>

struct run;

/* What all processes do at one time. */
enum occasion { HELLO = 1, AGREE, START, ROUND, ENDING, VERDICT, LEAVE, GATHER };

/* Exchange out[k] with every process k; the first number of each bag is the
 * occasion. in[k] is what follows them. 0, or -1 with err: a process is gone,
 * or does something else; then there are no others any more (together_whole()).
 */
int together_meet(enum occasion what, struct bag out[], struct weft_parcel in[],
                  struct weft_error *err);
/* Is there still somebody to meet? */
bool together_whole(void);

/* ---- the part of a run that this process has; NULL in struct run: all of it
 */

struct shared_run {
    int rank, size;         /* processes */
    struct bag *out;        /* [size] messages for their processors, since the
                               last round; resolver, or the worker's baton */
    struct weft_parcel *in; /* [size] */
    bool events;            /* events are recorded: process 0 has a sink */
    struct streams streams;
    struct weft_error broken; /* why there are no others any more */
    char *reason; /* process 0: why a processor of another process failed */
};

/* The ranks of process `rank`: [low, high). */
int share_low(int size, const struct shared_run *share, int rank);
/* The process that has a processor. */
int share_of(int size, const struct shared_run *share, int processor);

/* Engine mpi: make run->share and choose the ranks of this process, if it is
 * not alone. 0, or -1 with err: no memory. */
int share_make(struct run *run, struct weft_error *err);
/* Are all about to run the same, and ready to? Every process must call it;
 * `status`: this one is not, as err says. 0, or -1 with err. */
int share_start(struct run *run, int status, struct weft_error *err);
void share_finish(struct run *run);

/* Process 0: the outcome of all, and the sink's last events; the others: what
 * process 0 came to. Instead of verdict() in verdict.c. */
int share_end(struct run *run, struct weft_outcome *outcome,
              struct weft_error *err);

#endif
