/* Strings and indices of Fortran. */
#include "mpi/fortran/fortran.h"

#include <string.h>

char *fortran_string(const char *text, size_t length, bool blanks_count)
{
    struct rank *rank = rank_here();
    while (length && text[length - 1] == ' ')
        length--;
    while (!blanks_count && length && *text == ' ') {
        text++;
        length--;
    }
    if (!rank) /* the call will be reported */
        return NULL;
    char *copy = rank_alloc(rank, length + 1);
    memcpy(copy, text, length);
    return copy;
}

void fortran_string_free(char *text)
{
    if (text)
        rank_free(NULL, text);
}

void fortran_fill(char *text, size_t length, const char *c, int code)
{
    size_t used = strlen(c);
    if (code)
        return;
    if (used > length)
        used = length;
    memcpy(text, c, used);
    memset(text + used, ' ', length - used);
}

void fortran_count_from_1(int *index, const int *count, int code)
{
    int entries = count ? *count : 1;
    for (int i = 0; i < entries && code != MPI_ERR_REQUEST; i++)
        if (index[i] >= 0)
            index[i]++;
}
