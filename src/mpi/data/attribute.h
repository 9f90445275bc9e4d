/* Attributes that programs attach to communicators, types and windows; private
 * to src/mpi.
 *
 * Threads: a list belongs to one rank. */
#ifndef WEFT_SRC_MPI_DATA_ATTRIBUTE_H
#define WEFT_SRC_MPI_DATA_ATTRIBUTE_H

#include "mpi/rank.h"

struct comm;

/* Copy or delete all attributes with the program's callbacks, for
 * MPI_Comm_dup() and MPI_Comm_free(). Return MPI_SUCCESS or the error that a
 * callback returned. */
int attributes_copy(struct rank *rank, struct comm *from, struct comm *to);
int attributes_delete_all(struct rank *rank, struct comm *comm);

/* Copy or delete all attributes of any object: `list` is the head of its list,
 * `handle` its handle, `kind` HANDLE_COMM, HANDLE_TYPE or HANDLE_WIN. */
int attributes_copy_list(struct rank *rank, enum handle_kind kind, int handle,
                         void *from, void **to);
int attributes_delete_list(struct rank *rank, enum handle_kind kind, int handle,
                           void **list);

/* Find the value of an attribute. Returns false if it is not set. */
bool attributes_find(void *list, int keyval, void **value);

/* Look up the program's keyval for objects of a kind. Returns NULL if the
 * handle is invalid. */
struct keyval;
struct keyval *keyval_of(const struct rank *rank, enum handle_kind kind,
                         int handle);
/* Set an attribute, after deleting the one it replaces, or delete it. Return
 * values as for attributes_copy(). */
int attributes_set(struct rank *rank, enum handle_kind kind, int handle,
                   void **list, struct keyval *keyval, void *value);
int attributes_delete(struct rank *rank, enum handle_kind kind, int handle,
                      void **list, struct keyval *keyval);

#endif
