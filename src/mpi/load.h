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
    void *object;               /* handle of the dynamic linker */
    struct weft_mpi_hook *hook; /* NULL: the copy is not instrumented */
    program_main *main;
    /* omp_get_level() of the program, or NULL: it does not use OpenMP */
    int (*omp_level)(void);
    uintptr_t base; /* lowest address of the copy */
    uintptr_t end;
    bool kept;  /* whether the file in `memory` stays open for a debugger */
    int memory; /* descriptor of the copied file */
    /* The dynamic linker's entry, whose name is replaced. */
    struct link_map *map;
    char *name; /* original name of that entry */
};

struct program_copies {
    struct program_copy *copy; /* [count] */
    int count;
    const char *program;
    bool traced;         /* whether a debugger is attached */
    char path[PATH_MAX]; /* absolute path of the program */
};

/* Load `count` copies. Returns 0, or -1 with an error and nothing loaded. */
int load_copies(struct program_copies *copies, const char *program, int count,
                struct weft_error *err);
/* Iterate over the libraries that all copies share, except those of the system:
 * return the one after `before` (NULL: the first), or NULL. */
const char *load_shared(const struct program_copies *copies,
                        const char *before);
/* Return the hook through which a copy reports its loads and stores, or NULL if
 * it is not instrumented. */
struct weft_mpi_hook *load_hook(const struct program_copies *copies, int i);
/* Unload a copy; its destructors run. */
void load_close(struct program_copies *copies, int i);
void load_free(struct program_copies *copies);

#endif
