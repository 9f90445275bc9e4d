/* Reads PICL 2.0, in the dialects of MPICL, coNCePTuaL, PaStiX and ParaSol. The
 * process field, further fields after the known ones, and a missing or
 * superfluous descriptor are all accepted. */
#include "import.h"
#include "statistics.h"
#include "trace/scan.h"
#include "tracemsg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The event codes of collective calls, and the task for each. */
static const struct {
    int code;
    int32_t task;
} collective[] = {
    {-402, WEFT_TASK_BARRIER},   {-780, WEFT_TASK_ALLGATHER},
    {-782, WEFT_TASK_ALLREDUCE}, {-783, WEFT_TASK_ALLTOALL},
    {-785, WEFT_TASK_BROADCAST}, {-786, WEFT_TASK_GATHER},
    {-790, WEFT_TASK_REDUCE},    {-791, WEFT_TASK_REDUCE_SCATTER},
    {-792, WEFT_TASK_SCAN},      {-793, WEFT_TASK_SCATTER},
};

static int32_t task_of(int64_t code)
{
    for (size_t i = 0; i < sizeof collective / sizeof *collective; i++)
        if (collective[i].code == code)
            return collective[i].task;
    return WEFT_TASK_COLLECTIVE;
}

enum records_meaning {
    OTHER,
    RECORDS_SEND, /* fields at entry: length, type, destination */
    RECORDS_TAKE, /* fields at entry: type, source; at exit: length, type,
                     source */
    WAIT,         /* same fields as RECORDS_TAKE, for a receive that waited */
    COMPLETION,   /* a non-blocking call whose record adds no information */
    RECORDS_COLLECTIVE,
};

static const uint8_t point_to_point[64] = {
    [21] = RECORDS_SEND, [22] = RECORDS_SEND, [23] = RECORDS_SEND,
    [24] = RECORDS_SEND, [27] = RECORDS_SEND, [28] = COMPLETION,
    [29] = COMPLETION,   [30] = COMPLETION,   [31] = COMPLETION,
    [32] = COMPLETION,   [33] = RECORDS_SEND, [34] = COMPLETION,
    [35] = COMPLETION,   [36] = COMPLETION,   [37] = COMPLETION,
    [38] = COMPLETION,   [39] = RECORDS_SEND, [40] = COMPLETION,
    [41] = COMPLETION,   [42] = COMPLETION,   [43] = COMPLETION,
    [44] = COMPLETION,   [45] = RECORDS_SEND, [46] = COMPLETION,
    [47] = COMPLETION,   [48] = COMPLETION,   [49] = COMPLETION,
    [50] = COMPLETION,   [51] = RECORDS_TAKE, [52] = WAIT,
    [57] = COMPLETION,   [58] = RECORDS_TAKE, [59] = COMPLETION,
    [60] = RECORDS_TAKE, [61] = WAIT,         [62] = COMPLETION,
};

static enum records_meaning records_meaning_of(int64_t code)
{
    if (code < 0 && code > -64)
        return (enum records_meaning)point_to_point[-code];
    bool together = code == -402 || (code <= -780 && code >= -793);
    return together ? RECORDS_COLLECTIVE : OTHER;
}

/* Skip a descriptor: a word, or a quoted text that may contain blanks. Return
 * the position after it, or NULL. */
static const char *skip_descriptor(const char *at)
{
    if (at[0] && at[1] == ' ')
        return at + 1; /* the descriptor is usually "2": integers */
    if (*at != '"')
        return at + strcspn(at, " \t");
    const char *end = strchr(at + 1, '"');
    return end ? end + 1 : NULL;
}

/* Return the value of exactly six digits, as MPICL and weft write them;
 * UINT64_MAX for any other text. */
static uint64_t scan_six(const char *at)
{
    uint64_t eight = scan_eight(at);
    return scan_count(eight) == 6 ? scan_value(eight, 6) : UINT64_MAX;
}

/* Scan a time in any notation, even with an exponent. */
static const char *scan_exponent(const char *at, bool negative, uint64_t *time)
{
    char *end;
    double seconds = strtod(at, &end);
    if (seconds < 0 || negative)
        seconds = 0;
    if (!(seconds < 4294967296.0))
        return NULL;
    /* round to microseconds, the unit of PICL */
    *time = (uint64_t)llround(seconds * 1e6) * 1000;
    return end;
}

