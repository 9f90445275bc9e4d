/* Handles: integers that represent objects of one rank; private to src/mpi.
 *
 *     bits 30 .. 26  kind (enum handle_kind)
 *          25 .. 20  generation: delays the reuse of freed handles
 *          19 ..  0  index; 0 is the null handle, and 1 to HANDLE_FIRST - 1
 *                    are predefined handles, which are constants in mpi.h
 *
 * For example, MPI_COMM_NULL is HANDLE_COMM << 26, and MPI_COMM_WORLD is one
 * more. Keyvals are handles, too. Fortran handles have the same values. */
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

#define HANDLE_FIRST 128 /* lowest index of handles that programs create */
#define HANDLE_NULL(kind) ((int)((unsigned)(kind) << 26))

struct handle {
    void *object;       /* NULL: a free slot */
    const void *origin; /* address of the call that created it */
    /* Name of the function that created it; NULL: not called by the program. */
    const char *maker;
    int value; /* the handle */
    unsigned generation;
    uint32_t next; /* index of the next free slot */
};

struct handles {
    struct handle *handle; /* [room] */
    uint32_t room, used, free;
};

struct rank;

/* Return the object of a handle, or NULL if the handle is null, freed or of
 * another kind. */
void *handle_object(const struct rank *rank, enum handle_kind kind, int handle);
/* Create a handle for an object. Never fails. */
int handle_new(struct rank *rank, enum handle_kind kind, void *object);
/* Register a predefined handle, in MPI_Init. Ranks may share the object. */
void handle_predefine(struct rank *rank, int handle, void *object);
/* Invalidate a handle. */
void handle_free(struct rank *rank, enum handle_kind kind, int handle);
/* Mark a handle as freed by the program although it stays valid while others
 * use its object: it is not reported as a leak. */
void handle_disown(struct rank *rank, int handle);
/* Return the table entry of a handle, or NULL. */
const struct handle *handle_entry(const struct rank *rank, int handle);
/* Return whether the handle is a constant of mpi.h. */
static inline bool handle_is_predefined(int handle)
{
    return ((unsigned)handle & 0xfffffu) < HANDLE_FIRST;
}
/* Call `visit` for each handle of the program that is not freed, by index. */
void handle_each(struct rank *rank, enum handle_kind kind,
                 void (*visit)(struct rank *rank, const struct handle *entry,
                               void *arg),
                 void *arg);

#endif
