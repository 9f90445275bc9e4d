/* Loading of plug-ins. A shared object registers its strategies, problems and
 * networks in functions that the loader calls. They call weft_strategy_add()
 * and similar functions, which add rows to registries and record them in the
 * list of the file that is being opened. */
#include "plugin.h"

#include "base/base.h"
#include "base/object.h"
#include "base/plugin-code.h"
#include "base/system/playground.h"
#include "registry.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <string.h>

struct plugin_names {
    const char **name; /* [count] */
    size_t count, room;
};

/* An opened file. It is never unloaded, because its code may be running. */
struct opened {
    struct weft_plugin plugin;
    char *path; /* canonical path of the file */
    char *name; /* name of strategies that have none of their own */
    struct weft_plugin_strategy *strategy;
    struct plugin_names problem, network;
    size_t room;
    const void *base; /* load address of the object */
    struct opened *next;
};

static pthread_mutex_t plugin_lock =
    PTHREAD_MUTEX_INITIALIZER; /* guards `plugin_all` */
static struct opened
    *_Atomic plugin_all; /* grows at its head; read without the lock */

/* The file that this thread is opening, and its first error. */
static _Thread_local struct opened *plugin_opening;
static _Thread_local struct weft_error *plugin_refused;

/* ---- what a file registers ---- */

static int plugin_note(struct opened *file, const char *problem,
                       const char *name, struct weft_error *err)
{
    if (array_grow(&file->strategy, &file->room, file->plugin.strategies + 1,
                   sizeof *file->strategy))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    file->strategy[file->plugin.strategies++] =
        (struct weft_plugin_strategy){problem, name};
    file->plugin.strategy = file->strategy;
    return 0;
}

static int plugin_note_name(struct plugin_names *names, const char *name,
                            struct weft_error *err)
{
    if (array_grow(&names->name, &names->room, names->count + 1,
                   sizeof *names->name))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    names->name[names->count++] = name;
    return 0;
}

/* Publish the lists of a file after additions. */
static void plugin_publish(struct opened *file)
{
    file->plugin.problem = file->problem.name;
    file->plugin.problems = file->problem.count;
    file->plugin.network = file->network.name;
    file->plugin.networks = file->network.count;
}

/* A later MINOR version may have more than this one (docs/library.md). */
static int check_version(const char *version, struct weft_error *err)
{
    unsigned major = 0, minor = 0;
    version = version ? version : "built for an unknown version";
    if (sscanf(version, "%u.%u.", &major, &minor) == 2 &&
        major == WEFT_VERSION_MAJOR && minor <= WEFT_VERSION_MINOR)
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "built for weft %.20s; this is %s", version,
                          weft_version());
}

void *registry_row(struct registry *registry, size_t i)
{
    return i < atomic_load_explicit(&registry->count, memory_order_acquire)
               ? __atomic_load_n(&registry->row[i], __ATOMIC_ACQUIRE)
               : NULL;
}

/* Return the index for a new row: of a forgotten row, or after all rows. */
static size_t registry_place(const struct registry *registry, size_t count)
{
    size_t i = 0;
    while (i < count &&
           !(registry->forgotten && registry->forgotten(registry->row[i])))
        i++;
    return i;
}

/* Add a row. Returns its name, or NULL if it was rejected. */
static const char *registry_append(struct registry *registry, const void *own,
                                   const char *name, struct weft_error *err)
{
    static const char *const what[] = {"strategies", "problems", "networks"};
    const char *kept = NULL;
    pthread_mutex_lock(&registry->lock);
    size_t count = atomic_load(&registry->count);
    size_t place = registry_place(registry, count);
    void *row = NULL;
    if (place == registry->most)
        weft_error_set(err, WEFT_ERROR_LIMIT, 0, "more than %zu %s", count,
                       what[registry->kind]);
    else
        row = registry->make(own, name, &kept, err);
    if (kept)
        __atomic_store_n(&registry->row[place], row, __ATOMIC_RELEASE);
    if (kept && place == count)
        atomic_store_explicit(&registry->count, count + 1,
                              memory_order_release);
    pthread_mutex_unlock(&registry->lock);
    return kept;
}

