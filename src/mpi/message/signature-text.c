/* Comparison and text of type signatures. */
#include "mpi/message/signature-text.h"

#include <stdio.h>

bool signature_is_raw(const struct signature *signature)
{
    return signature->basic == MPI_BYTE || signature->basic == MPI_PACKED;
}

bool signature_same(const struct signature *one, const struct signature *other)
{
    if (signature_is_raw(one) || signature_is_raw(other))
        return true;
    return one->elements == other->elements &&
           (!one->elements || one->hash == other->hash);
}

const char *signature_text(const struct signature *signature, char text[96])
{
    unsigned long long elements = signature->elements;
    if (!elements)
        snprintf(text, 96, "nothing");
    else if (signature->basic == TYPE_SINGLE_F90)
        snprintf(text, 96, "%llu elements of MPI_Type_create_f90_... types",
                 elements);
    else if (signature->basic < 0)
        snprintf(text, 96, "%llu elements of several types", elements);
    else
        snprintf(text, 96, "%llu x %s", elements, basic_name(signature->basic));
    return text;
}
