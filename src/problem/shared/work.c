/* The blocks of a processor that runs a plug-in strategy. */
#include "work.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "payload.h"
#include "problem/problem.h"
#include "problem/timetable/tally.h"
#include "settings.h"

/* The first block that was received under another block's number. */
struct misnamed {
    int from; /* rank of the sender; -1: none */
    int named, block;
    uint64_t time; /* time when the block was received */
};

/* Blocks are allocated one by one: a processor that wants few of many blocks
 * needs no table of all of them. */
struct weft_work {
    struct weft_processor *self;
    const struct plan *plan;
    int first;  /* number of the goal's lowest block */
    int blocks; /* number of blocks of the goal */
    /* [blocks] data of each block, owned; NULL: not present */
    void **block;
    /* tally of combined values; NULL: values are not combined */
    struct tally *tally;
    char *pack; /* buffer for a message of several blocks, owned */
    size_t room;
    struct misnamed misnamed;
};

const struct weft_goal *weft_work_goal(const struct weft_work *work)
{
    return work->plan->goal;
}

const struct weft_asked *weft_work_asked(const struct weft_work *work)
{
    return (const struct weft_asked *)work->plan;
}

int weft_work_root(const struct weft_work *work)
{
    return plan_has(work->plan, &setting_root) ? plan_root(work->plan) : -1;
}

size_t weft_work_bytes(const struct weft_work *work)
{
    return work->plan->bytes;
}

static bool work_is_block(const struct weft_work *work, int block)
{
    return block >= work->first && block - work->first < work->blocks;
}

const void *weft_work_block(const struct weft_work *work, int block)
{
    return work_is_block(work, block) ? work->block[block - work->first] : NULL;
}

/* Return the memory of a block, allocated on demand. NULL after weft_fail(). */
static void *work_place(struct weft_work *work, int block)
{
    if (!work_is_block(work, block)) {
        weft_fail(work->self, "block %d does not exist: blocks are %d to %d",
                  block, work->first, work->first + work->blocks - 1);
        return NULL;
    }
    void **at = &work->block[block - work->first];
    if (!*at && !(*at = malloc(work->plan->bytes + 1)))
        weft_fail(work->self, "no memory for block %d", block);
    return *at;
}

int weft_work_keep(struct weft_work *work, int block, const void *data)
{
    void *at = work_place(work, block);
    if (!at)
        return -1;
    memmove(at, data, work->plan->bytes);
    return 0;
}

/* ---- values that are combined ---- */

int weft_work_combine(struct weft_work *work, void *into, const void *data)
{
    char why[300];
    bool in_order = work->plan->strategy->own->in_order ||
                    weft_goal_intervals(work->plan->goal);
    if (!work->tally)
        return weft_fail(work->self,
                         "problem '%s' combines nothing: use weft_work_keep()",
                         work->plan->problem->info.name);
    if (!tally_add(work->tally, into, data, work->plan->bytes, in_order, why,
                   sizeof why))
        return weft_fail(work->self, "processor %d: %s", weft_rank(work->self),
                         why);
    return 0;
}

int weft_work_add(struct weft_work *work, int block, const void *data)
{
    if (!weft_work_block(work, block))
        return weft_work_keep(work, block, data);
    return weft_work_combine(work, work->block[block - work->first], data);
}

/* ---- several blocks in a message ---- */

int weft_work_post(struct weft_work *work, int to, const int block[], int count)
{
    size_t bytes = work->plan->bytes;
    if (count < 1)
        return weft_fail(work->self, "a message of %d blocks to %d", count, to);
    if (array_grow(&work->pack, &work->room, (size_t)count * bytes + 1, 1))
        return weft_fail(work->self, "no memory for %d blocks", count);
    for (int i = 0; i < count; i++) {
        const void *data = weft_work_block(work, block[i]);
        if (!data)
            return weft_fail(
                work->self,
                "processor %d sends block %d to %d, but holds nothing of it",
                weft_rank(work->self), block[i], to);
        memcpy(work->pack + (size_t)i * bytes, data, bytes);
    }
    return weft_post(work->self, to, block[0], work->pack,
                     (size_t)count * bytes);
}