/* Scan any number of digits after a decimal point, as nanoseconds. Return the
 * position after them, or NULL if there is none. */
static const char *scan_nanoseconds(const char *at, uint64_t *fraction)
{
    const char *begin = at;
    int digits = 0;
    for (; *at >= '0' && *at <= '9'; at++)
        if (digits < 9) {
            *fraction = 10 * *fraction + (uint64_t)(*at - '0');
            digits++;
        }
    for (; digits < 9; digits++)
        *fraction *= 10;
    return at > begin ? at : NULL;
}

/* Scan a number of seconds, as nanoseconds. A negative time, which results from
 * PICL's clock adjustment, becomes 0. */
static const char *scan_seconds(const char *at, uint64_t *time)
{
    at = at ? scan_blanks(at) : "";
    const char *whole = at;
    bool negative = *at == '-';
    uint64_t seconds, fraction = 0;
    at = scan_digits(at + negative, &seconds);
    if (!at || seconds >= (uint64_t)1 << 32)
        return NULL;
    uint64_t six = *at == '.' ? scan_six(at + 1) : UINT64_MAX;
    if (six != UINT64_MAX) {
        fraction = six * 1000;
        at += 7;
    } else if (*at == '.') {
        at = scan_nanoseconds(at + 1, &fraction);
    }
    *time = negative ? 0 : seconds * 1000000000u + fraction;
    if (at && (*at == 'e' || *at == 'E'))
        return scan_exponent(whole, negative, time);
    return at;
}

static const char *scan_data(const char *at, int64_t fields,
                             struct picl_record *record)
{
    at = skip_descriptor(scan_blanks(at));
    if (!at)
        return "the descriptor has no second quote";
    record->count = fields < PICL_DATA_MAX ? (size_t)fields : PICL_DATA_MAX;
    for (size_t i = 0; i < record->count; i++)
        if (!(at = scan_next(at, &record->data[i])))
            return "the record has less data than it declares";
    return NULL;
}

/* Check that the data that weft uses are valid. */
static const char *records_check_data(struct picl_record *record,
                                      enum records_meaning meaning)
{
    bool send = meaning == RECORDS_SEND && record->kind == -3;
    bool receive =
        (meaning == RECORDS_TAKE || meaning == WAIT) && record->kind == -4;
    if (!send && !receive) {
        /* replace numbers that are out of range; the data after the first two
         * may be lengths or durations */
        bool entry = meaning == RECORDS_TAKE || meaning == WAIT;
        for (size_t i = 0; i < record->count && i < (entry ? 2 : 0); i++)
            if (record->data[i] > INT32_MAX || record->data[i] < INT32_MIN)
                record->data[i] = -1;
        return NULL;
    }
    if (record->count < 3)
        return NULL; /* valid: a record without data about the received
                        message */
    if (record->data[0] < 0 || record->data[0] > UINT32_MAX)
        return "invalid message length";
    for (int i = 1; i < 3; i++)
        if (record->data[i] > INT32_MAX || record->data[i] < INT32_MIN)
            return "invalid message type or processor";
    record->peer = record->data[2];
    return NULL;
}

/* Return the total time in communication calls, in nanoseconds, from a record
 * with pairs of an event code and the seconds spent in it. */
static uint64_t sum_times(const char *at, int64_t fields)
{
    uint64_t sum = 0, time;
    int64_t code;
    at = skip_descriptor(scan_blanks(at));
    for (int64_t i = 0; at && i < fields; i++) {
        at = scan_next(at, &code);
        at = at ? scan_seconds(at, &time) : NULL;
        if (at && records_meaning_of(code) != OTHER)
            sum += time;
    }
    return at && sum < (uint64_t)1 << 62 ? sum : 0;
}

/* Keep a record of statistics about all events (-1), which has pairs of
 * numbers. */
static void keep_statistics(const char *at, int64_t fields,
                            struct picl_record *record)
{
    int row = statistics_row(record->kind);
    record->word = row < 0 ? NULL : skip_descriptor(scan_blanks(at));
    if (!record->word || fields > INT32_MAX)
        return;
    record->row = (uint8_t)(row + 1);
    record->numbers = 2 * (size_t)fields;
}

