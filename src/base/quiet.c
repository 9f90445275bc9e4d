/* Errors of libxml2, not printed. */
#include "quiet.h"

static void remember(void *arg, xmlErrorPtr error)
{
    struct quiet *quiet = arg;
    if (error->code == XML_ERR_NO_MEMORY)
        quiet->memory = true;
}

static void print_nothing(void *arg, const char *format, ...)
{
    (void)arg, (void)format;
}

void quiet_begin(struct quiet *quiet)
{
    *quiet = (struct quiet){
        .handler = xmlStructuredError,
        .handler_arg = xmlStructuredErrorContext,
        .printer = xmlGenericError,
        .printer_arg = xmlGenericErrorContext,
    };
    xmlSetStructuredErrorFunc(quiet, remember);
    xmlSetGenericErrorFunc(NULL, print_nothing);
}

void quiet_end(const struct quiet *quiet)
{
    xmlSetStructuredErrorFunc(quiet->handler_arg, quiet->handler);
    xmlSetGenericErrorFunc(quiet->printer_arg, quiet->printer);
}
