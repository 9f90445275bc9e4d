/* libxml2 tells its errors by results, and by calls to handlers that print
 * them if nobody has set others. While it is quiet, nothing is printed, and
 * that memory was refused is remembered: some of its functions go on with less
 * then, and tell nobody. */
#ifndef WEFT_SRC_BASE_QUIET_H
#define WEFT_SRC_BASE_QUIET_H

#include <libxml/xmlerror.h>
#include <setjmp.h>
#include <stdbool.h>

struct quiet {
    bool memory; /* was refused since quiet_begin() */
    /* Set both, and refused memory ends the call at once, whatever it owned
     * being lost: the builder of RELAX NG schemas takes a table for grown that
     * is not, and writes behind it. */
    jmp_buf escape;
    bool escapes;
    /* the thread's own handlers, put back by quiet_end() */
    xmlStructuredErrorFunc handler;
    void *handler_arg;
    xmlGenericErrorFunc printer;
    void *printer_arg;
};

/* Both by the same thread; `quiet` must stay where it is in between. */
void quiet_begin(struct quiet *quiet);
void quiet_end(const struct quiet *quiet);
/* For handlers of the caller's own: an error that came to them. */
void quiet_remember(struct quiet *quiet, const xmlError *error);

#endif
