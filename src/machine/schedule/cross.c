/* Messages between workers: for each pair of workers a queue with one writer
 * and one reader, a list of chunks. The writer publishes a parcel by the
 * chunk's count; the reader gives one empty chunk back for the next turn. */
#include "cross.h"
#include "machine/deliver.h"
#include "machine/message.h"
#include "machine/processor.h"
#include "machine/run.h"
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

struct cross {
    alignas(64) struct chunk *tail; /* writer's baton */
    alignas(64) struct chunk *head; /* reader's baton */
    unsigned taken;                 /* of head; reader's baton */
    _Atomic(struct chunk *) spare;  /* both */
};

static struct cross *between(struct run *run, int from, int to)
{
    return &run->cross[(ptrdiff_t)from * run->workers + to];
}

static struct chunk *make_chunk(struct cross *cross)
{
    struct chunk *chunk =
        atomic_exchange_explicit(&cross->spare, NULL, memory_order_acquire);
    if (!chunk)
        chunk = malloc(sizeof *chunk);
    if (!chunk)
        return NULL;
    atomic_init(&chunk->count, 0);
    atomic_init(&chunk->next, NULL);
    return chunk;
}

int cross_open(struct run *run)
{
    size_t count = (size_t)run->workers * (size_t)run->workers;
    run->cross = aligned_alloc(64, count * sizeof *run->cross);
    if (!run->cross)
        return -1;
    for (size_t i = 0; i < count; i++)
        run->cross[i] = (struct cross){0};
    for (size_t i = 0; i < count; i++) {
        struct cross *cross = &run->cross[i];
        cross->head = cross->tail = make_chunk(cross);
        if (!cross->head)
            return -1;
    }
    return 0;
}

void cross_close(struct run *run)
{
    int count = run->cross ? run->workers * run->workers : 0;
    for (int i = 0; i < count; i++) {
        struct cross *cross = &run->cross[i];
        free(cross->spare);
        while (cross->head) {
            struct chunk *next = cross->head->next;
            unsigned many = cross->head->count;
            for (; cross->taken < many; cross->taken++) {
                struct parcel *parcel = &cross->head->parcel[cross->taken];
                if (parcel->message.bytes > INLINE_BYTES)
                    payload_drop(parcel->message.shared);
            }
            cross->taken = 0;
            free(cross->head);
            cross->head = next;
        }
    }
    free(run->cross);
}

void cross_send(struct weft_processor *self, struct weft_processor *to,
                const struct message *message)
{
    struct worker *worker = self->worker;
    struct cross *cross = between(self->run, worker->index, to->worker->index);
    struct chunk *tail = cross->tail;
    unsigned count = atomic_load_explicit(&tail->count, memory_order_relaxed);
    if (count == PARCELS) {
        struct chunk *chunk = make_chunk(cross);
        if (!chunk) {
            run_fail(self->run, ENOMEM, "no memory for messages");
            return;
        }
        atomic_store_explicit(&tail->next, chunk, memory_order_release);
        cross->tail = tail = chunk;
        count = 0;
    }
    tail->parcel[count] = (struct parcel){to->rank, self->rank, *message};
    atomic_store_explicit(&tail->count, count + 1, memory_order_release);
    worker->kick |= (uint64_t)1 << to->worker->index;
}

/* The reader's next chunk, or NULL. */
static struct chunk *advance(struct cross *cross)
{
    struct chunk *old = cross->head;
    struct chunk *next = atomic_load_explicit(&old->next, memory_order_acquire);
    if (!next)
        return NULL;
    cross->head = next;
    cross->taken = 0;
    free(atomic_exchange_explicit(&cross->spare, old, memory_order_acq_rel));
    return next;
}

static bool drain(struct run *run, struct cross *cross)
{
    bool any = false;
    struct chunk *head = cross->head;
    do {
        unsigned count =
            atomic_load_explicit(&head->count, memory_order_acquire);
        for (; cross->taken < count; cross->taken++) {
            const struct parcel *parcel = &head->parcel[cross->taken];
            deliver(&run->processor[parcel->to], parcel->source,
                    &parcel->message);
            any = true;
        }
        head = cross->taken == PARCELS ? advance(cross) : NULL;
    } while (head);
    return any;
}

bool cross_drain(struct worker *worker)
{
    bool any = false;
    for (int from = 0; from < worker->run->workers; from++)
        if (from != worker->index)
            any |=
                drain(worker->run, between(worker->run, from, worker->index));
    return any;
}
