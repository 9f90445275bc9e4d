/* Keyvals: how attributes of one kind are copied and deleted; private to
 * src/mpi/data. */
#ifndef WEFT_SRC_MPI_DATA_KEYVAL_H
#define WEFT_SRC_MPI_DATA_KEYVAL_H

#include "mpi/rank.h"

struct keyval {
    int references; /* the program, until it has freed it, and attributes */
    bool freed;     /* but for the attributes that have it */
    enum handle_kind kind; /* of the objects: HANDLE_COMM, TYPE or WIN */
    int handle;
    bool copies_as_is;
    union {
        MPI_Comm_copy_attr_function *comm;
        MPI_Type_copy_attr_function *type;
        MPI_Win_copy_attr_function *win;
    } copy_of; /* NULL: not copied */
    union {
        MPI_Comm_delete_attr_function *comm;
        MPI_Type_delete_attr_function *type;
        MPI_Win_delete_attr_function *win;
    } delete_of; /* NULL: nothing to do */
    void *extra;
};

void keyval_drop(struct rank *rank, struct keyval *keyval);

#endif
