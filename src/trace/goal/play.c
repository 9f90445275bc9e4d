/* Playing a GOAL program in the LogGOPS model: a send keeps its processor for
 * o and its network interface for g + (k - 1) G, and its first byte is there
 * o + L after it began; from then on, or from when processor and interface are
 * free, it keeps them for o + (k - 1) G and g + (k - 1) G; a receive is done
 * when that is over. A calculation keeps its processor. Without LogGP costs in
 * the file's remarks L = g = one step and o = G = 0, and messages come in
 * whatever is calculated. */
#include "turn-taking.h"

#include "base/base.h"
#include "base/mix.h"

#include <stdlib.h>

/* An operation that may begin, or a message that arrives. */
struct happening {
    uint64_t time, order;
    size_t operation; /* of a message: the send */
    bool arrives;
};

static bool before(const struct happening *a, const struct happening *b)
{
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

#define HEAP_NAME agenda_of_goal
#define HEAP_ITEM struct happening
#define HEAP_BEFORE(a, b) before(a, b)
#include "base/heap.h"

/* Operations of one pair of ranks and one tag that wait for each other: all
 * receives that were posted, or all sends that have arrived. */
struct meeting_point {
    struct pair key;
    size_t first, last; /* 1 + operation; 0: nobody */
    bool arrived;
    bool used;
};

#define HASH_NAME meeting_points
#define HASH_ENTRY struct meeting_point
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_FREE(e) (!(e)->used)
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(a, b) pair_same(a, b)
#include "base/hash.h"

struct playing {
    struct goal_program *program;
    uint64_t step, orders;
    bool loggp;
    struct weft_cost cost;
    struct agenda_of_goal agenda;
    struct meeting_points points;
    struct turns turns;
    bool *ended;  /* [operations] */
    size_t *told; /* [operations] 1 + the event in which a send arrives */
    bool *met;    /* [operations] that a send and a receive have found */
    struct weft_event *event;
    size_t events, done;
};

static int put(struct playing *p, uint64_t time, size_t operation, bool arrives)
{
    return agenda_of_goal_put(
        &p->agenda, (struct happening){time, p->orders++, operation, arrives});
}

/* May it go on, needing what is free from `free_at` on? Else it waits. 1, 0, or
 * -1: no memory. */
static int take_turn(struct playing *p, struct turn_queue *queue,
                     struct happening now, uint64_t free_at)
{
    bool first = turns_first(&p->turns, queue, now.operation);
    if (!first || free_at > now.time)
        return first ? put(p, free_at, now.operation, now.arrives) : 0;
    turns_pass(&p->turns, queue);
    return 1;
}

/* Somebody has had its turn: the next may try at this time. */
static int next_turn(struct playing *p, const struct turn_queue *queue,
                     uint64_t time, bool arrives)
{
    return queue->first ? put(p, time, queue->first - 1, arrives) : 0;
}

/* It has started, or has ended: who waited for that may begin. */
static int release(struct playing *p, size_t operation, uint64_t time,
                   bool start)
{
    const struct goal_program *program = p->program;
    size_t at = program->operation[operation].after;
    for (; at; at = program->order[at - 1].next) {
        const struct goal_order *order = &program->order[at - 1];
        if (order->start == start &&
            !--program->operation[order->operation].waits &&
            put(p, time, order->operation, false))
            return -1;
    }
    return 0;
}

static int done(struct playing *p, size_t operation, uint64_t time)
{
    p->done++;
    p->ended[operation] = true;
    return release(p, operation, time, false);
}

static void tell(struct playing *p, enum weft_event_kind kind,
                 const struct goal_operation *operation, uint64_t start,
                 uint64_t duration)
{
    bool moves = kind != WEFT_COMPUTE;
    bool numbered = moves && operation->tag <= INT32_MAX;
    p->event[p->events++] =
        (struct weft_event){.start = start,
                            .since = start,
                            .duration = duration,
                            .rank = operation->rank,
                            .peer = moves ? operation->peer : -1,
                            .message = numbered ? (int32_t)operation->tag : -1,
                            .bytes = moves ? (uint32_t)operation->size : 0,
                            .dimension = -1,
                            .kind = (uint8_t)kind};
}

/* ---- meeting ---- */

static struct meeting_point *point_of(struct playing *p, int from, int to,
                                      uint32_t tag)
{
    struct pair key = {(uint64_t)(uint32_t)from << 32 | (uint32_t)to, tag};
    struct meeting_point *point = meeting_points_get(&p->points, key);
    if (point)
        point->used = true;
    return point;
}

/* Take whom it meets, if there is somebody on the other side; else wait.
 * SIZE_MAX: nobody. */
static size_t meet(struct playing *p, struct meeting_point *point,
                   size_t operation, bool arrived)
{
    if (point->first && point->arrived != arrived) {
        size_t other = point->first - 1;
        point->first = p->turns.next[other];
        p->met[operation] = p->met[other] = true;
        return other;
    }
    point->arrived = arrived;
    p->turns.next[operation] = 0;
    if (point->first)
        p->turns.next[point->last - 1] = operation + 1;
    else
        point->first = operation + 1;
    point->last = operation + 1;
    return SIZE_MAX;
}

/* ---- what happens ---- */

static int begin_calculation(struct playing *p, size_t at, uint64_t time)
{
    const struct goal_operation *operation = &p->program->operation[at];
    struct taken *cpu =
        turns_resource(&p->turns, operation->rank, PROCESSOR, operation->cpu);
    struct turn_queue *queue =
        turns_queue(&p->turns, operation->rank, PROCESSOR, operation);
    if (!cpu || !queue)
        return -1;
    int turn = take_turn(p, queue, (struct happening){time, 0, at, false},
                         cpu->free_at - 1);
    if (turn <= 0)
        return turn;
    cpu->free_at = 1 + time + operation->size;
    if (operation->size)
        tell(p, WEFT_COMPUTE, operation, time, operation->size);
    return release(p, at, time, true) || done(p, at, time + operation->size) ||
           next_turn(p, queue, time + operation->size, false);
}

/* The later of two; 0: nobody has either. */
static uint64_t both_free(const struct taken *cpu, const struct taken *nic)
{
    return (cpu->free_at > nic->free_at ? cpu->free_at : nic->free_at) - 1;
}

static int begin_send(struct playing *p, size_t at, uint64_t time)
{
    const struct goal_operation *operation = &p->program->operation[at];
    struct turn_queue *queue =
        turns_queue(&p->turns, operation->rank, SENDING, operation);
    struct taken *cpu, *nic;
    if (!queue ||
        !turns_both(&p->turns, operation->rank, SENDING, operation, &cpu, &nic))
        return -1;
    int turn = take_turn(p, queue, (struct happening){time, 0, at, false},
                         both_free(cpu, nic));
    if (turn <= 0)
        return turn;
    const struct weft_cost *cost = &p->cost;
    nic->free_at = 1 + time + weft_cost_gap(cost, operation->size);
    cpu->free_at = 1 + time + cost->overhead;
    tell(p, WEFT_SEND, operation, time, p->loggp ? cost->overhead : p->step);
    return put(p, time + cost->overhead + cost->latency, at, true) ||
           release(p, at, time, true) || done(p, at, time + cost->overhead) ||
           next_turn(p, queue, both_free(cpu, nic), false);
}

static int begin_receive(struct playing *p, size_t at, uint64_t time)
{
    const struct goal_operation *operation = &p->program->operation[at];
    struct meeting_point *point =
        point_of(p, operation->peer, operation->rank, operation->tag);
    if (!point || release(p, at, time, true))
        return -1;
    return meet(p, point, at, false) == SIZE_MAX ? 0 : done(p, at, time);
}

static void tell_arrival(struct playing *p, const struct goal_operation *send,
                         uint64_t time, uint64_t lasts)
{
    struct goal_operation taken = *send;
    taken.rank = send->peer;
    taken.peer = send->rank;
    if (p->loggp)
        tell(p, WEFT_RECEIVE, &taken, time, lasts);
    else
        tell(p, WEFT_RECEIVE, &taken, time - p->step, p->step);
}

/* A message is there, as soon as its interface has no other one to take. */
static int arrive(struct playing *p, size_t at, uint64_t time)
{
    const struct goal_operation *send = &p->program->operation[at];
    struct turn_queue *queue =
        turns_queue(&p->turns, send->peer, RECEIVING, send);
    struct taken *cpu, *nic;
    if (!queue ||
        !turns_both(&p->turns, send->peer, RECEIVING, send, &cpu, &nic))
        return -1;
    int turn = take_turn(p, queue, (struct happening){time, 0, at, true},
                         p->loggp ? both_free(cpu, nic) : nic->free_at - 1);
    if (turn <= 0)
        return turn;
    uint64_t lasts = p->loggp ? weft_cost_receiving(&p->cost, send->size) : 0;
    nic->free_at = 1 + time + weft_cost_gap(&p->cost, send->size);
    if (p->loggp)
        cpu->free_at = 1 + time + lasts;
    tell_arrival(p, send, time, lasts);
    p->told[at] = p->events;
    struct meeting_point *point =
        point_of(p, send->rank, send->peer, send->tag);
    if (!point ||
        next_turn(p, queue, p->loggp ? both_free(cpu, nic) : nic->free_at - 1,
                  true))
        return -1;
    size_t receive = meet(p, point, at, true);
    return receive == SIZE_MAX ? 0 : done(p, receive, time + lasts);
}

static int happen(struct playing *p, struct happening now)
{
    static int (*const begin[])(struct playing *, size_t, uint64_t) = {
        [GOAL_CALC] = begin_calculation,
        [GOAL_SEND] = begin_send,
        [GOAL_RECEIVE] = begin_receive,
    };
    if (now.arrives)
        return arrive(p, now.operation, now.time);
    return begin[p->program->operation[now.operation].kind](p, now.operation,
                                                            now.time);
}

static int play(struct playing *p)
{
    const struct goal_program *program = p->program;
    for (size_t i = 0; i < program->operations; i++)
        if (!program->operation[i].waits && put(p, 0, i, false))
            return -1;
    while (agenda_of_goal_first(&p->agenda))
        if (happen(p, agenda_of_goal_take(&p->agenda)))
            return -1;
    return 0;
}

/* ---- the end ---- */

/* The first that waits for ever: a receive whose message never comes, else one
 * that waits for itself in a circle. */
static int stuck(const struct playing *p, struct weft_error *err)
{
    const struct goal_operation *first = NULL;
    for (size_t i = 0; i < p->program->operations; i++) {
        const struct goal_operation *operation = &p->program->operation[i];
        if (p->ended[i])
            continue;
        if (!first || (first->waits && !operation->waits))
            first = operation;
    }
    if (first->waits)
        return weft_error_set(err, WEFT_ERROR_FORMAT, first->line,
                              "rank %d waits for ever: its operations require "
                              "each other in a circle",
                              first->rank);
    return weft_error_set(err, WEFT_ERROR_FORMAT, first->line,
                          "rank %d waits for ever for a message of rank %d "
                          "with tag %u",
                          first->rank, first->peer, first->tag);
}

/* What has arrived, and is never received: its reception did not take place. */
static void forget_unreceived(struct playing *p)
{
    size_t kept = 0;
    for (size_t i = 0; i < p->program->operations; i++)
        if (p->told[i] && !p->met[i])
            p->event[p->told[i] - 1].rank = -1;
    for (size_t i = 0; i < p->events; i++)
        if (p->event[i].rank >= 0)
            p->event[kept++] = p->event[i];
    p->events = kept;
}

static void finish(struct playing *p)
{
    agenda_of_goal_finish(&p->agenda);
    turns_finish(&p->turns);
    meeting_points_finish(&p->points);
    free(p->ended);
    free(p->told);
    free(p->met);
}

struct weft_event *goal_play(struct goal_program *program, size_t *count,
                             struct weft_error *err)
{
    size_t operations = program->operations + 1;
    struct playing p = {
        .program = program,
        .step = program->params.info.step ? program->params.info.step : 1};
    program->params.info.parameter = program->params.list;
    p.loggp = info_loggp(&program->params.info, &p.cost);
    if (!p.loggp)
        p.cost =
            (struct weft_cost){.loggp = true, .latency = p.step, .gap = p.step};
    p.turns.next = calloc(operations, sizeof *p.turns.next);
    p.ended = calloc(operations, sizeof *p.ended);
    p.told = calloc(operations, sizeof *p.told);
    p.met = calloc(operations, sizeof *p.met);
    p.event = calloc(operations * 2, sizeof *p.event);
    bool room = p.turns.next && p.ended && p.told && p.met && p.event;
    int status = room ? play(&p) : -1;
    if (status)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    else if (p.done < program->operations)
        status = stuck(&p, err);
    else
        forget_unreceived(&p);
    finish(&p);
    *count = p.events;
    if (!status) {
        weft_events_sort(p.event, p.events);
        return p.event;
    }
    free(p.event);
    return NULL;
}
