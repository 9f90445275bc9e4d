/* Events of a run by rounds.
 *
 * A processor that is idle for some rounds sleeps from the end of its last
 * action; this event must be recorded before any later one is passed on. So
 * when a processor has acted, its next round is found at once. */
#include <stdlib.h>

#include "goal/goal.h"
#include "machine/record/record.h"
#include "rounds-run.h"

/* Record an event of a processor at its clock. */
static int event_at_clock(struct round_run *r, int rank,
                          enum weft_event_kind kind, int number,
                          uint64_t duration)
{
    struct weft_event *event = log_new(&r->run.merge.part[0]);
    if (!event)
        return -1;
    *event = (struct weft_event){
        .start = r->clock[rank],
        .duration = duration,
        .since = r->clock[rank],
        .rank = rank,
        .peer = -1,
        .message = number,
        .bytes = kind == WEFT_STORE ? (uint32_t)r->plan->length : 0,
        .dimension = -1,
        .kind = (uint8_t)kind,
    };
    return 0;
}

/* Record the ends and beginnings of tasks before a round. */
static int round_tasks(struct round_run *r, int rank, int round)
{
    int second = r->t->second;
    if (second && round == 1)
        return event_at_clock(r, rank, WEFT_TASK, 1, 0);
    if (!second || round != second + 1)
        return 0;
    return event_at_clock(r, rank, WEFT_DONE, 1, 0) ||
                   event_at_clock(r, rank, WEFT_TASK, 2, 0)
               ? -1
               : 0;
}

static int round_stores(struct round_run *r, int rank)
{
    const struct weft_goal *goal = r->plan->goal;
    int wanted = weft_goal_wanted(goal, rank);
    if (r->t->second && r->t->rounds &&
        event_at_clock(r, rank, WEFT_DONE, 2, 0))
        return -1;
    for (int i = 0; i < wanted; i++)
        if (event_at_clock(r, rank, WEFT_STORE, weft_goal_want(goal, rank, i),
                           0))
            return -1;
    return 0;
}

int round_idle(struct round_run *r, int rank, int after)
{
    int round = after + 1;
    for (; round <= r->t->rounds; round++) {
        if (round_tasks(r, rank, round))
            return -1;
        if (round_meets(r, round, rank))
            break;
    }
    r->next[rank] = round;
    if (round > r->t->rounds)
        return round_stores(r, rank);
    uint64_t begin = r->begin[round - 1], clock = r->clock[rank];
    return clock < begin
               ? event_at_clock(r, rank, WEFT_SLEEP, -1, begin - clock)
               : 0;
}

/* Return the contents of a message as text, for the caller to free. NULL: out
 * of memory. */
static char *parcel_text(struct round_run *r, const struct parcel *parcel)
{
    struct item_list *list = &r->items;
    list->count = list->spans = 0;
    for (uint32_t i = 0; i < parcel->pieces; i++) {
        const struct value_range *piece = &r->pieces.piece[parcel->first + i];
        struct interval room[2];
        struct set set = {NULL, 0};
        if (r->combines)
            set = r->algebra.kind->set(&r->algebra, piece->value, room);
        for (int b = piece->blocks.first; b <= piece->blocks.last; b++)
            if (item_list_add(list, b, set.span, set.count))
                return NULL;
    }
    return item_list_text(list);
}

/* Find the number of what a message carries, for its event. Return 0, or -1 if
 * out of memory. */
static int parcel_items(struct round_run *r, int rank,
                        const struct parcel *parcel, uint32_t *items)
{
    *items = 0;
    if (!r->run.machine->carries)
        return 0;
    if (!r->plan->items) {
        size_t number = (size_t)(parcel - r->parcel);
        *items = 1 + (uint32_t)round_first_alike(r, rank, number);
        return 0;
    }
    if (!r->combines && parcel->count == 1)
        return 0; /* the message's number identifies the contents */
    char *text = parcel_text(r, parcel);
    *items = text ? weft_items_add(r->plan->items, text) : 0;
    free(text);
    return *items ? 0 : -1;
}

int round_sent(struct round_run *r, int rank, const struct parcel *parcel)
{
    const struct weft_network *network = r->run.machine->network;
    uint64_t begin = r->begin[r->round - 1];
    uint32_t items;
    if (!r->sends)
        return 0;
    struct weft_event *event = log_new(&r->run.merge.part[0]);
    if (!event || parcel_items(r, rank, parcel, &items))
        return -1;
    *event = (struct weft_event){
        .start = begin,
        .duration = parcel->end - begin,
        .since = begin,
        .rank = rank,
        .peer = parcel->to,
        .message = r->pieces.piece[parcel->first].blocks.first,
        .bytes = (uint32_t)(parcel->count * r->plan->length),
        .dimension = record_dimension_of(network, rank, parcel->to),
        .kind = WEFT_SEND,
        .items = items,
    };
    return 0;
}

int round_received(struct round_run *r, int rank, int from,
                   const struct parcel *parcel)
{
    const struct weft_network *network = r->run.machine->network;
    uint64_t begin = r->begin[r->round - 1], ready = r->clock[rank];
    /* as in receive.c: taken more than a slot after it began */
    bool late = ready - begin > r->run.slot && ready >= parcel->end;
    if (!r->records)
        return 0;
    struct weft_event *event = log_new(&r->run.merge.part[0]);
    if (!event)
        return -1;
    *event = (struct weft_event){
        .start = late ? ready : begin,
        .duration = late ? 0 : parcel->end - begin,
        .since = late ? ready : begin,
        .rank = rank,
        .peer = from,
        .message = r->pieces.piece[parcel->first].blocks.first,
        .bytes = (uint32_t)(parcel->count * r->plan->length),
        .dimension = record_dimension_of(network, from, rank),
        .kind = WEFT_RECEIVE,
    };
    return 0;
}
