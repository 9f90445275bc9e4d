/* Formats of one record per line, with comment lines that begin with #. */
#ifndef WEFT_SRC_TRACE_LINES_H
#define WEFT_SRC_TRACE_LINES_H

#include "format.h"

/* Read a file whose lines `parse` understands: it fills up to two events
 * (given with no peer, message or dimension, all else zero) and their number,
 * or says what is wrong. The file is read twice: for the number of processors
 * and to see whether it is in order of time, then for its events; so nothing
 * reaches the sink of a file with a mistake. A report that is not NULL: lines
 * are independent of each other; one that is wrong is left out and reported,
 * but for a file that has no other. */
int lines_read(struct input *in,
               const char *parse(struct params *params, const char *line,
                                 struct weft_event *event, size_t *count),
               const struct weft_sink *sink, struct weft_read_report *report,
               struct weft_error *err);

#endif
