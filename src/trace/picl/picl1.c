/* The old compact PICL, for upshot, nupshot and ParaGraph until 1992:
 *     type seconds microseconds node [fields]
 * Sends are 4; receives are 7 and 8 if they waited and 6 if not. Two records
 * of statistics (11) follow each call, the first at the time of the call, the
 * second at its end: upshot needs both. The message type is 1 + the dimension
 * of the sender's port (0: none); blocks are user tasks, whose numbers are
 * those of messages. A computation is task 0 at location 1, a store is
 * trace_marks with message and length; there is no record for a sleep. In
 * traces of real machines, tasks are blocks at location 2, other calls are at
 * location 3, a sleep is a sync (10), trace_level is a presence record, and
 * trace_marks are arrays of marks, or a store, which has an additional value
 * that cannot be a mark. */
#include "import.h"
#include "statistics.h"
#include "timeline.h"
#include "trace/io/out.h"
#include "tracemsg.h"

#include <stdio.h>
#include <string.h>

static const uint8_t code[TIMELINE_KINDS] = {
    [TIMELINE_SERVE_BEGIN] = 20,   [TIMELINE_SERVE_END] = 21,
    [TIMELINE_SEND_BEGIN] = 4,     [TIMELINE_WAIT_BEGIN] = 7,
    [TIMELINE_WAIT_END] = 8,       [TIMELINE_WAIT_VAIN] = 8,
    [TIMELINE_TAKE_BEGIN] = 6,     [TIMELINE_TELL] = 22,
    [TIMELINE_COMPUTE_BEGIN] = 20, [TIMELINE_COMPUTE_END] = 21,
    [TIMELINE_MARK] = 15,          [TIMELINE_STORE] = 22,
    [TIMELINE_ARRAY] = 22,         [TIMELINE_MORE] = 22,
    [TIMELINE_STAT] = 11,          [TIMELINE_TASK] = 20,
    [TIMELINE_DONE] = 21,          [TIMELINE_CALL_BEGIN] = 20,
    [TIMELINE_CALL_END] = 21,      [TIMELINE_SLEEP_BEGIN] = 10,
    [TIMELINE_SLEEP_END] = 11,     [TIMELINE_PRESENT] = 14,
};

static uint64_t picl1_place(const struct timeline_record *record)
{
    return code[record->what];
}

static char *put_blank_number(char *at, int64_t number)
{
    *at++ = ' ';
    return put_signed(at, number);
}

static char *put_three(char *at, int64_t a, int64_t b, int64_t c)
{
    at = put_blank_number(at, a);
    at = put_blank_number(at, b);
    return put_blank_number(at, c);
}

/* Write "SECONDS MICROSECONDS". */
static char *picl1_put_time(char *at, uint64_t time)
{
    at = put_number(at, time / 1000000);
    *at++ = ' ';
    return put_number(at, time % 1000000);
}

/* Write the fields after the node, in a line without a peer. */
static char *picl1_put_data(char *at, const struct timeline_record *record,
                            bool real)
{
    int64_t value = (int64_t)record->value;
    switch (record->what) {
    case TIMELINE_SERVE_BEGIN:
    case TIMELINE_SERVE_END:
        return put_three(at, value, 0, 0);
    case TIMELINE_COMPUTE_BEGIN:
    case TIMELINE_COMPUTE_END:
        return WEFT_PUT(at, " 0 1 0");
    case TIMELINE_TASK:
    case TIMELINE_DONE:
        return put_three(at, picl1_block_of(record->type), PICL1_TASK, 0);
    case TIMELINE_CALL_BEGIN:
    case TIMELINE_CALL_END:
        return put_three(at, 0, PICL1_CALL, 0);
    case TIMELINE_PRESENT:
        return put_three(at, 4, 4, PICL1_PRESENT);
    case TIMELINE_SLEEP_BEGIN:
        return at;
    case TIMELINE_WAIT_BEGIN: /* the type -1 means any type */
        return put_blank_number(at, record->type ? record->type : -1);
    case TIMELINE_MARK:
        return put_blank_number(at, record->type);
    case TIMELINE_ARRAY:
        at = put_blank_number(at, value);
        return put_blank_number(at, record->type);
    case TIMELINE_MORE:
        return put_blank_number(at, record->type);
    case TIMELINE_STORE:
        at = put_three(at, real ? 3 : 2, record->type, value);
        return real ? put_blank_number(at, PICL1_STORE) : at;
    case TIMELINE_TELL:
        at = put_blank_number(at, 1);
        return put_blank_number(at, value);
    /* written as if the host had sent an empty message */
    case TIMELINE_WAIT_VAIN:
        return put_three(at, PICL_HOST, 0, 0);
    default: /* a statistics record, which contains a time */
        at = put_blank_number(at, value / 1000000);
        return put_blank_number(at, value % 1000000);
    }
}

