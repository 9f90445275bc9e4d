/* Messages between workers within one process. Each pair of workers has a pipe:
 * a queue with one writer and one reader, stored as a list of chunks. The
 * writer publishes a packet by the chunk's count (release), and the reader
 * reads the count (acquire) before the packet; nothing else is shared. The
 * reader returns one empty chunk for reuse. */
#include "cross.h"
#include "base/invariant.h"
#include "machine/deliver.h"
#include "machine/message.h"
#include "machine/processor.h"
#include "machine/run.h"
#include "summary.h"
#include "worker.h"
#include <stdlib.h>

/* number of packets per chunk, which fills about a page */
#define PARCELS 102

struct cross_packet {
    int32_t to, source;
    struct message message;
};

struct chunk {
    atomic_uint count; /* number of packets published by the writer */
    _Atomic(struct chunk *) next; /* set by the writer when the chunk is full */
    struct cross_packet packet[PARCELS];
};

struct pipe {
    /* chunk being written; guarded by the writer's baton */
    alignas(64) struct chunk *tail;
    /* chunk being read; guarded by the reader's baton */
    alignas(64) struct chunk *head;
    /* number of packets taken from `head`; guarded by the reader's baton */
    unsigned taken;
    /* one empty chunk for reuse; accessed by writer and reader */
    _Atomic(struct chunk *) spare;
};

/* Return the pipe between two workers. The pipes of one reader are adjacent. */
static struct pipe *cross_between(struct run *run, int from, int to)
{
    return &run->pipe[(ptrdiff_t)to * run->workers + from];
}

static struct chunk *make_chunk(struct pipe *pipe)
{
    struct chunk *chunk =
        atomic_exchange_explicit(&pipe->spare, NULL, memory_order_acquire);
    if (!chunk)
        chunk = malloc(sizeof *chunk);
    if (!chunk)
        return NULL;
    atomic_init(&chunk->count, 0);
    atomic_init(&chunk->next, NULL);
    return chunk;
}

static int open_pipes(struct run *run)
{
    size_t count = (size_t)run->workers * (size_t)run->workers;
    run->pipe = aligned_alloc(64, count * sizeof *run->pipe);
    if (!run->pipe)
        return -1;
    for (size_t i = 0; i < count; i++)
        run->pipe[i] = (struct pipe){0};
    for (size_t i = 0; i < count; i++) {
        struct pipe *pipe = &run->pipe[i];
        pipe->head = pipe->tail = make_chunk(pipe);
        if (!pipe->head)
            return -1;
    }
    return 0;
}

static void close_pipes(struct run *run)
{
    int count = run->pipe ? run->workers * run->workers : 0;
    for (int i = 0; i < count; i++) {
        struct pipe *pipe = &run->pipe[i];
        free(pipe->spare);
        while (pipe->head) {
            struct chunk *next = pipe->head->next;
            unsigned many = pipe->head->count;
            for (; pipe->taken < many; pipe->taken++)
                message_drop(&pipe->head->packet[pipe->taken].message);
            pipe->taken = 0;
            free(pipe->head);
            pipe->head = next;
        }
    }
    free(run->pipe);
}

static void cross_send(struct worker *worker, struct weft_processor *to,
                       int source, const struct message *message)
{
    struct pipe *pipe =
        cross_between(worker->run, worker->index, to->worker->index);
    INVARIANT(to->worker != worker);
    struct chunk *tail = pipe->tail;
    unsigned count = atomic_load_explicit(&tail->count, memory_order_relaxed);
    if (count == PARCELS) {
        struct chunk *chunk = make_chunk(pipe);
        if (!chunk) {
            run_fail(worker->run, WEFT_ERROR_MEMORY, "no memory for messages");
            return;
        }
        atomic_store_explicit(&tail->next, chunk, memory_order_release);
        pipe->tail = tail = chunk;
        count = 0;
    }
    INVARIANT(count < PARCELS && !tail->next);
    tail->packet[count] = (struct cross_packet){to->rank, source, *message};
    atomic_store_explicit(&tail->count, count + 1, memory_order_release);
    worker->sent++;
    worker->kick |= (uint64_t)1 << to->worker->index;
}

/* Move to the reader's next chunk and return it, or NULL. */
static struct chunk *cross_advance(struct pipe *pipe)
{
    struct chunk *old = pipe->head;
    struct chunk *next = atomic_load_explicit(&old->next, memory_order_acquire);
    if (!next)
        return NULL;
    pipe->head = next;
    pipe->taken = 0;
    free(atomic_exchange_explicit(&pipe->spare, old, memory_order_acq_rel));
    return next;
}

/* Deliver the messages that the writer has published; return their number. Not
 * inlined, because cross_drain() rarely calls it. */
__attribute__((noinline)) static uint64_t cross_take(struct run *run,
                                                     struct pipe *pipe)
{
    uint64_t many = 0;
    struct chunk *head = pipe->head;
    do {
        unsigned count =
            atomic_load_explicit(&head->count, memory_order_acquire);
        INVARIANT(pipe->taken <= count && count <= PARCELS);
        many += count - pipe->taken;
        for (; pipe->taken < count; pipe->taken++) {
            const struct cross_packet *packet = &head->packet[pipe->taken];
            deliver(&run->processor[packet->to], packet->source,
                    &packet->message);
        }
        head = pipe->taken == PARCELS ? cross_advance(pipe) : NULL;
    } while (head);
    return many;
}

/* Deliver messages from other workers. Called at every processor switch, where
 * there are hardly ever any. Return whether there were any. */
static bool cross_drain(struct worker *worker)
{
    struct run *run = worker->run;
    uint64_t many = 0;
    struct pipe *pipe = cross_between(run, 0, worker->index);
    for (const struct pipe *end = pipe + run->workers; pipe < end; pipe++) {
        unsigned count =
            atomic_load_explicit(&pipe->head->count, memory_order_relaxed);
        if (count != pipe->taken || count == PARCELS)
            many += cross_take(run, pipe);
    }
    if (many)
        worker->taken += many;
    return many > 0;
}

static struct summary cross_gather(struct run *run)
{
    struct summary all = SUMMARY_NONE;
    for (int r = 0; r < run->workers; r++) {
        struct summary one = summarise(&run->worker[r]);
        all = summary_join(&all, &one);
    }
    return all;
}

const struct cross cross_memory = {
    .open = open_pipes,
    .close = close_pipes,
    .send = cross_send,
    .drain = cross_drain,
    .gather = cross_gather,
};
