/* Loading a program once per rank, with its private libraries, so that each
 * rank has its own global variables. Rank 0 uses the files as the dynamic
 * linker finds them; the other ranks use copies of these files. */
#include "mpi/load.h"
#include "base/object.h"
#include "mpi/libraries/object-names.h"
#include "mpi/process.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <weft/mpi/run.h>

/* Return the compiler for a source file, by its file extension, or NULL. */
static const char *load_compiler(const char *name)
{
    static const struct {
        const char *ending, *compiler;
    } sources[] = {
        {".c", "weft-mpicc"},     {".C", "weft-mpicxx"},
        {".cc", "weft-mpicxx"},   {".cpp", "weft-mpicxx"},
        {".cxx", "weft-mpicxx"},  {".f", "weft-mpifort"},
        {".F", "weft-mpifort"},   {".f90", "weft-mpifort"},
        {".F90", "weft-mpifort"},
    };
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof sources / sizeof *sources; i++)
        if (!strcmp(dot, sources[i].ending))
            return sources[i].compiler;
    return NULL;
}

static int load_refused(const struct program_copies *copies,
                        struct weft_error *err, const char *why)
{
    const char *name = copies->program, *compiler = load_compiler(name);
    if (compiler)
        return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                              "'%.150s' is a source file: compile it first: "
                              "%s %.150s -o %.*s",
                              name, compiler, name,
                              (int)(strrchr(name, '.') - name), name);
    return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                          "'%.200s' was not compiled with weft-mpicc: %.500s",
                          copies->program, why);
}

/* Set the error for a failure of the dynamic linker, which concerns the program
 * or one of its libraries. */
static int mpi_load_load_failed(const struct program_copies *copies, int i,
                                const char *path, struct weft_error *err)
{
    const char *why = dlerror();
    why = why ? why : "it cannot be loaded";
    size_t length = strlen(path); /* path of the copy, unknown to users */
    bool own = strncmp(why, path, length) == 0 && why[length] == ':';
    if (own)
        why += length + 1 + (why[length + 1] == ' ');
    if (i)
        return weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                              "the system allows no more than %d copies of "
                              "'%.200s': %.500s",
                              i, copies->program, why);
    if (own)
        return load_refused(copies, err, why);
    return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                          "'%.200s' cannot be loaded: %.500s", copies->program,
                          why);
}

/* Maximum number of files kept open for a debugger; 1024 is often the limit for
 * all files. */
#define KEPT_MAX 256

/* Return whether a debugger is attached. Its breakpoints are in the loaded
 * segments, which therefore must not be mapped again, and it reads the file
 * later. */
static bool is_traced(void)
{
    char line[128];
    long tracer = 0;
    FILE *status = fopen("/proc/self/status", "re");
    while (status && !tracer && fgets(line, sizeof line, status))
        if (strncmp(line, "TracerPid:", 10) == 0)
            tracer = strtol(line + 10, NULL, 10);
    if (status)
        fclose(status);
    return tracer != 0;
}

/* ---- the program and its libraries ----------------------------------------
 */

/* Open a file of the program, and find the part of it that is mapped. */
static int open_file(struct program_copies *copies, struct program_file *file,
                     const char *path, struct weft_error *err)
{
    struct stat status;
    file->file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    file->path = file->file < 0 ? NULL : realpath(path, NULL);
    if (!file->path || fstat(file->file, &status))
        return weft_error_system(err, errno, 0, "'%.200s': %s", path,
                                 strerror(errno));
    if (!S_ISREG(status.st_mode))
        return load_refused(copies, err, "it is not a regular file");
    if (!object_is_whole(file->file, status.st_size, &file->mapped))
        return load_refused(copies, err, "the file is truncated");
    if (copies->traced)
        file->mapped = status.st_size;
    return 0;
}

/* Check that the words of --share or --private name libraries. */
static int check_choice(const struct program_copies *copies,
                        const struct library_found *found, int count,
                        const char *option, const char *list,
                        struct weft_error *err)
{
    int length = 0;
    const char *unknown = private_unknown(found, count, list, &length);
    if (!unknown)
        return 0;
    return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                          "%s %.*s: '%.200s' uses no library of this name; "
                          "write the name of its file up to \".so\"",
                          option, length, unknown, copies->program);
}

