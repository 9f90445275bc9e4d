/* Runs the works on the simplest machine: one thread per processor, and two
 * barriers of all threads per step, before and after each reads its mailboxes.
 *
 * A processor has one mailbox per port. A message written in a step is read in
 * the same step, between the barriers, into the receiver's queue. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "work.h"

#define STACK ((size_t)64 << 10)

struct letter {
    size_t bytes;
    void *data; /* NULL: no message */
};

struct queue {
    struct letter *letter;
    size_t head, count, room;
};

struct naive {
    const struct work *work;
    int d;
    uint64_t steps;
    pthread_barrier_t written, read;
    struct naive_peer *peer;
};

struct naive_peer {
    struct peer peer;
    struct naive *naive;
    uint64_t step;
    struct letter box[DIMENSION_MAX];
    struct queue queue[DIMENSION_MAX];
    struct letter taken;
    pthread_t thread;
};

static void enqueue(struct queue *queue, struct letter letter)
{
    if (queue->head + queue->count == queue->room) {
        size_t room = queue->room ? 2 * queue->room : 4;
        struct letter *grown = calloc(room, sizeof *grown);
        if (!grown)
            abort();
        if (queue->count)
            memcpy(grown, queue->letter + queue->head,
                   queue->count * sizeof *grown);
        free(queue->letter);
        *queue = (struct queue){grown, 0, queue->count, room};
    }
    queue->letter[queue->head + queue->count++] = letter;
}

static void next_step(struct naive_peer *self)
{
    pthread_barrier_wait(&self->naive->written);
    for (int i = 0; i < self->peer.d; i++)
        if (self->box[i].data) {
            enqueue(&self->queue[i], self->box[i]);
            self->box[i].data = NULL;
        }
    self->step++;
    pthread_barrier_wait(&self->naive->read);
}

static void step(struct peer *peer)
{
    next_step((struct naive_peer *)peer);
}

static void post(struct peer *peer, int to, int port, const void *data,
                 size_t bytes)
{
    struct naive_peer *self = (struct naive_peer *)peer;
    struct letter letter = {bytes, malloc(bytes)};
    if (!letter.data)
        abort();
    memcpy(letter.data, data, bytes);
    self->naive->peer[to].box[port] = letter;
}

static void send(struct peer *peer, const int *to, const int *port, int count,
                 uint64_t step, const void *data, size_t bytes)
{
    struct naive_peer *self = (struct naive_peer *)peer;
    while (self->step < step)
        next_step(self);
    for (int i = 0; i < count; i++)
        post(peer, to[i], port[i], data, bytes);
    next_step(self);
}

static const void *receive(struct peer *peer, int from, int port, size_t *bytes)
{
    struct naive_peer *self = (struct naive_peer *)peer;
    struct queue *queue = &self->queue[port];
    (void)from;
    free(self->taken.data);
    while (!queue->count)
        next_step(self);
    self->taken = queue->letter[queue->head++];
    if (!--queue->count)
        queue->head = 0;
    *bytes = self->taken.bytes;
    return self->taken.data;
}

static void *thread_main(void *arg)
{
    struct naive_peer *self = arg;
    self->naive->work->run(&self->peer);
    while (self->step < self->naive->steps)
        next_step(self);
    free(self->taken.data);
    return NULL;
}

static int start(struct naive *naive, int rank)
{
    pthread_attr_t attributes;
    struct naive_peer *peer = &naive->peer[rank];
    peer->peer.rank = rank;
    peer->peer.d = naive->d;
    peer->peer.send = send;
    peer->peer.post = post;
    peer->peer.step = step;
    peer->peer.receive = receive;
    peer->naive = naive;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    int code = pthread_create(&peer->thread, &attributes, thread_main, peer);
    pthread_attr_destroy(&attributes);
    return code;
}

int run_barriers(const struct work *work, int d, struct machine_report *report)
{
    int size = 1 << d;
    struct naive naive = {.work = work, .d = d, .steps = work->steps(d)};
    naive.peer = calloc((size_t)size, sizeof *naive.peer);
    if (!naive.peer)
        abort();
    pthread_barrier_init(&naive.written, NULL, (unsigned)size);
    pthread_barrier_init(&naive.read, NULL, (unsigned)size);
    for (int i = 0; i < size; i++)
        if (start(&naive, i)) {
            fprintf(stderr, "bench: no thread %d\n", i);
            exit(1);
        }
    for (int i = 0; i < size; i++) {
        pthread_join(naive.peer[i].thread, NULL);
        report->digest =
            work_combine(report->digest, i, naive.peer[i].peer.digest);
    }
    for (int i = 0; i < size; i++)
        for (int k = 0; k < d; k++)
            free(naive.peer[i].queue[k].letter);
    free(naive.peer);
    pthread_barrier_destroy(&naive.written);
    pthread_barrier_destroy(&naive.read);
    return 0;
}
