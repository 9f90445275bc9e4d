/* Loading one file several times.
 *
 * The dynamic linker loads a file only once. Therefore the file is copied into
 * memory and loaded from there. The segments that are never written are then
 * mapped from the original file and their memory is released, so that a copy
 * needs memory only for its writable data. */
#include "mpi/libraries/object-copy.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>

int copy_file(int file, off_t bytes)
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

/* Write a path of the open file that is unique to the copy: the dynamic linker
 * identifies files by name. The bits of the copy's number are encoded as "/"
 * and "/.". /proc/self would not work because debuggers open the path, too. */
static void copy_path(char path[128], unsigned number, int memory)
{
    int length = sprintf(path, "/proc/%ld/fd", (long)getpid());
    for (; number; number /= 2)
        length += sprintf(path + length, number & 1 ? "/." : "/");
    sprintf(path + length, "/%d", memory);
}

int copy_load(struct object_copy *copy, unsigned number, char path[128])
{
    struct link_map *map;
    copy_path(path, number, copy->memory);
    copy->object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!copy->object || dlinfo(copy->object, RTLD_DI_LINKMAP, &map))
        return -1;
    copy_describe(copy, map);
    return 0;
}

/* ---- segments -------------------------------------------------------------
 */

/* Return the program headers of an object, whose ELF header is at its base. */
static const ElfW(Phdr) * copy_segments(uintptr_t base, int *count)
{
    const ElfW(Ehdr) *header = (const void *)base;
    *count = header->e_phnum;
    return (const void *)(base + header->e_phoff);
}

void copy_describe(struct object_copy *copy, struct link_map *map)
{
    int count;
    const ElfW(Phdr) *segment = copy_segments(map->l_addr, &count);
    copy->map = map;
    copy->base = map->l_addr;
    for (int i = 0; i < count; i++) {
        uintptr_t end = copy->base + segment[i].p_vaddr + segment[i].p_memsz;
        if (segment[i].p_type == PT_LOAD && end > copy->end)
            copy->end = end;
    }
}

static void thin_segment(const struct object_copy *copy, int file,
                         const ElfW(Phdr) * segment)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t from = (copy->base + segment->p_vaddr) & ~(page - 1);
    uintptr_t last = copy->base + segment->p_vaddr + segment->p_memsz;
    off_t offset = (off_t)(segment->p_offset & ~(page - 1));
    size_t length = (last - from + page - 1) & ~(page - 1);
    int protection = (segment->p_flags & PF_R ? PROT_READ : 0) |
                     (segment->p_flags & PF_X ? PROT_EXEC : 0);
    if (mmap((void *)from, length, protection, MAP_PRIVATE | MAP_FIXED, file,
             offset) != MAP_FAILED)
        fallocate(copy->memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                  offset, (off_t)length);
}

/* Return whether the dynamic linker has written into segments that are
 * otherwise only read. */
static bool has_relocated_text(const struct link_map *map)
{
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_TEXTREL)
            return true;
    return false;
}

void copy_thin(const struct object_copy *copy, int file)
{
    int count;
    const ElfW(Phdr) *segment = copy_segments(copy->base, &count);
    if (has_relocated_text(copy->map))
        return;
    for (int i = 0; i < count; i++)
        if (segment[i].p_type == PT_LOAD && !(segment[i].p_flags & PF_W))
            thin_segment(copy, file, &segment[i]);
}

long copy_maps(const struct object_copy *copy)
{
    int count;
    long maps = 0;
    const ElfW(Phdr) *segment = copy_segments(copy->base, &count);
    for (int i = 0; i < count; i++)
        maps +=
            segment[i].p_type == PT_LOAD || segment[i].p_type == PT_GNU_RELRO;
    return maps;
}

/* ---- names and the end ----------------------------------------------------
 */

void copy_rename(struct object_copy *copy, char *name)
{
    if (!copy->name)
        copy->name = copy->map->l_name;
    copy->map->l_name = name;
}

void copy_unload(struct object_copy *copy)
{
    if (copy->name)
        copy->map->l_name = copy->name;
    copy->name = NULL;
    if (copy->object)
        dlclose(copy->object);
    copy->object = NULL;
    if (copy->kept)
        close(copy->memory);
    copy->kept = false;
}
