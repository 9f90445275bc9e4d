/* Comparison and text of type signatures; private to src/mpi. */
#ifndef WEFT_SRC_MPI_SIGNATURE_TEXT_H
#define WEFT_SRC_MPI_SIGNATURE_TEXT_H

#include "mpi/data/type.h"

/* Return whether the signature matches any data (MPI_BYTE or MPI_PACKED). */
bool signature_is_raw(const struct signature *signature);
bool signature_same(const struct signature *one, const struct signature *other);
/* Write a text such as "4 x MPI_INT". */
const char *signature_text(const struct signature *signature, char text[96]);

#endif
