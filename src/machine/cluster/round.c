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
 * each process, of which no process has to do with more than 2 FAN + 2. */
#include "round.h"
#include "cluster.h"
#include "letters.h"
#include "machine/processor.h"
#include "machine/run.h"
#include "machine/schedule/cross.h"
#include "machine/schedule/ready.h"
#include "machine/schedule/worker.h"
#include "process-tree.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef FAN    /* tests have small ones: deep trees of few processes */
#define FAN 16 /* children of a process */
#endif
#define TURNS 8       /* changes of processors from one look at the clock ... */
#define LOOK_NS 30000 /* ... and time from one look at what has come */
#define FLUSH_NS 100000 /* letters wait no longer while others run */

static int parent_of(int process)
{
    return process_parent(FAN, process);
}

static int first_child(const struct shared_run *share)
{
    return process_first_child(FAN, share->rank);
}

static int children(const struct shared_run *share)
{
    return process_children(FAN, share->size, share->rank);
}

int rounds_open(struct shared_run *share)
{
    struct deciding *rounds = &share->rounds;
    size_t size = (size_t)share->size;
    size_t reports = (size_t)children(share) + 1;
    rounds->balance = calloc(size, sizeof *rounds->balance);
    rounds->joined = calloc(size, sizeof *rounds->joined);
    rounds->heard = calloc(size, sizeof *rounds->heard);
    rounds->report = calloc(reports, sizeof *rounds->report);
    for (size_t i = 0; rounds->report && i < reports; i++) {
        rounds->report[i].balance = calloc(size, sizeof(uint64_t));
        if (!rounds->report[i].balance)
            return -1;
    }
    bool whole = rounds->balance && rounds->joined && rounds->heard;
    return whole && rounds->report ? 0 : -1;
}

void rounds_close(struct shared_run *share)
{
    struct deciding *rounds = &share->rounds;
    for (int i = 0; rounds->report && i <= children(share); i++)
        free(rounds->report[i].balance);
    free(rounds->report);
    free(rounds->balance);
    free(rounds->joined);
    free(rounds->heard);
}

/* ---- reports of this part of the tree -------------------------------------
 */

/* Of this process (0), or of a child. */
static void file(struct shared_run *share, int child,
                 const struct summary *summary, const uint64_t *balance)
{
    struct deciding *rounds = &share->rounds;
    struct idle_report *report = &rounds->report[child];
    memcpy(report->balance, balance, (size_t)share->size * sizeof *balance);
    report->summary = *summary;
    rounds->reports += !report->valid;
    report->valid = true;
    rounds->fresh = true;
}

/* 0, or -1: no process of ours would send this. */
static int take_report(struct shared_run *share, int from,
                       struct weft_parcel parcel)
{
    struct summary summary;
    size_t bytes = (size_t)share->size * sizeof(uint64_t);
    bag_take_number(&parcel);
    uint64_t epoch = bag_take_number(&parcel);
    const void *said = bag_take(&parcel, sizeof summary);
    const uint64_t *balance = bag_take(&parcel, bytes);
    if (!from || parent_of(from) != share->rank || !balance)
        return -1;
    memcpy(&summary, said, sizeof summary);
    if (epoch == share->rounds.epoch) /* else before the last decision */
        file(share, from - first_child(share) + 1, &summary, balance);
    return 0;
}

/* All reports of this part of the tree as one. */
static struct summary join_reports(struct shared_run *share)
{
    struct deciding *rounds = &share->rounds;
    struct summary all = SUMMARY_NONE;
    memset(rounds->joined, 0, (size_t)share->size * sizeof *rounds->joined);
    for (int i = 0; i <= children(share); i++) {
        const struct idle_report *report = &rounds->report[i];
        all = summary_join(&all, &report->summary);
        for (int k = 0; k < share->size; k++)
            rounds->joined[k] += report->balance[k];
    }
    return all;
}

static bool under_way(const struct shared_run *share)
{
    for (int k = 0; k < share->size; k++)
        if (share->rounds.joined[k])
            return true;
    return false;
}

static void send_report(struct shared_run *share, const struct summary *all)
{
    const struct deciding *rounds = &share->rounds;
    struct bag bag = {0};
    bag_number(&bag, REPORT);
    bag_number(&bag, rounds->epoch);
    bag_put(&bag, all, sizeof *all);
    bag_put(&bag, rounds->joined, (size_t)share->size * sizeof *rounds->joined);
    together_send(parent_of(share->rank), &bag, &share->broken);
}

/* Down the tree; this process may still have something to do. */
static void tell(struct shared_run *share, const struct summary *all)
{
    struct deciding *rounds = &share->rounds;
    rounds->epoch++;
    rounds->reports = 0;
    rounds->report[0].valid = false;
    rounds->told = *all;
    rounds->is_told = true;
    for (int i = 0; i < children(share); i++) {
        struct bag bag = {0};
        rounds->report[i + 1].valid = false;
        bag_number(&bag, DECISION);
        bag_put(&bag, all, sizeof *all);
        if (together_send(first_child(share) + i, &bag, &share->broken))
            return;
    }
}

