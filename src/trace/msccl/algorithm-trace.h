/* Convert an MSCCL algorithm to a trace; private to this folder. */
#ifndef WEFT_SRC_TRACE_MSCCL_ALGORITHM_TRACE_H
#define WEFT_SRC_TRACE_MSCCL_ALGORITHM_TRACE_H

#include "trace/format.h"

/* Read a file; see weft_format.read. */
int transfers_read(struct input *in, const struct weft_sink *sink,
                   struct weft_read_report *report, struct weft_error *err);

#endif
