/* Which libraries of a program each rank has for itself; private to src/mpi. */
#ifndef WEFT_SRC_MPI_LIBRARIES_PRIVATE_LIBRARIES_H
#define WEFT_SRC_MPI_LIBRARIES_PRIVATE_LIBRARIES_H

#include <link.h>
#include <stdbool.h>

/* Comma-separated lists of names up to ".so", or NULL. */
struct library_choice {
    const char *share; /* libraries that all ranks share */
    const char *own;   /* libraries that each rank has; "all" */
};

struct library_found {
    struct link_map *map;
    bool own; /* whether each rank has a copy */
};

/* Find the libraries of a program that is loaded. Sets *found to an array that
 * the caller frees: the program, then its libraries, each before those that it
 * needs. Returns their number, or -1: no memory. */
int private_find(struct link_map *program, const struct library_choice *choice,
                 struct library_found **found);
/* Find a name of a list that none of the libraries has. Returns NULL, or the
 * beginning of the name, and its length. */
const char *private_unknown(const struct library_found *found, int count,
                            const char *list, int *length);
/* Return the loaded object that the dynamic linker knows by a name, or NULL. */
struct link_map *private_named(struct link_map *any, const char *name);
/* Return whether a library belongs to the system, and not to the program. */
bool private_is_system(const char *path);

#endif
