/* Common decisions of all processes when all processors are blocked.
 *
 * Messages are exchanged while processors run (peer-messages.c). The processes
 * form a tree with process 0 as its root. When all processors of a process are
 * blocked and its children have reported the same for their subtrees, it
 * reports to its parent: the joined summary and, for each process, the number
 * of message packets that the subtree has sent to it, minus those received if
 * the process belongs to the subtree. When these counts are 0 for every process
 * at the root, the run is quiescent (docs/machine.md has the proof): no packet
 * was in flight at the time of these reports, and without one no processor
 * wakes up. The joined summary is then sent down the tree, and each process
 * makes the same decision independently (decide.c). So no process waits for
 * another while it has work to do, and a decision costs two short messages per
 * process, of which each process sends or receives at most 2 FAN + 2
 * (reports.c). */
#include "round.h"
#include "cluster.h"
#include "machine/processor.h"
#include "machine/record/merge.h"
#include "machine/run.h"
#include "machine/schedule/cross.h"
#include "machine/schedule/ready.h"
#include "machine/schedule/worker.h"
#include "peer-messages.h"
#include "reports.h"
#include <time.h>

/* number of processor switches between two reads of the clock */
#define ROUND_TURNS 8
#define LOOK_NS 30000 /* time between two polls for packets, in ns */
/* maximum delay of messages while processors run, in ns */
#define FLUSH_NS 100000
/* time between polls while the caller's thread is busy, in ns */
#define PAUSE_NS 50000

/* ---- reporting ------------------------------------------------------- */

static struct summary round_sum_up(const struct run *run)
{
    struct summary mine = SUMMARY_NONE;
    for (int r = 0; r < run->workers; r++) {
        struct summary one = summarise(&run->worker[r]);
        mine = summary_join(&mine, &one);
    }
    mine.broken = run->hard != 0;
    return mine;
}

/* Report unless nothing has changed since the last report. */
static void round_report(struct run *run)
{
    struct shared_run *share = run->share;
    struct deciding *rounds = &share->rounds;
    bool broken = run->hard != 0;
    if (rounds->said && rounds->said_epoch == rounds->epoch &&
        rounds->said_moved == rounds->moved && rounds->said_broken == broken)
        return;
    struct summary mine = round_sum_up(run);
    reports_file(share, 0, &mine, rounds->balance);
    rounds->said = true;
    rounds->said_epoch = rounds->epoch;
    rounds->said_moved = rounds->moved;
    rounds->said_broken = broken;
}

/* ---- receiving ------------------------------------------------------- */

static void round_fail(struct run *run, const char *text)
{
    run_fail(run, WEFT_ERROR_SYSTEM, text);
}

/* Process the oldest packet of a process: return 1 if it is done, 0 if it must
 * wait. */
static int round_look_at(struct run *run, int from)
{
    struct shared_run *share = run->share;
    enum occasion what;
    const struct weft_packet *first = rendezvous_first(from, &what);
    int status = -1;
    switch (what) {
    case NOTHING:
    case ENDING: /* a process that already had the decision has ended its run */
        return 0;
    case PEER_MESSAGES:
        status = peer_messages_take(run, from, *first);
        break;
    case REPORT:
        status = reports_take(share, from, *first) ? -1 : 1;
        break;
    case DECISION:
        status = reports_take_decision(share, from, *first) ? -1 : 1;
        break;
    case EVENTS:
        status = streams_take_events(run, from, *first);
        break;
    case CREDIT:
        status = streams_take_credit(run, from, *first);
        break;
    default:
        rendezvous_astray(from, &share->broken);
        round_fail(run, share->broken.text);
        return 0;
    }
    if (status < 0)
        round_fail(run, "invalid data from another process");
    if (status)
        rendezvous_drop(from);
    return status;
}

/* Process all packets that can be processed; record sets of one process may
 * unblock packets of another. An idle process must stop at a decision:
 * processors that later packets unblock must not run before the decision is
 * applied. */
