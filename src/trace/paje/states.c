/* Lines of a paje trace, in order of time: what begins is written at once;
 * what ends waits on the agenda; states are written when all that happens at
 * a time is known, so that none of them has length 0. */
#include "paje.h"

#include "base/base.h"

/* Seconds. */
void paje_time(struct paje *paje, uint64_t units)
{
    uint64_t after = units > paje->origin ? units - paje->origin : 0;
    uint64_t ns = after * paje->unit_ns;
    uint64_t fraction = ns % 1000000000;
    int digits = 9;
    out_number(paje->out, ns / 1000000000);
    if (!fraction)
        return;
    for (; fraction % 10 == 0; fraction /= 10)
        digits--;
    out_text(paje->out, ".");
    out_padded(paje->out, fraction, digits);
}

static void line(struct paje *paje, const char *event, uint64_t time,
                 const char *type)
{
    out_text(paje->out, event);
    paje_time(paje, time);
    out_text(paje->out, type);
}

static void number(struct paje *paje, const char *text, uint64_t number)
{
    out_text(paje->out, text);
    out_number(paje->out, number);
}

void paje_links(void *arg, uint64_t time, uint64_t active)
{
    struct paje *paje = arg;
    line(paje, "11 ", time, " A n ");
    number(paje, "", active);
    out_text(paje->out, "\n");
}

static size_t track_of(const struct paje *paje, int32_t rank, bool receives)
{
    return (size_t)(rank * paje->tracks) + (receives && paje->tracks == 2);
}

static int change(struct paje *paje, size_t index)
{
    struct paje_track *track = &paje->track[index];
    if (track->changed)
        return 0;
    if (array_grow(&paje->changed, &paje->change_capacity, paje->changes + 1,
                   sizeof *paje->changed))
        return -1;
    paje->changed[paje->changes++] = (uint32_t)index;
    track->changed = true;
    return 0;
}

static void write_state(struct paje *paje, size_t index, int state)
{
    static const char *const rests[] = {" i", " w", " c"};
    struct output *out = paje->out;
    line(paje, "8 ", paje->now, " S p");
    number(paje, "", index);
    if (state < PAJE_SEND)
        out_text(out, rests[state]);
    else if (state < PAJE_RECEIVE)
        number(paje, " s", (uint64_t)(state - PAJE_SEND));
    else
        number(paje, " r", (uint64_t)(state - PAJE_RECEIVE));
    out_text(out, "\n");
}

/* Transfers show while a computation goes on beside them. */
static uint8_t state_of(const struct paje_track *track)
{
    if (track->transfers)
        return track->busy;
    return track->computations ? PAJE_COMPUTE : track->rest;
}

static void write_states(struct paje *paje)
{
    for (size_t i = 0; i < paje->changes; i++) {
        struct paje_track *track = &paje->track[paje->changed[i]];
        uint8_t state = state_of(track);
        if (state != track->shown)
            write_state(paje, paje->changed[i], state);
        track->shown = state;
        track->changed = false;
    }
    paje->changes = 0;
}

/* The value of a link: its dimension. */
static void write_value(struct paje *paje, int dimension)
{
    if (dimension >= 0)
        number(paje, "dim", (uint64_t)dimension);
    else
        out_text(paje->out, "routed");
}

static void end_link(struct paje *paje, const struct flight *flight)
{
    line(paje, "10 ", paje->now, " M n ");
    write_value(paje, flight->dimension);
    number(paje, " p", track_of(paje, flight->destination, true));
    number(paje, " k", flight->id);
    out_text(paje->out, "\n");
}

/* What ends now. Only here a receive looks for its send, because sends of the
 * same time may come after it. */
static int end_items(struct paje *paje)
{
    const struct agenda_item *first;
    struct flight flight;
    while ((first = agenda_first(&paje->agenda)) && first->time == paje->now) {
        const struct weft_event *event = &first->event;
        bool receives = event->kind == WEFT_RECEIVE;
        size_t index = track_of(paje, event->rank, receives);
        if (event->kind == WEFT_COMPUTE)
            paje->track[index].computations--;
        else
            paje->track[index].transfers--;
        if (receives && flights_take(&paje->flights, event->peer, event->rank,
                                     event->message, &flight))
            end_link(paje, &flight);
        agenda_pop(&paje->agenda);
        if (change(paje, index))
            return -1;
    }
    return 0;
}

/* Finish all times before @p time. */
static int advance(struct paje *paje, uint64_t time)
{
    const struct agenda_item *first;
    while (paje->now < time) {
        if (end_items(paje))
            return -1;
        write_states(paje);
        first = agenda_first(&paje->agenda);
        paje->now = first && first->time < time ? first->time : time;
        if (underway_advance(&paje->links, paje->now))
            return -1;
    }
    return 0;
}