/* Record the libraries of the loaded program, private or shared. */
static int note_libraries(struct program_copies *copies,
                          const struct library_found *found, int count,
                          struct weft_error *err)
{
    struct program_file *more =
        realloc(copies->file, (size_t)count * sizeof *more);
    copies->file = more ? more : copies->file;
    copies->shared = calloc((size_t)count, sizeof(char *));
    if (!more || !copies->shared)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    int shared = 0;
    for (int i = 1; i < count; i++) {
        const char *name = found[i].map->l_name;
        if (!found[i].own && !private_is_system(name))
            copies->shared[shared++] = strdup(name);
        if (!found[i].own)
            continue;
        struct program_file *file = &copies->file[copies->files++];
        *file = (struct program_file){.map = found[i].map};
        if (open_file(copies, file, name, err))
            return -1;
    }
    return 0;
}

/* Find the private libraries of the loaded program. */
static int find_libraries(struct program_copies *copies,
                          const struct library_choice *choice,
                          struct weft_error *err)
{
    struct library_found *found;
    int count = private_find(copies->file->map, choice, &found);
    int result = count < 0
                     ? weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory")
                     : note_libraries(copies, found, count, err);
    if (!result)
        result =
            check_choice(copies, found, count, "--share", choice->share, err);
    if (!result)
        result =
            check_choice(copies, found, count, "--private", choice->own, err);
    free(found);
    return result;
}

/* ---- copies ---------------------------------------------------------------
 */

/* Return a number that no other copy of a file has. */
static unsigned load_number(const struct program_copies *copies, int i, int k)
{
    return copies->numbered + (unsigned)(i * copies->files + k);
}

/* Replace the names of the private libraries that an object needs by unique
 * ones, and rename the libraries of this copy accordingly. Returns NULL or an
 * error text. */
static const char *load_connect(const struct program_copies *copies, int i,
                                int k, char **unique)
{
    const char *name, *wrong = NULL;
    const struct program_copy *copy = &copies->copy[i];
    for (int n = 0; !wrong; n++) {
        name = names_needed(copies->file[k].map, n);
        if (!name)
            return NULL;
        const struct link_map *needed =
            private_named(copies->file[k].map, name);
        for (int j = k + 1; j < copies->files && !wrong; j++) {
            if (copies->file[j].map != needed)
                continue;
            free(unique[j]);
            unique[j] = malloc(strlen(name) + 1);
            wrong = unique[j]
                        ? names_replace(copy->file[k].memory, name,
                                        load_number(copies, i, j), unique[j])
                        : "no memory";
            copy_rename(&copy->file[j], unique[j]);
        }
    }
    return wrong;
}

/* Load a copy of one file. */
static int load_file(const struct program_copies *copies, int i, int k,
                     char **unique, struct weft_error *err)
{
    const struct program_file *file = &copies->file[k];
    struct object_copy *copy = &copies->copy[i].file[k];
    char path[128];
    copy->memory = copy_file(file->file, file->mapped);
    if (copy->memory < 0)
        return weft_error_system(err, errno, 0,
                                 "cannot create copy %d of '%.200s': %s", i,
                                 file->path, strerror(errno));
    const char *wrong = load_connect(copies, i, k, unique);
    copy->kept = copies->traced && i * copies->files + k < KEPT_MAX;
    int result = 0;
    if (wrong)
        result = weft_error_set(err, WEFT_ERROR_WRONG, 0,
                                "a library of '%.200s' cannot be loaded once "
                                "per rank: %s; use --share",
                                file->path, wrong);
    else if (copy_load(copy, load_number(copies, i, k), path))
        result = mpi_load_load_failed(copies, i, path, err);
    else if (!copies->traced)
        copy_thin(copy, file->file);
    if (!copy->kept)
        close(copy->memory);
    return result;
}

/* Load the copies of all files for one rank. The dynamic linker finds a library
 * by the unique name that stands in the objects that need it, until the program
 * of the rank is loaded. */
static int load_files(const struct program_copies *copies, int i,
                      struct weft_error *err)
{
    struct object_copy *file = copies->copy[i].file;
    char **unique = calloc((size_t)copies->files, sizeof(char *));
    int result =
        unique ? 0 : weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (int k = copies->files; k-- > 0 && !result;)
        result = load_file(copies, i, k, unique, err);
    for (int k = 0; k < copies->files; k++) {
        /* sanitizers read the names; with a debugger the files are kept */
        if (file[k].map && !copies->traced)
            copy_rename(&file[k], copies->file[k].path);
        else if (file[k].name)
            file[k].map->l_name = file[k].name;
        free(unique ? unique[k] : NULL);
    }
    free(unique);
    return result;
}

