/* The paths of modules. */
#include "module-path.h"

#include "base/base.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef WEFT_MODULES
#define WEFT_MODULES "/usr/local/lib/weft"
#endif

/* Return the path of a module in the build folder, derived from the path of the
 * program. NULL: it does not exist. */
static char *module_path_in_build(const char *folder, const char *file)
{
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program);
    while (length > 0 && program[length - 1] != '/')
        length--;
    if (length <= 0)
        return NULL;
    char *path =
        format_text("%.*s../modules/%s/%s", (int)length, program, folder, file);
    if (path && !access(path, F_OK))
        return path;
    free(path);
    return NULL;
}

char *module_path(const char *folder, const char *file)
{
    const char *set = getenv("WEFT_MODULES");
    if (set && *set)
        return format_text("%s/%s", set, file);
    char *path = module_path_in_build(folder, file);
    return path ? path : format_text("%s/%s", WEFT_MODULES, file);
}
