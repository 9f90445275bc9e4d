/* Converts events to the contents of a paje trace: links and marks as they
 * occur, states by the same definition as in statistics and figures
 * (src/state). */
#include "paje-file.h"
#include "paje.h"

#include "base/base.h"

/* ---- states -------------------------------------------------------------- */

static uint8_t states_letter(int first, int32_t message)
{
    return (uint8_t)(first + (message < 0 ? 0 : message % 26));
}

/* Return the state of a processor with one container; computing has
 * precedence. */
static uint8_t state_of(const struct state_span *span)
{
    if (span->state == STATE_BUSY)
        return PAJE_COMPUTE;
    if (span->state == STATE_OPEN)
        return PAJE_OPEN;
    if (span->state == STATE_IDLE)
        return span->waits ? PAJE_WAIT : PAJE_IDLE;
    if (span->receives)
        return states_letter(PAJE_RECEIVE, span->received);
    return span->sends ? states_letter(PAJE_SEND, span->sent) : PAJE_CALL;
}

/* Return the state of the tx container of a processor with two: everything
 * except receptions and waits. */
static uint8_t state_of_sender(const struct state_span *span)
{
    if (span->state == STATE_IDLE ||
        (span->state == STATE_OVERHEAD && span->receives && !span->sends))
        return PAJE_IDLE;
    if (span->state == STATE_OVERHEAD && span->sends)
        return states_letter(PAJE_SEND, span->sent);
    return state_of(span);
}

static uint8_t state_of_receiver(const struct state_span *span)
{
    if (span->receives)
        return states_letter(PAJE_RECEIVE, span->received);
    return span->state == STATE_IDLE && span->waits ? PAJE_WAIT : PAJE_IDLE;
}

static int states_change(struct paje *paje, size_t index, uint64_t time,
                         uint8_t state)
{
    struct paje_track *track = &paje->track[index];
    if (track->queued == state)
        return 0;
    track->queued = state;
    return change_heap_put(&paje->changes,
                           (struct paje_change){time, (uint32_t)index, state});
}

static int states_each(void *arg, const struct state_span *span)
{
    struct paje *paje = arg;
    size_t index = (size_t)span->rank * (size_t)paje->tracks;
    if (paje->tracks == 1)
        return states_change(paje, index, span->start, state_of(span));
    return states_change(paje, index, span->start, state_of_sender(span)) ||
                   states_change(paje, index + 1, span->start,
                                 state_of_receiver(span))
               ? -1
               : 0;
}

int paje_begin(struct paje *paje, const struct weft_trace_info *info)
{
    if (states_init(&paje->states, paje->processors, info))
        return -1;
    paje->states.each = states_each;
    paje->states.arg = paje;
    return 0;
}

/* ---- links and marks ------------------------------------------------------
 */

static uint32_t track_of(const struct paje *paje, int32_t rank, bool receives)
{
    return (uint32_t)(rank * paje->tracks) + (receives && paje->tracks == 2);
}

void paje_links(void *arg, uint64_t time, uint64_t active)
{
    struct paje *paje = arg;
    const struct paje_line line = {
        .time = time, .number = active, .kind = PAJE_LINKS};
    if (paje_add(paje, &line))
        paje->starved = true;
}

static int states_arrive(struct paje *paje, const struct flight *flight,
                         int64_t duration)
{
    const struct paje_line line = {
        .time = paje->now,
        .number = flight->id,
        .track = track_of(paje, flight->destination, true),
        .message = flight->message,
        .duration = duration,
        .dimension = flight->dimension,
        .kind = PAJE_ARRIVES,
    };
    return paje_add(paje, &line);
}

/* Complete the receptions that end now. The matching send is looked up only
 * here, because the events of sends at the same time may follow that of the
 * receive. */
static int end_receptions(struct paje *paje)
{
    const struct agenda_item *first;
    struct flight flight;
    while ((first = agenda_first(&paje->agenda)) && first->time == paje->now) {
        const struct weft_event *event = &first->event;
        int64_t duration = (int64_t)event->duration;
        bool found = flights_take(&paje->flights, event->peer, event->rank,
                                  event->message, &flight);
        agenda_pop(&paje->agenda);
        if (found && states_arrive(paje, &flight, duration))
            return -1;
    }
    return 0;
}

/* Complete everything before @p time. */
static int states_advance(struct paje *paje, uint64_t time)
{
    const struct agenda_item *first;
    while (paje->now < time) {
        if (end_receptions(paje))
            return -1;
        first = agenda_first(&paje->agenda);
        paje->now = first && first->time < time ? first->time : time;
        if (underway_advance(&paje->links, paje->now))
            return -1;
    }
    return 0;
}

/* Add the end of the arrow of a message without a receiver, where the arrow
 * begins. */
