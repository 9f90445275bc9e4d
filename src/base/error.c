/* Functions that fill error objects. */
#include "base.h"

#include <errno.h>
#include <stdio.h>
#include <weft/error.h>

static void error_fill(struct weft_error *err, enum weft_error_kind kind,
                       unsigned line, const char *format, va_list arguments)
{
    err->kind = kind;
    err->system = 0;
    err->line = line;
    vsnprintf(err->text, sizeof err->text, format, arguments);
    text_make_plain(err->text); /* error texts may quote files */
}

int weft_error_set(struct weft_error *err, enum weft_error_kind kind,
                   unsigned line, const char *format, ...)
{
    if (err) {
        va_list arguments;
        va_start(arguments, format);
        error_fill(err, kind, line, format, arguments);
        va_end(arguments);
    }
    return -1;
}

int weft_error_system(struct weft_error *err, int code, unsigned line,
                      const char *format, ...)
{
    bool memory = code == ENOMEM;
    if (err) {
        va_list arguments;
        va_start(arguments, format);
        error_fill(err, memory ? WEFT_ERROR_MEMORY : WEFT_ERROR_SYSTEM, line,
                   format, arguments);
        va_end(arguments);
        err->system = memory ? 0 : code;
    }
    return -1;
}

bool weft_error_is_misuse(const struct weft_error *err)
{
    return err->kind == WEFT_ERROR_MISUSE || err->kind == WEFT_ERROR_UNKNOWN;
}
