/* Tracks whether the current thread runs code that is not part of weft. */
#include "plugin-code.h"

static _Thread_local int plugin_code_depth;

void plugin_code_enters(void)
{
    plugin_code_depth++;
}

void plugin_code_leaves(void)
{
    plugin_code_depth--;
}

bool plugin_code_is_running(void)
{
    return plugin_code_depth > 0;
}
