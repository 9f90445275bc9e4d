/* Error classes, codes and their texts; private to src/mpi.
 *
 * Threads: what a program adds belongs to its rank; texts are constants. */
#ifndef WEFT_SRC_MPI_DATA_ERROR_H
#define WEFT_SRC_MPI_DATA_ERROR_H

#include "mpi/rank.h"

/* "MPI_ERR_TYPE" and "invalid datatype" of a class that MPI predefines; NULL:
 * it is none. */
const char *error_class_name(int class);
const char *error_class_text(int class);

/* The class of a code, or -1: there is no such code. */
int error_class_of(const struct rank *rank, int code);
/* Of one that the program added, the text it gave; "" without; NULL: none. */
const char *error_added_text(const struct rank *rank, int code);
/* The highest code in use: MPI_LASTUSEDCODE. */
int error_last_code(const struct rank *rank);
/* Add a class (class 0: a new one, whose code it is) or a code of a class.
 * @returns the code */
int error_add(struct rank *rank, int class);
/* @returns false: the code is none that the program added */
bool error_set_text(struct rank *rank, int code, const char *text);

#endif
