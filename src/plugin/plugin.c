/* Loading plug-ins. A shared object makes its strategies known while it is
 * loaded, in functions that the loader calls; they come to
 * weft_strategy_add(), which puts them into the table of strategies and, while
 * a file is being opened, on the list of what that file holds. */
#include "plugin.h"

#include "base/base.h"
#include "problem/own.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One file, for ever: its code may be running. */
struct opened {
    struct weft_plugin plugin;
    char *path; /* canonical */
    char *name; /* of strategies that have none of their own */
    struct weft_plugin_strategy *strategy;
    size_t room;
    const void *base; /* where it is loaded */
    struct opened *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards `all` */
static struct opened *_Atomic all; /* grows at its head; read without lock */

/* The file that this thread is opening, and what was wrong with it. */
static _Thread_local struct opened *opening;
static _Thread_local struct weft_error *refused;

/* ---- what a file makes known ---- */

static int note(struct opened *file, const struct weft_strategy_info *info,
                const char *problem, struct weft_error *err)
{
    if (array_grow(&file->strategy, &file->room, file->plugin.strategies + 1,
                   sizeof *file->strategy))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    file->strategy[file->plugin.strategies++] =
        (struct weft_plugin_strategy){problem, info->name};
    file->plugin.strategy = file->strategy;
    return 0;
}

static bool same_version(const char *version)
{
    unsigned major = 0, minor = 0;
    return sscanf(version, "%u.%u.", &major, &minor) == 2 &&
           major == WEFT_VERSION_MAJOR && minor == WEFT_VERSION_MINOR;
}

static int add(const struct weft_own_strategy *strategy, const char *version,
               struct weft_error *err)
{
    const struct weft_strategy_info *info;
    if (!same_version(version))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "built for weft %.20s; this is %s", version,
                              weft_version());
    if (own_add(strategy, opening ? opening->name : NULL, &info, err))
        return -1;
    return opening ? note(opening, info, strategy->problem, err) : 0;
}

int weft_strategy_add(const struct weft_own_strategy *strategy,
                      const char *version)
{
    struct weft_error err = {0};
    int status = add(strategy, version, &err);
    if (status && refused && !refused->text[0])
        *refused = err;
    return status;
}

/* ---- files ---- */

static const char *after_slash(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool weft_is_plugin(const char *word)
{
    const char *dot = strrchr(word, '.');
    return plugin_is_source(word) || (dot && !strcmp(dot, ".so"));
}

static struct opened *find(const char *path)
{
    struct opened *file = all;
    while (file && strcmp(file->path, path) != 0)
        file = file->next;
    return file;
}

static void forget(struct opened *file)
{
    free(file->strategy);
    free((char *)file->plugin.file);
    free(file->path);
    free(file->name);
    free(file);
}

static struct opened *create(const char *file, const char *path)
{
    struct opened *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->plugin.file = strdup(file);
    made->path = strdup(path);
    made->name = strdup(after_slash(file));
    if (made->plugin.file && made->path && made->name) {
        char *dot = strrchr(made->name, '.');
        *(dot ? dot : made->name) = '\0';
        return made;
    }
    forget(made);
    return NULL;
}

/* What the loader says begins with the path, which the error has already. */
static int load_failed(const char *file, struct weft_error *err)
{
    const char *why = dlerror();
    const char *colon = why ? strstr(why, ": ") : NULL;
    return weft_error_set(err, WEFT_ERROR_FORMAT, 0, "cannot load '%s': %s",
                          file, colon ? colon + 2 : "unknown reason");
}

/* Where the loader has put it. */
static const void *base_of(void *handle)
{
    struct link_map *map = NULL;
    return dlinfo(handle, RTLD_DI_LINKMAP, &map) ? NULL
                                                 : (const void *)map->l_addr;
}

const char *weft_plugin_at(const void *address)
{
    Dl_info info;
    if (!address || !dladdr(address, &info))
        return NULL;
    for (struct opened *file = all; file; file = file->next)
        if (file->base == info.dli_fbase)
            return file->plugin.file;
    return NULL;
}

/* Load an object; it calls weft_strategy_add() meanwhile. */
static int load(struct opened *file, const char *object, struct weft_error *err)
{
    struct weft_error wrong = {0};
    opening = file;
    refused = &wrong;
    void *handle = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    opening = NULL;
    refused = NULL;
    if (!handle)
        return load_failed(file->plugin.file, err);
    file->base = base_of(handle);
    if (wrong.text[0])
        return weft_error_set(err, wrong.kind, 0, "'%s': %s", file->plugin.file,
                              wrong.text);
    if (!file->plugin.strategies)
        return weft_error_set(err, WEFT_ERROR_EMPTY, 0,
                              "'%s' makes no strategy known: WEFT_STRATEGY() "
                              "of weft/plugin.h does",
                              file->plugin.file);
    return 0;
}

static void remove_object(const char *object)
{
    char *folder = strndup(object, (size_t)(after_slash(object) - object));
    unlink(object);
    if (folder)
        rmdir(folder);
    free(folder);
}

static int build_and_load(struct opened *file, struct weft_error *err)
{
    char *object = NULL;
    bool for_once = false;
    if (!plugin_is_source(file->plugin.file))
        return load(file, file->path, err);
    int status = plugin_compile(file->plugin.file, &object, &for_once, err);
    if (!status)
        status = load(file, object, err);
    if (object && for_once)
        remove_object(object);
    free(object);
    return status;
}

static struct opened *open_new(const char *file, const char *path,
                               struct weft_error *err)
{
    struct opened *made = create(file, path);
    if (!made) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        return NULL;
    }
    if (build_and_load(made, err)) {
        if (made->plugin.strategies == 0)
            forget(made);
        return NULL;
    }
    made->next = all;
    all = made;
    return made;
}

const struct weft_plugin *weft_plugin_open(const char *file,
                                           struct weft_error *err)
{
    char *path = realpath(file, NULL);
    if (!path) {
        weft_error_system(err, errno, 0, "cannot read '%s': %s", file,
                          strerror(errno));
        return NULL;
    }
    pthread_mutex_lock(&lock);
    struct opened *found = find(path);
    if (!found)
        found = open_new(file, path, err);
    pthread_mutex_unlock(&lock);
    free(path);
    return found ? &found->plugin : NULL;
}

const char *weft_plugin_find(const char *file, const char *problem,
                             struct weft_error *err)
{
    const struct weft_plugin *plugin = weft_plugin_open(file, err);
    for (size_t i = 0; plugin && i < plugin->strategies; i++)
        if (strcmp(plugin->strategy[i].problem, problem) == 0)
            return plugin->strategy[i].name;
    if (plugin)
        weft_error_set(err, WEFT_ERROR_UNKNOWN, 0,
                       "'%s' has no strategy of '%s', but of '%s'", file,
                       problem, plugin->strategy[0].problem);
    return NULL;
}
