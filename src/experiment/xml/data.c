/* Files of numbers that an experiment names: they lie beside it or below, so
 * that a stranger's experiment does not read what else there is. */
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

const char *data_path(struct reading *r, const xmlNode *element,
                      const char *name)
{
    const char *path = beside(r, name);
    if (!path)
        weft_error_set(r->err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (!path || r->trusted || is_below(r->folder, path))
        return path;
    element_error(element, WEFT_ERROR_SYSTEM, r->err,
                  "data '%.200s' is not below the folder of the experiment "
                  "(--force reads it)",
                  name);
    return NULL;
}