/* A transfer with that state, or a computation, lasts on a track. */
static int occupy(struct paje *paje, const struct weft_event *event, int state)
{
    size_t index = track_of(paje, event->rank, event->kind == WEFT_RECEIVE);
    struct paje_track *track = &paje->track[index];
    if (state == PAJE_COMPUTE) {
        track->computations++;
    } else {
        track->transfers++;
        track->busy = (uint8_t)state;
    }
    track->rest = paje->computes ? PAJE_COMPUTE : PAJE_IDLE;
    if (change(paje, index))
        return -1;
    return agenda_add(&paje->agenda, event->start + event->duration, 0, event);
}

static int letter(const struct weft_event *event)
{
    return event->message < 0 ? 0 : event->message % 26;
}

static int on_send(struct paje *paje, const struct weft_event *event)
{
    uint64_t key = ++paje->keys;
    const struct flight flight = {
        .id = key,
        .source = event->rank,
        .destination = event->peer,
        .message = event->message,
        .dimension = event->dimension,
    };
    if (event->peer >= 0) {
        line(paje, "9 ", event->start, " M n ");
        write_value(paje, event->dimension);
        number(paje, " p", track_of(paje, event->rank, false));
        number(paje, " k", key);
        out_text(paje->out, "\n");
        if (flights_add(&paje->flights, &flight))
            return -1;
    }
    if (event->duration && underway_add(&paje->links, event->duration))
        return -1;
    return occupy(paje, event, PAJE_SEND + letter(event));
}

static int on_receive(struct paje *paje, const struct weft_event *event)
{
    return occupy(paje, event, PAJE_RECEIVE + letter(event));
}

static int on_compute(struct paje *paje, const struct weft_event *event)
{
    paje->computes = false; /* this trace tells when it computes */
    return occupy(paje, event, PAJE_COMPUTE);
}

static int on_wait(struct paje *paje, const struct weft_event *event)
{
    size_t index = track_of(paje, event->rank, true);
    paje->track[index].rest = PAJE_WAIT;
    return change(paje, index);
}

static int on_sleep(struct paje *paje, const struct weft_event *event)
{
    size_t index = track_of(paje, event->rank, true);
    paje->track[index].rest = PAJE_IDLE;
    return change(paje, index);
}

static int on_mark(struct paje *paje, const struct weft_event *event)
{
    line(paje, "12 ", event->start, " E p");
    number(paje, "", track_of(paje, event->rank, false));
    out_text(paje->out, event->kind == WEFT_STORE ? " \"store" : " \"mark");
    if (event->message >= 0)
        number(paje, " ", (uint64_t)event->message);
    out_text(paje->out, "\"\n");
    return 0;
}

int paje_event(struct paje *paje, const struct weft_event *event)
{
    static int (*const on[WEFT_EVENT_KINDS])(struct paje *,
                                             const struct weft_event *) = {
        [WEFT_SEND] = on_send,       [WEFT_RECEIVE] = on_receive,
        [WEFT_WAIT] = on_wait,       [WEFT_SLEEP] = on_sleep,
        [WEFT_COMPUTE] = on_compute, [WEFT_STORE] = on_mark,
        [WEFT_MARK] = on_mark};
    uint64_t end, ns;
    if (event->kind >= WEFT_EVENT_KINDS || event->rank < 0 ||
        event->rank >= paje->processors || event->peer >= paje->processors ||
        __builtin_add_overflow(event->start, event->duration, &end) ||
        __builtin_mul_overflow(end, paje->unit_ns, &ns))
        return out_fail(paje->out, WEFT_ERROR_MISUSE,
                        "processor %d cannot have such an event at time %llu",
                        event->rank, (unsigned long long)event->start);
    if (!paje->begun && paje->origin)
        paje->origin = paje->now = paje->links.now = event->start;
    paje->begun = true;
    if (advance(paje, event->start))
        return -1;
    return on[event->kind](paje, event);
}

/* A message that nobody took ends where the trace does. */
static void end_untaken(struct paje *paje)
{
    struct flight flight;
    while (flights_any(&paje->flights, &flight))
        end_link(paje, &flight);
}

int paje_end(struct paje *paje)
{
    const struct agenda_item *first;
    while ((first = agenda_first(&paje->agenda)))
        if (advance(paje, first->time) || end_items(paje))
            return -1;
    write_states(paje);
    if (underway_end(&paje->links))
        return -1;
    end_untaken(paje);
    return 0;
}
