/* Plug-ins: from a file to rows of the tables; private to src/plugin.
 *
 * plugin.c loads a shared object and collects what it makes known while it is
 * loaded; compile.c makes a shared object of C or C++ and keeps it in a cache.
 */
#ifndef WEFT_SRC_PLUGIN_H
#define WEFT_SRC_PLUGIN_H

#include <weft/plugin.h>

/* Compile a file, or find it compiled in the cache.
 *
 * object    filled: the path of the shared object, to be freed
 * for_once  filled: nobody keeps it: it may be removed once it is loaded
 * 0, or -1 with an error as of weft_plugin_open(). */
int plugin_compile(const char *file, char **object, bool *for_once,
                   struct weft_error *err);

/* Does a word end with one of the endings of C or C++? */
bool plugin_is_source(const char *word);

#endif
