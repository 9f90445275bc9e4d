/* Schedules as transfers and as events. */
#include "transfers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/trace.h>

#include "base/base.h"

#define UNIT_NS                                                                \
    1000000 /* trace time of a step in ns: a millisecond, as in other runs */
#define BYTES 8 /* bytes of a message, as in runs */

struct weft_optimum_schedule *schedule_create(int processors)
{
    struct weft_optimum_schedule *s = calloc(1, sizeof *s);
    if (s)
        s->processors = processors;
    return s;
}

int schedule_add(struct weft_optimum_schedule *s, struct move move)
{
    if (array_grow(&s->move, &s->capacity, s->count + 1, sizeof *s->move))
        return -1;
    s->move[s->count++] = move;
    return 0;
}

void schedule_destroy(struct weft_optimum_schedule *s)
{
    if (!s)
        return;
    weft_items_destroy(s->items);
    for (size_t i = 0; i < s->parameters; i++)
        free((char *)s->parameter[i].value);
    free(s->parameter);
    free(s->phase);
    free(s->move);
    free(s);
}

int schedule_word(struct weft_optimum_schedule *s, const char *key,
                  const char *value)
{
    char *copy = strdup(value);
    if (!copy || array_grow(&s->parameter, &s->parameter_room,
                            s->parameters + 1, sizeof *s->parameter)) {
        free(copy);
        return -1;
    }
    s->parameter[s->parameters++] = (struct weft_parameter){key, copy};
    return 0;
}

/* ---- from a solution ---- */

/* Return the first channel over which v receives j in t. */
static int transfers_chosen(const struct encoding *e, const signed char *value,
                            int v, int j, int t)
{
    const struct instance *q = e->q;
    for (int i = q->in[v]; i < q->in[v + 1]; i++) {
        int c = q->in_channel[i];
        int literal = e->parent + c;
        if (e->carries)
            literal = var_e(e, c, j, t);
        else if (!e->parent)
            literal = var_s(e, q->channel[c].from, j, t);
        if (value[literal])
            return c;
    }
    return -1;
}

/* Collect the transfers that are needed because the block is wanted or passed
 * on, from the last step backwards. need[n][blocks]. */
static int transfers_collect(struct weft_optimum_schedule *s,
                             const struct encoding *e, const signed char *value,
                             bool *need)
{
    const struct instance *q = e->q;
    for (int t = e->steps; t >= 1; t--)
        EACH_CELL(e, v, j)
        {
            if (!value[var_r(e, v, j, t)] || !need[instance_at(q, v, j)])
                continue;
            int c = transfers_chosen(e, value, v, j, t);
            if (c < 0)
                continue;
            const struct channel *channel = &q->channel[c];
            need[instance_at(q, channel->from, j)] = true;
            struct move move = {t, channel->from, v, q->first + j, -1, 0};
            if (q->reversed)
                move = (struct move){e->steps + 1 - t, v,  channel->from,
                                     q->first + j,     -1, 0};
            if (channel->port >= 0)
                move.dimension = weft_network_dimension(q->network, move.from,
                                                        channel->port);
            if (schedule_add(s, move))
                return -1;
        }
    return 0;
}

