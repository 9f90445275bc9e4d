/* The reader of chrome traces must survive any input. */
#include "trace/format.h"

#include <stddef.h>
#include <stdint.h>

extern const struct weft_format trace_chrome;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct weft_in *in = weft_in_memory(data, size, NULL);
    if (!in)
        return 0;
    struct weft_trace trace = {0};
    const struct weft_sink sink = weft_trace_collect(&trace);
    weft_read_from(in, &trace_chrome, "fuzz", &sink, NULL, NULL);
    weft_trace_finish(&trace);
    weft_in_close(in);
    return 0;
}
