/* Keyvals: callbacks that copy and delete attributes; private to
 * src/mpi/data. */
#ifndef WEFT_SRC_MPI_DATA_KEYVAL_H
#define WEFT_SRC_MPI_DATA_KEYVAL_H

#include "mpi/rank.h"

struct keyval {
    int references; /* number of references: one per attribute, and one of the
                       program until it frees the keyval */
    bool freed;     /* whether the program has freed it; attributes may still
                       refer to it */
    enum handle_kind kind; /* kind of the objects: HANDLE_COMM, TYPE or WIN */
    int handle;
    bool copies_as_is;
    union {
        MPI_Comm_copy_attr_function *comm;
        MPI_Type_copy_attr_function *type;
        MPI_Win_copy_attr_function *win;
    } copy_of; /* copy callback; NULL: do not copy */
    union {
        MPI_Comm_delete_attr_function *comm;
        MPI_Type_delete_attr_function *type;
        MPI_Win_delete_attr_function *win;
    } delete_of; /* delete callback, or NULL */
    void *extra;
};

void keyval_drop(struct rank *rank, struct keyval *keyval);

#endif
