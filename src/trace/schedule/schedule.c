/* The canonical schedule: one line `slot src dst items` per transfer, sorted
 * numerically, after comment lines with the parameters of the run. Items are
 * the contents of the message (base/items.h): its number if it is one block.
 *
 * Only whole slots can be represented, so transfers that begin within a slot
 * (runs with costs other than unit time) are rejected. Messages received in a
 * later slot than they were sent in (runs in which conflicts delay) are
 * rejected too, because a line has one slot, and so are messages without
 * numbers, and transfers with only one end. schedule-line.c describes how a
 * line is read. */
#include "schedule-line.h"
#include "trace/format.h"
#include "trace/io/out.h"

#include "base/base.h"
#include "base/flight.h"
#include "base/mix.h"

#include <stdlib.h>

struct schedule_line {
    int32_t source, destination, message;
    uint32_t items; /* contents of a send; ignored in comparisons */
};

/* A growing list of transfers. */
struct schedule_transfers {
    struct schedule_line *list; /* [capacity] transfers */
    size_t count, capacity;
};

/* The current slot, and the beginning of its lines. */
struct schedule_state {
    uint64_t step;
    uint64_t start;
    int32_t rank;
    char slot[24]; /* "SLOT ", the beginning of a line; length 0: not computed
                      yet */
    size_t slot_length;
    struct text_name *name; /* [processors] ranks as text */
    int processors;
    struct weft_trace_info info; /* information about the run, of which only
                                    `items` is set */
    /* transfers of one sender, not yet written */
    struct schedule_transfers line;
    /* sends and receptions in the slot; sum: a hash that is 0 if they are
     * equal, so that they need not be compared */
    struct schedule_transfers sent, received;
    uint64_t sum;
    struct flights waiting; /* messages sent in earlier slots and not yet
                               received */
};

static int schedule_begin(void *arg, struct output *out,
                          const struct weft_trace_info *info)
{
    struct schedule_state *state = arg;
    state->step = info->step;
    if (!info->step)
        return out_fail(out, WEFT_ERROR_MISUSE,
                        "a trace without steps cannot be written as a "
                        "schedule");
    mix_begin();
    params_write(info, out);
    state->processors = info->processors;
    state->info.items = info->items;
    state->name = names_create(info->processors);
    return state->name ? 0 : -1;
}

static int schedule_compare(const void *a, const void *b)
{
    const struct schedule_line *x = a, *y = b;
    int32_t p = x->source, q = y->source;
    if (p == q) {
        p = x->destination;
        q = y->destination;
    }
    if (p == q) {
        p = x->message;
        q = y->message;
    }
    return (p > q) - (p < q);
}

static void schedule_sort(struct schedule_transfers *transfers)
{
    if (transfers->count > 1)
        qsort(transfers->list, transfers->count, sizeof *transfers->list,
              schedule_compare);
}

static inline int schedule_put(struct schedule_transfers *transfers,
                               struct schedule_line transfer)
{
    if (transfers->count == transfers->capacity &&
        array_grow(&transfers->list, &transfers->capacity, transfers->count + 1,
                   sizeof transfer))
        return -1;
    transfers->list[transfers->count++] = transfer;
    return 0;
}

static inline char *put_ends(const struct schedule_state *state, char *at,
                             const struct schedule_line *transfer)
{
    memcpy(at, state->slot, sizeof state->slot);
    at += state->slot_length;
    at = put_named(at, state->name, state->processors, transfer->source);
    *at++ = ' ';
    at = put_named(at, state->name, state->processors, transfer->destination);
    *at++ = ' ';
    return at;
}

static inline char *put_line(const struct schedule_state *state, char *at,
                             const struct schedule_line *transfer)
{
    at = put_ends(state, at, transfer);
    at = put_named(at, state->name, state->processors, transfer->message);
    *at++ = '\n';
    return at;
}

