/* The error object. */
#include <errno.h>
#include <stdio.h>
#include <weft/error.h>

int weft_error_set(struct weft_error *err, int code, unsigned line,
                   const char *format, ...)
{
    if (err) {
        va_list arguments;
        va_start(arguments, format);
        err->line = line;
        vsnprintf(err->text, sizeof err->text, format, arguments);
        va_end(arguments);
    }
    errno = code;
    return -1;
}
