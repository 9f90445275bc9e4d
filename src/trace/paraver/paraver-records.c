/* The records of a Paraver trace: numbers separated by colons. A state is a
 * computation, another call or a wait. A communication is a send at the time at
 * which the program called it, and a receive at the time of arrival. Both have
 * duration 0, because states represent the time of calls. MPI calls and
 * functions of the program are tasks. */
#include "paraver.h"

#include "base/base.h"
#include "trace/scan.h"

#define NO_MEMORY "no memory for the records"
/* limit on times in ns */
#define PARAVER_RECORDS_TIME_MAX ((uint64_t)1 << 62)

/* Scan `count` numbers. Return the position after them, or NULL. */
static const char *record_numbers(const char *at, uint64_t *number,
                                  size_t count)
{
    for (size_t i = 0; i < count && at; i++)
        at = *at == ':' ? scan_long(at + 1, &number[i]) : NULL;
    return at;
}

/* Pass an event on; in the first pass, only check the order of starts. */
static void record_add(struct paraver_reader *reader,
                       const struct weft_event *event)
{
    if (!reader->order)
        reader->sorted &= event->start >= reader->time;
    else if (!reader->refused && order_add(reader->order, event))
        reader->refused = true;
}

/* Advance to a time: in a sorted file, no later event begins before it. */
static const char *record_time(struct paraver_reader *reader, uint64_t time)
{
    if (time > PARAVER_RECORDS_TIME_MAX / reader->params.info.unit_ns)
        return "the time is out of range";
    if (reader->order && reader->sorted)
        order_promise(reader->order, time);
    reader->sorted &= time >= reader->time;
    reader->time = time;
    return NULL;
}

static struct weft_event record_event(int32_t rank, enum weft_event_kind kind,
                                      uint64_t start)
{
    return (struct weft_event){.start = start,
                               .since = start,
                               .rank = rank,
                               .peer = -1,
                               .message = -1,
                               .dimension = -1,
                               .kind = (uint8_t)kind};
}

/* Parse a state: cpu:application:task:thread:begin:end:state */
static const char *record_state(struct paraver_reader *reader, const char *at)
{
    static const enum weft_event_kind kinds[] = {
        [PARAVER_BUSY] = WEFT_COMPUTE,
        [PARAVER_WAIT] = WEFT_WAIT,
        [PARAVER_CALL] = WEFT_CALL,
    };
    uint64_t field[7];
    at = record_numbers(at, field, 7);
    if (!at || *at)
        return "a state must be 1:CPU:APPL:TASK:THREAD:BEGIN:END:STATE";
    int32_t rank = paraver_rank(reader, field[1], field[2], field[3]);
    if (rank < 0)
        return "the header has no such thread";
    uint64_t begin = field[4], end = field[5];
    if (end < begin)
        return "the end is before the beginning";
    if (end > PARAVER_RECORDS_TIME_MAX / reader->params.info.unit_ns)
        return "the time is out of range";
    const char *wrong = record_time(reader, begin);
    enum paraver_meaning meaning = paraver_meaning_of(reader, field[6]);
    if (wrong || begin == end || meaning == PARAVER_IDLE)
        return wrong;
    struct weft_event event = record_event(rank, kinds[meaning], begin);
    event.duration = meaning == PARAVER_WAIT ? 0 : end - begin;
    record_add(reader, &event);
    return NULL;
}

/* Types of events that are tasks. The value of an event identifies the task; 0
 * ends the innermost task. */
static const struct {
    uint64_t first, last;
    const char *what;
} task_types[] = {
    {50000001, 50000003, "MPI"},
    {60000019, 60000019, "function"},
};
#define TASK_TYPES (sizeof task_types / sizeof *task_types)

static const char *paraver_records_record_begin(struct paraver_reader *reader,
                                                int32_t rank, size_t kind,
                                                uint64_t type, uint64_t value)
{
    struct paraver_thread *thread = &reader->thread[rank];
    int32_t task = paraver_task(reader, task_types[kind].what, type, value);
    if (task < 0 || array_grow(&thread->open, &thread->capacity,
                               thread->depth + 1, sizeof *thread->open)) {
        reader->starved = true;
        return NO_MEMORY;
    }
    thread->open[thread->depth++] = (struct paraver_open){type, task};
    struct weft_event event = record_event(rank, WEFT_TASK, reader->time);
    event.message = task;
    record_add(reader, &event);
    return NULL;
}