/* Write a line for a message of several blocks, or of combined values. */
static void schedule_write_items(const struct schedule_state *state,
                                 struct output *out,
                                 const struct schedule_line *transfer)
{
    const struct weft_event event = {.items = transfer->items};
    const char *text = weft_event_items(&state->info, &event);
    if (!text) {
        out_used(out, put_line(state, out_room(out), transfer));
        return;
    }
    out_used(out, put_ends(state, out_room(out), transfer));
    out_text(out, text);
    out_text(out, "\n");
}

static void write_lines(struct schedule_state *state, struct output *out)
{
    schedule_sort(&state->line);
    for (size_t i = 0; i < state->line.count; i++) {
        const struct schedule_line *transfer = &state->line.list[i];
        if (transfer->items)
            schedule_write_items(state, out, transfer);
        else
            out_used(out, put_line(state, out_room(out), transfer));
    }
    state->line.count = 0;
}

static int schedule_refuse(const struct schedule_state *state,
                           struct output *out, const struct weft_event *event)
{
    const char *kind = weft_event_names[event->kind];
    if (event->peer < 0 || event->message < 0)
        return out_fail(
            out, WEFT_ERROR_MISUSE,
            "a schedule needs both ends and the message of each transfer; the "
            "%s of processor %d at time %llu lacks one",
            kind, event->rank, (unsigned long long)event->start);
    return out_fail(
        out, WEFT_ERROR_MISUSE,
        "a schedule can only represent whole steps of %llu time units before "
        "2^62; the %s of processor %d lasts from time %llu to %llu",
        (unsigned long long)state->step, kind, event->rank,
        (unsigned long long)event->start,
        (unsigned long long)(event->start + event->duration));
}

/* Store a message that was not received in its slot. */
static int schedule_await(struct schedule_state *state,
                          const struct schedule_line *transfer)
{
    const struct flight flight = {.id = state->start,
                                  .source = transfer->source,
                                  .destination = transfer->destination,
                                  .message = transfer->message};
    return flights_add(&state->waiting, &flight);
}

/* Check that each reception in the slot belongs to a message sent in the
 * slot. */
static int compare_ends(struct schedule_state *state, struct output *out)
{
    struct schedule_transfers *sent = &state->sent,
                              *received = &state->received;
    size_t s = 0;
    schedule_sort(sent);
    schedule_sort(received);
    for (size_t r = 0; r < received->count; r++, s++) {
        const struct schedule_line *late = &received->list[r];
        for (; s < sent->count && schedule_compare(&sent->list[s], late) < 0;
             s++)
            if (schedule_await(state, &sent->list[s]))
                return -1;
        if (s == sent->count || schedule_compare(&sent->list[s], late) != 0)
            return out_fail(out, WEFT_ERROR_MISUSE,
                            "processor %d receives message %d from %d at time "
                            "%llu, in another step than it was sent; a "
                            "schedule has one step per transfer",
                            late->destination, late->message, late->source,
                            (unsigned long long)state->start);
    }
    for (; s < sent->count; s++)
        if (schedule_await(state, &sent->list[s]))
            return -1;
    return 0;
}

static int end_slot(struct schedule_state *state, struct output *out)
{
    write_lines(state, out);
    if (state->sum && compare_ends(state, out))
        return -1;
    state->sum = 0;
    state->sent.count = state->received.count = 0;
    return 0;
}

/* Begin another slot. */
static int begin_slot(struct schedule_state *state, struct output *out,
                      const struct weft_event *event)
{
    if (end_slot(state, out))
        return -1;
    if (event->start % state->step)
        return schedule_refuse(state, out, event);
    char *end = put_number(state->slot, event->start / state->step + 1);
    *end++ = ' ';
    state->slot_length = (size_t)(end - state->slot);
    state->start = event->start;
    return 0;
}

/* Return a hash value of a transfer. Sums of hash values differ if the
 * transfers differ, except with a probability of 2^-64 that no input can
 * influence. */
