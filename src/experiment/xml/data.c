/* Data files, networks and plug-ins that an experiment names: they must be in
 * the experiment's folder or below, so that an untrusted experiment cannot read
 * or run other files. */
#include "reading.h"

#include "trace/format.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <weft/plugin.h>

/* Return the path of a file beside the experiment, wherever the program was
 * started. */
static const char *data_beside(struct reading *r, const char *name)
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

/* Return whether `path`, with all links resolved, is in the folder or below it.
 * A missing file is accepted, since it cannot be read. */
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

/* Position of a file name in a value. */
struct named_file {
    /* position and length of the name; length 0: no file name */
    size_t begin, length;
};

/* Return the index of the file name in a value with a format, such as
 * "picl:a.txt". */
static size_t behind_format(const char *value)
{
    struct target target;
    return target_parse(&target, value, NULL) ? 0
                                              : (size_t)(target.path - value);
}

/* Find the file name in a value: for numbers, a goal, a schedule, a network
 * file, or a plug-in ("./mine.c", "./mine.c:8"). */
static struct named_file file_in(const char *setting, const char *value)
{
    size_t before = strcspn(value, ":") + 1, plugin = weft_plugin_part(value);
    if (!strcmp(setting, "data") || !strcmp(setting, "goal"))
        return (struct named_file){0, strlen(value)};
    if (!strcmp(setting, "schedule")) {
        size_t begin = behind_format(value);
        return (struct named_file){begin, strlen(value) - begin};
    }
    if (!strcmp(setting, "network") && !plugin &&
        weft_network_reads_file(value))
        return (struct named_file){before, strlen(value) - before};
    bool word = !strcmp(setting, "strategy") || !strcmp(setting, "problem");
    if (plugin && (word || !strcmp(setting, "network")))
        return (struct named_file){0, plugin};
    return (struct named_file){0, 0};
}

/* Replace the file name in a value by its path. */
static const char *with_path(struct reading *r, const char *value,
                             struct named_file part, const char *path)
{
    size_t rest = part.begin + part.length, length = strlen(path);
    char *made =
        owned_memory(r->owned, strlen(value) - part.length + length + 1, 1);
    if (!made) {
        weft_error_set(r->err, WEFT_ERROR_MEMORY, 0, "no memory");
        return NULL;
    }
    memcpy(made, value, part.begin);
    memcpy(made + part.begin, path, length);
    memcpy(made + part.begin + length, value + rest, strlen(value + rest) + 1);
    return made;
}

const char *value_path(struct reading *r, const xmlNode *element,
                       const char *setting, const char *value)
{
    struct named_file part = file_in(setting, value);
    if (!part.length)
        return value;
    char *name = strndup(value + part.begin, part.length);
    const char *path = name ? data_beside(r, name) : NULL, *placed = NULL;
    if (!path)
        weft_error_set(r->err, WEFT_ERROR_MEMORY, 0, "no memory");
    else if (r->trusted || is_below(r->folder, path))
        placed = with_path(r, value, part, path);
    else
        element_error(element, WEFT_ERROR_SYSTEM, r->err,
                      "%s '%.200s' is not below the folder of the experiment "
                      "(--force reads it)",
                      setting, name);
    free(name);
    return placed;
}

const char *value_problem(struct reading *r, const xmlNode *element,
                          const char *word)
{
    const char *path = value_path(r, element, "problem", word);
    if (!path || !weft_is_plugin(path))
        return path;
    const char *name = weft_plugin_problem(path, r->err);
    if (!name)
        element_blame(element, r->err);
    return name;
}
