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
    uint64_t time, order;
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

struct playing {
    struct goal_program *program;
    uint64_t orders;
    uint64_t *order; /* [operations] number of the operation's event in
                        `agenda`, kept while the operation waits */
    struct goal_costs costs;
    struct agenda_of_goal agenda;
    struct encounters meeting;
    struct turns turns;
    bool *ended; /* [operations] whether the operation has ended */
    /* [operations] time at which the message of a send arrived */
    uint64_t *came;
    struct weft_event *event; /* [operations] event of each operation; rank -1:
                                 no event */
    size_t done;
};

/* Add an event to the agenda. Events are numbered in the order of addition; an
 * event keeps its number while it waits. */
static int play_put(struct playing *p, uint64_t time, size_t operation,
                    bool arrives)
{
    p->order[operation] = p->orders++;
    return agenda_of_goal_put(
        &p->agenda, (struct happening){time, p->order[operation],
                                       (uint32_t)operation, arrives, 0});
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
    const struct turn_place turn = {p->order[now.operation], now.operation};
    bool outdated =
        queue->asks != now.operation + 1 || queue->asks_at != now.time;
    if (now.again && outdated)
        return 0;
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
    p->ended[operation] = true;
    return play_release(p, operation, time, false);
}

/* Record the event of an operation. `moved` is the send of the message or, for
 * a calculation, the operation itself. */
static void play_tell(struct playing *p, size_t at, size_t moved,
                      uint64_t start, uint64_t duration)
{
    static const uint8_t kind[] = {
        [GOAL_CALC] = WEFT_COMPUTE,
        [GOAL_SEND] = WEFT_SEND,
        [GOAL_RECEIVE] = WEFT_RECEIVE,
    };
    const struct goal_operation *operation = &p->program->operation[at];
    const struct goal_operation *send = &p->program->operation[moved];
    bool receives = operation->kind == GOAL_RECEIVE;
    p->event[at] = (struct weft_event){.start = start,
                                       .since = start,
                                       .duration = duration,
                                       .rank = operation->rank,
                                       .peer = -1,
                                       .message = -1,
                                       .dimension = -1,
                                       .kind = kind[operation->kind]};
    if (operation->kind == GOAL_CALC)
        return;
    p->event[at].peer = receives ? send->rank : send->peer;
    p->event[at].message = (int32_t)send->tag;
    p->event[at].bytes = (uint32_t)send->size;
}

/* ---- what happens ---- */

static int begin_calculation(struct playing *p, struct happening now)
{
    size_t at = now.operation;
    const struct goal_operation *operation = &p->program->operation[at];
    struct taken *cpu =
        turns_resource(&p->turns, operation->rank, PROCESSOR, operation->cpu);
    struct turn_queue *queue =
        turns_queue(&p->turns, operation->rank, PROCESSOR, operation);
    if (!cpu || !queue)
        return -1;
    uint64_t time = now.time;
    int turn = take_turn(p, queue, now, cpu->free_at - 1);
    if (turn <= 0)
        return turn;
    cpu->free_at = 1 + time + operation->size;
    if (operation->size && !operation->idle)
        play_tell(p, at, at, time, operation->size);
    return play_release(p, at, time, true) ||
           done(p, at, time + operation->size) ||
           next_turn(p, queue, time + operation->size, false);
}

/* Return the time from which both resources are free. */
static uint64_t both_free(const struct taken *cpu, const struct taken *nic)
{
    return (cpu->free_at > nic->free_at ? cpu->free_at : nic->free_at) - 1;
}

static int begin_send(struct playing *p, struct happening now)
{
    size_t at = now.operation;
    const struct goal_operation *operation = &p->program->operation[at];
    struct turn_queue *queue =
        turns_queue(&p->turns, operation->rank, SENDING, operation);
    struct taken *cpu, *nic;
    if (!queue ||
        !turns_both(&p->turns, operation->rank, SENDING, operation, &cpu, &nic))
        return -1;
    uint64_t time = now.time;
    int turn = take_turn(p, queue, now, both_free(cpu, nic));
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
    play_tell(p, at, at, time, lasts);
    return play_put(p, done_at + (costs->loggp ? cost->latency : 0), at,
                    true) ||
           play_release(p, at, time, true) || done(p, at, done_at) ||
           next_turn(p, queue, both_free(cpu, nic), false);
}

/* Return how long receiving a message takes. */
static uint64_t receiving(const struct playing *p, size_t send)
{
    uint64_t bytes = p->program->operation[send].size;
    return p->costs.loggp ? weft_cost_receiving(&p->costs.cost, bytes)
                          : goal_lasts(&p->costs, bytes);
}

/* Complete a receive that has its message, which may have arrived earlier, and
 * is ready at time `ready`. */
static int play_receive(struct playing *p, size_t at, size_t send,
                        uint64_t ready)
{
    uint64_t start = p->came[send], end = start + receiving(p, send);
    bool late =
        !p->costs.loggp && goal_taken_late(&p->costs, start, end, ready);
    play_tell(p, at, send, late ? ready : start, late ? 0 : end - start);
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
    struct taken *cpu, *nic;
    if (!queue ||
        !turns_both(&p->turns, send->peer, RECEIVING, send, &cpu, &nic))
        return -1;
    bool loggp = p->costs.loggp;
    uint64_t time = now.time;
    int turn = take_turn(p, queue, now,
                         loggp ? both_free(cpu, nic) : nic->free_at - 1);
    if (turn <= 0)
        return turn;
    uint64_t lasts = receiving(p, at);
    nic->free_at =
        1 + time + (loggp ? weft_cost_gap(&p->costs.cost, send->size) : lasts);
    if (loggp)
        cpu->free_at = 1 + time + lasts;
    p->came[at] = time;
    size_t waiting;
    if (next_turn(p, queue, loggp ? both_free(cpu, nic) : nic->free_at - 1,
                  true) ||
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
    while (agenda_of_goal_first(&p->agenda))
        if (happen(p, agenda_of_goal_take(&p->agenda)))
            return -1;
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
        if (p->ended[i])
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
    turns_finish(&p->turns);
    meeting_finish(&p->meeting);
    free(p->order);
    free(p->ended);
    free(p->came);
}

struct weft_event *goal_play(struct goal_program *program,
                             const struct goal_costs *costs,
                             struct weft_error *err)
{
    struct playing p = {.program = program, .costs = *costs};
    size_t operations = program->operations + 1;
    p.order = calloc(operations, sizeof *p.order);
    p.ended = calloc(operations, sizeof *p.ended);
    p.came = calloc(operations, sizeof *p.came);
    p.event = malloc(operations * sizeof *p.event);
    bool room = !meeting_init(&p.meeting, program) && p.order && p.ended &&
                p.came && p.event;
    for (size_t i = 0; room && i < operations; i++)
        p.event[i].rank = -1;
    int status = room ? goal_play_play(&p) : -1;
    if (status)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    else if (p.done < program->operations)
        status = stuck(&p, err);
    play_finish(&p);
    if (!status)
        return p.event;
    free(p.event);
    return NULL;
}
