/* One line per event, for spreadsheets and scripts, after comment lines with
 * the parameters of the run. Times are in time units; what a kind of event
 * does not have is an empty field. */
#include "lines.h"
#include "scan.h"
#include "trace/io/out.h"

#include <stdio.h>

static const char header[] =
    "start,end,kind,processor,peer,message,bytes,dimension\n";

static int begin(void *arg, struct output *out,
                 const struct weft_trace_info *info)
{
    (void)arg;
    params_write(info, out);
    out_text(out, header);
    return 0;
}

static char *put_optional(char *at, int64_t number)
{
    *at++ = ',';
    return number < 0 ? at : put_number(at, (uint64_t)number);
}

/* The kinds that always have a length. */
static const bool has_bytes[WEFT_EVENT_KINDS] = {
    [WEFT_SEND] = true, [WEFT_RECEIVE] = true, [WEFT_STORE] = true};

static int events(void *arg, struct output *out, const struct weft_event *event,
                  size_t count)
{
    /* the fields of the kinds, in a size that is copied at once */
    struct {
        char text[16];
        size_t length;
    } word[WEFT_EVENT_KINDS];
    (void)arg;
    for (int kind = 0; kind < WEFT_EVENT_KINDS; kind++)
        word[kind].length = (size_t)snprintf(word[kind].text, sizeof word->text,
                                             ",%s", weft_event_names[kind]);
    for (; count--; event++) {
        char *at = put_number(out_room(out), event->start);
        *at++ = ',';
        at = put_number(at, event->start + event->duration);
        memcpy(at, word[event->kind].text, sizeof word->text);
        at += word[event->kind].length;
        at = put_optional(at, event->rank);
        at = put_optional(at, event->peer);
        at = put_optional(at, event->message);
        at = put_optional(at, has_bytes[event->kind] || event->bytes
                                  ? (int64_t)event->bytes
                                  : -1);
        at = put_optional(at, event->dimension);
        *at++ = '\n';
        out_used(out, at);
    }
    return 0;
}

static int end(void *arg, struct output *out)
{
    (void)arg;
    (void)out;
    return 0;
}

/* A field that may be empty, and the comma before it. */
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

/* ",KIND" */
static bool scan_kind(const char **at, uint8_t *kind)
{
    if (*(*at)++ != ',')
        return false;
    size_t length = strcspn(*at, ",");
    for (*kind = 0; *kind < WEFT_EVENT_KINDS; ++*kind) {
        const char *name = weft_event_names[*kind];
        if (strlen(name) == length && !memcmp(*at, name, length))
            break;
    }
    *at += length;
    return *kind < WEFT_EVENT_KINDS;
}

static const char *parse(const struct params *params, const char *line,
                         struct weft_event *event, size_t *count)
{
    (void)params;
    if (!strncmp(line, header, sizeof header - 2) && !line[sizeof header - 2])
        return NULL;
    uint64_t end;
    int64_t rank, peer, message, bytes, dimension;
    line = scan_long(line, &event->start);
    line = line && *line == ',' ? scan_long(line + 1, &end) : NULL;
    if (!line)
        return "start and end must be numbers below 2^64";
    if (end < event->start)
        return "the end lies before the start";
    if (!scan_kind(&line, &event->kind))
        return "the third field is no kind of event";
    if (!scan_optional(&line, WEFT_TRACE_PROCESSORS_MAX - 1, &rank) ||
        rank < 0 || !scan_optional(&line, WEFT_TRACE_PROCESSORS_MAX - 1, &peer))
        return "processor and peer must be numbers below 1048576, the peer "
               "may be empty";
    if (!scan_optional(&line, INT32_MAX, &message) ||
        !scan_optional(&line, UINT32_MAX, &bytes) ||
        !scan_optional(&line, INT16_MAX, &dimension) || *line)
        return "the last three fields must be numbers or empty";
    event->duration = end - event->start;
    event->rank = (int32_t)rank;
    event->peer = (int32_t)peer;
    event->message = (int32_t)message;
    event->bytes = bytes < 0 ? 0 : (uint32_t)bytes;
    event->dimension = (int16_t)dimension;
    *count = 1;
    return NULL;
}

static bool recognise(const char *head, size_t length)
{
    size_t n = sizeof header - 2;
    while (length && *head == '#') {
        const char *next = memchr(head, '\n', length);
        size_t skip = next ? (size_t)(next - head) + 1 : length;
        head += skip;
        length -= skip;
    }
    return length >= n && !memcmp(head, header, n);
}

static int read(struct input *in, const struct weft_sink *sink,
                struct weft_read_report *report, struct weft_error *err)
{
    (void)report;
    return lines_read(in, parse, sink, err);
}

const struct weft_format trace_csv = {
    .info = {"csv", ".csv", "one line per event, for spreadsheets",
             .reads = true, .writes = true},
    .calls = true,
    .tasks = true,
    .begin = begin,
    .events = events,
    .end = end,
    .recognise = recognise,
    .read = read,
};
