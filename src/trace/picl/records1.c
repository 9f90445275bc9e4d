/* Reads the old PICL: the compact form, and the verbose form, which has words
 * before the same numbers. */
#include "import.h"
#include "statistics.h"
#include "trace/scan.h"
#include "tracemsg.h"

#include <string.h>

/* The names of record types in the verbose form, and their codes. */
static const struct {
    const char *name;
    uint8_t code;
} names[] = {
    {"trace_start", 1},   {"open", 2},
    {"load", 3},          {"send", 4},
    {"probe", 5},         {"recv", 6},
    {"recv_blocking", 7}, {"recv_waking", 8},
    {"message", 9},       {"sync", 10},
    {"compstats", 11},    {"commstats", 12},
    {"close", 13},        {"trace_level", 14},
    {"trace_mark", 15},   {"trace_message", 16},
    {"trace_stop", 17},   {"trace_flush", 18},
    {"trace_exit", 19},   {"block_begin", 20},
    {"block_end", 21},    {"trace_mark_array", 22},
    {"trace_marks", 22},  {"clock_sync", 23},
    {"trace_files", 24},
};
#define RECORDS1_CODE_MAX 24

/* Minimum number of data of each record type. */
static const uint8_t records1_needed[RECORDS1_CODE_MAX + 1] = {
    [4] = 3, [6] = 3, [8] = 3, [15] = 1, [20] = 1, [21] = 1};

/* Number of data of each record type in files written by programs. It
 * distinguishes traces from other lists of numbers. */
static const uint8_t records1_usual[RECORDS1_CODE_MAX + 1] = {
    [1] = 3,  [4] = 3,  [5] = 1,  [6] = 3,  [7] = 1,  [8] = 3,  [11] = 2,
    [12] = 4, [14] = 3, [15] = 1, [18] = 2, [19] = 1, [20] = 1, [21] = 1};

/* Return the code of a name and set *at to the end of the name; 0 if it is
 * unknown. */
static int64_t scan_name(const char **at)
{
    size_t length = strcspn(*at, " \t");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == length &&
            !memcmp(names[i].name, *at, length)) {
            *at += length;
            return names[i].code;
        }
    return 0;
}

static bool records1_is_number(const char *at)
{
    at += *at == '-';
    return *at >= '0' && *at <= '9';
}

/* Scan the next number, skipping words before it. */
static const char *scan_word(const char *at, int64_t *value)
{
    if (!at)
        return NULL;
    for (at = scan_blanks(at); *at && !records1_is_number(at);
         at = scan_blanks(at))
        at += strcspn(at, " \t");
    at = scan_number(at, value);
    return at && (!*at || strchr(" \t\r", *at)) ? at : NULL;
}

static const char *records1_check_data(struct picl_record *record)
{
    if (record->count < records1_needed[record->code])
        return "the record has too few fields";
    bool transfer = record->code == 4 || record->code == 6 || record->code == 8;
    /* statistics may have any value */
    bool sums = record->code == 11 || record->code == 12;
    for (size_t i = 0; i < record->count && !sums; i++) {
        bool bytes = i == 2 && (transfer || record->code == 22);
        int64_t most = bytes ? UINT32_MAX : INT32_MAX;
        bool duration = i == 1 && record->code == 22 && record->data[0] == 1;
        if (!duration &&
            (record->data[i] > most || record->data[i] < INT32_MIN))
            return "a field is out of range";
    }
    if (transfer) {
        if (record->data[2] < 0)
            return "invalid message length";
        record->peer = record->data[0];
    }
    return NULL;
}

/* Return the time inside communication calls so far from a compstats record, in
 * nanoseconds. In the verbose form, the time outside of calls precedes it. */
static uint64_t sum_of(const struct picl_record *record)
{
    const int64_t *data = record->data + (record->count == 4 ? 2 : 0);
    bool good = record->count >= 2 && data[0] >= 0 && data[1] >= 0 &&
                data[0] < (int64_t)1 << 32 && data[1] < (int64_t)1 << 32;
    return good ? (uint64_t)data[0] * 1000000000u + (uint64_t)data[1] * 1000u
                : 0;
}

/* Scan data until the record is full. Return the position after them, or NULL
 * at the end of the line. */
static const char *scan_values(const char *line, struct picl_record *record)
{
    while (record->count < PICL_DATA_MAX &&
           (line = scan_word(line, &record->data[record->count])))
        record->count++;
    return line;
}

/* Store the rest of the values of a tracemark array in `last`, so that the next
 * record continues the array. `last` may be NULL. */
static void scan_array(const char *line, const struct picl_record *record,
                       struct picl_start *last)
{
    if (!last)
        return;
    bool more = line && record->data[0] >= PICL_DATA_MAX;
    last->array = *record;
    last->more = more && *scan_blanks(line) ? line : NULL;
}

static const char *scan_more(const char *line, struct picl_record *record,
                             struct picl_start *last)
{
    *record = last->array;
    record->more = true;
    record->data[0] -= PICL_DATA_MAX - 1;
    record->count = 1;
    line = scan_values(line, record);
    scan_array(line, record, last);
    return records1_check_data(record);
}