int registry_add(struct registry *registry, const void *own, const char *name,
                 const char *problem, const char *version,
                 struct weft_error *reported)
{
    struct opened *file = plugin_opening;
    struct weft_error err = {0};
    int status = check_version(version, &err);
    if (!status) {
        name = name || !file ? name : file->name;
        name = registry_append(registry, own, name, &err);
        status = name ? 0 : -1;
    }
    if (!status && file && registry->kind == REGISTRY_STRATEGIES)
        status = plugin_note(file, problem, name, &err);
    else if (!status && file)
        status = plugin_note_name(registry->kind == REGISTRY_PROBLEMS
                                      ? &file->problem
                                      : &file->network,
                                  name, &err);
    if (status && plugin_refused && !plugin_refused->text[0])
        *plugin_refused = err; /* report only the first error */
    if (status && reported)
        *reported = err;
    return status;
}

/* ---- files ---- */

static const char *after_slash(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Return whether the prefix of a word is the name of a plug-in. */
static bool names_plugin(const char *word, size_t length)
{
    return plugin_is_source(word, length) ||
           (length >= 3 && !strncmp(word + length - 3, ".so", 3));
}

bool weft_is_plugin(const char *word)
{
    return names_plugin(word, strlen(word));
}

size_t weft_plugin_part(const char *word)
{
    size_t length = strlen(word);
    /* The prefix "file:" marks the name of an edge list. */
    if (!strncmp(word, "file:", 5))
        return 0;
    while (length) {
        if (names_plugin(word, length))
            return length;
        while (length && word[--length] != ':')
            ;
    }
    return 0;
}

bool weft_plugin_works(void)
{
    return plugin_code_is_running();
}

static struct opened *plugin_find(const char *path)
{
    struct opened *file = plugin_all;
    while (file && strcmp(file->path, path) != 0)
        file = file->next;
    return file;
}

static void plugin_forget(struct opened *file)
{
    free(file->strategy);
    free(file->problem.name);
    free(file->network.name);
    free((char *)file->plugin.file);
    free(file->path);
    free(file->name);
    free(file);
}

static struct opened *plugin_create(const char *file, const char *path)
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
    plugin_forget(made);
    return NULL;
}

/* The loader's message begins with the path, which is already in the error. */
static int plugin_load_failed(const char *file, struct weft_error *err)
{
    const char *why = dlerror();
    const char *colon = why ? strstr(why, ": ") : NULL;
    return weft_error_set(err, WEFT_ERROR_FORMAT, 0, "cannot load '%s': %s",
                          file, colon ? colon + 2 : "unknown reason");
}

/* Return the load address of an object. */
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
    for (struct opened *file = plugin_all; file; file = file->next)
        if (file->base == info.dli_fbase)
            return file->plugin.file;
    return NULL;
}

/* Return whether the file has registered anything. */
static bool plugin_holds(const struct opened *file)
{
    return file->plugin.strategies || file->problem.count ||
           file->network.count;
}

/* Load an object, which registers its contents meanwhile. */
static int plugin_load(struct opened *file, const char *object,
                       struct weft_error *err)
{
    struct weft_error wrong = {0};
    plugin_opening = file;
    plugin_refused = &wrong;
    plugin_code_enters();
    void *handle = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    plugin_code_leaves();
    plugin_opening = NULL;
    plugin_refused = NULL;
    if (!handle)
        return plugin_load_failed(file->plugin.file, err);
    file->base = base_of(handle);
    plugin_publish(file);
    if (wrong.text[0])
        return weft_error_set(err, wrong.kind, 0, "'%s': %s", file->plugin.file,
                              wrong.text);
    if (plugin_holds(file))
        return 0;
    return weft_error_set(
        err, WEFT_ERROR_EMPTY, 0,
        "'%s' registers no strategy, problem or network; use WEFT_STRATEGY(), "
        "WEFT_PROBLEM() or WEFT_NETWORK() of weft/plugin.h",
        file->plugin.file);
}

