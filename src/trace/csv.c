/* CSV: one line per event, for spreadsheets and scripts, after comment lines
 * with the parameters of the run. Times are in time units; fields that a kind
 * of event does not have are empty.
 *
 * A "receive" ends the preceding wait of its processor. A receive that ends no
 * wait, because the wait had ended without a message or continues, is called
 * "take". */
#include "base/items/items.h"
#include "lines.h"
#include "order.h"
#include "scan.h"
#include "trace/io/out.h"

#include <stdio.h>
#include <stdlib.h>
#include <weft/unstable/details.h>

struct csv {
    uint64_t *since; /* [processors] start of the wait that a receive would end,
                        or NO_WAIT */
    struct weft_trace_info info; /* information about the run, of which only
                                    `items` and `details` are set */
};
#define NO_WAIT UINT64_MAX

static const char header[] =
    "start,end,kind,processor,peer,message,bytes,dimension";
/* column titles that follow the header in traces with items or with details */
static const char items_header[] = ",items";
static const char details_header[] = ",tag,communicator,line";

static int csv_begin(void *arg, struct output *out,
                     const struct weft_trace_info *info)
{
    struct csv *csv = arg;
    size_t processors = (size_t)info->processors;
    csv->since = malloc((processors + 1) * sizeof *csv->since);
    if (!csv->since)
        return -1;
    for (size_t i = 0; i < processors; i++)
        csv->since[i] = NO_WAIT;
    csv->info.items = info->items;
    csv->info.details = info->details;
    params_write(info, out);
    out_text(out, header);
    out_text(out, info->items ? items_header : "");
    out_text(out, info->details ? details_header : "");
    out_text(out, "\n");
    return 0;
}

static char *put_optional(char *at, int64_t number)
{
    *at++ = ',';
    return number < 0 ? at : put_number(at, (uint64_t)number);
}

/* Value used instead of an event kind for a take. */
#define CSV_TAKE WEFT_EVENT_KINDS

/* The kinds that always have a number of bytes. */
static const bool has_bytes[WEFT_EVENT_KINDS] = {
    [WEFT_SEND] = true, [WEFT_RECEIVE] = true, [WEFT_STORE] = true};

/* Check that a receive that waited ends the preceding wait, with nothing but
 * takes and tasks in between: csv cannot represent other cases. */
static int check_wait(const struct csv *csv, struct output *out,
                      const struct weft_event *event)
{
    if (csv->since[event->rank] == event->since)
        return 0;
    return out_fail(out, WEFT_ERROR_MISUSE,
                    "processor %d waited for the message received at time "
                    "%llu across other events; csv cannot represent this, "
                    "chrome and paje can",
                    event->rank, (unsigned long long)event->start);
}

/* Write the contents of a message in quotes, because lists contain commas. */
static void csv_write_items(const struct csv *csv, struct output *out,
                            const struct weft_event *event)
{
    if (!csv->info.items)
        return;
    const char *items = weft_event_items(&csv->info, event);
    out_text(out, items ? ",\"" : ",");
    if (items) {
        out_text(out, items);
        out_bytes(out, "\"", 1);
    }
}

/* Write a comma and a text, in quotes if it contains a comma or a quote. */
static void csv_write_text(struct output *out, const char *text)
{
    bool quoted = strpbrk(text, ",\"");
    out_text(out, quoted ? ",\"" : ",");
    for (; *text; text++) {
        out_bytes(out, text, 1);
        if (*text == '"')
            out_bytes(out, text, 1);
    }
    out_text(out, quoted ? "\"" : "");
}

static void csv_write_details(const struct csv *csv, struct output *out,
                              const struct weft_event *event)
{
    struct weft_details details;
    if (!csv->info.details)
        return;
    weft_event_details(&csv->info, event, &details);
    for (int i = 0; i < WEFT_DETAILS; i++)
        csv_write_text(out, details.text[i]);
}