static inline uint64_t schedule_mix(struct schedule_line transfer)
{
    uint64_t ends = (uint64_t)(uint32_t)transfer.source << 32 |
                    (uint32_t)transfer.destination;
    return mix_two(ends, (uint32_t)transfer.message);
}

/* Process a receive of zero duration, whose message had arrived before. Its
 * transfer is known from the send, so only match the two. */
static int schedule_take(struct schedule_state *state, struct output *out,
                         const struct weft_event *event)
{
    struct flight sent;
    if (event->peer < 0 || event->message < 0)
        return schedule_refuse(state, out, event);
    if (event->start > state->start && end_slot(state, out))
        return -1;
    if (flights_take_same(&state->waiting, event->peer, event->rank,
                          event->message, &sent))
        return 0;
    return out_fail(
        out, WEFT_ERROR_MISUSE,
        "message %d, which processor %d receives from %d at time %llu, was not "
        "sent; a schedule needs both ends of each transfer",
        event->message, event->rank, event->peer,
        (unsigned long long)event->start);
}

static int trace_schedule_add(struct schedule_state *state, struct output *out,
                              const struct weft_event *event)
{
    bool send = event->kind == WEFT_SEND;
    if (!send && !event->duration)
        return schedule_take(state, out, event);
    if (event->peer < 0 || event->message < 0 ||
        event->duration != state->step || event->start >= SCHEDULE_END)
        return schedule_refuse(state, out, event);
    if ((event->start != state->start || !state->slot_length) &&
        begin_slot(state, out, event))
        return -1;
    struct schedule_line transfer = {event->rank, event->peer, event->message,
                                     event->items};
    if (!send)
        transfer =
            (struct schedule_line){event->peer, event->rank, event->message, 0};
    state->sum += send ? schedule_mix(transfer) : 0 - schedule_mix(transfer);
    if (schedule_put(send ? &state->sent : &state->received, transfer))
        return -1;
    if (!send)
        return 0;
    if (state->line.count && state->rank != event->rank)
        write_lines(state, out);
    state->rank = event->rank;
    return schedule_put(&state->line, transfer);
}

static int schedule_events(void *arg, struct output *out,
                           const struct weft_event *event, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if ((event[i].kind == WEFT_SEND || event[i].kind == WEFT_RECEIVE) &&
            trace_schedule_add(arg, out, &event[i]))
            return -1;
    return 0;
}

/* Reject the first message that was not received: its line in a schedule would
 * state a reception. */
static int refuse_unreceived(struct schedule_state *state, struct output *out)
{
    struct flight first, other;
    if (!flights_any(&state->waiting, &first))
        return 0;
    while (flights_any(&state->waiting, &other))
        if (other.id < first.id)
            first = other;
    return out_fail(
        out, WEFT_ERROR_MISUSE,
        "message %d, which processor %d sends to %d at time %llu, is not "
        "received; a schedule needs both ends of each transfer",
        first.message, first.source, first.destination,
        (unsigned long long)first.id);
}

static int trace_schedule_end(void *arg, struct output *out)
{
    return end_slot(arg, out) ? -1 : refuse_unreceived(arg, out);
}

static void schedule_finish(void *arg)
{
    struct schedule_state *state = arg;
    free(state->name);
    free(state->line.list);
    free(state->sent.list);
    free(state->received.list);
    flights_finish(&state->waiting);
}

static int schedule_read(struct input *in, const struct weft_sink *sink,
                         struct weft_read_report *report,
                         struct weft_error *err)
{
    (void)report;
    return lines_read(in, schedule_line_parse, sink, NULL, err);
}

const struct weft_format trace_schedule = {
    .info = {"schedule", ".sched", "one line per transfer: slot src dst items",
             .reads = true, .writes = true},
    .ways = true,
    .state = sizeof(struct schedule_state),
    .begin = schedule_begin,
    .events = schedule_events,
    .end = trace_schedule_end,
    .finish = schedule_finish,
    .recognise = schedule_recognise,
    .read = schedule_read,
};
