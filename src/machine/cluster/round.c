/* How all processes decide, when nobody can go on.
 *
 * Letters come and go while processors run (letters.c). A process of which
 * nobody can go on reports to process 0: its summary, and how many parcels of
 * letters it has sent to each other process and taken from each. When all have
 * reported since the last decision, and of each pair one has taken what the
 * other has sent, that is a quiescence: between two processes parcels keep
 * their order, so that none was under way at the time of these reports, and
 * without one nobody wakes up. Process 0 then tells all the joined summary, and
 * each decides the same by itself (decide.c). So nobody waits for another while
 * there is something to do, and a decision costs two short messages for each
 * process. */
#include "round.h"
#include "cluster.h"
#include "letters.h"
#include "machine/processor.h"
#include "machine/run.h"
#include "machine/schedule/cross.h"
#include "machine/schedule/ready.h"
#include "machine/schedule/worker.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TURNS 8       /* changes of processors from one look at the clock ... */
#define LOOK_NS 30000 /* ... and time from one look at what has come */
#define FLUSH_NS 100000 /* letters wait no longer while others run */

int rounds_open(struct shared_run *share)
{
    struct deciding *rounds = &share->rounds;
    size_t size = (size_t)share->size;
    rounds->sent = calloc(size, sizeof *rounds->sent);
    rounds->taken = calloc(size, sizeof *rounds->taken);
    rounds->heard = calloc(size, sizeof *rounds->heard);
    if (!rounds->sent || !rounds->taken || !rounds->heard)
        return -1;
    if (share->rank)
        return 0;
    rounds->report = calloc(size, sizeof *rounds->report);
    for (size_t k = 0; rounds->report && k < size; k++) {
        rounds->report[k].sent = calloc(2 * size, sizeof(uint64_t));
        if (!rounds->report[k].sent)
            return -1;
        rounds->report[k].taken = rounds->report[k].sent + size;
    }
    return rounds->report ? 0 : -1;
}

void rounds_close(struct shared_run *share)
{
    struct deciding *rounds = &share->rounds;
    for (int k = 0; rounds->report && k < share->size; k++)
        free(rounds->report[k].sent);
    free(rounds->report);
    free(rounds->sent);
    free(rounds->taken);
    free(rounds->heard);
}

/* ---- process 0: the reports of all ----------------------------------------
 */

/* Pairs with process k of which one has sent what the other lacks. */
static uint64_t differences(const struct shared_run *share, int k)
{
    const struct idle_report *report = share->rounds.report;
    uint64_t count = 0;
    for (int j = 0; j < share->size; j++)
        count += (uint64_t)(report[k].sent[j] != report[j].taken[k]) +
                 (uint64_t)(report[j].sent[k] != report[k].taken[j]);
    return count;
}

static void file(struct shared_run *share, int from,
                 const struct summary *summary, const uint64_t *sent,
                 const uint64_t *taken)
{
    struct deciding *rounds = &share->rounds;
    struct idle_report *report = &rounds->report[from];
    size_t bytes = (size_t)share->size * sizeof *sent;
    rounds->differ -= differences(share, from);
    memcpy(report->sent, sent, bytes);
    memcpy(report->taken, taken, bytes);
    rounds->differ += differences(share, from);
    report->summary = *summary;
    rounds->reports += !report->valid;
    report->valid = true;
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
    const uint64_t *sent = bag_take(&parcel, bytes);
    const uint64_t *taken = bag_take(&parcel, bytes);
    if (share->rank || !taken)
        return -1;
    memcpy(&summary, said, sizeof summary);
    if (epoch == share->rounds.epoch) /* else before the last decision */
        file(share, from, &summary, sent, taken);
    return 0;
}

/* Has everybody reported, and is nothing under way? Then all are told. */
static bool decided(struct run *run, struct summary *all)
{
    struct shared_run *share = run->share;
    struct deciding *rounds = &share->rounds;
    if (rounds->reports < share->size || rounds->differ)
        return false;
    *all = SUMMARY_NONE;
    for (int k = 0; k < share->size; k++) {
        *all = summary_join(all, &rounds->report[k].summary);
        rounds->report[k].valid = false;
    }
    rounds->reports = 0;
    rounds->epoch++;
    for (int k = 1; k < share->size; k++) {
        struct bag bag = {0};
        bag_number(&bag, DECISION);
        bag_put(&bag, all, sizeof *all);
        if (together_send(k, &bag, &share->broken))
            return false;
    }
    return true;
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

static void send_report(struct shared_run *share, const struct summary *mine)
{
    const struct deciding *rounds = &share->rounds;
    struct bag bag = {0};
    size_t bytes = (size_t)share->size * sizeof(uint64_t);
    bag_number(&bag, REPORT);
    bag_number(&bag, rounds->epoch);
    bag_put(&bag, mine, sizeof *mine);
    bag_put(&bag, rounds->sent, bytes);
    bag_put(&bag, rounds->taken, bytes);
    together_send(0, &bag, &share->broken);
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
    if (share->rank)
        send_report(share, &mine);
    else
        file(share, 0, &mine, rounds->sent, rounds->taken);
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

/* The oldest parcel of a process: 1, done; 0, it is not time for it. If `all`
 * is not NULL, nobody here can go on, and a decision is filled in (2). */
static int look_at(struct run *run, int from, struct summary *all)
{
    struct shared_run *share = run->share;
    enum occasion what;
    const struct weft_parcel *first = together_first(from, &what);
    struct weft_parcel parcel;
    const void *said;
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
        if (!all)
            return 0;
        parcel = *first;
        bag_take_number(&parcel);
        said = bag_take(&parcel, sizeof *all);
        if (from || !said)
            break;
        memcpy(all, said, sizeof *all);
        share->rounds.epoch++;
        status = 2;
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

/* All that can be looked at; news of one process may let that of another be. A
 * decision ends it: true. */
static bool look(struct run *run, struct summary *all)
{
    int seen = 1;
    while (seen) {
        seen = 0;
        for (int k = 0; k < run->share->size; k++) {
            int status = 1;
            while (k != run->share->rank && together_whole() && status) {
                status = look_at(run, k, all);
                if (status == 2)
                    return true;
                seen |= status;
            }
        }
    }
    return false;
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
        look(run, NULL);
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
    struct summary all;
    if (!share->rank)
        streams_patience(run);
    letters_flush(run); /* and nothing more after the report */
    for (;;) {
        bool told = look(run, &all);
        if (!told && together_whole() && anybody_ready(run)) {
            all = SUMMARY_NONE;
            all.sent = 1; /* and not yet taken: there is something to do */
            return all;
        }
        if (!told && together_whole())
            report(run);
        if (told || (!share->rank && together_whole() && decided(run, &all))) {
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
