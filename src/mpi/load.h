/* Copies of a program, one per rank; private to src/mpi. */
#ifndef WEFT_SRC_MPI_LOAD_H
#define WEFT_SRC_MPI_LOAD_H

#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>

typedef int program_main(int argc, char **argv, char **environment);

struct weft_mpi_hook;

struct program_copy {
    void *object;               /* of the dynamic linker */
    struct weft_mpi_hook *hook; /* NULL: it does not tell of its accesses */
    program_main *main;
    uintptr_t base; /* its addresses begin here */
    uintptr_t end;
    bool kept;            /* its file stays open, for a debugger ... */
    int memory;           /* ... as this one */
    struct link_map *map; /* of the dynamic linker, */
    char *name;           /* and what that calls it */
};

struct program_copies {
    struct program_copy *copy; /* [count] */
    int count;
    const char *program;
    bool traced;         /* a debugger watches */
    char path[PATH_MAX]; /* of the program */
};

/* Load `count` copies. 0, or -1 with an error and nothing loaded. */
int load_copies(struct program_copies *copies, const char *program, int count,
                struct weft_error *err);
/* A library that all copies share and that is not the system's: the one after
 * `before` (NULL: the first). NULL: there is no other. */
const char *load_shared(const struct program_copies *copies,
                        const char *before);
/* Where a copy asks whom to tell of its loads and stores; NULL: it does not. */
struct weft_mpi_hook *load_hook(const struct program_copies *copies, int i);
/* Unload one: its destructors run. */
void load_close(struct program_copies *copies, int i);
void load_free(struct program_copies *copies);

#endif