/* Return whether the line begins with the stored text. A match of eight
 * characters also shows that the line is long enough to read the next eight. */
static bool same_start(const char *line, const struct picl_start *start)
{
    size_t length = start->length, middle = length / 2 - 4, end = length - 8;
    return length && !memcmp(line, start->text, 8) &&
           !memcmp(line + middle, start->text + middle, 8) &&
           !memcmp(line + end, start->text + end, 8);
}

/* Parse the first fields of a line. Return the position after them, or NULL
 * with *wrong. */
static const char *scan_start(const char *line, struct picl_start *start,
                              const char **wrong)
{
    const char *at = scan_next(line, &start->kind);
    at = scan_next(at, &start->code);
    start->length = 0;
    *wrong = "a record must begin with its type and its event";
    if (!at || start->kind >= 0 || start->code > INT32_MAX ||
        start->code < INT32_MIN)
        return NULL;
    *wrong = "the third field must be a time in seconds";
    at = scan_seconds(at, &start->time);
    size_t length = at && *at == ' ' ? (size_t)(at + 1 - line) : 0;
    if (length >= 8 && length <= sizeof start->text) {
        memcpy(start->text, line, length);
        start->length = length;
    }
    return at;
}

static const char *records_scan(const char *line, struct picl_record *record,
                                struct picl_start *last)
{
    int64_t process, fields;
    const char *wrong;
    if (same_start(line, last))
        line += last->length - 1;
    else if (!(line = scan_start(line, last, &wrong)))
        return wrong;
    record->kind = last->kind;
    record->code = last->code;
    record->time = last->time;
    line = scan_next(line, &record->node);
    line = scan_next(line, &process);
    line = scan_next(line, &fields);
    if (!line || fields < 0)
        return "processor, process and number of fields must follow";
    record->preamble =
        record->code == -901 || record->code == -904 || record->code == -911;
    if (record->code == -911) {
        record->word = picl_params_find(line);
        record->parameter = picl_params_has(record->word);
    }
    enum records_meaning meaning = records_meaning_of(record->code);
    bool sends = meaning == RECORDS_SEND && record->kind == -3;
    if (sends && fields < 3)
        return "a send needs length, type and destination";
    if (record->kind == -101)
        record->in_calls = sum_times(line, fields);
    if (record->kind < -100 && record->code == -1)
        keep_statistics(line, fields, record);
    bool used = meaning == RECORDS_SEND || meaning == RECORDS_TAKE ||
                meaning == WAIT || record->code == -601 || record->code == -602;
    if (!fields || record->kind < -4 || (!used && record->code < 0))
        return NULL;
    wrong = scan_data(line, fields, record);
    return wrong ? wrong : records_check_data(record, meaning);
}

static int apply_send(struct calls *calls, const struct picl_record *record)
{
    const int64_t *data = record->data;
    int rank = (int)record->node;
    /* other programs use the additional fields differently */
    bool explicit =
        calls->ours && record->count >= (record->kind == -3 ? 4 : 1);
    if (record->kind != -3)
        return explicit ? 0 : calls_send_end(calls, rank);
    if (explicit && data[3] >= 0)
        calls->node[rank].explicit = (uint64_t)data[3] + 1;
    return calls_send_begin(calls, rank, (int32_t)data[2], (int32_t)data[1],
                            (uint32_t)data[0]);
}

static int apply_receive(struct calls *calls, const struct picl_record *record,
                         bool waits)
{
    const int64_t *data = record->data;
    int rank = (int)record->node;
    bool explicit = calls->ours && record->count == 4 && data[3] >= 0;
    if (record->kind == -3 && explicit && !calls->own)
        return calls_receive_explicit(calls, rank, (int32_t)data[1],
                                      (int32_t)data[0], (uint32_t)data[2],
                                      (uint64_t)data[3]);
    if (record->kind == -3) {
        bool known = record->count >= 2 && record->code > -57;
        return calls_receive_begin(calls, rank, waits,
                                   known ? (int32_t)data[1] : -1,
                                   known ? (int32_t)data[0] : -1);
    }
    if (record->count < 3)
        return calls_receive_lost(calls, rank);
    if (explicit && calls->own)
        calls->node[rank].explicit = (uint64_t)data[3] + 1;
    else if (explicit)
        return waits ? calls_wake_explicit(calls, rank, (int32_t)data[2],
                                           (int32_t)data[1], (uint32_t)data[0],
                                           (uint64_t)data[3])
                     : 0;
    return calls_receive_end(calls, rank, (int32_t)data[2], (int32_t)data[1],
                             (uint32_t)data[0]);
}

