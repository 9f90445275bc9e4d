/* Formats with one record per line, and comment lines that begin with #. */
#ifndef WEFT_SRC_TRACE_LINES_H
#define WEFT_SRC_TRACE_LINES_H

#include "format.h"

/* Read a file whose lines `parse` understands: it stores up to two events
 * (initialised with no peer, message or dimension, otherwise zero) and their
 * number, or returns what is wrong. The file is read twice, first for the
 * number of processors and to find out whether it is ordered by time, then for
 * its events, so no event of a file with an error reaches the sink. If `report`
 * is not NULL, lines are independent of each other: a malformed line is left
 * out and reported, unless all lines are malformed. */
int lines_read(struct input *in,
               const char *parse(struct params *params, const char *line,
                                 struct weft_event *event, size_t *count),
               const struct weft_sink *sink, struct weft_read_report *report,
               struct weft_error *err);

#endif
