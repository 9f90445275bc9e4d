/* Plug-ins: registration of the contents of a file; private to src/plugin.
 *
 * plugin.c loads a shared object and collects what it registers; compile.c
 * compiles C or C++ to a shared object and caches it. */
#ifndef WEFT_SRC_PLUGIN_H
#define WEFT_SRC_PLUGIN_H

#include <weft/plugin.h>

/* The result of a compilation. */
struct plugin_object {
    char *path;    /* path of the object; freed by the caller */
    bool for_once; /* not cached: may be removed once it is loaded */
    bool kept;     /* the object was found in the cache */
};

/* Compile a file or, unless `again`, find the object in the cache. Returns 0,
 * or -1 with an error as in weft_plugin_open(). */
int plugin_compile(const char *file, bool again, struct plugin_object *object,
                   struct weft_error *err);

/* Return whether the prefix of a word ends with a file extension of C or
 * C++. */
bool plugin_is_source(const char *word, size_t length);

#endif