static const char *records1_scan(const char *line, struct picl_record *record,
                                 struct picl_start *last)
{
    int64_t seconds, microseconds;
    if (last && last->more)
        return scan_more(line, record, last);
    line = scan_blanks(line);
    record->kind = 0;
    if (records1_is_number(line))
        line = scan_number(line, &record->code);
    else
        record->code = scan_name(&line);
    if (!line || !record->code)
        return "a record must begin with its type";
    if (record->code < 1 || record->code > RECORDS1_CODE_MAX)
        return "the types of records are 1 to 24";
    line = scan_word(line, &seconds);
    line = scan_word(line, &microseconds);
    if (!line || seconds >= (int64_t)1 << 32 || microseconds >= 1000000)
        return "seconds and microseconds must follow the type";
    line = scan_word(line, &record->node);
    if (!line)
        return "the node must follow the time";
    record->time = 0;
    if (seconds >= 0 && microseconds >= 0)
        record->time =
            (uint64_t)seconds * 1000000000u + (uint64_t)microseconds * 1000u;
    record->more = false;
    record->preamble = record->code == 1 || record->code == 11 ||
                       record->code == 14 || record->code == 16;
    if (record->code == 16) {
        record->word = scan_blanks(line);
        record->parameter = picl_params_has(record->word);
        return NULL;
    }
    if (record->code == 12) {
        record->word = line;
        record->row = STATISTICS_COMM + 1;
        record->numbers = 8; /* five statistics, and fields that other versions
                                may add */
    }
    line = scan_values(line, record);
    if (record->code == 22 && record->count)
        scan_array(line, record, last);
    if (record->code == 11)
        record->in_calls = sum_of(record);
    return records1_check_data(record);
}

/* Apply a sync, which is a barrier. In traces written by weft, its task is a
 * separate record. */
static int apply_sync(struct calls *calls, int rank, bool begins)
{
    return calls->ours
               ? calls_span(calls, rank, WEFT_SLEEP, begins)
               : calls_collective(calls, rank, WEFT_TASK_BARRIER, begins);
}

/* Apply a statistics record: the second one after a call ends the call. */
static int apply_statistics(struct calls *calls, int rank)
{
    struct calls_node *node = &calls->node[rank];
    if (!node->stats || --node->stats)
        return 0;
    if (node->stats_of == CALLS_SYNC)
        return apply_sync(calls, rank, false);
    if (node->stats_of == CALLS_SEND)
        return calls_send_end(calls, rank);
    return calls_receive_end(calls, rank, node->receive_from,
                             node->receive_type, node->receive_bytes);
}

/* End a call whose statistics are missing, before another record of its node. A
 * sync ends when it begins, because its length is unknown. */
static int end_call(struct calls *calls, int rank)
{
    struct calls_node *node = &calls->node[rank];
    uint64_t now = calls->now;
    if (!node->stats || (calls->ours && !calls->own))
        return 0;
    node->stats = 1;
    if (node->stats_of == CALLS_SYNC && node->sleeping != CALLS_NEVER)
        calls->now = node->sleeping;
    int result = apply_statistics(calls, rank);
    calls->now = now;
    return result;
}

static int apply_transfer(struct calls *calls, const struct picl_record *record)
{
    int rank = (int)record->node;
    struct calls_node *node = &calls->node[rank];
    int32_t peer = (int32_t)record->data[0], type = (int32_t)record->data[1];
    uint32_t bytes = (uint32_t)record->data[2];
    if (record->code == 8 && calls->ours && peer == PICL_HOST)
        return calls_receive_lost(calls, rank);
    if (record->code == 8)
        return calls_receive_end(calls, rank, peer, type, bytes);
    node->stats = 2;
    node->stats_of = record->code == 6 ? CALLS_RECEIVE : CALLS_SEND;
    if (record->code == 4)
        return calls_send_begin(calls, rank, peer, type, bytes);
    node->receive_from = peer;
    node->receive_type = type;
    node->receive_bytes = bytes;
    return calls_receive_begin(calls, rank, false, peer, type);
}

/* The collective calls of block types -1 (barrier), -2 and -3 (bcast0, bcast1),
 * -4 (gcomb) and -5 (gather). */
static const int32_t records1_collective[] = {
    WEFT_TASK_BARRIER, WEFT_TASK_BROADCAST, WEFT_TASK_BROADCAST,
    WEFT_TASK_REDUCE, WEFT_TASK_GATHER};
#define COLLECTIVES                                                            \
    ((int64_t)(sizeof records1_collective / sizeof *records1_collective))

int64_t picl1_block_of(int32_t task)
{
    for (int64_t i = 0; i < COLLECTIVES; i++)
        if (records1_collective[i] == task)
            return -1 - i;
    return task;
}

