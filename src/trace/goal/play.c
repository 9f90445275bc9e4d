/* Playing a GOAL program in the LogGOPS model: a send keeps its processor for
 * o and its network interface for g + (k - 1) G, and its first byte is there
 * o + L after it began; from then on, or from when processor and interface are
 * free, it keeps them for o + (k - 1) G and g + (k - 1) G; a receive is done
 * when that is over. A calculation keeps its processor. Without LogGP costs in
 * the file's remarks a transfer keeps the interfaces of both ends for as long
 * as it lasts and no processor, which is L = g = one step and o = G = 0 where
 * all last equally long; and messages come in whatever is calculated. */
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
    uint64_t orders;
    struct goal_costs costs;
    struct agenda_of_goal agenda;
    struct meeting_points points;
    struct turns turns;
    bool *ended;              /* [operations] */
    uint64_t *came;           /* [operations] when what a send sent was there */
    struct weft_event *event; /* [operations] rank -1: none */
    size_t done;
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

static void tell(struct playing *p, size_t at, uint64_t bytes, uint64_t start,
                 uint64_t duration)
{
    static const uint8_t kind[] = {
        [GOAL_CALC] = WEFT_COMPUTE,
        [GOAL_SEND] = WEFT_SEND,
        [GOAL_RECEIVE] = WEFT_RECEIVE,
    };
    const struct goal_operation *operation = &p->program->operation[at];
    bool moves = operation->kind != GOAL_CALC;
    p->event[at] =
        (struct weft_event){.start = start,
                            .since = start,
                            .duration = duration,
                            .rank = operation->rank,
                            .peer = moves ? operation->peer : -1,
                            .message = moves ? (int32_t)operation->tag : -1,
                            .bytes = moves ? (uint32_t)bytes : 0,
                            .dimension = -1,
                            .kind = kind[operation->kind]};
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
    if (operation->size && !operation->idle)
        tell(p, at, 0, time, operation->size);
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
    const struct goal_costs *costs = &p->costs;
    const struct weft_cost *cost = &costs->cost;
    uint64_t lasts =
        costs->loggp ? cost->overhead : goal_lasts(costs, operation->size);
    uint64_t done_at = time + (costs->loggp ? lasts : 0);
    nic->free_at =
        1 + time +
        (costs->loggp ? weft_cost_gap(cost, operation->size) : lasts);
    cpu->free_at = 1 + done_at;
    tell(p, at, operation->size, time, lasts);
    return put(p, done_at + (costs->loggp ? cost->latency : 0), at, true) ||
           release(p, at, time, true) || done(p, at, done_at) ||
           next_turn(p, queue, both_free(cpu, nic), false);
}

/* How long the reception lasts of what was sent. */
static uint64_t receiving(const struct playing *p, size_t send)
{
    uint64_t bytes = p->program->operation[send].size;
    return p->costs.loggp ? weft_cost_receiving(&p->costs.cost, bytes)
                          : goal_lasts(&p->costs, bytes);
}

/* A receive that is ready has its message, which may have lain there. */
static int receive(struct playing *p, size_t at, size_t send, uint64_t ready)
{
    uint64_t start = p->came[send], end = start + receiving(p, send);
    uint64_t bytes = p->program->operation[send].size;
    bool late =
        !p->costs.loggp && goal_taken_late(&p->costs, start, end, ready);
    tell(p, at, bytes, late ? ready : start, late ? 0 : end - start);
    if (ready > end || (p->costs.loggp && ready > start))
        end = ready;
    return done(p, at, end);
}

static int begin_receive(struct playing *p, size_t at, uint64_t time)
{
    const struct goal_operation *operation = &p->program->operation[at];
    struct meeting_point *point =
        point_of(p, operation->peer, operation->rank, operation->tag);
    if (!point || release(p, at, time, true))
        return -1;
    size_t send = meet(p, point, at, false);
    return send == SIZE_MAX ? 0 : receive(p, at, send, time);
}

/* A message comes, as soon as its interface has no other one to take. */
static int arrive(struct playing *p, size_t at, uint64_t time)
{
    const struct goal_operation *send = &p->program->operation[at];
    struct turn_queue *queue =
        turns_queue(&p->turns, send->peer, RECEIVING, send);
    struct taken *cpu, *nic;
    if (!queue ||
        !turns_both(&p->turns, send->peer, RECEIVING, send, &cpu, &nic))
        return -1;
    bool loggp = p->costs.loggp;
    int turn = take_turn(p, queue, (struct happening){time, 0, at, true},
                         loggp ? both_free(cpu, nic) : nic->free_at - 1);
    if (turn <= 0)
        return turn;
    uint64_t lasts = receiving(p, at);
    nic->free_at =
        1 + time + (loggp ? weft_cost_gap(&p->costs.cost, send->size) : lasts);
    if (loggp)
        cpu->free_at = 1 + time + lasts;
    p->came[at] = time;
    struct meeting_point *point =
        point_of(p, send->rank, send->peer, send->tag);
    if (!point ||
        next_turn(p, queue, loggp ? both_free(cpu, nic) : nic->free_at - 1,
                  true))
        return -1;
    size_t waiting = meet(p, point, at, true);
    return waiting == SIZE_MAX ? 0 : receive(p, waiting, at, 0);
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

static void finish(struct playing *p)
{
    agenda_of_goal_finish(&p->agenda);
    turns_finish(&p->turns);
    meeting_points_finish(&p->points);
    free(p->ended);
    free(p->came);
}

struct weft_event *goal_play(struct goal_program *program,
                             const struct goal_costs *costs,
                             struct weft_error *err)
{
    struct playing p = {.program = program, .costs = *costs};
    size_t operations = program->operations + 1;
    p.turns.next = calloc(operations, sizeof *p.turns.next);
    p.ended = calloc(operations, sizeof *p.ended);
    p.came = calloc(operations, sizeof *p.came);
    p.event = malloc(operations * sizeof *p.event);
    bool room = p.turns.next && p.ended && p.came && p.event;
    for (size_t i = 0; room && i < operations; i++)
        p.event[i].rank = -1;
    int status = room ? play(&p) : -1;
    if (status)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    else if (p.done < program->operations)
        status = stuck(&p, err);
    finish(&p);
    if (!status)
        return p.event;
    free(p.event);
    return NULL;
}
