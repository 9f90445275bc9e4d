/* Calls from Fortran; private to src/mpi.
 *
 * generate.py writes most functions from the declarations in mpi-functions.h;
 * the others are in this folder. All arguments are addresses; the lengths of
 * strings follow behind all of them. In Fortran 2008 the address of IERROR may
 * be null. */
#ifndef WEFT_SRC_MPI_FORTRAN_FORTRAN_H
#define WEFT_SRC_MPI_FORTRAN_FORTRAN_H

#include "mpi/rank.h"

#define FORTRAN __attribute__((visibility("default")))
/* Another name of a function. */
#define FORTRAN_ALIAS(name, own)                                               \
    FORTRAN extern __typeof__(own) name __attribute__((alias(#own)))
/* The other names of a function that is written by hand. */
#define FORTRAN_NAMES(own)                                                     \
    FORTRAN_ALIAS(p##own, own);                                                \
    FORTRAN_ALIAS(own##f08_, own);                                             \
    FORTRAN_ALIAS(p##own##f08_, own)
/* The next call of a C function reports the line of Fortran. */
#define FORTRAN_ENTER rank_caller = __builtin_return_address(0)

static inline void fortran_leave(int *ierror, int code)
{
    rank_caller = NULL;
    if (ierror)
        *ierror = code;
}

/* ---- special addresses: MPI_BOTTOM, MPI_STATUS_IGNORE ... -----------------
 *
 * They are variables of weft: weft-mpicc links programs so that the COMMON
 * blocks of these names are weft's. */
#define FORTRAN_SENTINEL(symbol)                                               \
    FORTRAN extern int symbol[8];                                              \
    int symbol[8] __attribute__((section("weft_f_sentinels")))

extern int __start_weft_f_sentinels[], __stop_weft_f_sentinels[];

/* Return the value in C of a special address. */
void *fortran_special(const void *address);

/* Return what C expects for the address of an argument. */
static inline void *fortran_address(const void *address)
{
    const int *at = address;
    if (at >= __start_weft_f_sentinels && at < __stop_weft_f_sentinels)
        return fortran_special(address);
    return (void *)address;
}

/* ---- strings and numbers --------------------------------------------------
 */

enum { FORTRAN_TEXT = 1025 /* more than any string of MPI */ };

/* Return the string of C without the blanks at the end, and at the beginning
 * unless they count. Free it with fortran_string_free(). */
char *fortran_string(const char *text, size_t length, bool blanks_count);
void fortran_string_free(char *text);
/* Fill up a string with blanks if the call succeeded. */
void fortran_fill(char *text, size_t length, const char *c, int code);
/* Convert indices of array elements, one or *count of them. */
void fortran_count_from_1(int *index, const int *count, int code);

#endif
