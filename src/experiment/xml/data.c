/* Files of numbers and of networks that an experiment names: they lie beside it
 * or below, so that a stranger's experiment does not read what else there is.
 */
#include "reading.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Wherever the program was started. */
static const char *beside(struct reading *r, const char *name)
{
    size_t folder = r->folder ? strlen(r->folder) : 0;
    size_t length = strlen(name);
    if (!folder || *name == '/')
        return name;
    char *path = owned_memory(r->owned, folder + length + 1, 1);
    if (path) {
        memcpy(path, r->folder, folder);
        memcpy(path + folder, name, length);
    }
    return path;
}

/* Does `path`, all links followed, lie in the folder or below? What is not
 * there cannot be read either. */
static bool is_below(const char *folder, const char *path)
{
    char *base = realpath(folder && *folder ? folder : ".", NULL);
    char *whole = realpath(path, NULL);
    size_t length = base ? strlen(base) : 0;
    bool missing = !whole && errno != ENOMEM;
    bool below = base && whole && strncmp(base, whole, length) == 0 &&
                 (whole[length] == '/' || base[length - 1] == '/');
    free(base);
    free(whole);
    return missing || below;
}

/* The settings whose values may name files, and what stands before the name
 * then. */
static const struct {
    const char *setting, *before;
} names[] = {{"data", ""}, {"network", "file:"}};

/* The value with the path of the file in the place of its name. */
static const char *with_path(struct reading *r, const char *before,
                             const char *path)
{
    size_t first = strlen(before), rest = strlen(path);
    if (!first)
        return path;
    char *value = owned_memory(r->owned, first + rest + 1, 1);
    if (!value) {
        weft_error_set(r->err, WEFT_ERROR_MEMORY, 0, "no memory");
        return NULL;
    }
    memcpy(value, before, first);
    memcpy(value + first, path, rest);
    return value;
}

const char *value_path(struct reading *r, const xmlNode *element,
                       const char *setting, const char *value)
{
    size_t i = 0, count = sizeof names / sizeof *names;
    while (i < count &&
           (strcmp(setting, names[i].setting) ||
            strncmp(value, names[i].before, strlen(names[i].before))))
        i++;
    if (i == count)
        return value;
    const char *name = value + strlen(names[i].before), *path = beside(r, name);
    if (!path)
        weft_error_set(r->err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (!path || r->trusted || is_below(r->folder, path))
        return path ? with_path(r, names[i].before, path) : NULL;
    element_error(element, WEFT_ERROR_SYSTEM, r->err,
                  "%s '%.200s' is not below the folder of the experiment "
                  "(--force reads it)",
                  setting, name);
    return NULL;
}
