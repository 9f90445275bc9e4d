/* Processes the messages of a schedule slot by slot, and checks whether an
 * algorithm in place can send them. */
#include "chunks.h"

#include <stdlib.h>
#include <string.h>

static int messages_refuse(struct arranging *a, const struct weft_event *send,
                           int block, const char *why)
{
    return out_fail(a->out, WEFT_ERROR_MISUSE,
                    "step %llu: processor %d sends block %d to %d, which no "
                    "MSCCL algorithm in place can: %s",
                    (unsigned long long)(send->start / a->w->step + 1),
                    send->rank, block, send->peer, why);
}

static int take_apart(struct arranging *a, const struct weft_event *send)
{
    const char *text = weft_event_items(&a->w->info, send), *end;
    a->list.count = a->list.spans = 0;
    if (text)
        return item_list_parse(&a->list, text, &end) ? -1 : 0;
    return item_list_add(&a->list, send->message, NULL, 0);
}

static void take_set(struct arranging *a, const struct item *item)
{
    memset(a->set, 0, a->w->words * sizeof *a->set);
    for (uint32_t i = 0; i < item->spans; i++) {
        const struct interval *span = &a->list.span[item->set + i];
        for (int32_t r = span->first; r <= span->last && r < a->w->gpus; r++)
            a->set[r / 64] |= (uint64_t)1 << r % 64;
    }
}

static bool is_whole(const struct arranging *a)
{
    for (int r = 0; r < a->w->gpus; r++)
        if (!(a->set[r / 64] >> r % 64 & 1))
            return false;
    return true;
}

static bool meets(const struct arranging *a, const uint64_t *value)
{
    for (size_t i = 0; i < a->w->words; i++)
        if (a->set[i] & value[i])
            return true;
    return false;
}

/* Check that, for all blocks of an item, the sender has exactly the value that
 * it sends. */
static int check_sent(struct arranging *a, const struct weft_event *send,
                      const struct item *item)
{
    const struct msccl_writing *w = a->w;
    size_t bytes = w->words * sizeof *a->set;
    if (item->blocks.last >= w->blocks)
        return messages_refuse(a, send, item->blocks.last,
                               "there is no such block");
    if (w->sums && !item->spans)
        return messages_refuse(a, send, item->blocks.first,
                               "the message does not state its contributors");
    for (int b = item->blocks.first; b <= item->blocks.last; b++) {
        const uint64_t *value = chunks_value(w, send->rank, b);
        if (w->sums ? memcmp(value, a->set, bytes) != 0 : !*value)
            return messages_refuse(
                a, send, b,
                w->sums ? "by then, its chunk holds a different value"
                        : "it does not hold it by then");
    }
    return 0;
}

static int messages_send_item(struct arranging *a,
                              const struct weft_event *send,
                              const struct item *item)
{
    take_set(a, item);
    if (check_sent(a, send, item))
        return -1;
    return chunks_access(a, chunks_worker(a->w, send->rank, send->peer, true),
                         CHUNK_SEND, item->blocks.first,
                         item->blocks.last - item->blocks.first + 1);
}

static int receive_item(struct arranging *a, const struct weft_event *send,
                        const struct item *item)
{
    struct msccl_writing *w = a->w;
    take_set(a, item);
    bool adds = w->sums && !is_whole(a);
    for (int b = item->blocks.first; b <= item->blocks.last; b++) {
        uint64_t *value = chunks_value(w, send->peer, b);
        if (adds && meets(a, value))
            return messages_refuse(a, send, b,
                                   "the receiver's chunk already contains some "
                                   "of its contributions");
        for (size_t i = 0; w->sums && i < w->words; i++)
            value[i] = adds ? value[i] | a->set[i] : a->set[i];
        if (!w->sums)
            *value = 1;
    }
    return chunks_access(a, chunks_worker(w, send->peer, send->rank, false),
                         adds ? CHUNK_ADD : CHUNK_RECEIVE, item->blocks.first,
                         item->blocks.last - item->blocks.first + 1);
}

/* Add the steps of a message of an all-to-all, from the input of the sender to
 * the output of the receiver. */
static int messages_exchange(struct arranging *a, const struct weft_event *send)
{
    struct msccl_writing *w = a->w;
    int block = a->list.item[0].blocks.first;
    bool one = a->list.count == 1 && a->list.item[0].blocks.last == block;
    if (!one || block / w->gpus != send->rank || block % w->gpus != send->peer)
        return messages_refuse(a, send, block,
                               "in an all-to-all, each block goes straight to "
                               "its destination, in a message of its own");
    const struct chunk_step step = {CHUNK_SEND, send->peer, send->rank, 1,
                                    -1,         -1,         false};
    struct chunk_step other = step;
    other.type = CHUNK_RECEIVE;
    return chunks_append(w, chunks_worker(w, send->rank, send->peer, true),
                         &step) ||
                   chunks_append(
                       w, chunks_worker(w, send->peer, send->rank, false),
                       &other)
               ? -1
               : 0;
}

static int by_slot(const void *x, const void *y)
{
    const struct weft_event *a = x, *b = y;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return (a->peer > b->peer) - (a->peer < b->peer);
}

/* Process the messages of one slot: first all sends, then all receptions. */
static int do_slot(struct arranging *a, size_t first, size_t end)
{
    struct msccl_writing *w = a->w;
    for (int receives = 0; receives < 2; receives++)
        for (size_t i = first; i < end; i++) {
            const struct weft_event *send = &w->send[i];
            if (take_apart(a, send))
                return -1;
            if (w->all_to_all) {
                if (!receives && messages_exchange(a, send))
                    return -1;
                continue;
            }
            for (size_t k = 0; k < a->list.count; k++)
                if ((receives ? receive_item
                              : messages_send_item)(a, send, &a->list.item[k]))
                    return -1;
        }
    return 0;
}

static int copy_own(struct msccl_writing *w)
{
    for (int g = 0; g < w->gpus; g++) {
        const struct chunk_step copy = {CHUNK_COPY, g, g, 1, -1, -1, false};
        if (chunks_append(w, w->first[g + 1] - 1, &copy))
            return -1;
    }
    return 0;
}

int chunks_arrange(struct msccl_writing *w, struct output *out)
{
    struct arranging a = {.w = w, .out = out, .lowest = NOBODY};
    if (w->count > 1)
        qsort(w->send, w->count, sizeof *w->send, by_slot);
    int status = chunks_prepare(&a);
    for (size_t i = 0, end; !status && i < w->count; i = end) {
        for (end = i + 1;
             end < w->count && w->send[end].start == w->send[i].start;)
            end++;
        status = do_slot(&a, i, end);
    }
    if (!status && w->all_to_all)
        status = copy_own(w);
    for (size_t i = 0; a.waited && i < w->workers; i++)
        free(a.waited[i]);
    free(a.waited);
    free(a.need);
    free(a.set);
    item_list_finish(&a.list);
    return status;
}
