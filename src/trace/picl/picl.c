/* PICL 2.0, as MPICL writes it and ParaGraph has read it since June 1994:
 *     record event seconds processor 0 fields [descriptor data...]
 * Sends are -21; receives are -52 if they waited and -51 if not. The message
 * type is 1 + the dimension of the sender's port (0: none). The number of a
 * user task is that of a message; with the datum 2, it is a task of the
 * program. A computation is task 0 with one datum, a sleep is "generic idle",
 * another call "generic overhead". A mark is a user event without data, a store
 * is one with its length.
 *
 * This file and picl1.c define how the two versions write a record. Shared for
 * writing: timeline.c takes the events, timeline-calls.c turns them into
 * records, each with its own microsecond, timeline-sort.c sorts and writes the
 * records in batches (with timeline-class.c), timeline-refuse.c reports what
 * PICL cannot represent. Shared for reading: import.c controls the reading,
 * records.c and records1.c parse a line of either version, scanner.c does so
 * ahead of time in a second thread, and calls.c turns the records into events.
 * tracemsg.c reads and writes the run's parameters, and statistics.c the counts
 * of PICL. */
#include "import.h"
#include "statistics.h"
#include "timeline.h"
#include "trace/io/out.h"
#include "tracemsg.h"

#include <ctype.h>
#include <stdio.h>

/* For each kind of record: the first characters of its line and its event
 * code. */
static const struct {
    const char *record; /* record type with a blank, three characters such as
                           "-3 " */
    /* code of the event; 0: the code is the number of the task, mark or
     * store */
    int32_t code;
} row[TIMELINE_KINDS] = {
    [TIMELINE_SERVE_BEGIN] = {"-3 ", 0},
    [TIMELINE_SERVE_END] = {"-4 ", 0},
    [TIMELINE_SEND_BEGIN] = {"-3 ", -21},
    [TIMELINE_SEND_END] = {"-4 ", -21},
    [TIMELINE_WAIT_BEGIN] = {"-3 ", -52},
    [TIMELINE_WAIT_END] = {"-4 ", -52},
    [TIMELINE_WAIT_VAIN] = {"-4 ", -52},
    [TIMELINE_TAKE_BEGIN] = {"-3 ", -51},
    [TIMELINE_TAKE_END] = {"-4 ", -51},
    [TIMELINE_COMPUTE_BEGIN] = {"-3 ", 0},
    [TIMELINE_COMPUTE_END] = {"-4 ", 0},
    [TIMELINE_SLEEP_BEGIN] = {"-3 ", -601},
    [TIMELINE_SLEEP_END] = {"-4 ", -601},
    [TIMELINE_CALL_BEGIN] = {"-3 ", -602},
    [TIMELINE_CALL_END] = {"-4 ", -602},
    [TIMELINE_PRESENT] = {"-2 ", -602},
    [TIMELINE_MARK] = {"-2 ", 0},
    [TIMELINE_STORE] = {"-2 ", 0},
    [TIMELINE_TASK] = {"-3 ", 0},
    [TIMELINE_DONE] = {"-4 ", 0},
};

static int64_t code_of(const struct timeline_record *record)
{
    if (row[record->what].code)
        return row[record->what].code;
    if (record->what <= TIMELINE_SERVE_END)
        return (int64_t)record->value;
    bool numbered = record->what >= TIMELINE_MARK && record->type >= 0;
    return numbered ? record->type : 0;
}

/* A number above all codes, chosen such that PICL_CODE_MAX minus a usual code
 * differs in few bits between codes. */
#define PICL_CODE_MAX (((int64_t)1 << 31) + (1 << 14))

/* Return the order of a record: higher codes first; for equal codes, the order
 * in which the lines sort as text. */
static uint64_t picl_place(const struct timeline_record *record)
{
    uint64_t kind = (uint64_t)(row[record->what].record[1] - '0');
    return (uint64_t)(PICL_CODE_MAX - code_of(record)) << 3 | kind;
}

