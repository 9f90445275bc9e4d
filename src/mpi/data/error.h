/* Error classes, codes and their texts; private to src/mpi.
 *
 * Threads: codes that a program adds belong to its rank; texts are
 * constants. */
#ifndef WEFT_SRC_MPI_DATA_ERROR_H
#define WEFT_SRC_MPI_DATA_ERROR_H

#include "mpi/rank.h"

/* Return the name ("MPI_ERR_TYPE") or text ("invalid datatype") of a predefined
 * class, or NULL if the class is not predefined. */
const char *error_class_name(int class);
const char *error_class_text(int class);

/* Return the class of a code, or -1 if the code does not exist. */
int error_class_of(const struct rank *rank, int code);
/* Return the text of a code that the program added: "" if none was set, NULL if
 * the code was not added. */
const char *error_added_text(const struct rank *rank, int code);
/* Return the highest code in use (MPI_LASTUSEDCODE). */
int error_last_code(const struct rank *rank);
/* Add a code to a class; with class 0, add a new class. Returns the code. */
int error_add(struct rank *rank, int class);
/* Set the text of a code. Returns false if the program did not add the code. */
bool error_set_text(struct rank *rank, int code, const char *text);

#endif