static int csv_events(void *arg, struct output *out,
                      const struct weft_event *event, size_t count)
{
    /* the field of each kind, in a fixed size so that it is copied fast */
    struct {
        char text[16];
        size_t length;
    } word[WEFT_EVENT_KINDS + 1] = {[CSV_TAKE] = {",take", 5}};
    struct csv *csv = arg;
    for (int kind = 0; kind < WEFT_EVENT_KINDS; kind++)
        word[kind].length = (size_t)snprintf(word[kind].text, sizeof word->text,
                                             ",%s", weft_event_names[kind]);
    for (; count--; event++) {
        uint64_t *since = &csv->since[event->rank];
        bool receives = event->kind == WEFT_RECEIVE;
        bool waited = receives && event->flags & WEFT_EVENT_WAITED;
        if (waited && check_wait(csv, out, event))
            return -1;
        int kind =
            receives && !waited && *since != NO_WAIT ? CSV_TAKE : event->kind;
        if (!is_task_event(event) && kind != CSV_TAKE)
            *since = event->kind == WEFT_WAIT ? event->start : NO_WAIT;
        char *at = put_number(out_room(out), event->start);
        *at++ = ',';
        at = put_number(at, event->start + event->duration);
        memcpy(at, word[kind].text, sizeof word->text);
        at += word[kind].length;
        at = put_optional(at, event->rank);
        at = put_optional(at, event->peer);
        at = put_optional(at, event->message);
        at = put_optional(at, has_bytes[event->kind] || event->bytes
                                  ? (int64_t)event->bytes
                                  : -1);
        at = put_optional(at, event->dimension);
        out_used(out, at);
        csv_write_items(csv, out, event);
        csv_write_details(csv, out, event);
        out_bytes(out, "\n", 1);
    }
    return 0;
}

static int csv_end(void *arg, struct output *out)
{
    (void)arg;
    (void)out;
    return 0;
}

/* Scan a comma and a field that may be empty. */
static bool scan_optional(const char **at, int64_t limit, int64_t *value)
{
    if (*(*at)++ != ',')
        return false;
    *value = -1;
    uint64_t number;
    if (**at == ',' || !**at)
        return true;
    *at = scan_digits(*at, &number);
    if (!*at || number > (uint64_t)limit)
        return false;
    *value = (int64_t)number;
    return true;
}

/* Scan ",KIND". */
static bool scan_kind(const char **at, uint8_t *kind, uint8_t *flags)
{
    if (*(*at)++ != ',')
        return false;
    size_t length = strcspn(*at, ",");
    if (length == 4 && !memcmp(*at, "take", 4)) {
        *at += length;
        *kind = WEFT_RECEIVE;
        *flags = ORDER_IN_WAIT;
        return true;
    }
    for (*kind = 0; *kind < WEFT_EVENT_KINDS; ++*kind) {
        const char *name = weft_event_names[*kind];
        if (strlen(name) == length && !memcmp(*at, name, length))
            break;
    }
    *at += length;
    return *kind < WEFT_EVENT_KINDS;
}

static bool is_header(const char *line, bool *items, bool *details)
{
    size_t length = sizeof header - 1;
    if (strncmp(line, header, length) != 0)
        return false;
    *items = !strcmp(line + length, items_header);
    *details = !strcmp(line + length, details_header);
    return !line[length] || *items || *details;
}

/* Read the last field: empty, or a list with or without quotes. */
static const char *csv_read_items(struct params *params, const char *at,
                                  struct weft_event *event)
{
    bool quoted = *at == '"';
    int32_t message = event->message;
    if (!*at)
        return NULL;
    const char *wrong = params_read_items(params, at + quoted, &at, event);
    if (!wrong && ((quoted && *at++ != '"') || *at))
        return "the last field must be the blocks of the message";
    if (!wrong && event->message != message)
        return "the message number must be its lowest block";
    return wrong;
}

/* Read a field with or without quotes, and cut it to the length of a detail.
 * Return false if its quotes are not closed. */
