/* Computes the time of a run on a network with no latency and unlimited
 * bandwidth: each processor computes in the same order, and receiving takes no
 * time, as soon as the message has been sent and the receiver is ready. */
#include "waits.h"

#include "base/base.h"

#include <stdlib.h>

/* The ideal time of a processor is `computed` plus `late`. */
struct ideal_clock {
    uint64_t late, computed;
    size_t next, end; /* range of the processor's spans that `computed` does not
                         include yet */
};

int ideal_message(struct ideal *ideal, int32_t source, uint64_t leaves,
                  int32_t destination, uint64_t arrives)
{
    if (array_grow(&ideal->point, &ideal->point_room, ideal->points + 2,
                   sizeof *ideal->point))
        return -1;
    ideal->point[ideal->points++] =
        (struct ideal_point){leaves, leaves, ideal->messages, source, false};
    ideal->point[ideal->points++] = (struct ideal_point){
        arrives, leaves, ideal->messages++, destination, true};
    return 0;
}

int ideal_compute(struct ideal *ideal, const struct ideal_span *span)
{
    if (array_grow(&ideal->span, &ideal->span_room, ideal->spans + 1,
                   sizeof *ideal->span))
        return -1;
    ideal->span[ideal->spans++] = *span;
    return 0;
}

void ideal_drop_open(struct ideal *ideal)
{
    size_t kept = 0;
    for (size_t i = 0; i < ideal->spans; i++)
        if (!ideal->span[i].open)
            ideal->span[kept++] = ideal->span[i];
    ideal->spans = kept;
}

/* Return the order of a point among those at the same time: first, arrivals of
 * messages that left earlier; then, departures; then, arrivals without
 * latency. */
static int ideal_turn(const struct ideal_point *point)
{
    if (!point->arrives)
        return 1;
    return point->left < point->time ? 0 : 2;
}

static int ideal_compare_points(const void *a, const void *b)
{
    const struct ideal_point *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    int turn = ideal_turn(x) - ideal_turn(y);
    if (turn)
        return turn;
    return (x->message > y->message) - (x->message < y->message);
}

static int ideal_compare_spans(const void *a, const void *b)
{
    const struct ideal_span *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return (x->start > y->start) - (x->start < y->start);
}

/* Return the ideal time of a processor at `time` in the trace. */
static uint64_t clock_at(const struct ideal *ideal, struct ideal_clock *clock,
                         uint64_t time)
{
    const struct ideal_span *span = ideal->span;
    while (clock->next < clock->end && span[clock->next].end <= time) {
        clock->computed += span[clock->next].end - span[clock->next].start;
        clock->next++;
    }
    bool within = clock->next < clock->end && span[clock->next].start < time;
    uint64_t part = within ? time - span[clock->next].start : 0;
    return clock->late + clock->computed + part;
}

static void give_spans(const struct ideal *ideal, struct ideal_clock *clock)
{
    for (size_t i = 0; i < ideal->spans; i++) {
        struct ideal_clock *own = &clock[ideal->span[i].rank];
        if (!own->end)
            own->next = i;
        own->end = i + 1;
    }
}

int ideal_time(struct ideal *ideal, int processors, uint64_t *time)
{
    struct ideal_clock *clock = calloc((size_t)processors + 1, sizeof *clock);
    uint64_t *sent = malloc((ideal->messages + 1) * sizeof *sent);
    *time = 0;
    if (!clock || !sent) {
        free(clock);
        free(sent);
        return -1;
    }
    if (ideal->points)
        qsort(ideal->point, ideal->points, sizeof *ideal->point,
              ideal_compare_points);
    if (ideal->spans)
        qsort(ideal->span, ideal->spans, sizeof *ideal->span,
              ideal_compare_spans);
    give_spans(ideal, clock);
    for (size_t i = 0; i < ideal->points; i++) {
        const struct ideal_point *point = &ideal->point[i];
        struct ideal_clock *own = &clock[point->rank];
        uint64_t now = clock_at(ideal, own, point->time);
        if (!point->arrives)
            sent[point->message] = now;
        else if (sent[point->message] > now)
            own->late += sent[point->message] - now;
    }
    for (int rank = 0; rank < processors; rank++) {
        uint64_t end = clock_at(ideal, &clock[rank], UINT64_MAX);
        *time = end > *time ? end : *time;
    }
    free(clock);
    free(sent);
    return 0;
}

void ideal_finish(struct ideal *ideal)
{
    free(ideal->point);
    free(ideal->span);
}
