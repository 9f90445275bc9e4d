/* Parses the lines of a schedule. */
#include "schedule-line.h"

#include "trace/scan.h"

static const char line_form[] =
    "a line must be: slot source destination items [via switches]";

/* Parse the last field: a message number, or a list, whose lowest block becomes
 * the message number. Return NULL, or what is wrong. */
static const char *parse_carried(struct params *params, const char *at,
                                 struct weft_event *event)
{
    const char *wrong = params_read_items(params, at, &at, event);
    at = wrong ? at : scan_blanks(at);
    return !wrong && *at && *at != '#' ? line_form : wrong;
}

/* Parse the usual fourth field: one number at the end of the line. */
static bool parse_number_only(const char *at, struct weft_event *event)
{
    uint64_t number;
    at = scan_digits(at, &number);
    if (!at || *scan_blanks(at) || number > INT32_MAX)
        return false;
    event->message = (int32_t)number;
    return true;
}

const char *schedule_line_parse(struct params *params, const char *line,
                                struct weft_event *event, size_t *count)
{
    uint64_t field[3] = {0};
    line = scan_blanks(line);
    if (!*line || *line == '#')
        return NULL;
    for (size_t n = 0; n < 3; n++, line = scan_blanks(line))
        if (!(line = n ? scan_digits(line, &field[n])
                       : scan_long(line, &field[n])) ||
            (*line != ' ' && *line != '\t'))
            return line_form;
    if (*line < '0' || *line > '9')
        return line_form;
    uint64_t step = params->info.step;
    params->info.paired = true;
    if (!step)
        return "parameter step is missing or 0";
    if (!field[0] || field[0] > SCHEDULE_END / step)
        return "slots count from 1 and must stay below 2^62 time units";
    if (field[1] >= WEFT_TRACE_PROCESSORS_MAX ||
        field[2] >= WEFT_TRACE_PROCESSORS_MAX)
        return "a processor must be below 1048576";
    if (!parse_number_only(line, &event[0])) {
        const char *wrong = parse_carried(params, line, &event[0]);
        if (wrong)
            return wrong;
    }
    event[0].kind = WEFT_SEND;
    event[0].start = (field[0] - 1) * step;
    event[0].duration = step;
    event[0].rank = (int32_t)field[1];
    event[0].peer = (int32_t)field[2];
    event[1] = event[0];
    event[1].kind = WEFT_RECEIVE;
    event[1].rank = (int32_t)field[2];
    event[1].peer = (int32_t)field[1];
    *count = 2;
    return NULL;
}

/* Return whether this character may occur in field number `field`. */
static bool schedule_line_fits(char c, int field)
{
    return c == ' ' || c == '\r' || (c >= '0' && c <= '9') ||
           (field == 4 && c && strchr("-,:+via", c)) ||
           (field == 5 && c == ',');
}

bool schedule_recognise(const char *head, size_t length)
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
            fields += *p >= '0' && *p <= '9' && (p == head || p[-1] == ' ');
            if (!schedule_line_fits(*p, fields))
                return false;
        }
        bool via = memchr(head, 'v', (size_t)(next - head));
        if (fields != 4 + via)
            return false;
        found = true;
    }
    return found;
}
