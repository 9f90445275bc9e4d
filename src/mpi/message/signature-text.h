/* What messages are made of, compared and in words; private to src/mpi. */
#ifndef WEFT_SRC_MPI_SIGNATURE_TEXT_H
#define WEFT_SRC_MPI_SIGNATURE_TEXT_H

#include "mpi/data/type.h"

/* Bytes and packed data may be anything. */
bool signature_is_raw(const struct signature *signature);
bool signature_same(const struct signature *one, const struct signature *other);
/* "4 x MPI_INT" */
const char *signature_text(const struct signature *signature, char text[96]);

#endif
