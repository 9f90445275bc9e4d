/* The canonical schedule: one line `slot src dst msg` per transfer, sorted as
 * integers, after comment lines with the parameters of the run.
 *
 * Only whole slots can be written: a transfer that begins within a slot (runs
 * with other costs than unit time) is refused. */
#include "lines.h"
#include "scan.h"
#include "trace/io/out.h"

#include "base/base.h"

#include <errno.h>
#include <stdlib.h>

/* The transfers of one processor in one slot, until the next one begins, and
 * the beginning of their lines. */
struct state {
    uint64_t step;
    uint64_t start;
    int32_t rank;
    char slot[24]; /* "SLOT " */
    size_t slot_length;
    struct text_name *name; /* [processors] */
    int processors;
    size_t count, capacity;
    struct transfer {
        int32_t destination, message;
    } * transfer; /* [capacity] */
};

static int begin(void *arg, struct output *out,
                 const struct weft_trace_info *info)
{
    struct state *state = arg;
    state->step = info->step;
    if (!info->step)
        return out_fail(out, WEFT_ERROR_MISUSE,
                        "a trace without steps cannot be "
                        "written as a schedule");
    params_write(info, out);
    state->processors = info->processors;
    state->name = names_create(info->processors);
    return state->name ? 0 : -1;
}

static int compare(const void *a, const void *b)
{
    const struct transfer *x = a, *y = b;
    int32_t p = x->destination, q = y->destination;
    if (p == q) {
        p = x->message;
        q = y->message;
    }
    return (p > q) - (p < q);
}

static inline char *put_line(const struct state *state, char *at,
                             const struct transfer *transfer)
{
    memcpy(at, state->slot, sizeof state->slot);
    at += state->slot_length;
    at = put_named(at, state->name, state->processors, state->rank);
    *at++ = ' ';
    at = put_named(at, state->name, state->processors, transfer->destination);
    *at++ = ' ';
    at = put_named(at, state->name, state->processors, transfer->message);
    *at++ = '\n';
    return at;
}

static void write_transfers(struct state *state, struct output *out)
{
    if (state->count > 1)
        qsort(state->transfer, state->count, sizeof *state->transfer, compare);
    for (size_t i = 0; i < state->count; i++)
        out_used(out, put_line(state, out_room(out), &state->transfer[i]));
    state->count = 0;
}

static int refuse(const struct state *state, struct output *out,
                  const struct weft_event *event)
{
    return out_fail(out, WEFT_ERROR_MISUSE,
                    "a schedule holds whole slots of %llu time units; "
                    "processor %d sends from time %llu to %llu",
                    (unsigned long long)state->step, event->rank,
                    (unsigned long long)event->start,
                    (unsigned long long)(event->start + event->duration));
}

/* Another slot begins. */
static int begin_slot(struct state *state, struct output *out,
                      const struct weft_event *event)
{
    if (event->start % state->step)
        return refuse(state, out, event);
    char *end = put_number(state->slot, event->start / state->step + 1);
    *end++ = ' ';
    state->slot_length = (size_t)(end - state->slot);
    state->start = event->start;
    return 0;
}

static int keep(struct state *state, const struct weft_event *event)
{
    if (array_grow(&state->transfer, &state->capacity, state->count + 1,
                   sizeof *state->transfer))
        return -1;
    state->transfer[state->count++] =
        (struct transfer){event->peer, event->message};
    return 0;
}

static bool is_of(const struct state *state, const struct weft_event *event)
{
    return event->start == state->start && event->rank == state->rank;
}

/* `next`: what follows the event; NULL: not yet known. */
static int add(struct state *state, struct output *out,
               const struct weft_event *event, const struct weft_event *next)
{
    if (event->duration != state->step)
        return refuse(state, out, event);
    if (state->count && !is_of(state, event))
        write_transfers(state, out);
    if ((event->start != state->start || !state->slot_length) &&
        begin_slot(state, out, event))
        return -1;
    state->rank = event->rank;
    if (state->count || !next || is_of(state, next))
        return keep(state, event);
    struct transfer alone = {event->peer, event->message};
    out_used(out, put_line(state, out_room(out), &alone));
    return 0;
}

static int events(void *arg, struct output *out, const struct weft_event *event,
                  size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct weft_event *next = i + 1 < count ? &event[i + 1] : NULL;
        if (event[i].kind == WEFT_SEND && add(arg, out, &event[i], next))
            return -1;
    }
    return 0;
}

static int end(void *arg, struct output *out)
{
    write_transfers(arg, out);
    return 0;
}

static void finish(void *arg)
{
    struct state *state = arg;
    free(state->name);
    free(state->transfer);
}

/* One line: a send and its receive. */
static const char *parse(const struct params *params, const char *line,
                         struct weft_event *event, size_t *count)
{
    uint64_t field[4];
    size_t n = 0;
    for (line = scan_blanks(line); *line && *line != '#';
         line = scan_blanks(line), n++)
        if (n == 4 || !(line = scan_digits(line, &field[n])))
            return "a line must be: slot source destination message";
    if (n == 0)
        return NULL;
    if (n < 4)
        return "a line must be: slot source destination message";
    uint64_t step = params->info.step;
    if (!step)
        return "a schedule must have a step";
    if (!field[0] || field[0] > (UINT64_MAX >> 2) / step)
        return "slots count from 1 and must stay below 2^62 time units";
    if (field[1] >= WEFT_TRACE_PROCESSORS_MAX ||
        field[2] >= WEFT_TRACE_PROCESSORS_MAX)
        return "a processor must be below 1048576";
    if (field[3] > INT32_MAX)
        return "a message must be below 2^31";
    event[0].kind = WEFT_SEND;
    event[0].start = (field[0] - 1) * step;
    event[0].duration = step;
    event[0].rank = (int32_t)field[1];
    event[0].peer = (int32_t)field[2];
    event[0].message = (int32_t)field[3];
    event[1] = event[0];
    event[1].kind = WEFT_RECEIVE;
    event[1].rank = (int32_t)field[2];
    event[1].peer = (int32_t)field[1];
    *count = 2;
    return NULL;
}

/* Four numbers in the first line that is no remark, and in all others that
 * are complete in the head. */
static bool recognise(const char *head, size_t length)
{
    bool found = false;
    const char *end = head + length;
    for (const char *next; head < end; head = next + 1) {
        next = memchr(head, '\n', (size_t)(end - head));
        if (!next)
            return found;
        if (*head == '#' || *head == '\n')
            continue;
        int fields = 0;
        for (const char *p = head; p < next; p++) {
            if (*p != ' ' && *p != '\r' && (*p < '0' || *p > '9'))
                return false;
            fields += *p >= '0' && *p <= '9' && (p == head || p[-1] == ' ');
        }
        if (fields != 4)
            return false;
        found = true;
    }
    return found;
}

static int read(struct input *in, const struct weft_sink *sink,
                struct weft_read_report *report, struct weft_error *err)
{
    (void)report;
    return lines_read(in, parse, sink, err);
}

const struct weft_format trace_schedule = {
    .info = {"schedule", ".sched", "one line per transfer: slot src dst msg",
             .reads = true, .writes = true},
    .state = sizeof(struct state),
    .begin = begin,
    .events = events,
    .end = end,
    .finish = finish,
    .recognise = recognise,
    .read = read,
};