static bool csv_read_text(const char **at, char text[WEFT_DETAIL_MAX])
{
    bool quoted = **at == '"';
    const char *from = *at + quoted;
    size_t length = 0;
    for (; *from && (quoted || *from != ','); from++) {
        if (quoted && *from == '"' && *++from != '"')
            break;
        if (length + 1 < WEFT_DETAIL_MAX)
            text[length++] = *from;
    }
    text[length] = '\0';
    *at = from;
    return !quoted || from[-1] == '"';
}

/* Read the last fields of an event of a trace with details. */
static const char *csv_read_details(struct params *params, const char *at,
                                    struct weft_event *event)
{
    struct weft_details details;
    for (int i = 0; i < WEFT_DETAILS; i++) {
        bool good = csv_read_text(&at, details.text[i]);
        bool last = i == WEFT_DETAILS - 1;
        if (!good || *at != (last ? '\0' : ','))
            return "the last fields must be a tag, a communicator and a line";
        at += !last;
    }
    return weft_details_add(params->info.details, &details, &event->items)
               ? items_no_memory
               : NULL;
}

static const char *csv_parse(struct params *params, const char *line,
                             struct weft_event *event, size_t *count)
{
    bool items, details;
    if (is_header(line, &items, &details))
        return (items && params_begin_items(params)) ||
                       (details && params_begin_details(params))
                   ? items_no_memory
                   : NULL;
    uint64_t end;
    int64_t rank, peer, message, bytes, dimension;
    line = scan_long(line, &event->start);
    line = line && *line == ',' ? scan_long(line + 1, &end) : NULL;
    if (!line)
        return "start and end must be numbers below 2^64";
    if (end < event->start)
        return "the end is before the start";
    if (!scan_kind(&line, &event->kind, &event->flags))
        return "the third field is not a kind of event";
    if (!scan_optional(&line, WEFT_TRACE_PROCESSORS_MAX - 1, &rank) ||
        rank < 0 || !scan_optional(&line, WEFT_TRACE_PROCESSORS_MAX - 1, &peer))
        return "processor and peer must be numbers below 1048576; the peer may "
               "be empty";
    if (!scan_optional(&line, INT32_MAX, &message) ||
        !scan_optional(&line, UINT32_MAX, &bytes) ||
        !scan_optional(&line, INT16_MAX, &dimension) || (*line && *line != ','))
        return "message, bytes and dimension must be numbers or empty";
    event->duration = end - event->start;
    event->rank = (int32_t)rank;
    event->peer = (int32_t)peer;
    event->message = (int32_t)message;
    event->bytes = bytes < 0 ? 0 : (uint32_t)bytes;
    event->dimension = (int16_t)dimension;
    *count = 1;
    if (!*line)
        return NULL;
    return params->info.details ? csv_read_details(params, line + 1, event)
                                : csv_read_items(params, line + 1, event);
}

static bool csv_recognise(const char *head, size_t length)
{
    size_t n = sizeof header - 1;
    while (length && *head == '#') {
        const char *next = memchr(head, '\n', length);
        size_t skip = next ? (size_t)(next - head) + 1 : length;
        head += skip;
        length -= skip;
    }
    return length >= n && !memcmp(head, header, n);
}

static void csv_finish(void *arg)
{
    free(((struct csv *)arg)->since);
}

static int csv_read(struct input *in, const struct weft_sink *sink,
                    struct weft_read_report *report, struct weft_error *err)
{
    return lines_read(in, csv_parse, sink, report, err);
}

const struct weft_format trace_csv = {
    .info = {"csv", ".csv", "one line per event, for spreadsheets",
             .reads = true, .writes = true},
    .calls = true,
    .tasks = true,
    .ways = true,
    .state = sizeof(struct csv),
    .begin = csv_begin,
    .events = csv_events,
    .end = csv_end,
    .finish = csv_finish,
    .recognise = csv_recognise,
    .read = csv_read,
};