static void round_look(struct run *run, bool idle)
{
    const struct shared_run *share = run->share;
    int seen = 1;
    while (seen) {
        seen = 0;
        for (int k = 0; k < share->size; k++) {
            int status = 1;
            while (k != share->rank && rendezvous_whole() && status) {
                status = round_look_at(run, k);
                seen |= status;
                if (idle && share->rounds.is_decided)
                    return;
            }
        }
    }
}

static uint64_t round_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Process packets and flush messages, if this is due. Called at every processor
 * switch. Return whether packets have arrived. */
static bool round_drain(struct worker *worker)
{
    struct run *run = worker->run;
    struct deciding *rounds = &run->share->rounds;
    if (++rounds->turns < ROUND_TURNS || run->stop || run->over ||
        !rendezvous_whole())
        return false;
    rounds->turns = 0;
    uint64_t time = round_now();
    if (time - rounds->looked < LOOK_NS)
        return false;
    rounds->looked = time;
    if (time - rounds->flushed > FLUSH_NS) {
        peer_messages_flush(run);
        streams_send(run);
        rounds->flushed = time;
    }
    int came = rendezvous_fetch(false, &run->share->broken);
    if (came < 0)
        round_fail(run, run->share->broken.text);
    if (came > 0)
        round_look(run, false);
    return came > 0;
}

/* Decide for this process alone that it stops, because the other processes
 * cannot be reached. */
static struct summary alone(struct run *run)
{
    round_fail(run, run->share->broken.text);
    struct summary mine = round_sum_up(run);
    mine.sent = mine.taken = 0;
    mine.live = 1;
    mine.broken = true;
    return mine;
}

static bool anybody_ready(const struct run *run)
{
    for (int r = 0; r < run->workers; r++)
        if (ready_any(&run->worker[r].ready))
            return true;
    return false;
}

/* Return whether process 0 delays the decision because its sink is behind. It
 * does not if another process has failed and will send no more events. */
static bool holds_back(struct run *run)
{
    const struct shared_run *share = run->share;
    return !share->rank && !reports_broken(share) && streams_behind(run);
}

/* Wait for other processes or, if it is `busy`, for the caller's thread of this
 * process. Return like rendezvous_fetch(). */
static int wait_for_more(struct shared_run *share, bool busy)
{
    static const struct timespec pause = {0, PAUSE_NS};
    int came = rendezvous_fetch(!busy, &share->broken);
    if (busy && !came)
        nanosleep(&pause, NULL);
    return came;
}

static struct summary round_gather(struct run *run)
{
    struct shared_run *share = run->share;
    struct deciding *rounds = &share->rounds;
    struct summary all;
    peer_messages_flush(run); /* no messages may be sent after the report */
    for (;;) {
        if (!rounds->is_decided)
            round_look(run, true);
        if (rendezvous_whole() && anybody_ready(run)) {
            all = SUMMARY_NONE;
            /* count a message that nobody takes, so that decide() returns
             * WAIT */
            all.sent = 1;
            return all;
        }
        bool busy = merge_busy(run);
        streams_send(run);
        if (!rounds->is_decided && rendezvous_whole()) {
            if (!holds_back(run))
                round_report(run);
            reports_pass_on(share);
        }
        if (rounds->is_decided) {
            rounds->is_decided = false;
            all = rounds->decided;
            /* the decision must be equal in all processes */
            all.sent = all.taken = 0;
            return all;
        }
        if (!rendezvous_whole() || wait_for_more(share, busy) < 0)
            return alone(run);
    }
}

static void close_way(struct run *run)
{
    /* struct shared_run owns the state, so there is nothing to close */
    (void)run;
}

const struct cross cross_processes = {
    .open = peer_messages_open,
    .close = close_way,
    .send = peer_messages_send,
    .drain = round_drain,
    .gather = round_gather,
};
