/* Simulates a GOAL program in the LogGOPS model. A send occupies its processor
 * for o and its network interface for g + (k - 1) G; its first byte arrives o +
 * L after the send begins. From then on, or when processor and interface become
 * free, the message occupies them for o + (k - 1) G and g + (k - 1) G; the
 * receive ends after this. A calculation occupies its processor. If no comment
 * in the file states LogGP costs, a transfer occupies the interfaces at both
 * ends for its duration, and no processor. This is equivalent to L = g = one
 * step and o = G = 0 if all transfers have the same duration, except that
 * messages also arrive during calculations. */
#include "meeting.h"
#include "turn-taking.h"

#include "base/base.h"
#include "base/mix.h"

#include <stdio.h>
#include <stdlib.h>

/* An event of the simulation: an operation that may begin, or a message that
 * arrives. */
struct happening {
    uint64_t time;
    uint32_t order;
    uint32_t operation; /* index of the operation; for a message: index of its
                           send */
    bool arrives;
    bool again; /* whether this is a retry after waiting for a resource */
};

static bool play_before(const struct happening *a, const struct happening *b)
{
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

#define HEAP_NAME agenda_of_goal
#define HEAP_ITEM struct happening
#define HEAP_BEFORE(a, b) play_before(a, b)
#include "base/heap.h"

/* Events at the current time, in the order of addition. They need no heap. */
struct play_soon {
    struct happening *item; /* [room] a ring, a power of two */
    size_t first, count, room;
};

struct playing {
    struct goal_program *program;
    uint64_t now;
    uint32_t orders; /* number of events: at most two for each operation */
    struct goal_times *times; /* [operations] */
    struct goal_costs costs;
    struct agenda_of_goal agenda; /* later events, and retries */
    struct play_soon soon;
    struct encounters meeting;
    struct turns turns;
    size_t done;
};

static int play_soon_put(struct play_soon *soon, struct happening item)
{
    if (soon->count == soon->room) {
        size_t room = soon->room ? 2 * soon->room : 64;
        struct happening *wider = malloc(room * sizeof *wider);
        if (!wider)
            return -1;
        for (size_t i = 0; i < soon->count; i++)
            wider[i] = soon->item[(soon->first + i) & (soon->room - 1)];
        free(soon->item);
        *soon = (struct play_soon){wider, 0, soon->count, room};
    }
    soon->item[(soon->first + soon->count++) & (soon->room - 1)] = item;
    return 0;
}

/* Remove the next event. Return false if there is none. */
static bool play_next(struct playing *p, struct happening *next)
{
    struct play_soon *soon = &p->soon;
    const struct happening *first = agenda_of_goal_first(&p->agenda);
    if (soon->count &&
        !(first && play_before(first, &soon->item[soon->first]))) {
        *next = soon->item[soon->first];
        soon->first = (soon->first + 1) & (soon->room - 1);
        soon->count--;
        return true;
    }
    if (first)
        *next = agenda_of_goal_take(&p->agenda);
    return first != NULL;
}

/* Add an event. Events are numbered in the order of addition; an event keeps
 * its number while it waits. */
static int play_put(struct playing *p, uint64_t time, size_t operation,
                    bool arrives)
{
    p->times[operation].order = p->orders++;
    const struct happening item = {time, p->times[operation].order,
                                   (uint32_t)operation, arrives, 0};
    return time == p->now ? play_soon_put(&p->soon, item)
                          : agenda_of_goal_put(&p->agenda, item);
}

/* Schedule a retry of the first operation in a queue. */
static int next_turn(struct playing *p, struct turn_queue *queue, uint64_t time,
                     bool arrives)
{
    const struct turn_place *first = turn_heap_first(&queue->waiting);
    if (!first)
        return 0;
    queue->asks = first->operation + 1;
    queue->asks_at = time;
    return agenda_of_goal_put(
        &p->agenda,
        (struct happening){time, first->order, first->operation, arrives, 1});
}

/* Return 1 if an operation may proceed, whose resources are free from `free_at`
 * on; 0 if it has to wait in the queue; -1 if out of memory. */
static int take_turn(struct playing *p, struct turn_queue *queue,
                     struct happening now, uint64_t free_at)
{
    const struct turn_place turn = {p->times[now.operation].order,
                                    now.operation};
    bool outdated =
        queue->asks != now.operation + 1 || queue->asks_at != now.time;
    if (now.again && outdated)
        return 0;
    if (!now.again && !queue->waiting.count && free_at <= now.time)
        return 1;
    if (!now.again && turn_heap_put(&queue->waiting, turn))
        return -1;
    if (turn_heap_first(&queue->waiting)->operation != now.operation)
        return 0;
    queue->asks = 0;
    if (free_at > now.time)
        return next_turn(p, queue, free_at, now.arrives);
    turn_heap_take(&queue->waiting);
    return 1;
}

/* Operations that become ready at the same time begin in this order. */
static const enum goal_kind first_kinds[] = {GOAL_SEND, GOAL_RECEIVE,
                                             GOAL_CALC};
#define KINDS (sizeof first_kinds / sizeof *first_kinds)

/* Release the operations that depend on an operation, which has started or
 * ended. */
static int play_release(struct playing *p, size_t operation, uint64_t time,
                        bool start)
{
    const struct goal_program *program = p->program;
    size_t first = program->operation[operation].after;
    for (size_t k = 0; k < KINDS; k++)
        for (size_t at = first; at; at = program->order[at - 1].next) {
            const struct goal_order *order = &program->order[at - 1];
            struct goal_operation *after =
                &program->operation[order->operation];
            if (order->start == start && after->kind == first_kinds[k] &&
                !--after->waits && play_put(p, time, order->operation, false))
                return -1;
        }
    return 0;
}

static int done(struct playing *p, size_t operation, uint64_t time)
{
    p->done++;
    p->program->operation[operation].ended = true;
    return play_release(p, operation, time, false);
}

/* ---- what happens ---- */

static int begin_calculation(struct playing *p, struct happening now)
{
    size_t at = now.operation;
    const struct goal_operation *operation = &p->program->operation[at];
    struct turn_queue *queue =
        turns_queue(&p->turns, operation->rank, PROCESSOR, operation);
    if (!queue)
        return -1;
    uint64_t time = now.time;
    uint64_t *cpu = turns_free_at(&p->turns, queue->cpu);
    int turn = take_turn(p, queue, now, *cpu);
    if (turn <= 0)
        return turn;
    *cpu = time + operation->size;
    p->times[at].start = time;
    return play_release(p, at, time, true) ||
           done(p, at, time + operation->size) ||
           next_turn(p, queue, time + operation->size, false);
}

static uint64_t later_of(uint64_t one, uint64_t other)
{
    return one > other ? one : other;
}

static int begin_send(struct playing *p, struct happening now)
{
    size_t at = now.operation;
    const struct goal_operation *operation = &p->program->operation[at];
    struct turn_queue *queue =
        turns_queue(&p->turns, operation->rank, SENDING, operation);
    if (!queue)
        return -1;
    uint64_t time = now.time;
    uint64_t *cpu = turns_free_at(&p->turns, queue->cpu);
    uint64_t *nic = turns_free_at(&p->turns, queue->nic);
    int turn = take_turn(p, queue, now, later_of(*cpu, *nic));
    if (turn <= 0)
        return turn;
    const struct goal_costs *costs = &p->costs;
    const struct weft_cost *cost = &costs->cost;
    uint64_t lasts = goal_sending(costs, operation->size);
    uint64_t done_at = time + (costs->loggp ? lasts : 0);
    *nic = time + (costs->loggp ? weft_cost_gap(cost, operation->size) : lasts);
    *cpu = done_at;
    p->times[at].start = time;
    return play_put(p, done_at + (costs->loggp ? cost->latency : 0), at,
                    true) ||
           play_release(p, at, time, true) || done(p, at, done_at) ||
           next_turn(p, queue, later_of(*cpu, *nic), false);
}

/* Complete a receive that has its message, which may have arrived earlier, and
 * is ready at time `ready`. */
static int play_receive(struct playing *p, size_t at, size_t send,
                        uint64_t ready)
{
    struct goal_operation *operation = p->program->operation;
    uint64_t start = p->times[send].came;
    uint64_t end = start + goal_receiving(&p->costs, operation[send].size);
    bool late =
        !p->costs.loggp && goal_taken_late(&p->costs, start, end, ready);
    operation[at].late = late;
    p->times[at].start = late ? ready : start;
    p->times[at].send = (uint32_t)send;
    if (ready > end || (p->costs.loggp && ready > start))
        end = ready;
    return done(p, at, end);
}

static int play_begin_receive(struct playing *p, struct happening now)
{
    size_t at = now.operation;
    size_t send;
    if (play_release(p, at, now.time, true) ||
        meeting_post(&p->meeting, at, &send))
        return -1;
    return send == GOAL_NOBODY ? 0 : play_receive(p, at, send, now.time);
}

/* Let a message arrive, once its interface has received all earlier ones. */
static int play_arrive(struct playing *p, struct happening now)
{
    size_t at = now.operation;
    const struct goal_operation *send = &p->program->operation[at];
    struct turn_queue *queue =
        turns_queue(&p->turns, send->peer, RECEIVING, send);
    if (!queue)
        return -1;
    bool loggp = p->costs.loggp;
    uint64_t time = now.time;
    uint64_t *cpu = turns_free_at(&p->turns, queue->cpu);
    uint64_t *nic = turns_free_at(&p->turns, queue->nic);
    int turn = take_turn(p, queue, now, loggp ? later_of(*cpu, *nic) : *nic);
    if (turn <= 0)
        return turn;
    uint64_t lasts = goal_receiving(&p->costs, send->size);
    *nic = time + (loggp ? weft_cost_gap(&p->costs.cost, send->size) : lasts);
    if (loggp)
        *cpu = time + lasts;
    p->times[at].came = time;
    size_t waiting;
    if (next_turn(p, queue, loggp ? later_of(*cpu, *nic) : *nic, true) ||
        meeting_arrive(&p->meeting, at, &waiting))
        return -1;
    return waiting == GOAL_NOBODY ? 0 : play_receive(p, waiting, at, 0);
}

static int happen(struct playing *p, struct happening now)
{
    static int (*const begin[])(struct playing *, struct happening) = {
        [GOAL_CALC] = begin_calculation,
        [GOAL_SEND] = begin_send,
        [GOAL_RECEIVE] = play_begin_receive,
    };
    if (now.arrives)
        return play_arrive(p, now);
    return begin[p->program->operation[now.operation].kind](p, now);
}

/* Start the operations that depend on nothing, rank by rank. The operations of
 * a rank are consecutive, in the order of their labels in the file. */
static int begin_ranks(struct playing *p)
{
    const struct goal_program *program = p->program;
    const struct goal_operation *operation = program->operation;
    for (size_t first = 0, end; first < program->operations; first = end) {
        for (end = first; end < program->operations &&
                          operation[end].rank == operation[first].rank;)
            end++;
        for (size_t k = 0; k < KINDS; k++)
            for (size_t i = first; i < end; i++)
                if (!operation[i].waits &&
                    operation[i].kind == first_kinds[k] &&
                    play_put(p, 0, i, false))
                    return -1;
    }
    return 0;
}

static int goal_play_play(struct playing *p)
{
    if (begin_ranks(p))
        return -1;
    struct happening next;
    while (play_next(p, &next)) {
        p->now = next.time;
        if (happen(p, next))
            return -1;
    }
    return 0;
}

/* ---- the end ---- */

/* Report the first operation that waits for ever: a receive whose message never
 * arrives or, if there is none, an operation in a cycle of dependences. */
static int stuck(const struct playing *p, struct weft_error *err)
{
    const struct goal_operation *first = NULL;
    for (size_t i = 0; i < p->program->operations; i++) {
        const struct goal_operation *operation = &p->program->operation[i];
        if (operation->ended)
            continue;
        if (!first || (first->waits && !operation->waits))
            first = operation;
    }
    if (first->waits)
        return weft_error_set(err, WEFT_ERROR_FORMAT, first->line,
                              "rank %d waits for ever: its operations require "
                              "each other in a cycle",
                              first->rank);
    char from[16] = "any", tag[16] = "any tag";
    if (first->peer != GOAL_ANY_RANK)
        snprintf(from, sizeof from, "%d", first->peer);
    if (first->tag != GOAL_ANY_TAG)
        snprintf(tag, sizeof tag, "tag %u", first->tag);
    return weft_error_set(err, WEFT_ERROR_FORMAT, first->line,
                          "rank %d waits for ever for a message of rank %s "
                          "with %s",
                          first->rank, from, tag);
}

static void play_finish(struct playing *p)
{
    agenda_of_goal_finish(&p->agenda);
    free(p->soon.item);
    turns_finish(&p->turns);
    meeting_finish(&p->meeting);
}

struct goal_times *goal_play(struct goal_program *program,
                             const struct goal_costs *costs,
                             struct weft_error *err)
{
    struct playing p = {.program = program, .costs = *costs};
    p.times = malloc((program->operations + 1) * sizeof *p.times);
    bool room = !meeting_init(&p.meeting, program) && p.times;
    int status = room ? goal_play_play(&p) : -1;
    if (status)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    else if (p.done < program->operations)
        status = stuck(&p, err);
    play_finish(&p);
    if (!status)
        return p.times;
    free(p.times);
    return NULL;
}

struct weft_event goal_event(const struct goal_program *program,
                             const struct goal_costs *costs,
                             const struct goal_times *times, size_t at)
{
    static const uint8_t kinds[] = {
        [GOAL_CALC] = WEFT_COMPUTE,
        [GOAL_SEND] = WEFT_SEND,
        [GOAL_RECEIVE] = WEFT_RECEIVE,
    };
    const struct goal_operation *operation = &program->operation[at];
    bool receives = operation->kind == GOAL_RECEIVE;
    const struct goal_operation *send =
        receives ? &program->operation[times[at].send] : operation;
    struct weft_event event = {.start = times[at].start,
                               .since = times[at].start,
                               .duration = operation->size,
                               .rank = operation->rank,
                               .peer = -1,
                               .message = -1,
                               .dimension = -1,
                               .kind = kinds[operation->kind]};
    if (operation->kind == GOAL_CALC)
        return event;
    event.peer = receives ? send->rank : send->peer;
    event.message = (int32_t)send->tag;
    event.bytes = (uint32_t)send->size;
    event.duration = receives ? goal_receiving(costs, send->size)
                              : goal_sending(costs, send->size);
    if (operation->late)
        event.duration = 0;
    return event;
}
