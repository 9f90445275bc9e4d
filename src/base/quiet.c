/* Suppresses error messages of libxml2. */
#include "quiet.h"

void quiet_remember(struct quiet *quiet, const xmlError *error)
{
    if (error->code != XML_ERR_NO_MEMORY)
        return;
    quiet->memory = true;
    if (quiet->escapes)
        longjmp(quiet->escape, 1);
}

static void base_quiet_remember(void *arg, xmlErrorPtr error)
{
    quiet_remember(arg, error);
}

static void print_nothing(void *arg, const char *format, ...)
{
    (void)arg, (void)format;
}

void quiet_begin(struct quiet *quiet)
{
    quiet->memory = quiet->escapes = false;
    quiet->handler = xmlStructuredError;
    quiet->handler_arg = xmlStructuredErrorContext;
    quiet->printer = xmlGenericError;
    quiet->printer_arg = xmlGenericErrorContext;
    xmlSetStructuredErrorFunc(quiet, base_quiet_remember);
    xmlSetGenericErrorFunc(NULL, print_nothing);
}

void quiet_end(const struct quiet *quiet)
{
    xmlSetStructuredErrorFunc(quiet->handler_arg, quiet->handler);
    xmlSetGenericErrorFunc(quiet->printer_arg, quiet->printer);
}
