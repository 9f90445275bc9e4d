/* Reads formats with one record per line, and comment lines that start with
 * #. */
#ifndef WEFT_SRC_TRACE_LINES_H
#define WEFT_SRC_TRACE_LINES_H

#include "format.h"

/* Read a file line by line. `parse` parses a line: it sets up to two events
 * (initialised without peer, message and dimension, otherwise zero) and their
 * number, and returns NULL, or it returns what is wrong. The file is read
 * twice, first for the number of processors and to find out whether it is
 * ordered by time, then for its events, so the sink gets no event of a file
 * with an error. If `report` is not NULL, lines are independent of each other:
 * a malformed line is omitted and reported, unless all lines are malformed. */
int lines_read(struct input *in,
               const char *parse(struct params *params, const char *line,
                                 struct weft_event *event, size_t *count),
               const struct weft_sink *sink, struct weft_read_report *report,
               struct weft_error *err);

#endif
