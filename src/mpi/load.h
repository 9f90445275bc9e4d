/* Copies of a program, one per rank; private to src/mpi. */
#ifndef WEFT_SRC_MPI_LOAD_H
#define WEFT_SRC_MPI_LOAD_H

#include "mpi/libraries/object-copy.h"
#include "mpi/libraries/private-libraries.h"
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>

typedef int program_main(int argc, char **argv, char **environment);

struct weft_mpi_hook;

struct program_copy {
    /* [copies->files] the program, then its private libraries */
    struct object_copy *file;
    struct weft_mpi_hook *hook; /* NULL: the copy is not instrumented */
    program_main *main;
    /* omp_get_level() of the library of clang, or NULL: the program does not
     * use it */
    int (*omp_level)(void);
};

/* A file of which each rank has a copy. */
struct program_file {
    struct link_map *map; /* as loaded first */
    char *path;           /* absolute path, owned */
    int file;             /* descriptor; open only while copies are loaded */
    off_t mapped;         /* number of bytes that are mapped */
};

/* The copies of one program, and those of the next program (NULL: none). The
 * functions below number the copies of all programs of a list. */
struct program_copies {
    struct program_copies *next; /* owned */
    struct program_copy *copy;   /* [count] */
    int count;
    unsigned numbered; /* number of files of the programs before, for names */
    const char *program;
    struct program_file *file; /* [files] the program, then its private
                                  libraries, each before those it needs */
    int files;
    char **shared; /* paths of shared libraries, NULL at the end */
    bool traced;   /* whether a debugger is attached */
    bool loading;  /* whether the libraries' constructors may run */
};

struct weft_mpi_part;

/* Load the copies of all programs. Returns 0, or -1 with an error and nothing
 * loaded. */
int load_programs(struct program_copies *copies,
                  const struct weft_mpi_part *part, size_t parts,
                  const struct library_choice *choice, struct weft_error *err);
/* Return the number of copies that are loaded. */
int load_count(const struct program_copies *copies);
/* Return the program of a copy, and replace *i by the number of the copy among
 * those of this program. */
const struct program_copies *load_part(const struct program_copies *copies,
                                       int *i);
const struct program_copy *load_copy(const struct program_copies *copies,
                                     int i);
/* Return whether constructors may run, and whether they may be those of a copy
 * that is not the first one of its program. */
bool load_is_loading(const struct program_copies *copies);
bool load_is_copying(const struct program_copies *copies);
/* Return the file of a copy that contains an address, or -1. */
int load_file_of(const struct program_copies *copies, int i,
                 const void *address);
/* Convert an address in a copy to a number that is the same for all copies of
 * its program, and back to an address in the first copy. */
uint32_t load_place(const struct program_copies *copies, int i,
                    const void *address);
const void *load_at_place(const struct program_copies *copies, uint32_t place);
/* Return the paths of the libraries that all copies of one program share,
 * except those of the system; NULL at the end. */
const char *const *load_shared(const struct program_copies *copies);
/* Return the hook through which a copy reports its loads and stores, or NULL if
 * it is not instrumented. */
struct weft_mpi_hook *load_hook(const struct program_copies *copies, int i);
/* Return whether threads of the program are threads of weft: its OpenMP is not
 * that of clang, whose threads are those of the system. */
bool load_threads(const struct program_copies *copies, int i);
/* Unload a copy; its destructors run. */
void load_close(struct program_copies *copies, int i);
void load_free(struct program_copies *copies);

#endif
