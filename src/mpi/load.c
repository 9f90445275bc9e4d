/* Loading a program once per rank, so that each rank has its own global
 * variables.
 *
 * The dynamic linker loads a file only once. Therefore the file is copied into
 * memory for each rank and loaded from there. The segments that are never
 * written are then mapped from the program's file and their memory is released,
 * so that a copy needs memory only for its writable data. */
#include "mpi/load.h"
#include "base/object.h"
#include "mpi/process.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

/* Return the compiler for a source file, by the ending of its name, or NULL. */
static const char *load_compiler(const char *name)
{
    static const struct {
        const char *ending, *compiler;
    } sources[] = {
        {".c", "weft-mpicc"},    {".C", "weft-mpicxx"},
        {".cc", "weft-mpicxx"},  {".cpp", "weft-mpicxx"},
        {".cxx", "weft-mpicxx"},
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

/* Copy a file into memory. Returns a descriptor, or -1 and sets errno. */
static int memory_file(int file, off_t bytes)
{
    int memory = memfd_create("weft-mpi", MFD_CLOEXEC);
    off_t from = 0;
    while (memory >= 0 && from < bytes)
        if (sendfile(memory, file, &from, (size_t)(bytes - from)) <= 0) {
            int code = errno ? errno : EIO;
            close(memory);
            errno = code;
            return -1;
        }
    return memory;
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

struct thinning {
    uintptr_t base;
    int memory, file;
    uintptr_t end;
};

/* Map a segment that is never written from the program's file, which all copies
 * share. */
static void thin_segment(struct thinning *thin, const ElfW(Phdr) * segment)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t from = (thin->base + segment->p_vaddr) & ~(page - 1);
    uintptr_t last = thin->base + segment->p_vaddr + segment->p_memsz;
    off_t offset = (off_t)(segment->p_offset & ~(page - 1));
    size_t length = (last - from + page - 1) & ~(page - 1);
    if (last > thin->end)
        thin->end = last;
    if (segment->p_flags & PF_W || thin->memory < 0)
        return;
    int protection = (segment->p_flags & PF_R ? PROT_READ : 0) |
                     (segment->p_flags & PF_X ? PROT_EXEC : 0);
    if (mmap((void *)from, length, protection, MAP_PRIVATE | MAP_FIXED,
             thin->file, offset) != MAP_FAILED)
        fallocate(thin->memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                  offset, (off_t)length);
}

static int thin_object(struct dl_phdr_info *info, size_t size, void *arg)
{
    struct thinning *thin = arg;
    (void)size;
    if (info->dlpi_addr != thin->base)
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD)
            thin_segment(thin, &info->dlpi_phdr[i]);
    return 1;
}

/* Reduce the memory of a copy, whose ELF header is at its base. With memory <
 * 0, only find its end. */
static void thin_copy(struct program_copy *copy, int memory, int file)
{
    const ElfW(Ehdr) *header = (const void *)copy->base;
    struct dl_phdr_info info = {
        .dlpi_addr = copy->base,
        .dlpi_phdr = (const void *)(copy->base + header->e_phoff),
        .dlpi_phnum = header->e_phnum,
    };
    struct thinning thin = {copy->base, memory, file, 0};
    thin_object(&info, sizeof info, &thin);
    copy->end = thin.end;
}

/* Write a path of the open file that is unique to the copy: the dynamic linker
 * identifies files by name. The bits of the copy's number are encoded as "/"
 * and "/.". /proc/self would not work because debuggers open the path, too. */
static void load_name_copy(char path[128], int i, int memory)
{
    int length = sprintf(path, "/proc/%ld/fd", (long)getpid());
    for (unsigned bits = (unsigned)i; bits; bits /= 2)
        length += sprintf(path + length, bits & 1 ? "/." : "/");
    sprintf(path + length, "/%d", memory);
}

static int mpi_load_load(struct program_copies *copies, int i, int file,
                         off_t bytes, struct weft_error *err)
{
    struct program_copy *copy = &copies->copy[i];
    char path[128];
    int memory = memory_file(file, bytes);
    if (memory < 0)
        return weft_error_system(err, errno, 0,
                                 "cannot create copy %d of '%.200s': %s", i,
                                 copies->program, strerror(errno));
    load_name_copy(path, i, memory);
    copy->object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!copy->object) {
        close(memory);
        return mpi_load_load_failed(copies, i, path, err);
    }
    const struct weft_mpi_program *known =
        dlsym(copy->object, "weft_mpi_program");
    if (!known || known->interface != WEFT_MPI_INTERFACE ||
        dlinfo(copy->object, RTLD_DI_LINKMAP, &copy->map)) {
        close(memory);
        return known ? weft_error_set(err, WEFT_ERROR_WRONG, 0,
                                      "'%.200s' was compiled with another "
                                      "version of weft-mpicc; compile it again",
                                      copies->program)
                     : load_refused(copies, err, "it has no weft_mpi_program");
    }
    copy->hook = dlsym(copy->object, "weft_mpi_hook");
    copy->main = known->main;
    *(void **)&copy->omp_level = dlsym(copy->object, "omp_get_level");
    copy->base = copy->map->l_addr;
    thin_copy(copy, copies->traced ? -1 : memory, file);
    copy->kept = copies->traced && i < KEPT_MAX;
    copy->memory = memory;
    if (!copy->kept)
        close(memory);
    return 0;
}

