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

/* ---- sections of arrays ---------------------------------------------------
 *
 * In Fortran 2008, buffers arrive as descriptors. Data with gaps become a
 * datatype, whose gaps are those of the section: so the call may use them until
 * its request completes. If no datatype describes them, a call that waits uses
 * a contiguous copy, and another call is an error. */

/* A descriptor (CFI_cdesc_t in ISO_Fortran_binding.h, which not every compiler
 * of C has). The extent of the last dimension is -1 in arrays of assumed size,
 * which are contiguous. */
struct fortran_array {
    void *base;
    size_t bytes; /* of an element */
    int version;
    signed char rank, attribute;
    int16_t type;
    struct {
        ptrdiff_t lower, extent, stride; /* stride in bytes */
    } dimension[];
};

enum fortran_use {
    FORTRAN_DATA,   /* `count` elements of `type` */
    FORTRAN_BLOCKS, /* blocks of `type`, one per rank */
    FORTRAN_BYTES,  /* no datatype may describe gaps */
    FORTRAN_PLACE,  /* only the first element */
};

/* A buffer, and the arguments that belong to it. */
struct fortran_section {
    const struct fortran_array *array;
    enum fortran_use use;
    /* whether the call uses the buffer after its return, and has no request
     * that may keep a copy */
    bool pending;
    bool changed; /* whether the call may change the buffer */
    /* Arguments of the C function; at first, those of the program. Without a
     * count or a type: 0. */
    void *address;
    MPI_Count count;
    MPI_Datatype type;
    void *copy;       /* owned; NULL: none */
    struct type *own; /* datatype with the gaps, or NULL */
};

/* Prepare the buffer of a call. Returns MPI_SUCCESS, or the class of an error
 * that was raised. */
int fortran_section_open(const char *function, struct fortran_section *section);
/* If the call succeeded, let its request keep the copy of the buffer. */
void fortran_section_keep(struct fortran_section *section, int code,
                          const MPI_Request *request);
/* Copy back data, and free what was created; also after a failure. */
void fortran_section_close(struct fortran_section *section);

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