static void remove_object(const char *object)
{
    char *folder = strndup(object, (size_t)(after_slash(object) - object));
    unlink(object);
    if (folder)
        rmdir(folder);
    free(folder);
}

/* Compile the file and load the result. Returns 0, -1, or 1 if the cached
 * object cannot be loaded. */
static int plugin_build(struct opened *file, bool again, struct weft_error *err)
{
    struct plugin_object object;
    int status = plugin_compile(file->plugin.file, again, &object, err);
    if (!status)
        status = plugin_load(file, object.path, err);
    if (status && object.kept && err->kind == WEFT_ERROR_FORMAT)
        status = 1;
    if (object.path && object.for_once)
        remove_object(object.path);
    free(object.path);
    return status;
}

static int build_and_load(struct opened *file, struct weft_error *err)
{
    struct weft_error own = {0};
    err = err ? err : &own;
    if (!plugin_is_source(file->plugin.file, strlen(file->plugin.file)))
        return plugin_load(file, file->path, err);
    int status = plugin_build(file, false, err);
    return status > 0 ? plugin_build(file, true, err) : status;
}

static struct opened *open_new(const char *file, const char *path,
                               struct weft_error *err)
{
    struct opened *made = plugin_create(file, path);
    if (!made) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        return NULL;
    }
    if (build_and_load(made, err)) {
        if (!plugin_holds(made))
            plugin_forget(made);
        return NULL;
    }
    made->next = plugin_all;
    plugin_all = made;
    return made;
}

const struct weft_plugin *weft_plugin_open(const char *file,
                                           struct weft_error *err)
{
    struct stat status;
    if (WEFT_PLAYGROUND) {
        weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                       NOT_IN_PLAYGROUND "plug-ins in C, such as '%.200s'",
                       file);
        return NULL;
    }
    char *path = realpath(file, NULL);
    int code = path && !stat(path, &status) ? input_claim(&status) : errno;
    if (code) {
        weft_error_system(err, code, 0, "cannot read '%s': %s", file,
                          open_reason(code));
        free(path);
        return NULL;
    }
    const char *fault = object_fault(path); /* NULL for a source file */
    if (fault) {
        weft_error_set(err, WEFT_ERROR_SYSTEM, 0, "cannot read '%s': %s", file,
                       fault);
        free(path);
        return NULL;
    }
    pthread_mutex_lock(&plugin_lock);
    struct opened *found = plugin_find(path);
    if (!found)
        found = open_new(file, path, err);
    pthread_mutex_unlock(&plugin_lock);
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
    if (plugin && plugin->strategies)
        weft_error_set(err, WEFT_ERROR_UNKNOWN, 0,
                       "'%s' has no strategy of '%s', only of '%s'", file,
                       problem, plugin->strategy[0].problem);
    else if (plugin)
        weft_error_set(err, WEFT_ERROR_UNKNOWN, 0, "'%s' has no strategy",
                       file);
    return NULL;
}

const char *weft_plugin_problem(const char *file, struct weft_error *err)
{
    const struct weft_plugin *plugin = weft_plugin_open(file, err);
    if (plugin && plugin->problems)
        return plugin->problem[0];
    if (plugin && plugin->strategies)
        return plugin->strategy[0].problem;
    if (plugin)
        weft_error_set(err, WEFT_ERROR_UNKNOWN, 0,
                       "'%s' has neither a problem nor a strategy", file);
    return NULL;
}

const char *weft_plugin_network(const char *file, struct weft_error *err)
{
    const struct weft_plugin *plugin = weft_plugin_open(file, err);
    if (plugin && plugin->networks)
        return plugin->network[0];
    if (plugin)
        weft_error_set(err, WEFT_ERROR_UNKNOWN, 0, "'%s' has no network", file);
    return NULL;
}
