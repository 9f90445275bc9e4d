/* Reading traces as the commands do, with the option --no-limit. */
#ifndef WEFT_TOOLS_READING_H
#define WEFT_TOOLS_READING_H

#include <argp.h>
#include <weft/trace.h>

/* What a command that reads traces has among its argp's children; and, as a
 * list of them, if it has no others. */
extern const struct argp reading;
extern const struct argp_child reading_only[];

/* weft_trace_read(), or weft_trace_read_trusted() after --no-limit. */
int read_trace(const char *source, const struct weft_sink *sink,
               struct weft_read_report *report, struct weft_error *err);
/* There was nothing in it: a line to standard error. */
void say_empty(const char *source);

#endif
