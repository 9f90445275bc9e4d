/* Processes that share a run; private to src/machine.
 *
 * The folder: together.c is who belongs together and agrees on what, module.c
 * loads what reaches them, post.c keeps what has come, plain.c is what
 * programs send by themselves, heartbeat.c who is still there; share.c is the
 * part of a run that one process has, letters.c the messages between its
 * processors and those of others, round.c how all decide when nobody can go on
 * (reports.c: the tree of reports), events/ those on their way to process 0 and
 * how they become one stream there, ending.c what comes together there at the
 * end. docs/machine.md has the protocol. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_CLUSTER_H
#define WEFT_SRC_MACHINE_CLUSTER_CLUSTER_H

#include "bag.h"
#include "events/streams.h"
#include "post.h"
#include "round.h"
#include <stdbool.h>
#include <stdint.h>
#include <weft/cluster.h>
#include <weft/error.h>
#include <weft/machine.h>

struct run;

/* The first number of each parcel: what is in it. */
enum occasion {
    NOTHING,
    HELLO, /* meetings, which all processes have at one time */
    AGREE,
    START,
    ENDING,
    VERDICT,
    LEAVE,
    LETTERS, /* while a run goes on, see round.c */
    REPORT,
    DECISION,
    EVENTS, /* the same, see event-flow.c */
    CREDIT,
    PLAIN,    /* what the program sends by itself */
    HEARTBEAT /* see heartbeat.h */
};

/* Give out[k] to every process k, and take theirs; the first number of each bag
 * is the occasion. The bags are empty then; in[k] is what follows it, valid
 * until the next meeting. 0, or -1 with err: a process is gone, or does
 * something else; then there are no others any more (together_whole()). */
int together_meet(enum occasion what, struct bag out[], struct weft_parcel in[],
                  struct weft_error *err);
/* Is there still somebody to meet? */
bool together_whole(void);

/* By oneself, while a run goes on. 0, or -1 with err: as above. */
int together_send(int to, struct bag *bag, struct weft_error *err);
/* Look what has come; wait for some milliseconds if there is nothing. 1:
 * something, 0: nothing, -1 with err: as above. */
int together_fetch(bool wait, struct weft_error *err);
/* The oldest of process `from` that is still there, with what is in it; NULL
 * and NOTHING: none. */
const struct weft_parcel *together_first(int from, enum occasion *what);
void together_drop(int from);
/* Of a run, or a comparison: if it has ended, of no use any more. */
bool together_is_over(enum occasion what);
/* A process is gone: all are not there to meet any more. Without process 0, or
 * if nobody knows which one (-1), nobody can be reached. */
void together_lost(int process);
/* Has it left, or is it gone? */
bool together_left(int process);
struct post *together_post(void);
/* The oldest is of no use here: that process has gone another way. -1. */
int together_astray(int from, struct weft_error *err);

/* ---- the part of a run that this process has; NULL in struct run: all of it
 */

struct shared_run {
    int rank, size;         /* processes */
    struct bag *out;        /* [size] letters for their processors, not yet
                               sent; resolver, or the worker's baton */
    struct weft_parcel *in; /* [size] of meetings */
    struct deciding rounds; /* the same */
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
