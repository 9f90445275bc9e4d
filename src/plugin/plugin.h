/* Plug-ins: from a file to rows of the tables; private to src/plugin.
 *
 * plugin.c loads a shared object and collects what it makes known while it is
 * loaded; compile.c makes a shared object of C or C++ and keeps it in a cache.
 */
#ifndef WEFT_SRC_PLUGIN_H
#define WEFT_SRC_PLUGIN_H

#include <weft/plugin.h>

/* What a file was compiled to. */
struct plugin_object {
    char *path;    /* to be freed */
    bool for_once; /* nobody keeps it: it may be removed once it is loaded */
    bool kept;     /* it was in the cache */
};

/* Compile a file, or (unless `again`) find it compiled in the cache. 0, or -1
 * with an error as of weft_plugin_open(). */
int plugin_compile(const char *file, bool again, struct plugin_object *object,
                   struct weft_error *err);

/* Do the first letters of a word end with one of the endings of C or C++? */
bool plugin_is_source(const char *word, size_t length);

#endif
