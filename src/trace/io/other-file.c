/* Other files that commands write, as safely as traces. */
#include "out.h"

#include "base/base.h"

FILE *weft_file_open(const char *path, struct weft_error *err)
{
    FILE *file = NULL;
    int code = regular_open(path, &file);
    if (code)
        weft_error_system(err, code, 0, "%s", open_reason(code));
    return file;
}

int weft_file_write(const char *path, const void *bytes, size_t count,
                    struct weft_error *err)
{
    struct output out = {0};
    if (out_open(&out, path, false, err))
        return -1;
    out_bytes(&out, bytes, count);
    return out_close(&out, err);
}
