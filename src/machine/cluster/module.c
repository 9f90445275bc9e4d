/* Find the MPI library that started this process, and load its module.
 *
 * A module is built for one MPI library, since there is no common binary
 * interface. The launcher is recognised by its environment variables; WEFT_MPI
 * overrides the choice with the name of a module or of its file. */
#include "module.h"
#include "base/base.h"
#include "base/files/module-path.h"
#include "base/object.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Environment variables that launchers set. The first row with a variable that
 * is set counts. */
static const struct starter {
    const char *rank, *size;
    const char *module; /* module to load; NULL: any available one */
} starters[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "openmpi"},
    {"PMI_RANK", "PMI_SIZE", "mpich"},
    {"PMIX_RANK", NULL, "openmpi"},
    {"SLURM_PROCID", "SLURM_NTASKS", NULL},
};
static const char *const modules[] = {"mpich", "openmpi"};

#define MODULE_COUNT(table) (sizeof(table) / sizeof *(table))

static const struct starter *starter(void)
{
    for (size_t i = 0; i < MODULE_COUNT(starters); i++) {
        const char *size = starters[i].size ? getenv(starters[i].size) : NULL;
        if (getenv(starters[i].rank) && (!size || strcmp(size, "1") != 0))
            return &starters[i];
    }
    return NULL;
}

int weft_cluster_started(void)
{
    const struct starter *found = starter();
    return found ? atoi(getenv(found->rank)) : -1;
}

/* Return the file that the user names, or that of a module. NULL: out of
 * memory. */
static char *module_path_of(const char *module)
{
    if (strchr(module, '/'))
        return strdup(module);
    char *file = format_text("weft-%s.so", module);
    char *path = file ? module_path("mpi", file) : NULL;
    free(file);
    return path;
}

static struct weft_transport *module_open_file(const char *path,
                                               struct weft_error *err)
{
    /* make the symbols global: plug-ins that MPI libraries load need them */
    const char *why = object_fault(path);
    void *handle = why ? NULL : dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!handle) {
        why = why ? why : dlerror();
        weft_error_set(err, WEFT_ERROR_SYSTEM, 0, "cannot load %.150s: %.250s",
                       path, why ? why : "unknown reason");
        return NULL;
    }
    void *symbol = dlsym(handle, WEFT_TRANSPORT_OPEN);
    weft_transport_open *open = NULL;
    memcpy(&open, &symbol, sizeof open);
    if (!open)
        weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                       "%.200s is not a weft module: it lacks %s", path,
                       WEFT_TRANSPORT_OPEN);
    return open ? open(err) : NULL;
}

static struct weft_transport *open_module(const char *module,
                                          struct weft_error *err)
{
    char *path = module_path_of(module);
    struct weft_transport *transport = NULL;
    if (!path)
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    else if (access(path, F_OK))
        weft_error_set(
            err, WEFT_ERROR_SYSTEM, 0,
            "engine mpi: no module for %.60s: %.200s not found (it is built "
            "where that MPI is installed; WEFT_MPI selects another)",
            module, path);
    else
        transport = module_open_file(path, err);
    free(path);
    return transport;
}

struct weft_transport *module_open(struct weft_error *err)
{
    const struct starter *found = starter();
    const char *word = getenv("WEFT_MPI");
    if (found && !(word && *word))
        word = found->module;
    if (word && *word)
        return open_module(word, err);
    struct weft_transport *transport = NULL;
    for (size_t i = 0; !transport && i < MODULE_COUNT(modules); i++)
        transport = open_module(modules[i], err);
    return transport;
}