static void record_end(struct paraver_reader *reader, int32_t rank,
                       uint64_t type)
{
    struct paraver_thread *thread = &reader->thread[rank];
    size_t i = thread->depth;
    while (i && thread->open[i - 1].type != type)
        i--;
    if (!i) {
        reader->skipped[PARAVER_ENDS]++;
        return;
    }
    struct weft_event event = record_event(rank, WEFT_DONE, reader->time);
    event.message = thread->open[i - 1].task;
    thread->depth--;
    memmove(&thread->open[i - 1], &thread->open[i],
            (thread->depth + 1 - i) * sizeof *thread->open);
    record_add(reader, &event);
}

static const char *record_value(struct paraver_reader *reader, int32_t rank,
                                uint64_t type, uint64_t value)
{
    for (size_t i = 0; i < TASK_TYPES; i++) {
        if (type < task_types[i].first || type > task_types[i].last)
            continue;
        if (value)
            return paraver_records_record_begin(reader, rank, i, type, value);
        record_end(reader, rank, type);
        return NULL;
    }
    reader->skipped[PARAVER_TYPES]++;
    return NULL;
}

/* Parse an event:
 * cpu:application:task:thread:time:type:value[:type:value...] */
static const char *record_values(struct paraver_reader *reader, const char *at)
{
    static const char wrong_form[] =
        "an event must be 2:CPU:APPL:TASK:THREAD:TIME:TYPE:VALUE[:...]";
    uint64_t field[5], pair[2];
    at = record_numbers(at, field, 5);
    if (!at)
        return wrong_form;
    const char *pairs = at;
    do { /* check all pairs before using any of them */
        at = record_numbers(at, pair, 1);
        if (!at || *at != ':')
            return wrong_form;
        at += at[1] == '-'; /* counters may have negative values */
        at = scan_long(at + 1, &pair[1]);
    } while (at && *at);
    int32_t rank = paraver_rank(reader, field[1], field[2], field[3]);
    if (!at)
        return wrong_form;
    if (rank < 0)
        return "the header has no such thread";
    const char *wrong = record_time(reader, field[4]);
    for (at = pairs; !wrong && *at;) {
        at = record_numbers(at, pair, 1);
        at = scan_long(at + 1 + (at[1] == '-'), &pair[1]);
        wrong = record_value(reader, rank, pair[0], pair[1]);
    }
    return wrong;
}

/* Parse a communication: both threads, each as
 * cpu:application:task:thread:logical:physical, size and tag. */
static const char *record_message(struct paraver_reader *reader, const char *at)
{
    uint64_t field[14];
    at = record_numbers(at, field, 14);
    if (!at || *at)
        return "a communication must be 3: and 14 numbers";
    int32_t from = paraver_rank(reader, field[1], field[2], field[3]);
    int32_t to = paraver_rank(reader, field[7], field[8], field[9]);
    if (from < 0 || to < 0)
        return "the header has no such thread";
    if (field[11] > PARAVER_RECORDS_TIME_MAX / reader->params.info.unit_ns)
        return "the time is out of range";
    const char *wrong = record_time(reader, field[4]);
    if (wrong)
        return wrong;
    if (reader->messages == INT32_MAX)
        return "the trace has more messages than weft can number";
    struct weft_event send = record_event(from, WEFT_SEND, field[4]);
    struct weft_event receive = record_event(to, WEFT_RECEIVE, field[11]);
    send.peer = to;
    receive.peer = from;
    send.message = receive.message = reader->messages++;
    send.bytes = receive.bytes =
        field[12] < UINT32_MAX ? (uint32_t)field[12] : UINT32_MAX;
    record_add(reader, &send);
    record_add(reader, &receive);
    return NULL;
}

const char *paraver_record(struct paraver_reader *reader, const char *line)
{
    switch (*line) {
    case '1':
        return record_state(reader, line + 1);
    case '2':
        return record_values(reader, line + 1);
    case '3':
        return record_message(reader, line + 1);
    case '4':
        reader->skipped[PARAVER_COLLECTIVES]++;
        return NULL;
    case 'c':
    case 'i':
        reader->skipped[PARAVER_COMMUNICATORS]++;
        return NULL;
    default:
        return "a record must begin with 1 to 4, or c for a communicator";
    }
}