static bool has_peer(uint8_t what)
{
    return what == TIMELINE_SEND_BEGIN || what == TIMELINE_WAIT_END ||
           what == TIMELINE_TAKE_BEGIN;
}

/* Return whether the same line continues with further marks of the array. */
static bool picl1_goes_on(const struct timeline_record *record)
{
    return record->what == TIMELINE_ARRAY ||
           (record->what == TIMELINE_MORE && record->value > 1);
}

static char *put_before(char *at, const struct timeline_record *record)
{
    if (record->what == TIMELINE_MORE)
        return at;
    at = put_number(at, code[record->what]);
    *at++ = ' ';
    at = picl1_put_time(at, record->time);
    *at++ = ' ';
    return at;
}

static void make_line(struct timeline_line *line,
                      const struct timeline_record *record, bool real)
{
    char *at = put_before(line->before, record);
    line->before_length = (uint8_t)(at - line->before);
    line->peer = has_peer(record->what);
    at = line->between;
    if (line->peer) {
        *at++ = ' ';
        char *end = put_blank_number(line->after, record->type);
        end = put_blank_number(end, (int64_t)record->value);
        *end++ = '\n';
        line->after_length = (uint8_t)(end - line->after);
    } else {
        at = picl1_put_data(at, record, real);
        if (!picl1_goes_on(record))
            *at++ = '\n';
    }
    line->between_length = (uint8_t)(at - line->between);
}

static void picl1_make(struct timeline_line *line,
                       const struct timeline_record *record)
{
    make_line(line, record, false);
}

static void make_real(struct timeline_line *line,
                      const struct timeline_record *record)
{
    make_line(line, record, true);
}

#define IN_ALL                                                                 \
    [TIMELINE_SERVE_BEGIN] = true, [TIMELINE_SERVE_END] = true,                \
    [TIMELINE_SEND_BEGIN] = true, [TIMELINE_WAIT_BEGIN] = true,                \
    [TIMELINE_WAIT_END] = true, [TIMELINE_WAIT_VAIN] = true,                   \
    [TIMELINE_TAKE_BEGIN] = true, [TIMELINE_COMPUTE_BEGIN] = true,             \
    [TIMELINE_COMPUTE_END] = true, [TIMELINE_MARK] = true,                     \
    [TIMELINE_STORE] = true, [TIMELINE_TELL] = true, [TIMELINE_STAT] = true

static const struct timeline_dialect of_runs = {
    .has = {IN_ALL}, .place = picl1_place, .make = picl1_make};

/* The dialect for traces of real machines, which have more kinds of records. */
static const struct timeline_dialect of_real_ones = {
    .has = {IN_ALL, [TIMELINE_TASK] = true, [TIMELINE_DONE] = true,
            [TIMELINE_CALL_BEGIN] = true, [TIMELINE_CALL_END] = true,
            [TIMELINE_SLEEP_BEGIN] = true, [TIMELINE_SLEEP_END] = true,
            [TIMELINE_PRESENT] = true, [TIMELINE_ARRAY] = true,
            [TIMELINE_MORE] = true},
    .place = picl1_place,
    .make = make_real};

/* Write the same line for every processor, in the order of a sorted file. */
static void picl1_put_for_all(const struct timeline *timeline,
                              struct output *out, uint64_t type, uint64_t time,
                              char *data(char *at,
                                         const struct timeline *timeline,
                                         uint32_t rank))
{
    for (int i = 0; i < timeline->params.info.processors; i++) {
        uint32_t rank = timeline->by_text[i];
        char *at = put_number(out_room(out), type);
        *at++ = ' ';
        at = picl1_put_time(at, time);
        *at++ = ' ';
        at = put_number(at, rank);
        at = data(at, timeline, rank);
        *at++ = '\n';
        out_used(out, at);
    }
}

static char *put_start(char *at, const struct timeline *timeline, uint32_t rank)
{
    (void)timeline, (void)rank;
    return WEFT_PUT(at, " 0 0 0");
}

static char *put_level(char *at, const struct timeline *timeline, uint32_t rank)
{
    (void)timeline, (void)rank;
    return WEFT_PUT(at, " 4 4 0");
}

