/* Functions that the argument checks share. */
#include "arguments.h"
#include <string.h>

int no_such(struct rank *rank, int class, enum handle_kind kind,
            const char *what, int handle)
{
    if (handle == HANDLE_NULL(kind))
        return rank_error(rank, NULL, class, "the %s is a null handle", what);
    if ((unsigned)handle >> 26 == (unsigned)kind &&
        !handle_is_predefined(handle))
        return rank_error(rank, NULL, class,
                          "0x%08x is not a valid %s (it may have been freed)",
                          (unsigned)handle, what);
    return rank_error(rank, NULL, class, "0x%08x is not a valid %s",
                      (unsigned)handle, what);
}

char *name_copy(struct rank *rank, char *old, const char *name)
{
    size_t length = strnlen(name, MPI_MAX_OBJECT_NAME - 1);
    char *copy = rank_alloc(rank, length + 1);
    memcpy(copy, name, length);
    rank_free(rank, old);
    return copy;
}

void name_tell(const char *name, char *out, int *length)
{
    size_t size = strnlen(name, MPI_MAX_OBJECT_NAME - 1);
    memcpy(out, name, size);
    out[size] = 0;
    *length = (int)size;
}