/* Write " 0 COUNT 2 VALUE TYPE ", the fields before the peer. */
static char *put_transfer(char *at, const struct timeline_record *record)
{
    at = record->explicit ? WEFT_PUT(at, " 0 4 2 ") : WEFT_PUT(at, " 0 3 2 ");
    at = put_number(at, record->value);
    *at++ = ' ';
    at = put_signed(at, record->type);
    *at++ = ' ';
    return at;
}

/* Write the end of a line, which contains the explicit duration of the call if
 * there is one. */
static char *put_explicit(char *at, const struct timeline_record *record)
{
    if (record->explicit && record->what == TIMELINE_TAKE_BEGIN) {
        *at++ = ' ';
        at = put_number(at, record->value);
    }
    if (record->explicit) {
        *at++ = ' ';
        at = put_number(at, record->explicit - 1);
    }
    *at++ = '\n';
    return at;
}

static char *put_asked(char *at, const struct timeline_record *record)
{
    /* type -1 means any type, and source -2 any source */
    bool any_type = record->what == TIMELINE_WAIT_BEGIN && !record->type;
    at = record->explicit ? WEFT_PUT(at, " 0 4 2 ") : WEFT_PUT(at, " 0 2 2 ");
    at = put_signed(at, any_type ? -1 : record->type);
    *at++ = ' ';
    return record->peer < 0 ? put_explicit(WEFT_PUT(at, "-2"), record) : at;
}

/* Write the fields after the node, up to the peer. Set *peer to whether there
 * is one. */
static char *picl_put_data(char *at, const struct timeline_record *record,
                           bool *peer)
{
    switch (record->what) {
    case TIMELINE_SEND_BEGIN:
    case TIMELINE_WAIT_END:
    case TIMELINE_TAKE_END:
        *peer = true;
        return put_transfer(at, record);
    case TIMELINE_WAIT_BEGIN:
    case TIMELINE_TAKE_BEGIN:
        *peer = record->peer >= 0;
        return put_asked(at, record);
    case TIMELINE_COMPUTE_BEGIN:
    case TIMELINE_COMPUTE_END:
        at = record->explicit ? WEFT_PUT(at, " 0 2 2 1")
                              : WEFT_PUT(at, " 0 1 2 1");
        return put_explicit(at, record);
    case TIMELINE_STORE:
        at = WEFT_PUT(at, " 0 1 2 ");
        at = put_number(at, record->value);
        return WEFT_PUT(at, "\n");
    case TIMELINE_TASK:
    case TIMELINE_DONE:
        return WEFT_PUT(at, " 0 1 2 2\n");
    case TIMELINE_SEND_END:
        at = record->explicit ? WEFT_PUT(at, " 0 1 2") : WEFT_PUT(at, " 0 0");
        return put_explicit(at, record);
    case TIMELINE_SLEEP_BEGIN:
    case TIMELINE_SLEEP_END:
    case TIMELINE_CALL_BEGIN:
    case TIMELINE_CALL_END:
    case TIMELINE_PRESENT:
        at = record->explicit ? WEFT_PUT(at, " 0 1 2") : WEFT_PUT(at, " 0 0");
        return put_explicit(at, record);
    case TIMELINE_WAIT_VAIN:
        return WEFT_PUT(at, " 0 0\n");
    default:
        return WEFT_PUT(at, " 0 0 2\n");
    }
}

static char *picl_put_time(char *at, uint64_t time)
{
    uint64_t fraction = time % 1000000;
    at = put_number(at, time / 1000000);
    *at++ = '.';
    memcpy(at, digit_triples + 3 * (fraction / 1000), 3);
    memcpy(at + 3, digit_triples + 3 * (fraction % 1000), 3);
    return at + 6;
}

