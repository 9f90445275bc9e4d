/* Shared objects that somebody named: what the dynamic linker would hang on or
 * crash over is found before it is asked. */
#ifndef WEFT_SRC_BASE_OBJECT_H
#define WEFT_SRC_BASE_OBJECT_H

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* Is all there that the dynamic linker will look at? It maps what the header
 * says, and reading a map beyond the end of its file is a crash: of a file
 * whose compilation or copy was broken off. What is no object at all is its
 * to refuse. In the header, since the runtime of MPI programs is part of the
 * executable, which sees nothing of the library's own.
 * @param mapped  so much of it; what follows is for debuggers */
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

/* Why not to ask for it: it is no plain file, or a part of one. NULL: ask, also
 * if it cannot be read, which dlopen() will say. */
const char *object_fault(const char *path);

#endif