static char *put_computing(char *at, const struct timeline *timeline,
                           uint32_t rank)
{
    uint64_t time = timeline->node[rank].in_calls;
    at = put_blank_number(at, (int64_t)(time / 1000000));
    return put_blank_number(at, (int64_t)(time % 1000000));
}

/* Write the measured time in calls at the end of the trace, or the computed one
 * if none was measured. */
static char *put_measured(char *at, const struct timeline *timeline,
                          uint32_t rank)
{
    const struct weft_trace_info *info = &timeline->params.info;
    uint64_t units = info->in_calls ? info->in_calls[rank] : UINT64_MAX, time;
    if (units == UINT64_MAX ||
        __builtin_mul_overflow(units, info->unit_ns, &time))
        return put_computing(at, timeline, rank);
    at = put_blank_number(at, (int64_t)(time / 1000000000));
    return put_blank_number(at, (int64_t)(time / 1000 % 1000000));
}

static char *put_communication(char *at, const struct timeline *timeline,
                               uint32_t rank)
{
    const struct timeline_node *node = &timeline->node[rank];
    const struct weft_trace_info *info = &timeline->params.info;
    size_t length;
    const char *counted =
        info->statistics
            ? statistics_find(info->statistics[rank], STATISTICS_COMM, &length)
            : NULL;
    if (counted && length < WEFT_OUT_ROOM / 2)
        return mempcpy(at, counted, length);
    at = put_blank_number(at, (int64_t)node->received);
    at = put_blank_number(at, (int64_t)node->received_bytes);
    return put_three(at, (int64_t)node->sent, (int64_t)node->sent_bytes, 0);
}

/* Write the space that PICL used for the trace as 0, because it is unknown. */
static char *put_space(char *at, const struct timeline *timeline, uint32_t rank)
{
    (void)timeline, (void)rank;
    return WEFT_PUT(at, " 0");
}

static char *put_nothing(char *at, const struct timeline *timeline,
                         uint32_t rank)
{
    (void)timeline, (void)rank;
    return at;
}

static void picl1_put_message(char *line, size_t size, const char *word)
{
    snprintf(line, size, "16 0 0 0 %s\n", word);
}

static int picl1_begin(void *state, struct output *out,
                       const struct weft_trace_info *info)
{
    if (timeline_begin(state, out, info->step ? &of_runs : &of_real_ones, info))
        return -1;
    picl1_put_for_all(state, out, 1, 0, put_start);
    picl1_put_for_all(state, out, 11, 0, put_computing);
    picl1_put_for_all(state, out, 14, 0, put_level);
    return picl_params_write(info, out, picl1_put_message);
}

/* Return whether only traces of real machines can contain this event. */
static bool is_real(const struct weft_event *event)
{
    return is_task_event(event) || event->kind == WEFT_CALL ||
           event->kind == WEFT_PRESENT;
}

static int picl1_events(void *state, struct output *out,
                        const struct weft_event *event, size_t count)
{
    const struct timeline *timeline = state;
    if (timeline->dialect == &of_real_ones)
        return timeline_events(state, out, event, count);
    for (size_t i = 0, next; i < count; i = next + 1) {
        for (next = i; next < count && !is_real(&event[next]); next++)
            ;
        if (next > i && timeline_events(state, out, event + i, next - i))
            return -1;
    }
    return 0;
}

static int picl1_end(void *state, struct output *out)
{
    uint64_t time;
    if (timeline_end(state, out, &time))
        return -1;
    picl1_put_for_all(state, out, 11, time, put_measured);
    picl1_put_for_all(state, out, 12, time, put_communication);
    picl1_put_for_all(state, out, 19, time, put_space);
    picl1_put_for_all(state, out, 13, time + 1, put_nothing);
    return 0;
}

static void picl1_finish(void *state)
{
    timeline_finish(state);
}

static int picl1_read(struct input *in, const struct weft_sink *sink,
                      struct weft_read_report *report, struct weft_error *err)
{
    return picl_read(in, &picl1_dialect, sink, report, err);
}

const struct weft_format trace_picl1 = {
    .info = {"picl1", ".trf1",
             "the older compact PICL format; for upshot and nupshot, write to "
             "picl1:x.trf",
             .reads = true, .writes = true,
             .remark = "upshot and nupshot need the extension .trf, not .trf1: "
                       "for them write picl1:NAME.trf"},
    .tasks = true,
    .calls = true,
    .latest_ns = PICL_LATEST_NS,
    .state = sizeof(struct timeline),
    .begin = picl1_begin,
    .events = picl1_events,
    .end = picl1_end,
    .finish = picl1_finish,
    .recognise = picl1_recognise,
    .read = picl1_read,
};
