/* Names of the libraries that an object needs; private to src/mpi. */
#ifndef WEFT_SRC_MPI_LIBRARIES_OBJECT_NAMES_H
#define WEFT_SRC_MPI_LIBRARIES_OBJECT_NAMES_H

#include <link.h>
#include <stdbool.h>

/* Return the i-th library that a loaded object needs, or NULL after the last
 * one. */
const char *names_needed(const struct link_map *map, int i);
/* Return whether the dynamic linker knows the object by this name. */
bool names_match(const struct link_map *map, const char *name);

/* Replace a needed name in the memory file of an object that is not yet loaded.
 * The new name has the same length, and is unique to `number`; it is written to
 * `unique`, which has room for the name. Returns NULL, or why this is
 * impossible. */
const char *names_replace(int memory, const char *name, unsigned number,
                          char *unique);

#endif
