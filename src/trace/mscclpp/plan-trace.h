/* Convert a plan to a trace. */
#ifndef WEFT_SRC_TRACE_MSCCLPP_PLAN_TRACE_H
#define WEFT_SRC_TRACE_MSCCLPP_PLAN_TRACE_H

struct input;
struct weft_sink;
struct weft_read_report;
struct weft_error;

/* Read a plan as a trace; a format's function. */
int plan_trace_read(struct input *in, const struct weft_sink *sink,
                    struct weft_read_report *report, struct weft_error *err);

#endif
