/* How all processes decide, when nobody can go on.
 *
 * Letters come and go while processors run (letters.c). Processes are the nodes
 * of a tree, process 0 its root. A process of which nobody can go on, and whose
 * children have said the same of theirs, reports to its parent: the joined
 * summary, and for each process how many parcels of letters were sent to it
 * less those that it has taken, as far as this part of the tree knows. When
 * that is 0 for every process at the root, it is a quiescence (docs/machine.md
 * has the proof): none was under way at the time of these reports, and without
 * one nobody wakes up. The joined summary then goes down the tree, and each
 * process decides the same by itself (decide.c). So nobody waits for another
 * while there is something to do, and a decision costs two short messages for
 * each process, of which no process has to do with more than 2 FAN + 2
 * (reports.c). */
#include "round.h"
#include "cluster.h"
#include "letters.h"
#include "machine/processor.h"
#include "machine/record/merge.h"
#include "machine/run.h"
#include "machine/schedule/cross.h"
#include "machine/schedule/ready.h"
#include "machine/schedule/worker.h"
#include "reports.h"
#include <time.h>

/* Changes of processors from one look at the clock ... */
#define ROUND_TURNS 8
#define LOOK_NS 30000   /* ... and time from one look at what has come */
#define FLUSH_NS 100000 /* letters wait no longer while others run */
#define PAUSE_NS 50000  /* between looks at what the caller's thread does */

/* ---- what this process says -----------------------------------------------
 */

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

/* Once, and again when there is something new. */
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

/* ---- what has come ---------------------------------------------------------
 */

static void round_fail(struct run *run, const char *text)
{
    run_fail(run, WEFT_ERROR_SYSTEM, text);
}

/* The oldest parcel of a process: 1, done; 0, it is not time for it. */
static int round_look_at(struct run *run, int from)
{
    struct shared_run *share = run->share;
    enum occasion what;
    const struct weft_parcel *first = together_first(from, &what);
    int status = -1;
    switch (what) {
    case NOTHING:
    case ENDING: /* of one that knows the decision already */
        return 0;
    case LETTERS:
        status = letters_take(run, from, *first);
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
        together_astray(from, &share->broken);
        round_fail(run, share->broken.text);
        return 0;
    }
    if (status < 0)
        round_fail(run, "invalid data from another process");
    if (status)
        together_drop(from);
    return status;
}

/* All that can be looked at; news of one process may let that of another be.
 * Of who is idle nothing after a decision: those who can go on by what comes
 * then would have to, before it is made. */
static void round_look(struct run *run, bool idle)
{
    const struct shared_run *share = run->share;
    int seen = 1;
    while (seen) {
        seen = 0;
        for (int k = 0; k < share->size; k++) {
            int status = 1;
            while (k != share->rank && together_whole() && status) {
                status = round_look_at(run, k);
                seen |= status;
                if (idle && share->rounds.is_told)
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

/* Called at every change of processors: nearly always there is nothing to do.
 */
static bool round_drain(struct worker *worker)
{
    struct run *run = worker->run;
    struct deciding *rounds = &run->share->rounds;
    if (++rounds->turns < ROUND_TURNS || run->stop || run->over ||
        !together_whole())
        return false;
    rounds->turns = 0;
    uint64_t time = round_now();
    if (time - rounds->looked < LOOK_NS)
        return false;
    rounds->looked = time;
    if (time - rounds->flushed > FLUSH_NS) {
        letters_flush(run);
        streams_send(run);
        rounds->flushed = time;
    }
    int came = together_fetch(false, &run->share->broken);
    if (came < 0)
        round_fail(run, run->share->broken.text);
    if (came > 0)
        round_look(run, false);
    return came > 0;
}

/* There are no others any more: this process stops by itself. */
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

/* While its sink is behind, process 0 lets nobody go on. Others may have
 * failed, and send no more. */
static bool holds_back(struct run *run)
{
    const struct shared_run *share = run->share;
    return !share->rank && !reports_broken(share) && streams_behind(run);
}

/* From others, or, as it is `busy`, of the caller's thread here. As
 * together_fetch(). */
static int wait_for_more(struct shared_run *share, bool busy)
{
    static const struct timespec pause = {0, PAUSE_NS};
    int came = together_fetch(!busy, &share->broken);
    if (busy && !came)
        nanosleep(&pause, NULL);
    return came;
}

static struct summary round_gather(struct run *run)
{
    struct shared_run *share = run->share;
    struct deciding *rounds = &share->rounds;
    struct summary all;
    letters_flush(run); /* and none after the report */
    for (;;) {
        if (!rounds->is_told)
            round_look(run, true);
        if (together_whole() && anybody_ready(run)) {
            all = SUMMARY_NONE;
            all.sent = 1; /* and not yet taken: there is something to do */
            return all;
        }
        bool busy = merge_busy(run);
        streams_send(run);
        if (!rounds->is_told && together_whole()) {
            if (!holds_back(run))
                round_report(run);
            reports_pass_on(share);
        }
        if (rounds->is_told) {
            rounds->is_told = false;
            all = rounds->told;
            all.sent = all.taken = 0; /* so all have agreed */
            return all;
        }
        if (!together_whole() || wait_for_more(share, busy) < 0)
            return alone(run);
    }
}

static void close_way(struct run *run)
{
    (void)run; /* it belongs to the share */
}

const struct cross cross_processes = {
    .open = letters_open,
    .close = close_way,
    .send = letters_send,
    .drain = round_drain,
    .gather = round_gather,
};
