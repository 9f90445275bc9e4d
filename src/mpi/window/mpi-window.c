/* Windows: their handles, errors and barriers. */
#include "window.h"

#include <stdarg.h>
#include <stdio.h>

struct window *window_of(const struct rank *rank, MPI_Win handle)
{
    return handle_object(rank, HANDLE_WIN, handle);
}

int window_error(struct rank *rank, struct window *window, int class,
                 const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    struct error_handler *handler = window->comm->errhandler;
    if (handler && handler->function) {
        int code = class;
        MPI_Win handle = window->handle;
        handler->function((MPI_Comm *)&handle, &code);
        return class;
    }
    return rank_error(rank, window->comm, class, "%s", text);
}