/* Check the number of memory maps that all copies need (including two per
 * stack) against the system's limit. */
static int check_room(const struct program_copies *copies, int count,
                      struct weft_error *err)
{
    const ElfW(Ehdr) *header = (const void *)copies->copy[0].base;
    const ElfW(Phdr) *segment =
        (const void *)(copies->copy[0].base + header->e_phoff);
    long maps = 2, allowed = 0;
    for (int i = 0; i < header->e_phnum; i++)
        maps += segment[i].p_type == PT_LOAD;
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

/* Replace the names of deleted files in the dynamic linker's list, which
 * sanitizers read, by that of the program. With a debugger the files are
 * kept. */
static void tell_names(struct program_copies *copies)
{
    if (copies->traced || !realpath(copies->program, copies->path))
        return;
    for (int i = 0; i < copies->count; i++) {
        copies->copy[i].name = copies->copy[i].map->l_name;
        copies->copy[i].map->l_name = copies->path;
    }
}

int load_copies(struct program_copies *copies, const char *program, int count,
                struct weft_error *err)
{
    struct stat status;
    *copies =
        (struct program_copies){.program = program, .traced = is_traced()};
    int file = open(program, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 || fstat(file, &status)) {
        int code = errno;
        if (file >= 0)
            close(file);
        return weft_error_system(err, code, 0, "'%.200s': %s", program,
                                 strerror(code));
    }
    copies->copy = calloc((size_t)count, sizeof *copies->copy);
    int result = copies->copy
                     ? 0
                     : weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (!result && !S_ISREG(status.st_mode))
        result = load_refused(copies, err, "it is not a regular file");
    off_t mapped = 0;
    if (!result && !object_is_whole(file, status.st_size, &mapped))
        result = load_refused(copies, err, "the file is truncated");
    if (copies->traced)
        mapped = status.st_size;
    while (!result && copies->count < count) {
        result = mpi_load_load(copies, copies->count, file, mapped, err);
        if (!result && copies->count++ == 0)
            result = check_room(copies, count, err);
    }
    close(file);
    if (result)
        load_free(copies);
    else
        tell_names(copies);
    return result;
}

const char *load_shared(const struct program_copies *copies, const char *before)
{
    static const char *const of_system[] = {"/lib", "/usr/lib", "/proc/self/"};
    const struct link_map *map = copies->copy[0].map->l_next;
    bool seen = !before;
    for (; map && map != copies->copy[copies->count > 1].map;
         map = map->l_next) {
        bool own = strchr(map->l_name, '/') != NULL;
        for (size_t i = 0; i < sizeof of_system / sizeof *of_system; i++)
            own = own &&
                  strncmp(map->l_name, of_system[i], strlen(of_system[i])) != 0;
        if (own && seen)
            return map->l_name;
        seen = seen || map->l_name == before;
    }
    return NULL;
}

struct weft_mpi_hook *load_hook(const struct program_copies *copies, int i)
{
    return copies && i < copies->count ? copies->copy[i].hook : NULL;
}

void load_close(struct program_copies *copies, int i)
{
    if (copies->copy[i].object && copies->copy[i].name)
        copies->copy[i].map->l_name = copies->copy[i].name;
    if (copies->copy[i].object)
        dlclose(copies->copy[i].object);
    copies->copy[i].object = NULL;
    if (copies->copy[i].kept)
        close(copies->copy[i].memory);
    copies->copy[i].kept = false;
}

void load_free(struct program_copies *copies)
{
    for (int i = 0; i < copies->count; i++)
        load_close(copies, i);
    free(copies->copy);
    copies->copy = NULL;
    copies->count = 0;
}
