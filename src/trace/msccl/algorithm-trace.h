/* Convert an MSCCL algorithm to a trace; private to this folder. */
#ifndef WEFT_SRC_TRACE_MSCCL_ALGORITHM_TRACE_H
#define WEFT_SRC_TRACE_MSCCL_ALGORITHM_TRACE_H

#include "trace/format.h"

/* Read a file; see weft_format.read. */
int transfers_read(struct input *in, const struct weft_sink *sink,
                   struct weft_read_report *report, struct weft_error *err);

struct algorithm_trace_transfer {
    uint64_t slot;
    int32_t from, to, message;
    uint32_t items;
};

/* Emit the events of transfers, each of which takes the step that ends at its
 * slot; sorts them. */
int transfers_emit(struct algorithm_trace_transfer *list, size_t transfers,
                   const struct weft_trace_info *info,
                   const struct weft_sink *sink, struct weft_error *err);

#endif