/* When this part of the tree is idle: up the tree, or, at the root, down, if
 * nothing is under way. */
static void pass_on(struct shared_run *share)
{
    struct deciding *rounds = &share->rounds;
    if (!rounds->fresh || rounds->reports <= children(share))
        return;
    rounds->fresh = false;
    struct summary all = join_reports(share);
    if (share->rank)
        send_report(share, &all);
    else if (!under_way(share))
        tell(share, &all);
}

/* ---- what this process says -----------------------------------------------
 */

static struct summary sum_up(const struct run *run)
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
static void report(struct run *run)
{
    struct shared_run *share = run->share;
    struct deciding *rounds = &share->rounds;
    bool broken = run->hard != 0;
    if (rounds->said && rounds->said_epoch == rounds->epoch &&
        rounds->said_moved == rounds->moved && rounds->said_broken == broken)
        return;
    struct summary mine = sum_up(run);
    file(share, 0, &mine, rounds->balance);
    rounds->said = true;
    rounds->said_epoch = rounds->epoch;
    rounds->said_moved = rounds->moved;
    rounds->said_broken = broken;
}

/* ---- what has come ---------------------------------------------------------
 */

static void fail(struct run *run, const char *text)
{
    run_fail(run, WEFT_ERROR_SYSTEM, text);
}

/* 0, or -1: no process of ours would send this. */
static int take_decision(struct shared_run *share, int from,
                         struct weft_parcel parcel)
{
    struct summary all;
    bag_take_number(&parcel);
    const void *said = bag_take(&parcel, sizeof all);
    if (!share->rank || from != parent_of(share->rank) || !said ||
        share->rounds.is_told)
        return -1;
    memcpy(&all, said, sizeof all);
    tell(share, &all);
    return 0;
}

/* The oldest parcel of a process: 1, done; 0, it is not time for it. */
static int look_at(struct run *run, int from)
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
        status = take_report(share, from, *first) ? -1 : 1;
        break;
    case DECISION:
        status = take_decision(share, from, *first) ? -1 : 1;
        break;
    default:
        together_astray(from, &share->broken);
        fail(run, share->broken.text);
        return 0;
    }
    if (status < 0)
        fail(run, "another process has sent what makes no sense");
    if (status)
        together_drop(from);
    return status;
}

/* All that can be looked at; news of one process may let that of another be.
 * Of who is idle nothing after a decision: those who can go on by what comes
 * then would have to, before it is made. */
static void look(struct run *run, bool idle)
{
    const struct shared_run *share = run->share;
    int seen = 1;
    while (seen) {
        seen = 0;
        for (int k = 0; k < share->size; k++) {
            int status = 1;
            while (k != share->rank && together_whole() && status) {
                status = look_at(run, k);
                seen |= status;
                if (idle && share->rounds.is_told)
                    return;
            }
        }
    }
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Called at every change of processors: nearly always there is nothing to do.
 */
static bool drain(struct worker *worker)
{
    struct run *run = worker->run;
    struct deciding *rounds = &run->share->rounds;
    if (++rounds->turns < TURNS || run->stop || run->over || !together_whole())
        return false;
    rounds->turns = 0;
    uint64_t time = now();
    if (time - rounds->looked < LOOK_NS)
        return false;
    rounds->looked = time;
    if (time - rounds->flushed > FLUSH_NS) {
        letters_flush(run);
        rounds->flushed = time;
    }
    int came = together_fetch(false, &run->share->broken);
    if (came < 0)
        fail(run, run->share->broken.text);
    if (came > 0)
        look(run, false);
    return came > 0;
}

/* There are no others any more: this process stops by itself. */
static struct summary alone(struct run *run)
{
    fail(run, run->share->broken.text);
    struct summary mine = sum_up(run);
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

static struct summary gather(struct run *run)
{
    struct shared_run *share = run->share;
    struct deciding *rounds = &share->rounds;
    struct summary all;
    if (!share->rank)
        streams_patience(run);
    letters_flush(run); /* and nothing more after the report */
    for (;;) {
        if (!rounds->is_told)
            look(run, true);
        if (together_whole() && anybody_ready(run)) {
            all = SUMMARY_NONE;
            all.sent = 1; /* and not yet taken: there is something to do */
            return all;
        }
        if (!rounds->is_told && together_whole()) {
            report(run);
            pass_on(share);
        }
        if (rounds->is_told) {
            rounds->is_told = false;
            all = rounds->told;
            all.sent = all.taken = 0; /* so all have agreed */
            return all;
        }
        if (!together_whole() || together_fetch(true, &share->broken) < 0)
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
    .drain = drain,
    .gather = gather,
};
