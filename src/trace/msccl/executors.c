/* The limits of programs that execute algorithms, as their sources state them.
 * RCCL and msccl-executor-nccl reject an algorithm that exceeds one. */
#include "algorithm.h"

#include "base/base.h"

#include <string.h>

#define EXECUTORS 2

static const char *const executor_names[EXECUTORS] = {"rccl", "nccl"};

/* Each function returns the amount at a thread block. */

static int64_t executor_steps(const struct algorithm *a, size_t block)
{
    return (int64_t)a->block[block].steps;
}

static int64_t executor_blocks(const struct algorithm *a, size_t block)
{
    return (int64_t)a->gpu[a->block[block].gpu].blocks;
}

static int64_t executor_chunks(const struct algorithm *a, size_t block)
{
    int64_t most = 0;
    for (size_t s = 0; s < a->block[block].steps; s++)
        if (a->block[block].step[s].count > most)
            most = a->block[block].step[s].count;
    return most;
}

static int64_t executor_channel(const struct algorithm *a, size_t block)
{
    return a->block[block].channel;
}

/* GPUs with more thread blocks exceed the limit of these anyway. */
#define EXECUTOR_BLOCKS_MAX 4096

/* Count the thread blocks of a GPU that use the channel of one of them to send,
 * or to receive. */
static int64_t executor_ends(const struct algorithm *a, size_t block,
                             bool sends)
{
    const struct thread_block *one = &a->block[block];
    const struct gpu *gpu = &a->gpu[one->gpu];
    int64_t ends = 0;
    if (gpu->blocks > EXECUTOR_BLOCKS_MAX)
        return 0;
    for (size_t i = gpu->first; i < gpu->first + gpu->blocks; i++)
        ends += a->block[i].channel == one->channel &&
                (sends ? a->block[i].send : a->block[i].receive) >= 0;
    return ends;
}

static int64_t executor_senders(const struct algorithm *a, size_t block)
{
    return executor_ends(a, block, true);
}

static int64_t executor_receivers(const struct algorithm *a, size_t block)
{
    return executor_ends(a, block, false);
}

static const struct executor_limit {
    const char *what;
    int64_t most[EXECUTORS]; /* -1: none known */
    int64_t (*amount)(const struct algorithm *a, size_t block);
} executor_limits[] = {
    {"steps", {64, -1}, executor_steps},
    {"thread blocks of the GPU", {64, 1024}, executor_blocks},
    {"chunks of a step", {71, 71}, executor_chunks},
    {"channel", {127, 31}, executor_channel},
    {"senders in the channel", {32, 32}, executor_senders},
    {"receivers in the channel", {32, 32}, executor_receivers},
};

static int executor_add(struct weft_msccl_result *result, size_t *room,
                        const struct weft_msccl_limit *limit)
{
    if (array_grow(&result->exceeded, room, result->exceeds + 1,
                   sizeof *result->exceeded))
        return -1;
    result->exceeded[result->exceeds++] = *limit;
    return 0;
}

/* Add a limit if the algorithm exceeds it, with the thread block that exceeds
 * it most. */
static int executor_judge(const struct algorithm *a, int executor,
                          const struct executor_limit *row,
                          struct weft_msccl_result *result, size_t *room)
{
    struct weft_msccl_limit worst = {.executor = executor_names[executor],
                                     .limit = row->what,
                                     .value = -1,
                                     .most = row->most[executor]};
    for (size_t i = 0; i < a->blocks; i++) {
        int64_t amount = row->amount(a, i);
        if (amount <= worst.value)
            continue;
        worst.value = amount;
        worst.gpu = a->block[i].gpu;
        worst.block = a->block[i].id;
    }
    return worst.most >= 0 && worst.value > worst.most
               ? executor_add(result, room, &worst)
               : 0;
}

/* Thread blocks must use the channels that connections are made for. */
static int executor_channels(const struct algorithm *a, int executor,
                             struct weft_msccl_result *result, size_t *room)
{
    static const struct executor_limit row = {
        "channel, by nchannels of the file", {0, 0}, executor_channel};
    struct executor_limit own = row;
    own.most[executor] = a->channels - 1;
    return a->channels < 0 ? 0
                           : executor_judge(a, executor, &own, result, room);
}

int algorithm_limits(const struct algorithm *a, const char *executor,
                     struct weft_msccl_result *result, struct weft_error *err)
{
    size_t limits = sizeof executor_limits / sizeof *executor_limits, room = 0;
    bool known = !executor, failed = false;
    for (int e = 0; e < EXECUTORS; e++) {
        if (executor && strcmp(executor, executor_names[e]) != 0)
            continue;
        known = true;
        for (size_t i = 0; i < limits && !failed; i++)
            failed =
                executor_judge(a, e, &executor_limits[i], result, &room) != 0;
        failed = failed || executor_channels(a, e, result, &room);
    }
    if (!known)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "executor '%.30s'; expected rccl or nccl",
                              executor);
    return failed ? weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory") : 0;
}
