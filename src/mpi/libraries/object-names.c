/* Replacing the names of needed libraries in an object file.
 *
 * A copy of a program must get its own copy of a library, but the dynamic
 * linker identifies libraries by name. Therefore the name is overwritten in the
 * string table of the copy. Only the part before ".so" changes: linkers merge a
 * string with the end of another one, and no symbol of C or Fortran ends with
 * ".so". */
#include "mpi/libraries/object-names.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

/* ---- loaded objects -------------------------------------------------------
 */

/* Return an entry of the dynamic section, or 0. */
static uintptr_t names_entry(const struct link_map *map, ElfW(Sxword) tag)
{
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == tag)
            return entry->d_un.d_ptr;
    return 0;
}

/* Return the string table. The dynamic linker has replaced its offset by an
 * address, but not in the object of the kernel. */
static const char *names_strings(const struct link_map *map)
{
    uintptr_t at = names_entry(map, DT_STRTAB);
    return (const char *)(at < map->l_addr ? at + map->l_addr : at);
}

const char *names_needed(const struct link_map *map, int i)
{
    const char *strings = names_strings(map);
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == DT_NEEDED && i-- == 0)
            return strings + entry->d_un.d_val;
    return NULL;
}

bool names_match(const struct link_map *map, const char *name)
{
    const char *strings = names_strings(map);
    uintptr_t own = names_entry(map, DT_SONAME);
    const char *base = strrchr(map->l_name, '/');
    return strcmp(map->l_name, name) == 0 ||
           (own && strcmp(strings + own, name) == 0) ||
           (!own && base && strcmp(base + 1, name) == 0);
}

/* ---- files ----------------------------------------------------------------
 */

struct names_file {
    char *bytes;
    size_t size;
    const ElfW(Dyn) * dynamic; /* up to DT_NULL */
    char *strings;
};

/* Return the file's bytes that are loaded at an address. */
static char *names_at(const struct names_file *file, uintptr_t address)
{
    const ElfW(Ehdr) *header = (const void *)file->bytes;
    const ElfW(Phdr) *segment = (const void *)(file->bytes + header->e_phoff);
    for (int i = 0; i < header->e_phnum; i++)
        if (segment[i].p_type == PT_LOAD && address >= segment[i].p_vaddr &&
            address - segment[i].p_vaddr < segment[i].p_filesz)
            return file->bytes + segment[i].p_offset + address -
                   segment[i].p_vaddr;
    return NULL;
}

static uintptr_t names_file_entry(const struct names_file *file,
                                  ElfW(Sxword) tag)
{
    for (const ElfW(Dyn) *entry = file->dynamic; entry->d_tag != DT_NULL;
         entry++)
        if (entry->d_tag == tag)
            return entry->d_un.d_ptr;
    return 0;
}

/* The file was loaded before, as the object of rank 0, so it is well formed. */
static bool names_open_file(struct names_file *file, int memory)
{
    struct stat status;
    if (fstat(memory, &status))
        return false;
    file->size = (size_t)status.st_size;
    file->bytes =
        mmap(NULL, file->size, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (file->bytes == MAP_FAILED)
        return false;
    const ElfW(Ehdr) *header = (const void *)file->bytes;
    const ElfW(Phdr) *segment = (const void *)(file->bytes + header->e_phoff);
    for (int i = 0; i < header->e_phnum; i++)
        if (segment[i].p_type == PT_DYNAMIC)
            file->dynamic = (const void *)(file->bytes + segment[i].p_offset);
    file->strings = names_at(file, names_file_entry(file, DT_STRTAB));
    return true;
}

/* Overwrite the string at an offset if it is the name. */
static void names_overwrite(const struct names_file *file, uint64_t offset,
                            const char *name, const char *unique,
                            uint64_t *where)
{
    if (strcmp(file->strings + offset, name) != 0)
        return;
    memcpy(file->strings + offset, unique, strlen(name));
    *where = offset;
}

/* Overwrite the name where the needed libraries are listed, and where their
 * versions are. Returns whether no other name begins within the first `change`
 * characters. */
static bool names_overwrite_all(const struct names_file *file, const char *name,
                                const char *unique, uint64_t change)
{
    uint64_t at = UINT64_MAX, version_at = UINT64_MAX;
    bool clear = true;
    for (const ElfW(Dyn) *entry = file->dynamic; entry->d_tag != DT_NULL;
         entry++)
        if (entry->d_tag == DT_NEEDED)
            names_overwrite(file, entry->d_un.d_val, name, unique, &at);
    const char *next = names_at(file, names_file_entry(file, DT_VERNEED));
    for (uint64_t left = names_file_entry(file, DT_VERNEEDNUM); next && left;
         left--) {
        const ElfW(Verneed) *needed = (const void *)next;
        names_overwrite(file, needed->vn_file, name, unique, &version_at);
        next += needed->vn_next;
    }
    for (const ElfW(Dyn) *entry = file->dynamic; entry->d_tag != DT_NULL;
         entry++)
        if (entry->d_tag == DT_NEEDED || entry->d_tag == DT_SONAME ||
            entry->d_tag == DT_RUNPATH || entry->d_tag == DT_RPATH) {
            uint64_t other = entry->d_un.d_val;
            clear = clear && !(other > at && other - at < change);
        }
    return clear && at != UINT64_MAX;
}

/* Write the number at the end of the first `room` characters, after tildes. */
static bool names_write_number(char *text, size_t room, unsigned number)
{
    static const char digits[] =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    memset(text, '~', room);
    for (size_t i = room; i > 1 && number; number /= 62)
        text[--i] = digits[number % 62];
    return number == 0;
}

const char *names_replace(int memory, const char *name, unsigned number,
                          char *unique)
{
    struct names_file file = {0};
    const char *ending = strstr(name, ".so");
    size_t room = ending ? (size_t)(ending - name) : strlen(name);
    strcpy(unique, name);
    if (!names_write_number(unique, room, number))
        return "its name is too short to be replaced in copies";
    if (!names_open_file(&file, memory))
        return "no memory";
    bool clear = names_overwrite_all(&file, name, unique, room);
    munmap(file.bytes, file.size);
    return clear ? NULL : "its name is part of another name";
}
