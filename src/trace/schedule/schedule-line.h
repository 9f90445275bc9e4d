/* Lines of a schedule, read. */
#ifndef WEFT_SRC_TRACE_SCHEDULE_LINE_H
#define WEFT_SRC_TRACE_SCHEDULE_LINE_H

#include "trace/lines.h"

/* Slots must begin before this. */
#define SCHEDULE_END ((uint64_t)1 << 62)

/* One line: a send and its receive (trace/lines.h). NULL, or what is wrong. */
const char *schedule_line_parse(struct params *params, const char *line,
                                struct weft_event *event, size_t *count);

/* Is this the head of a schedule? It has three numbers and a list in the first
 * line that is no remark, and in all others that are complete in the head. */
bool schedule_recognise(const char *head, size_t length);

#endif