/* Return whether the data contains the block's number; without a tally, blocks
 * do. */
static bool work_is_named(const struct weft_work *work, int block,
                          const void *data)
{
    return work->tally || work->plan->bytes < sizeof(int32_t[2]) ||
           payload_id(data) == block;
}

static void work_note_name(struct weft_work *work, int from, int block,
                           const void *data)
{
    if (work->misnamed.from < 0 && !work_is_named(work, block, data))
        work->misnamed = (struct misnamed){from, block, payload_id(data),
                                           weft_now(work->self)};
}

static int
work_receive(struct weft_work *work, int from, const int block[], int count,
             int (*take)(struct weft_work *work, int block, const void *data))
{
    size_t bytes = work->plan->bytes;
    struct weft_message message;
    if (weft_receive(work->self, from, &message))
        return -1;
    if (count < 1 || message.bytes != (size_t)count * bytes)
        return weft_fail(
            work->self,
            "processor %d: received %zu bytes from %d, not %d block%s of %zu",
            weft_rank(work->self), message.bytes, from, count,
            count == 1 ? "" : "s", bytes);
    for (int i = 0; i < count; i++) {
        const char *data = (const char *)message.data + (size_t)i * bytes;
        work_note_name(work, from, block[i], data);
        if (take(work, block[i], data))
            return -1;
    }
    return 0;
}

int weft_work_receive(struct weft_work *work, int from, const int block[],
                      int count)
{
    return work_receive(work, from, block, count, weft_work_keep);
}

int weft_work_receive_add(struct weft_work *work, int from, const int block[],
                          int count)
{
    return work_receive(work, from, block, count, weft_work_add);
}

/* ---- beginning and end ---- */

/* Create the blocks that the processor has at the start. */
static int work_begin(struct weft_work *work, int rank)
{
    const struct weft_goal *goal = work->plan->goal;
    for (int i = 0; i < work->blocks; i++) {
        int block = work->first + i;
        if (!weft_goal_has(goal, rank, block))
            continue;
        void *at = work_place(work, block);
        if (!at)
            return -1;
        if (work->tally)
            tally_operand(work->tally, at, work->plan->bytes, rank, block);
        else
            payload_fill(at, work->plan->bytes, weft_goal_holder(goal, block),
                         block);
    }
    return 0;
}

static int fail_misnamed(const struct weft_work *work, int rank)
{
    const struct misnamed *m = &work->misnamed;
    return weft_fail(work->self,
                     "processor %d stored block %d as block %d: it received "
                     "block %d from %d at time %" PRIu64 " under that number",
                     rank, m->block, m->named, m->block, m->from, m->time);
}

/* Store the wanted blocks; the judge reports missing ones. */
static int work_end(struct weft_work *work, int rank)
{
    const struct weft_goal *goal = work->plan->goal;
    int wanted = weft_goal_wanted(goal, rank);
    for (int i = 0; i < wanted; i++) {
        int block = weft_goal_want(goal, rank, i);
        const void *data = weft_work_block(work, block);
        if (data && block == work->misnamed.named &&
            !work_is_named(work, block, data) && work->misnamed.from >= 0)
            return fail_misnamed(work, rank);
        if (data && weft_store(work->self, block, data, work->plan->bytes))
            return -1;
    }
    return 0;
}

int work_run(struct weft_processor *self, const struct plan *plan,
             int (*function)(struct weft_processor *self,
                             struct weft_work *work))
{
    int rank = weft_rank(self);
    struct weft_work work = {
        .misnamed.from = -1,
        .self = self,
        .plan = plan,
        .first = weft_goal_first(plan->goal),
        .blocks = weft_goal_blocks(plan->goal),
    };
    if (plan->problem->tally)
        work.tally = plan->problem->tally(plan);
    work.block = calloc((size_t)work.blocks + 1, sizeof *work.block);
    if (!work.block)
        return weft_fail(self, "no memory for %d blocks", work.blocks);
    int status = work_begin(&work, rank) || function(self, &work) ||
                 work_end(&work, rank);
    for (int i = 0; i < work.blocks; i++)
        free(work.block[i]);
    free(work.block);
    free(work.pack);
    return status ? -1 : 0;
}
