/* The way from worker to worker within one process: for each pair of workers a
 * lane, a queue with one writer and one reader, which is a list of chunks. The
 * writer publishes a parcel by the chunk's count (release), the reader looks at
 * the count (acquire) before it looks at the parcel; nothing else is shared.
 * The reader gives one empty chunk back for the next turn. */
#include "cross.h"
#include "machine/deliver.h"
#include "machine/message.h"
#include "machine/processor.h"
#include "machine/run.h"
#include "summary.h"
#include "worker.h"
#include <errno.h>
#include <stdlib.h>

#define PARCELS 84 /* of one chunk: about a page */

struct parcel {
    int32_t to, source;
    struct message message;
};

struct chunk {
    atomic_uint count;            /* parcels published by the writer */
    _Atomic(struct chunk *) next; /* set by the writer when all are used */
    struct parcel parcel[PARCELS];
};

struct lane {
    alignas(64) struct chunk *tail; /* writer's baton */
    alignas(64) struct chunk *head; /* reader's baton */
    unsigned taken;                 /* of head; reader's baton */
    _Atomic(struct chunk *) spare;  /* both */
};

static struct lane *between(struct run *run, int from, int to)
{
    return &run->lane[(ptrdiff_t)from * run->workers + to];
}

static struct chunk *make_chunk(struct lane *lane)
{
    struct chunk *chunk =
        atomic_exchange_explicit(&lane->spare, NULL, memory_order_acquire);
    if (!chunk)
        chunk = malloc(sizeof *chunk);
    if (!chunk)
        return NULL;
    atomic_init(&chunk->count, 0);
    atomic_init(&chunk->next, NULL);
    return chunk;
}

static int open_lanes(struct run *run)
{
    size_t count = (size_t)run->workers * (size_t)run->workers;
    run->lane = aligned_alloc(64, count * sizeof *run->lane);
    if (!run->lane)
        return -1;
    for (size_t i = 0; i < count; i++)
        run->lane[i] = (struct lane){0};
    for (size_t i = 0; i < count; i++) {
        struct lane *lane = &run->lane[i];
        lane->head = lane->tail = make_chunk(lane);
        if (!lane->head)
            return -1;
    }
    return 0;
}

static void close_lanes(struct run *run)
{
    int count = run->lane ? run->workers * run->workers : 0;
    for (int i = 0; i < count; i++) {
        struct lane *lane = &run->lane[i];
        free(lane->spare);
        while (lane->head) {
            struct chunk *next = lane->head->next;
            unsigned many = lane->head->count;
            for (; lane->taken < many; lane->taken++) {
                struct parcel *parcel = &lane->head->parcel[lane->taken];
                if (parcel->message.bytes > INLINE_BYTES)
                    payload_drop(parcel->message.shared);
            }
            lane->taken = 0;
            free(lane->head);
            lane->head = next;
        }
    }
    free(run->lane);
}

static void send(struct worker *worker, struct weft_processor *to, int source,
                 const struct message *message)
{
    struct lane *lane = between(worker->run, worker->index, to->worker->index);
    struct chunk *tail = lane->tail;
    unsigned count = atomic_load_explicit(&tail->count, memory_order_relaxed);
    if (count == PARCELS) {
        struct chunk *chunk = make_chunk(lane);
        if (!chunk) {
            run_fail(worker->run, ENOMEM, "no memory for messages");
            return;
        }
        atomic_store_explicit(&tail->next, chunk, memory_order_release);
        lane->tail = tail = chunk;
        count = 0;
    }
    tail->parcel[count] = (struct parcel){to->rank, source, *message};
    atomic_store_explicit(&tail->count, count + 1, memory_order_release);
    worker->sent++;
    worker->kick |= (uint64_t)1 << to->worker->index;
}

/* The reader's next chunk, or NULL. */
static struct chunk *advance(struct lane *lane)
{
    struct chunk *old = lane->head;
    struct chunk *next = atomic_load_explicit(&old->next, memory_order_acquire);
    if (!next)
        return NULL;
    lane->head = next;
    lane->taken = 0;
    free(atomic_exchange_explicit(&lane->spare, old, memory_order_acq_rel));
    return next;
}

/* How many there were. */
static uint64_t take(struct run *run, struct lane *lane)
{
    uint64_t many = 0;
    struct chunk *head = lane->head;
    do {
        unsigned count =
            atomic_load_explicit(&head->count, memory_order_acquire);
        many += count - lane->taken;
        for (; lane->taken < count; lane->taken++) {
            const struct parcel *parcel = &head->parcel[lane->taken];
            deliver(&run->processor[parcel->to], parcel->source,
                    &parcel->message);
        }
        head = lane->taken == PARCELS ? advance(lane) : NULL;
    } while (head);
    return many;
}

static bool drain(struct worker *worker)
{
    uint64_t many = 0;
    for (int from = 0; from < worker->run->workers; from++)
        if (from != worker->index)
            many +=
                take(worker->run, between(worker->run, from, worker->index));
    worker->taken += many;
    return many > 0;
}

static struct summary gather(const struct run *run)
{
    struct summary all = SUMMARY_NONE;
    for (int r = 0; r < run->workers; r++) {
        struct summary one = summarise(&run->worker[r]);
        all = summary_join(&all, &one);
    }
    return all;
}

const struct cross cross_memory = {
    .open = open_lanes,
    .close = close_lanes,
    .send = send,
    .drain = drain,
    .gather = gather,
};