/* Rank 0 uses the program and the libraries as the dynamic linker finds
 * them. */
static void use_first(const struct program_copies *copies, void *object)
{
    for (int k = 0; k < copies->files; k++)
        copy_describe(&copies->copy->file[k], copies->file[k].map);
    copies->copy->file->object = object;
}

/* Find what a copy exports. */
static int load_exports(const struct program_copies *copies,
                        struct program_copy *copy, struct weft_error *err)
{
    void *object = copy->file->object;
    const struct weft_mpi_program *known = dlsym(object, "weft_mpi_program");
    if (!known)
        return load_refused(copies, err, "it has no weft_mpi_program");
    if (known->interface != WEFT_MPI_INTERFACE)
        return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                              "'%.200s' was compiled with another version of "
                              "weft-mpicc; compile it again",
                              copies->program);
    copy->hook = dlsym(object, "weft_mpi_hook");
    copy->main = known->main;
    if (dlsym(object, "__kmpc_fork_call"))
        *(void **)&copy->omp_level = dlsym(object, "omp_get_level");
    return 0;
}

/* Load the program for rank 0, which decides which libraries there are. The
 * dynamic linker may have kept it from an earlier run; then its variables are
 * not new, and rank 0 gets a copy, too. */
static int load_first(struct program_copies *copies,
                      const struct library_choice *choice,
                      struct weft_error *err)
{
    const char *path = copies->file->path;
    /* the library of Fortran writes each line at once, so that the lines of all
     * ranks are in the order in which they run */
    setenv("GFORTRAN_UNBUFFERED_PRECONNECTED", "y", 0);
    void *kept = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
    void *object = kept ? kept : dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!object || dlinfo(object, RTLD_DI_LINKMAP, &copies->file->map))
        return mpi_load_load_failed(copies, 0, path, err);
    int result = find_libraries(copies, choice, err);
    copies->copy->file =
        calloc((size_t)copies->files, sizeof *copies->copy->file);
    if (!result && !copies->copy->file)
        result = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (!result && !kept)
        use_first(copies, object);
    else
        dlclose(object);
    return !result && kept ? load_files(copies, 0, err) : result;
}

/* Load the program and its private libraries for one rank. */
static int mpi_load_load(struct program_copies *copies, int i,
                         const struct library_choice *choice,
                         struct weft_error *err)
{
    struct program_copy *copy = &copies->copy[i];
    if (i == 0 && load_first(copies, choice, err))
        return -1;
    if (!copy->file)
        copy->file = calloc((size_t)copies->files, sizeof *copy->file);
    if (!copy->file)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (i && load_files(copies, i, err))
        return -1;
    return load_exports(copies, copy, err);
}

/* Check the number of memory maps that all copies need (including two per
 * stack) against the system's limit. */
static int check_room(const struct program_copies *copies, int count,
                      struct weft_error *err)
{
    long maps = 2, allowed = 0;
    for (int k = 0; k < copies->files; k++)
        maps += copy_maps(&copies->copy->file[k]);
    FILE *limit = fopen("/proc/sys/vm/max_map_count", "r");
    if (limit && fscanf(limit, "%ld", &allowed) != 1)
        allowed = 0;
    if (limit)
        fclose(limit);
    if (!allowed || maps * count < allowed)
        return 0;
    return weft_error_set(err, WEFT_ERROR_SYSTEM, 0,
                          "%d ranks of '%.200s' need about %ld memory maps, "
                          "but the system allows %ld: raise vm.max_map_count",
                          count, copies->program, maps * count, allowed);
}

/* Load `count` copies of one program. */
static int load_copies(struct program_copies *copies, const char *program,
                       const struct library_choice *choice, int count,
                       struct weft_error *err)
{
    copies->program = program;
    copies->loading = true;
    copies->copy = calloc((size_t)count, sizeof *copies->copy);
    copies->file = calloc(1, sizeof *copies->file);
    copies->files = copies->file ? 1 : 0;
    int result = copies->copy && copies->file
                     ? open_file(copies, copies->file, program, err)
                     : weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    while (!result && copies->count < count) {
        int i = copies->count++;
        result = mpi_load_load(copies, i, choice, err);
        if (!result && i == 0)
            result = check_room(copies, count, err);
    }
    for (int k = 0; k < copies->files; k++)
        if (copies->file[k].file >= 0)
            close(copies->file[k].file);
    copies->loading = false;
    return result;
}

