/* Copies of an object file in memory, which the dynamic linker takes for
 * different files; private to src/mpi. */
#ifndef WEFT_SRC_MPI_LIBRARIES_OBJECT_COPY_H
#define WEFT_SRC_MPI_LIBRARIES_OBJECT_COPY_H

#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct object_copy {
    void *object;         /* handle of the dynamic linker, or NULL */
    uintptr_t base, end;  /* lowest address, and the first one after it */
    struct link_map *map; /* the dynamic linker's entry */
    char *name;           /* original name of that entry; NULL: not replaced */
    bool kept;  /* whether the file in `memory` stays open for a debugger */
    int memory; /* descriptor of the copied file */
};

/* Copy a file into memory. Returns a descriptor, or -1 and sets errno. */
int copy_file(int file, off_t bytes);
/* Load the copied file. `number` is unique to the copy. Returns 0, or -1: ask
 * dlerror(), whose text begins with `path`. */
int copy_load(struct object_copy *copy, unsigned number, char path[128]);
/* Fill in the fields of an object that the dynamic linker has loaded. */
void copy_describe(struct object_copy *copy, struct link_map *map);
/* Map the segments of a copy that are never written from its file, which all
 * copies share, and release the memory of its own ones. */
void copy_thin(const struct object_copy *copy, int file);
/* Return the number of memory maps that an object needs. */
long copy_maps(const struct object_copy *copy);
/* Replace the name in the dynamic linker's entry; copy_unload() restores it. */
void copy_rename(struct object_copy *copy, char *name);
void copy_unload(struct object_copy *copy);

#endif