static int transfers_compare(const void *a, const void *b)
{
    const struct move *x = a, *y = b;
    if (x->slot != y->slot)
        return x->slot < y->slot ? -1 : 1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    if (x->items != y->items)
        return x->items < y->items ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

void schedule_end(struct weft_optimum_schedule *s)
{
    if (s->count > 1)
        qsort(s->move, s->count, sizeof *s->move, transfers_compare);
    for (size_t i = 0; i < s->count; i++)
        if (s->move[i].slot > s->steps)
            s->steps = s->move[i].slot;
}

/* Return whether a phase begins with a step, counted in the direction of the
 * schedule. */
static bool phase_begins(const struct encoding *e, const signed char *value,
                         int step)
{
    int t = e->q->reversed ? e->steps + 2 - step : step;
    return step == 1 || !e->begins || value[e->begins + t - 1];
}

/* Read the division into phases, and declare it to the checker. */
static int take_phases(struct weft_optimum_schedule *s,
                       const struct encoding *e, const signed char *value)
{
    if (!e->q->phases || !s->steps)
        return 0;
    size_t room = (size_t)s->steps * sizeof "2147483647", used = 0;
    char *text = malloc(room);
    s->phase = calloc((size_t)s->steps, sizeof *s->phase);
    for (int step = 1; s->phase && step <= s->steps; step++) {
        s->phases += phase_begins(e, value, step);
        s->phase[s->phases - 1]++;
    }
    for (int i = 0; text && i < s->phases; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%d", i ? "," : "",
                                 s->phase[i]);
    int status = text && s->phase ? schedule_word(s, "phases", text) : -1;
    free(text);
    return status;
}

/* Collect the transfers from the variables for holding. */
static int collect_holding(struct weft_optimum_schedule *s,
                           const struct encoding *e, const signed char *value)
{
    size_t cells = (size_t)e->q->n * (size_t)e->q->blocks;
    bool *need = malloc(cells + 1);
    if (!need)
        return -1;
    memcpy(need, e->q->wants, cells);
    int status = transfers_collect(s, e, value, need);
    free(need);
    return status;
}

struct weft_optimum_schedule *schedule_decode(const struct encoding *e,
                                              const signed char *value)
{
    struct weft_optimum_schedule *s = schedule_create(e->q->n);
    if (!s)
        return NULL;
    if (e->q->combined ? schedule_contents(s, e, value)
                       : collect_holding(s, e, value)) {
        schedule_destroy(s);
        return NULL;
    }
    schedule_end(s);
    if (take_phases(s, e, value)) {
        schedule_destroy(s);
        return NULL;
    }
    return s;
}

/* ---- from events ---- */

int schedule_add_event(struct weft_optimum_schedule *s,
                       const struct weft_event *event,
                       const struct weft_trace_info *info)
{
    const char *text = weft_event_items(info, event);
    struct move move = {.slot = (int)(event->start / info->step) + 1,
                        .from = event->rank,
                        .to = event->peer,
                        .block = event->message,
                        .dimension = event->dimension};
    if (text) {
        size_t block = strspn(text, "0123456789");
        if (text[block] != ':' || strchr(text, ','))
            return WEFT_ERROR_LIMIT;
        if (!s->items)
            s->items = weft_items_create();
        move.block = atoi(text);
        move.items = s->items ? weft_items_add(s->items, text) : 0;
        if (!move.items)
            return WEFT_ERROR_MEMORY;
    }
    return schedule_add(s, move) ? (int)WEFT_ERROR_MEMORY : 0;
}

/* ---- to events ---- */

static struct weft_event *
transfers_events_of(const struct weft_optimum_schedule *s)
{
    struct weft_event *events = malloc((2 * s->count + 1) * sizeof *events);
    for (size_t i = 0; events && i < s->count; i++) {
        const struct move *m = &s->move[i];
        uint64_t start = (uint64_t)m->slot - 1;
        const struct move *before = i ? m - 1 : NULL;
        bool same = before && before->slot == m->slot &&
                    before->from == m->from && before->block == m->block &&
                    before->items == m->items;
        events[i] = (struct weft_event){.start = start,
                                        .duration = 1,
                                        .since = start,
                                        .rank = m->from,
                                        .peer = m->to,
                                        .message = m->block,
                                        .bytes = BYTES,
                                        .dimension = (int16_t)m->dimension,
                                        .items = m->items,
                                        .kind = WEFT_SEND,
                                        .flags = same ? WEFT_EVENT_SAME : 0};
        events[s->count + i] = events[i];
        struct weft_event *taken = &events[s->count + i];
        taken->kind = WEFT_RECEIVE;
        taken->rank = m->to;
        taken->peer = m->from;
        taken->flags = 0;
    }
    if (events && weft_events_sort(events, 2 * s->count)) {
        free(events);
        events = NULL;
    }
    return events;
}

static int transfers_tell(const struct weft_sink *sink,
                          const struct weft_trace_info *info,
                          const struct weft_event *events, size_t count)
{
    int status = sink->begin ? sink->begin(sink->arg, info) : 0;
    if (!status && sink->events && count)
        status = sink->events(sink->arg, events, count);
    return status || !sink->end ? status : sink->end(sink->arg);
}

int schedule_play(const struct weft_optimum_schedule *s,
                  const struct weft_sink *const *sinks, size_t count,
                  struct weft_error *err)
{
    const struct weft_trace_info info = {
        .processors = s->processors,
        .unit_ns = UNIT_NS,
        .step = 1,
        .parameters = s->parameters,
        .parameter = s->parameter,
        .items = s->items,
    };
    struct weft_event *events = transfers_events_of(s);
    int status = 0;
    if (!events)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the events of a schedule");
    for (size_t i = 0; !status && i < count; i++)
        status = transfers_tell(sinks[i], &info, events, 2 * s->count);
    free(events);
    return status ? weft_error_set(err, sink_fault(status), 0,
                                   "the sink of the events has stopped")
                  : 0;
}
