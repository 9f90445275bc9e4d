/* libxml2 tells its errors by results, and by calls to handlers that print
 * them if nobody has set others. While it is quiet, nothing is printed, and
 * that memory was refused is remembered: some of its functions go on with less
 * then, and tell nobody. */
#ifndef WEFT_SRC_BASE_QUIET_H
#define WEFT_SRC_BASE_QUIET_H

#include <libxml/xmlerror.h>
#include <stdbool.h>

struct quiet {
    bool memory; /* was refused since quiet_begin() */
    /* the thread's own handlers, put back by quiet_end() */
    xmlStructuredErrorFunc handler;
    void *handler_arg;
    xmlGenericErrorFunc printer;
    void *printer_arg;
};

/* Both by the same thread; `quiet` must stay where it is in between. */
void quiet_begin(struct quiet *quiet);
void quiet_end(const struct quiet *quiet);

#endif