int load_programs(struct program_copies *copies,
                  const struct weft_mpi_part *part, size_t parts,
                  const struct library_choice *choice, struct weft_error *err)
{
    struct program_copies *at = copies;
    *copies = (struct program_copies){.traced = is_traced()};
    int result = load_copies(at, part->program, choice, part->ranks, err);
    for (size_t i = 1; i < parts && !result; i++) {
        at->next = calloc(1, sizeof *at->next);
        if (!at->next) {
            result = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
            break;
        }
        at->next->traced = at->traced;
        at->next->numbered = load_number(at, at->count, 0);
        at = at->next;
        result = load_copies(at, part[i].program, choice, part[i].ranks, err);
    }
    if (result)
        load_free(copies);
    return result;
}

int load_count(const struct program_copies *copies)
{
    int count = 0;
    for (; copies; copies = copies->next)
        count += copies->count;
    return count;
}

const struct program_copies *load_part(const struct program_copies *copies,
                                       int *i)
{
    for (; copies->next && *i >= copies->count; copies = copies->next)
        *i -= copies->count;
    return copies;
}

const struct program_copy *load_copy(const struct program_copies *copies, int i)
{
    copies = load_part(copies, &i);
    return &copies->copy[i];
}

/* Return the program that is being loaded, or NULL. */
static const struct program_copies *
load_loading(const struct program_copies *copies)
{
    while (copies && !copies->loading)
        copies = copies->next;
    return copies;
}

bool load_is_loading(const struct program_copies *copies)
{
    return load_loading(copies);
}

bool load_is_copying(const struct program_copies *copies)
{
    copies = load_loading(copies);
    return copies && copies->count > 1;
}

int load_file_of(const struct program_copies *copies, int i,
                 const void *address)
{
    copies = load_part(copies, &i);
    const struct object_copy *file = copies->copy[i].file;
    for (int k = 0; k < copies->files && file; k++)
        if ((uintptr_t)address >= file[k].base &&
            (uintptr_t)address < file[k].end)
            return k;
    return -1;
}

/* A place is the offset of a byte in the first copies of all files, one after
 * another. */

static uint32_t load_size(const struct object_copy *file)
{
    return (uint32_t)(file->end - file->base);
}

uint32_t load_place(const struct program_copies *copies, int i,
                    const void *address)
{
    int found = load_file_of(copies, i, address);
    const struct object_copy *file = load_copy(copies, i)->file;
    uint32_t place =
        found < 0 ? 0 : (uint32_t)((uintptr_t)address - file[found].base);
    const struct program_copies *part = load_part(copies, &i);
    for (; copies != part; copies = copies->next)
        for (int k = 0; k < copies->files; k++)
            place += load_size(&copies->copy->file[k]);
    for (int k = 0; k < found; k++)
        place += load_size(&file[k]);
    return place;
}

const void *load_at_place(const struct program_copies *copies, uint32_t place)
{
    for (; copies; copies = copies->next) {
        const struct object_copy *file = copies->copy->file;
        for (int k = 0; k < copies->files; k++) {
            if (place < load_size(&file[k]))
                return (const char *)file[k].base + place;
            place -= load_size(&file[k]);
        }
    }
    return NULL;
}

const char *const *load_shared(const struct program_copies *copies)
{
    return (const char *const *)copies->shared;
}

struct weft_mpi_hook *load_hook(const struct program_copies *copies, int i)
{
    copies = load_part(copies, &i);
    return i < copies->count ? copies->copy[i].hook : NULL;
}

bool load_threads(const struct program_copies *copies, int i)
{
    return !load_copy(copies, i)->omp_level;
}

static void load_close_files(const struct program_copies *copies,
                             const struct program_copy *copy)
{
    for (int k = 0; k < copies->files && copy->file; k++)
        copy_unload(&copy->file[k]);
}

void load_close(struct program_copies *copies, int i)
{
    const struct program_copies *part = load_part(copies, &i);
    load_close_files(part, &part->copy[i]);
}

void load_free(struct program_copies *copies)
{
    if (copies->next)
        load_free(copies->next);
    for (int i = 0; i < copies->count; i++) {
        load_close_files(copies, &copies->copy[i]);
        free(copies->copy[i].file);
    }
    for (int k = 0; k < copies->files; k++)
        free(copies->file[k].path);
    for (char **name = copies->shared; name && *name; name++)
        free(*name);
    free(copies->copy);
    free(copies->file);
    free(copies->shared);
    free(copies->next);
    *copies = (struct program_copies){.program = copies->program};
}