/* Apply a user event. In a trace written by weft, the number of a task without
 * data is that of a message. */
static int apply_user(struct calls *calls, const struct picl_record *record)
{
    int node = (int)record->node;
    int32_t number = (int32_t)record->code;
    bool enters = record->kind == -3;
    if (record->kind == -2) {
        bool store = calls->ours && record->count;
        return calls_instant(calls, node, store ? WEFT_STORE : WEFT_MARK,
                             number, store ? (uint32_t)record->data[0] : 0);
    }
    if (!calls->ours || (record->count == 1 && record->data[0] == 2))
        return calls_mark_task(calls, node, number, enters);
    if (record->count > 1)
        return enters && record->data[1] >= 0
                   ? calls_span_explicit(calls, node, WEFT_COMPUTE,
                                         (uint64_t)record->data[1])
                   : 0;
    if (record->count)
        return calls_span(calls, node, WEFT_COMPUTE, enters);
    return calls_task(calls, node, enters ? number : -1);
}

/* Apply generic idle time (-601) and overhead (-602, -603). */
static int apply_generic(struct calls *calls, const struct picl_record *record)
{
    enum weft_event_kind kind = record->code == -601 ? WEFT_SLEEP : WEFT_CALL;
    int node = (int)record->node;
    bool begins = record->kind == -3;
    if (record->kind == -2)
        return calls->ours ? calls_instant(calls, node, WEFT_PRESENT, -1, 0)
                           : 0;
    if (!calls->ours || !record->count)
        return calls_span(calls, node, kind, begins);
    return begins ? calls_span_explicit(calls, node, kind,
                                        (uint64_t)record->data[0])
                  : 0;
}

/* Return whether this is only a presence record. Other records become events,
 * which also show that the processor exists. */
static bool silent(const struct picl_record *record,
                   enum records_meaning meaning)
{
    bool call = record->code >= 0 || meaning == RECORDS_COLLECTIVE ||
                (record->code <= -601 && record->code >= -603);
    bool span = record->kind == -3 || record->kind == -4;
    bool mark = record->kind == -2 && record->code >= 0;
    return (meaning == OTHER || meaning == RECORDS_COLLECTIVE) &&
           !record->parameter && !(call && span) && !mark;
}

static int records_apply(struct calls *calls, const struct picl_record *record,
                         uint64_t *left)
{
    enum records_meaning meaning = records_meaning_of(record->code);
    if (silent(record, meaning) && calls_present(calls, (int)record->node))
        return -1;
    if (record->kind <= -101 && record->kind >= -105)
        left[PICL_LEFT_STATISTICS] += !calls->ours && !record->word;
    else if (record->kind < -4 || record->kind == -1)
        left[PICL_LEFT_OTHER]++;
    else if (record->code >= 0) {
        left[PICL_LEFT_LISTS] +=
            !calls->ours && record->kind == -2 && record->count;
        return apply_user(calls, record);
    } else if (record->code <= -601 && record->code >= -603)
        return apply_generic(calls, record);
    else if (meaning == COMPLETION)
        left[PICL_LEFT_COMPLETIONS]++;
    else if (meaning == RECORDS_COLLECTIVE)
        return record->kind == -2 ? 0
                                  : calls_collective(calls, (int)record->node,
                                                     task_of(record->code),
                                                     record->kind == -3);
    else if (meaning != OTHER && record->kind != -2)
        return meaning == RECORDS_SEND
                   ? apply_send(calls, record)
                   : apply_receive(calls, record, meaning == WAIT);
    else if (record->code == -911)
        left[PICL_LEFT_MESSAGES] += !calls->ours;
    else if (!record->preamble && record->code != -12)
        left[PICL_LEFT_OTHER]++;
    return 0;
}

const struct picl_dialect picl_dialect = {records_scan, records_apply};
