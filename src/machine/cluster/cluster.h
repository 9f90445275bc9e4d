/* Runs shared by several processes; private to src/machine.
 *
 * The folder: rendezvous.c manages membership and agreement, module.c loads the
 * transport, mailboxes.c queues received packets, plain.c sends data for
 * programs, heartbeat.c detects dead processes; share.c determines the part of
 * a run that one process has, peer-messages.c transfers messages between
 * processors of different processes, round.c makes common decisions when all
 * processors are blocked (reports.c: the tree of reports), events/ transfers
 * events to process 0 and merges them there, ending.c collects the results
 * there at the end. docs/machine.md describes the protocol. */
#ifndef WEFT_SRC_MACHINE_CLUSTER_CLUSTER_H
#define WEFT_SRC_MACHINE_CLUSTER_CLUSTER_H

#include "events/streams.h"
#include "mailboxes.h"
#include "packet.h"
#include "round.h"
#include <stdbool.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/machine.h>
#include <weft/unstable/cluster.h>

struct run;

/* The first number of each packet: its type. */
enum occasion {
    NOTHING,
    HELLO, /* first of the meetings, which all processes attend */
    AGREE,
    START,
    ENDING,
    VERDICT,
    LEAVE,
    /* the first of three types of packets sent during a run, see round.c */
    PEER_MESSAGES,
    REPORT,
    DECISION,
    EVENTS, /* the first of two types of packets sent during a run, see
               event-flow.c */
    CREDIT,
    PLAIN,    /* data that the program sends */
    HEARTBEAT /* heartbeats, see heartbeat.h */
};

/* Exchange packets with all processes: send out[k] to process k, and receive
 * theirs; the first number of each packet is the occasion. Afterwards out[] is
 * empty; in[k] is the data after the occasion, valid until the next meeting.
 * Return 0, or -1 with err if a process has left or attends another meeting; no
 * further meetings are possible then (rendezvous_whole()). */
int rendezvous_meet(enum occasion what, struct packet_builder out[],
                    struct weft_packet in[], struct weft_error *err);
/* Return whether all processes can still meet. */
bool rendezvous_whole(void);

/* Send one packet during a run. Return 0, or -1 with err as for
 * rendezvous_meet(). */
int rendezvous_send(int to, struct packet_builder *packet,
                    struct weft_error *err);
/* Receive packets; if there are none, wait for a few milliseconds. Return 1 if
 * any arrived, 0 if none, -1 with err as for rendezvous_meet(). */
int rendezvous_fetch(bool wait, struct weft_error *err);
/* Return the oldest unread packet from process `from` and its type; NULL and
 * NOTHING if there is none. */
const struct weft_packet *rendezvous_first(int from, enum occasion *what);
void rendezvous_drop(int from);
/* Return whether packets of this type belong to a run or a comparison, so that
 * they are obsolete after its end. */
bool rendezvous_is_over(enum occasion what);
/* Record that a process is gone: no further meetings are possible. Without
 * process 0, or for an unknown process (-1), no process can be reached. */
void rendezvous_lost(int process);
/* Return whether a process has left or is gone. */
bool rendezvous_left(int process);
struct mailboxes *rendezvous_post(void);
/* Report that the oldest packet of a process does not fit: the process runs
 * another experiment. Return -1. */
int rendezvous_astray(int from, struct weft_error *err);

/* The part of a run that this process has; NULL in struct run: all of it. */

struct shared_run {
    int rank, size; /* number of this process, and number of processes */
    /* [size] messages for processors of other processes, not yet sent; accessed
     * by the resolver, or by the holder of the worker's baton */
    struct packet_builder *out;
    struct weft_packet *in; /* [size] packets received in meetings */
    /* state of common decisions, accessed by the same threads as `out` */
    struct deciding rounds;
    bool events; /* whether process 0 has a sink, so that events are recorded */
    struct streams streams;
    struct weft_error broken; /* why other processes cannot be reached */
    char *reason; /* process 0: why a processor of another process failed */
};

/* Return the lowest rank of process `rank`; share_low() of the next process is
 * the end of its ranks. */
int share_low(int size, const struct shared_run *share, int rank);
/* Return the process that runs a processor. */
int share_of(int size, const struct shared_run *share, int processor);

/* For the engine mpi: create run->share and choose the ranks of this process,
 * unless it is the only process. Return 0, or -1 with err if out of memory. */
int share_make(struct run *run, struct weft_error *err);
/* Check that all processes are ready for the same run. Every process must call
 * this function; `status` is -1 if this process is not ready, and err gives the
 * reason. Return 0, or -1 with err. */
int share_start(struct run *run, int status, struct weft_error *err);
void share_finish(struct run *run);

/* In process 0, collect the results of all processes and the last events for
 * the sink; in other processes, receive the verdict of process 0. Replaces
 * verdict() in verdict.c. */
int share_end(struct run *run, struct weft_outcome *outcome,
              struct weft_error *err);

#endif