static void picl_make(struct timeline_line *line,
                      const struct timeline_record *record)
{
    char *at = line->before;
    memcpy(at, row[record->what].record, 3);
    at = put_signed(at + 3, code_of(record));
    *at++ = ' ';
    at = picl_put_time(at, record->time);
    *at++ = ' ';
    line->before_length = (uint8_t)(at - line->before);
    line->peer = false;
    at = picl_put_data(line->between, record, &line->peer);
    line->between_length = (uint8_t)(at - line->between);
    line->after_length =
        (uint8_t)(put_explicit(line->after, record) - line->after);
}

static const struct timeline_dialect dialect = {
    .has = {true, true, true, true, true, true, true, true, true, true,
            true, true, true, true, true, true, true, true, true, true},
    .place = picl_place,
    .make = picl_make,
};

/* Write the same line for every processor, in the order of a sorted file. */
static void picl_put_for_all(const struct timeline *timeline,
                             struct output *out, const char *before,
                             uint64_t time, const char *after)
{
    for (int i = 0; i < timeline->params.info.processors; i++) {
        char *at = stpcpy(out_room(out), before);
        at = picl_put_time(at, time);
        *at++ = ' ';
        at = put_number(at, timeline->by_text[i]);
        out_used(out, stpcpy(at, after));
    }
}

static void picl_put_message(char *line, size_t size, const char *word)
{
    snprintf(line, size, "-2 -911 0.000000 0 0 2 \"%%d %%s\" %zu %s\n",
             strlen(word), word);
}

static int picl_begin(void *state, struct output *out,
                      const struct weft_trace_info *info)
{
    if (timeline_begin(state, out, &dialect, info))
        return -1;
    picl_put_for_all(state, out, "-3 -901 ", 0, " 0 0\n");
    picl_put_for_all(state, out, "-2 -904 ", 0, " 0 3 2 1 1 1\n");
    return picl_params_write(info, out, picl_put_message);
}

static int picl_events(void *state, struct output *out,
                       const struct weft_event *event, size_t count)
{
    return timeline_events(state, out, event, count);
}

static int picl_end(void *state, struct output *out)
{
    uint64_t time;
    if (timeline_end(state, out, &time))
        return -1;
    const struct timeline *timeline = state;
    statistics_write(&timeline->params.info, timeline->by_text, out, time);
    picl_put_for_all(state, out, "-2 -12 ", time, " 0 0\n");
    picl_put_for_all(state, out, "-4 -901 ", time + 1, " 0 0\n");
    return 0;
}

static void picl_finish(void *state)
{
    timeline_finish(state);
}

static bool picl_recognise(const char *head, size_t length)
{
    /* a record type, then a number, as in "-3 -901" */
    return length > 3 && head[0] == '-' && head[1] >= '1' && head[1] <= '9' &&
           (head[2] == ' ' || (head[2] >= '0' && head[2] <= '9'));
}

static int trace_picl_read(struct input *in, const struct weft_sink *sink,
                           struct weft_read_report *report,
                           struct weft_error *err)
{
    /* existing traces of the old version may also have the extension .trf */
    size_t length;
    const char *head = in_head(in, &length);
    while (length && isspace((unsigned char)*head))
        head++, length--;
    if (!length || *head == '-')
        return picl_read(in, &picl_dialect, sink, report, err);
    snprintf(report->format, sizeof report->format, "picl1");
    return picl_read(in, &picl1_dialect, sink, report, err);
}

const struct weft_format trace_picl = {
    .info = {"picl", ".trf", "PICL 2.0 / MPICL, for ParaGraph since 1994",
             .reads = true, .writes = true},
    .tasks = true,
    .calls = true,
    .latest_ns = PICL_LATEST_NS,
    .state = sizeof(struct timeline),
    .begin = picl_begin,
    .events = picl_events,
    .end = picl_end,
    .finish = picl_finish,
    .recognise = picl_recognise,
    .read = trace_picl_read,
};