static int apply_block(struct calls *calls, const struct picl_record *record)
{
    int rank = (int)record->node;
    bool begins = record->code == 20;
    int64_t block = record->data[0];
    /* only a task: the sends and receives inside have their own records */
    if (block >= -COLLECTIVES && block < 0)
        return calls_mark_task(calls, rank, records1_collective[-block - 1],
                               begins);
    if (block < 0)
        return calls_mark_task(calls, rank, WEFT_TASK_COLLECTIVE, begins);
    int64_t location = record->count > 1 ? record->data[1] : 0;
    if (!calls->ours || location == PICL1_TASK)
        return calls_mark_task(calls, rank, (int32_t)block, begins);
    if (location == PICL1_CALL)
        return calls_span(calls, rank, WEFT_CALL, begins);
    if (location == PICL1_COMPUTE)
        return calls_span(calls, rank, WEFT_COMPUTE, begins);
    return calls_task(calls, rank, begins ? (int32_t)block : -1);
}

/* Apply an array of marks as one mark per value. */
static int apply_array(struct calls *calls, const struct picl_record *record,
                       uint64_t *left)
{
    bool empty = record->count < 2 || record->data[0] < 1;
    left[PICL_LEFT_OTHER] += empty;
    if (empty && calls_present(calls, (int)record->node))
        return -1;
    for (size_t i = 1; i < record->count && (int64_t)i <= record->data[0]; i++)
        if (record->data[i] < 0 || record->data[i] > INT32_MAX)
            left[PICL_LEFT_VALUES]++;
        else if (calls_instant(calls, (int)record->node, WEFT_MARK,
                               (int32_t)record->data[i], 0))
            return -1;
    return 0;
}

static int apply_mark(struct calls *calls, const struct picl_record *record,
                      uint64_t *left)
{
    const int64_t *data = record->data;
    if (record->code == 15)
        return calls_instant(calls, (int)record->node, WEFT_MARK,
                             data[0] < 0 ? -1 : (int32_t)data[0], 0);
    bool store = calls->own ? record->count == 3
                            : record->count == 4 && data[0] == 3 &&
                                  data[3] == PICL1_STORE && !record->more;
    bool array = !calls->own && (record->count > 2 || record->more);
    if (!calls->ours || (array && !store))
        return apply_array(calls, record, left);
    if (store)
        return calls_instant(calls, (int)record->node, WEFT_STORE,
                             data[1] < 0 ? -1 : (int32_t)data[1],
                             (uint32_t)data[2]);
    if (record->count == 2 && data[0] == 1 && data[1] >= 0)
        calls->node[record->node].explicit = (uint64_t)data[1] + 1;
    else
        left[PICL_LEFT_OTHER]++;
    return 0;
}

static int records1_apply(struct calls *calls, const struct picl_record *record,
                          uint64_t *left)
{
    /* record types that become events, which also show that the processor
     * exists */
    static const bool explicit[RECORDS1_CODE_MAX + 1] = {
        [4] = true,  [6] = true,  [7] = true,  [8] = true, [10] = true,
        [15] = true, [20] = true, [21] = true, [22] = true};
    static const bool silent[RECORDS1_CODE_MAX + 1] = {
        [1] = true, [2] = true, [13] = true, [19] = true};
    int rank = (int)record->node;
    if (record->code == 11)
        return apply_statistics(calls, rank);
    if (!explicit[record->code] && !record->parameter &&
        calls_present(calls, rank))
        return -1;
    if (end_call(calls, rank))
        return -1;
    switch (record->code) {
    case 4:
    case 6:
    case 8:
        return apply_transfer(calls, record);
    case 7: {
        int64_t type = record->count ? record->data[0] : -1;
        return calls_receive_begin(calls, rank, true, -1, (int32_t)type);
    }
    case 15:
    case 22:
        return apply_mark(calls, record, left);
    case 20:
    case 21:
        return apply_block(calls, record);
    case 10:
        calls->node[rank].stats = 2;
        calls->node[rank].stats_of = CALLS_SYNC;
        return apply_sync(calls, rank, true);
    case 14:
        return calls->ours && !calls->own && record->count > 2 &&
                       record->data[2] == PICL1_PRESENT
                   ? calls_instant(calls, rank, WEFT_PRESENT, -1, 0)
                   : 0;
    case 12:
        left[PICL_LEFT_STATISTICS] += !calls->ours && !record->word;
        return 0;
    case 16:
        left[PICL_LEFT_MESSAGES] += !calls->ours;
        return 0;
    default:
        left[PICL_LEFT_OTHER] += !silent[record->code];
        return 0;
    }
}

const struct picl_dialect picl1_dialect = {records1_scan, records1_apply};

/* Recognise lines that begin with a name, or with a code, a time and a node. A
 * file in which all lines have four numbers is a schedule and is not
 * recognised. */
bool picl1_recognise(const char *head, size_t length)
{
    char line[201];
    bool records = false, four = true;
    for (const char *end = head + length; head < end;) {
        const char *newline = memchr(head, '\n', (size_t)(end - head));
        if (!newline)
            break;
        size_t size = (size_t)(newline - head);
        if (size >= sizeof line)
            return false;
        memcpy(line, head, size);
        line[size] = '\0';
        struct picl_record record = {.peer = -1};
        if (size && (records1_scan(line, &record, NULL) ||
                     record.count < records1_usual[record.code]))
            return false;
        records = records || size;
        four = four && record.count == 0;
        head = newline + 1;
    }
    return records && !four;
}
