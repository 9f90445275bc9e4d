/* Selects the rings or trees of one communicator, and checks that each contains
 * every GPU once and holds together. */
#include "channels.h"

#include "base/base.h"
#include "base/system/stable-sort.h"

#include <stdlib.h>

#define CHOSEN "channel %d, GPU %d: "

/* By shape, channel, rank. */
static int channels_compare(const void *a, const void *b, void *arg)
{
    const struct channel_gpu *x = a, *y = b;
    (void)arg;
    if (x->shape != y->shape)
        return x->shape < y->shape ? -1 : 1;
    if (x->channel != y->channel)
        return x->channel < y->channel ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Number the communicators in lines that single GPUs print: if a GPU prints the
 * same line again, it is for a later communicator. */
static void number_communicators(struct channel_list *list)
{
    for (size_t i = 1; i < list->count; i++) {
        const struct channel_gpu *before = &list->gpu[i - 1];
        struct channel_gpu *gpu = &list->gpu[i];
        if (gpu->shape != CHANNEL_RING &&
            !channels_compare(before, gpu, NULL) &&
            gpu->communicator <= before->communicator)
            gpu->communicator = before->communicator + 1;
    }
}

/* Return whether rings are given as a whole, not by single GPUs. */
static bool has_whole_rings(const struct channel_list *list)
{
    bool any = false;
    for (size_t i = 0; i < list->count; i++)
        any = any || list->gpu[i].shape == CHANNEL_RING;
    return any && !list->cut;
}

static int rank_compare(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Collect the ranks that occur. */
static int chosen_ranks(struct channel_choice *choice, size_t count)
{
    size_t gpus = 0;
    choice->rank = malloc((count + 1) * sizeof *choice->rank);
    if (!choice->rank)
        return -1;
    for (size_t i = 0; i < count; i++)
        choice->rank[i] = choice->at[i].rank;
    if (count)
        qsort(choice->rank, count, sizeof *choice->rank, rank_compare);
    for (size_t i = 0; i < count; i++)
        if (!gpus || choice->rank[gpus - 1] != choice->rank[i])
            choice->rank[gpus++] = choice->rank[i];
    choice->gpus = (int)gpus;
    return 0;
}

/* Return the index of a rank, or -1. */
static int chosen_index(const struct channel_choice *choice, int rank)
{
    const int *at = bsearch(&rank, choice->rank, (size_t)choice->gpus,
                            sizeof *choice->rank, rank_compare);
    return at ? (int)(at - choice->rank) : -1;
}

/* Check that the channels count up from 0 and have all GPUs, and replace the
 * ranks and channels by their indices. */
static int chosen_complete(struct channel_list *list,
                           struct channel_choice *choice, size_t count)
{
    size_t i = 0;
    for (; i < count; i++) {
        struct channel_gpu *gpu = &choice->at[i];
        int channel = (int)(i / (size_t)choice->gpus);
        int rank = choice->rank[i % (size_t)choice->gpus];
        list->line = gpu->line;
        if (gpu->channel > channel && i % (size_t)choice->gpus == 0)
            return channel_wrong(list, "channel %d is missing", channel);
        if (gpu->channel < channel ||
            (gpu->channel == channel && gpu->rank < rank))
            return channel_wrong(list, CHOSEN "it occurs twice", gpu->channel,
                                 gpu->rank);
        if (gpu->channel > channel || gpu->rank > rank)
            return channel_wrong(list, "channel %d lacks GPU %d", channel,
                                 rank);
    }
    size_t rest = i % (size_t)choice->gpus;
    choice->channels = (int)(i / (size_t)choice->gpus);
    if (rest)
        return channel_wrong(list, "channel %d lacks GPU %d", choice->channels,
                             choice->rank[rest]);
    for (i = 0; i < count; i++)
        if (choice->at[i].channels > choice->channels) {
            list->line = choice->at[i].line;
            return channel_wrong(list, "%d of %d channels are missing",
                                 choice->at[i].channels - choice->channels,
                                 choice->at[i].channels);
        }
    return 0;
}

/* Replace a rank by its index. */
static int chosen_turn(struct channel_list *list,
                       const struct channel_choice *choice,
                       const struct channel_gpu *gpu, int *rank)
{
    int index = *rank < 0 ? -1 : chosen_index(choice, *rank);
    list->line = gpu->line;
    if (*rank >= 0 && index < 0)
        return channel_wrong(list,
                             CHOSEN "its neighbour %d is not in the channel",
                             gpu->channel, gpu->rank, *rank);
    *rank = index;
    return 0;
}

static int chosen_number(struct channel_list *list,
                         struct channel_choice *choice, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct channel_gpu *gpu = &choice->at[i];
        if (chosen_turn(list, choice, gpu, &gpu->up))
            return -1;
        for (int k = 0; k < CHANNEL_CHILDREN; k++)
            if (chosen_turn(list, choice, gpu, &gpu->down[k]))
                return -1;
    }
    return 0;
}

/* Return how often a GPU names another one as its successor. */
static int names_child(const struct channel_gpu *gpu, int child)
{
    int times = 0;
    for (int k = 0; k < CHANNEL_CHILDREN; k++)
        times += gpu->down[k] == child;
    return times;
}

/* Check that neighbours name each other. */
static int chosen_mutual(struct channel_list *list,
                         const struct channel_choice *choice,
                         const struct channel_gpu *channel)
{
    for (int i = 0; i < choice->gpus; i++) {
        const struct channel_gpu *gpu = &channel[i];
        list->line = gpu->line;
        if (gpu->up >= 0 && names_child(&channel[gpu->up], i) != 1)
            return channel_wrong(list, CHOSEN "GPU %d does not lead to it",
                                 gpu->channel, gpu->rank,
                                 choice->rank[gpu->up]);
        for (int k = 0; k < CHANNEL_CHILDREN; k++)
            if (gpu->down[k] >= 0 && channel[gpu->down[k]].up != i)
                return channel_wrong(
                    list, CHOSEN "it leads to GPU %d, but that comes after %d",
                    gpu->channel, gpu->rank, choice->rank[gpu->down[k]],
                    channel[gpu->down[k]].up < 0
                        ? -1
                        : choice->rank[channel[gpu->down[k]].up]);
    }
    return 0;
}

/* Check that the channel is one ring, or one tree: from its first GPU or its
 * root, all are reached. */
static int chosen_whole(struct channel_list *list,
                        const struct channel_choice *choice,
                        const struct channel_gpu *channel, int *queue,
                        bool tree)
{
    int tail = 0;
    for (int i = 0; i < choice->gpus && !tail; i++)
        if (!tree || channel[i].up < 0)
            queue[tail++] = i;
    list->line = channel->line;
    if (!tail)
        return channel_wrong(list, "channel %d: its tree has no root",
                             channel->channel);
    for (int head = 0; head < tail; head++)
        for (int k = 0; k < CHANNEL_CHILDREN; k++) {
            int next = channel[queue[head]].down[k];
            if (next >= 0 && next != queue[0])
                queue[tail++] = next;
        }
    if (tail == choice->gpus)
        return 0;
    return channel_wrong(list,
                         "channel %d: from GPU %d, its %s reaches only "
                         "%d of %d GPUs",
                         channel->channel, choice->rank[queue[0]],
                         tree ? "tree" : "ring", tail, choice->gpus);
}

static int chosen_check(struct channel_list *list,
                        const struct channel_choice *choice, bool tree)
{
    int *queue = malloc((size_t)choice->gpus * sizeof *queue);
    int status =
        queue ? 0
              : weft_error_set(list->err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (int c = 0; c < choice->channels && !status; c++) {
        const struct channel_gpu *channel =
            &choice->at[(size_t)c * (size_t)choice->gpus];
        status = chosen_mutual(list, choice, channel) ||
                         chosen_whole(list, choice, channel, queue, tree)
                     ? -1
                     : 0;
    }
    free(queue);
    return status;
}

/* Move the GPUs of a shape and a communicator to choice->at. @returns their
 * number */
static size_t chosen_take(const struct channel_list *list,
                          enum channel_shape shape, int communicator,
                          struct channel_choice *choice)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct channel_gpu *gpu = &list->gpu[i];
        if (gpu->shape != shape)
            continue;
        if (gpu->communicator >= choice->communicators)
            choice->communicators = gpu->communicator + 1;
        if (gpu->communicator == communicator)
            choice->at[count++] = *gpu;
    }
    return count;
}