static int states_leave_alone(struct paje *paje, const struct paje_line *leaves)
{
    struct paje_line line = *leaves;
    line.kind = PAJE_ARRIVES;
    line.duration = PAJE_NO_RECEIVER;
    return paje_add(paje, &line);
}

static int states_on_send(struct paje *paje, const struct weft_event *event)
{
    const struct flight flight = {
        .id = ++paje->keys,
        .source = event->rank,
        .destination = event->peer,
        .message = event->message,
        .dimension = event->dimension,
    };
    const struct paje_line line = {
        .time = event->start,
        .number = flight.id,
        .track = track_of(paje, event->rank, false),
        .message = event->message,
        .items = event->items,
        .bytes = event->bytes,
        .duration = (int64_t)event->duration,
        .dimension = event->dimension,
        .kind = PAJE_LEAVES,
    };
    if (paje_add(paje, &line) ||
        (event->peer < 0 ? states_leave_alone(paje, &line)
                         : flights_add(&paje->flights, &flight)))
        return -1;
    return event->duration ? underway_add(&paje->links, event->duration) : 0;
}

static int states_on_receive(struct paje *paje, const struct weft_event *event)
{
    return agenda_add(&paje->agenda, event->start + event->duration, 0, event);
}

static int on_mark(struct paje *paje, const struct weft_event *event)
{
    const struct paje_line line = {
        .time = event->start,
        .number = event->message >= 0 ? (uint64_t)event->message + 1 : 0,
        .track = track_of(paje, event->rank, false),
        .kind = event->kind == WEFT_STORE ? PAJE_STORE : PAJE_MARK,
    };
    return paje_add(paje, &line);
}

/* Write the lines that can no longer change, once enough lines are waiting. */
static int paje_states_settle(struct paje *paje)
{
    const size_t some = 1 << 16;
    uint64_t settled;
    if (paje_waiting(paje) < paje->limit)
        return 0;
    if (states_settle(&paje->states, &settled))
        return -1;
    paje_write(paje, settled);
    paje->limit = some + 2 * paje_waiting(paje);
    return 0;
}

int paje_event(struct paje *paje, const struct weft_event *event)
{
    static int (*const on[WEFT_EVENT_KINDS])(struct paje *,
                                             const struct weft_event *) = {
        [WEFT_SEND] = states_on_send,
        [WEFT_RECEIVE] = states_on_receive,
        [WEFT_STORE] = on_mark,
        [WEFT_MARK] = on_mark};
    uint64_t end, ns;
    if (event->kind >= WEFT_EVENT_KINDS || event->rank < 0 ||
        event->rank >= paje->processors || event->peer >= paje->processors ||
        event->start < paje->states.now ||
        __builtin_add_overflow(event->start, event->duration, &end) ||
        __builtin_mul_overflow(end, paje->unit_ns, &ns))
        return out_fail(paje->out, WEFT_ERROR_MISUSE,
                        "processor %d has an invalid event at time %llu",
                        event->rank, (unsigned long long)event->start);
    if (!paje->begun && !paje->states.steps)
        paje->origin = paje->now = paje->links.now = event->start;
    paje->begun = true;
    paje->last = end > paje->last ? end : paje->last;
    if (paje_states_settle(paje) || states_advance(paje, event->start) ||
        states_event(&paje->states, event))
        return -1;
    int status = on[event->kind] ? on[event->kind](paje, event) : 0;
    return status || paje->starved ? -1 : 0;
}

/* ---- the end ---------------------------------------------------------------
 */

/* Show processors as idle after their end: the end of the run or, on a real
 * machine, their last record. There, the first record of all becomes time 0. */
static int states_leave(struct paje *paje)
{
    const struct states *states = &paje->states;
    for (int rank = 0; rank < paje->processors; rank++) {
        const struct state_track *track = &states->track[rank];
        uint64_t end = states->steps ? states->end : track->last;
        size_t index = (size_t)rank * (size_t)paje->tracks;
        if (!states->steps && track->first < paje->origin)
            paje->origin = track->first;
        for (int i = 0; i < paje->tracks && end < paje->last; i++)
            if (states_change(paje, index + (size_t)i, end, PAJE_IDLE))
                return -1;
    }
    return 0;
}

/* Let the arrows of messages that were not received end at the end of the
 * trace. */
static int end_untaken(struct paje *paje)
{
    struct flight flight;
    while (flights_any(&paje->flights, &flight))
        if (states_arrive(paje, &flight, PAJE_UNTAKEN))
            return -1;
    return 0;
}

int paje_end(struct paje *paje)
{
    if (states_advance(paje, paje->last) || end_receptions(paje) ||
        underway_end(&paje->links) || states_end(&paje->states) ||
        states_leave(paje))
        return -1;
    if (end_untaken(paje) || paje->starved)
        return -1;
    paje->open =
        states_open(&paje->states) == STATE_BUSY ? PAJE_COMPUTE : PAJE_IDLE;
    paje_write(paje, UINT64_MAX);
    return 0;
}
