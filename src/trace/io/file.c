/* Any other file a command leaves behind, written as carefully as a trace. */
#include "out.h"

int weft_file_write(const char *path, const void *bytes, size_t count,
                    struct weft_error *err)
{
    struct output out = {0};
    if (out_open(&out, path, false, err))
        return -1;
    out_bytes(&out, bytes, count);
    return out_close(&out, err);
}