static int chosen_none(struct channel_list *list, bool tree, int communicator,
                       const struct channel_choice *choice)
{
    list->line = 0;
    if (choice->communicators)
        return channel_wrong(list, "communicator %d; the file has 0 to %d",
                             communicator, choice->communicators - 1);
    if (!tree && list->cut)
        return channel_wrong(
            list, "its rings are truncated (\"...\"); lines \"Ring 00 : ..\" "
                  "are printed with NCCL_DEBUG_SUBSYS=INIT,GRAPH");
    return channel_wrong(list, "no %s in it", tree ? "trees" : "rings");
}

int channels_choose(struct channel_list *list, bool tree, int communicator,
                    struct channel_choice *choice)
{
    enum channel_shape shape = CHANNEL_TREE;
    if (!tree)
        shape = has_whole_rings(list) ? CHANNEL_RING : CHANNEL_RING_LINK;
    *choice = (struct channel_choice){
        .at = malloc((list->count + 1) * sizeof *choice->at)};
    if (!choice->at)
        return weft_error_set(list->err, WEFT_ERROR_MEMORY, 0, "no memory");
    stable_sort(list->gpu, list->count, sizeof *list->gpu, channels_compare,
                NULL);
    number_communicators(list);
    size_t count = chosen_take(list, shape, communicator, choice);
    if (!count)
        return chosen_none(list, tree, communicator, choice);
    if (chosen_ranks(choice, count))
        return weft_error_set(list->err, WEFT_ERROR_MEMORY, 0, "no memory");
    list->line = 0;
    if (choice->gpus < 2)
        return channel_wrong(list, "only GPU %d; 2 or more are needed",
                             choice->rank[0]);
    return chosen_complete(list, choice, count) ||
                   chosen_number(list, choice, count) ||
                   chosen_check(list, choice, tree)
               ? -1
               : 0;
}
