/* Attributes that programs attach to communicators, types and windows; private
 * to src/mpi.
 *
 * Threads: they belong to one rank. */
#ifndef WEFT_SRC_MPI_DATA_ATTRIBUTE_H
#define WEFT_SRC_MPI_DATA_ATTRIBUTE_H

#include "mpi/rank.h"

struct comm;

/* MPI_Comm_dup() and MPI_Comm_free(): copy and delete as the program's
 * functions say. @returns MPI_SUCCESS, or what one of them returned */
int attributes_copy(struct rank *rank, struct comm *from, struct comm *to);
int attributes_delete_all(struct rank *rank, struct comm *comm);

/* The same of any object that has attributes: `list` begins them, `handle` is
 * the object's, `kind` HANDLE_COMM, HANDLE_TYPE or HANDLE_WIN. */
int attributes_copy_list(struct rank *rank, enum handle_kind kind, int handle,
                         void *from, void **to);
int attributes_delete_list(struct rank *rank, enum handle_kind kind, int handle,
                           void **list);

/* One attribute. @returns false: there is none */
bool attributes_find(void *list, int keyval, void **value);

/* A keyval of the program's for objects of a kind; NULL: it is none. */
struct keyval;
struct keyval *keyval_of(const struct rank *rank, enum handle_kind kind,
                         int handle);
/* Set one; that which is there is deleted first. Or delete it.
 * @returns as attributes_copy() */
int attributes_set(struct rank *rank, enum handle_kind kind, int handle,
                   void **list, struct keyval *keyval, void *value);
int attributes_delete(struct rank *rank, enum handle_kind kind, int handle,
                      void **list, struct keyval *keyval);

#endif
