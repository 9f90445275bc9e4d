/* Parses the lines of a schedule. */
#ifndef WEFT_SRC_TRACE_SCHEDULE_LINE_H
#define WEFT_SRC_TRACE_SCHEDULE_LINE_H

#include "trace/lines.h"

/* Limit on the start of a slot, in time units. */
#define SCHEDULE_END ((uint64_t)1 << 62)

/* Parse a line as a send and its receive (trace/lines.h). Return NULL, or what
 * is wrong. */
const char *schedule_line_parse(struct params *params, const char *line,
                                struct weft_event *event, size_t *count);

/* Return whether this is the head of a schedule: all its complete lines that
 * are not comments must have three numbers, a list and perhaps a way. */
bool schedule_recognise(const char *head, size_t length);

#endif
