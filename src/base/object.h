/* Checks of shared objects named by the user: finds files on which the dynamic
 * linker would hang or crash, before calling it. */
#ifndef WEFT_SRC_BASE_OBJECT_H
#define WEFT_SRC_BASE_OBJECT_H

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* Return whether the file contains everything that the dynamic linker will
 * read. It maps the segments that the header declares, and reading a mapping
 * beyond the end of the file crashes; this happens when a compilation or a copy
 * was interrupted. A file that is not an object counts as whole: the linker
 * rejects it. Defined in the header because the runtime of MPI programs is part
 * of the executable, which cannot use internal functions of the library. @param
 * mapped  number of bytes that will be mapped; the rest is for debuggers */
static inline bool object_is_whole(int file, off_t bytes, off_t *mapped)
{
    ElfW(Ehdr) header;
    ElfW(Phdr) segment;
    uint64_t end = 0;
    *mapped = bytes;
    if (pread(file, &header, sizeof header, 0) != (ssize_t)sizeof header ||
        memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] !=
            (__ELF_NATIVE_CLASS == 64 ? ELFCLASS64 : ELFCLASS32) ||
        header.e_phentsize != sizeof segment)
        return true;
    for (uint64_t i = 0; i < header.e_phnum; i++) {
        off_t at = (off_t)(header.e_phoff + i * sizeof segment);
        if (pread(file, &segment, sizeof segment, at) !=
                (ssize_t)sizeof segment ||
            segment.p_offset > (uint64_t)bytes ||
            segment.p_filesz > (uint64_t)bytes - segment.p_offset)
            return false;
        if (segment.p_offset + segment.p_filesz > end)
            end = segment.p_offset + segment.p_filesz;
    }
    *mapped = (off_t)end;
    return true;
}

/* Return why the object must not be loaded (not a regular file, or truncated),
 * or NULL. Also NULL if it cannot be read, which dlopen() will report. */
const char *object_fault(const char *path);

#endif
