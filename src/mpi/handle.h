/* Handles: numbers that stand for objects of one rank; private to src/mpi.
 *
 *     bit  30 .. 26  kind (enum handle_kind)
 *          25 .. 20  generation: a freed handle is not soon valid again
 *          19 ..  0  index; 0 is the null handle, 1 to HANDLE_FIRST - 1 are
 *                    the predefined ones, constants in mpi.h
 *
 * So MPI_COMM_NULL is HANDLE_COMM << 26, and MPI_COMM_WORLD that + 1. Keyvals
 * are handles, too. Fortran's integers are the same numbers. */
#ifndef WEFT_SRC_MPI_HANDLE_H
#define WEFT_SRC_MPI_HANDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum handle_kind {
    HANDLE_NONE,
    HANDLE_COMM,
    HANDLE_GROUP,
    HANDLE_TYPE,
    HANDLE_OP,
    HANDLE_REQUEST,
    HANDLE_ERRHANDLER,
    HANDLE_INFO,
    HANDLE_KEYVAL,
    HANDLE_MESSAGE,
    HANDLE_WIN,
    HANDLE_FILE,
    HANDLE_SESSION,
    HANDLE_KINDS
};

#define HANDLE_FIRST 128 /* index of the first that a program makes */
#define HANDLE_NULL(kind) ((int)((unsigned)(kind) << 26))

struct handle {
    void *object;       /* NULL: free */
    const void *origin; /* where the program made it */
    const char *maker;  /* by which function */
    int value;          /* the handle */
    unsigned generation;
    uint32_t next; /* free */
};

struct handles {
    struct handle *handle; /* [room] */
    uint32_t room, used, free;
};

struct rank;

/* The object of a handle; NULL: it is none of this kind, null, or freed. */
void *handle_object(const struct rank *rank, enum handle_kind kind, int handle);
/* A new handle for an object. Never fails. */
int handle_new(struct rank *rank, enum handle_kind kind, void *object);
/* A predefined one, in MPI_Init. The object may be shared by ranks. */
void handle_predefine(struct rank *rank, int handle, void *object);
/* The handle means nothing from now on. */
void handle_free(struct rank *rank, enum handle_kind kind, int handle);
/* The program has let go of it, but it means something as long as others need
 * its object: at the end it is nobody's leak. */
void handle_disown(struct rank *rank, int handle);
/* The table's entry; NULL: none. */
const struct handle *handle_entry(const struct rank *rank, int handle);
/* Is it a constant of mpi.h, not the program's? */
static inline bool handle_is_predefined(int handle)
{
    return ((unsigned)handle & 0xfffffu) < HANDLE_FIRST;
}
/* Each that the program has made and not freed, by index. */
void handle_each(struct rank *rank, enum handle_kind kind,
                 void (*visit)(struct rank *rank, const struct handle *entry,
                               void *arg),
                 void *arg);

#endif
