/* Suppresses libxml2's messages. libxml2 reports errors by results and through
 * handlers, which print by default. While it is quiet, nothing is printed, and
 * failed allocations are recorded, because some of its functions continue with
 * incomplete data and report nothing. */
#ifndef WEFT_SRC_BASE_QUIET_H
#define WEFT_SRC_BASE_QUIET_H

#include <libxml/xmlerror.h>
#include <setjmp.h>
#include <stdbool.h>

struct quiet {
    bool memory; /* whether an allocation has failed since quiet_begin() */
    /* If `escapes` is set, a failed allocation ends the call at once with
     * longjmp(), although its memory leaks: the parser of RELAX NG schemas
     * believes that a table has grown when it has not, and writes beyond it. */
    jmp_buf escape;
    bool escapes;
    /* the thread's previous handlers, restored by quiet_end() */
    xmlStructuredErrorFunc handler;
    void *handler_arg;
    xmlGenericErrorFunc printer;
    void *printer_arg;
};

/* Call both in the same thread; `quiet` must not move in between. */
void quiet_begin(struct quiet *quiet);
void quiet_end(const struct quiet *quiet);
/* For the caller's own error handlers: pass each error on to this. */
void quiet_remember(struct quiet *quiet, const xmlError *error);

#endif
