/* Buffers that consist of one block per peer; private to src/mpi. */
#ifndef WEFT_SRC_MPI_COLL_SIDE_H
#define WEFT_SRC_MPI_COLL_SIDE_H

#include "mpi/coll/coll.h"

/* Element counts as the program passes them, as int or MPI_Count; both pointers
 * are NULL if there is no array. */
struct counts {
    const int *few;
    const MPI_Count *many;
};

/* Displacements of blocks; both pointers are NULL if there is no array. */
struct places {
    const int *near;
    const MPI_Aint *far;
};

static inline struct counts counts_few(const int *counts)
{
    return (struct counts){.few = counts};
}

static inline struct counts counts_many(const MPI_Count *counts)
{
    return (struct counts){.many = counts};
}

static inline struct places places_near(const int *places)
{
    return (struct places){.near = places};
}

static inline struct places places_far(const MPI_Aint *places)
{
    return (struct places){.far = places};
}

#define COUNTS(array)                                                          \
    _Generic(*(array), int : counts_few, MPI_Count : counts_many)(array)
#define PLACES(array)                                                          \
    _Generic(*(array), int : places_near, MPI_Aint : places_far)(array)

static inline bool counts_any(const struct counts *counts)
{
    return counts->few || counts->many;
}

/* Return the i-th count, or `each` if there is no array. */
static inline MPI_Count counts_at(const struct counts *counts, int i,
                                  MPI_Count each)
{
    if (counts->few)
        return counts->few[i];
    return counts->many ? counts->many[i] : each;
}

/* One block per peer. Without `counts` and `places` the blocks are contiguous
 * and have `count` elements each. With `types` each block has its own type, and
 * displacements are in bytes. */
struct side {
    void *buffer;
    MPI_Count count;
    MPI_Datatype type;
    struct counts counts;
    struct places places;
    const MPI_Datatype *types;
};

/* Sides built from the arguments of the MPI functions. */
#define SIDE(address, number, datatype)                                        \
    (&(const struct side){                                                     \
        .buffer = (void *)(address), .count = (number), .type = (datatype)})
#define SIDE_VARIES(address, numbers, where, datatype)                         \
    (&(const struct side){.buffer = (void *)(address),                         \
                          .type = (datatype),                                  \
                          .counts = COUNTS(numbers),                           \
                          .places = PLACES(where)})
#define SIDE_TYPES(address, numbers, where, datatypes)                         \
    (&(const struct side){.buffer = (void *)(address),                         \
                          .type = MPI_BYTE,                                    \
                          .counts = COUNTS(numbers),                           \
                          .places = PLACES(where),                             \
                          .types = (datatypes)})

/* Return the i-th block in `data`. Returns MPI_SUCCESS or the class of an error
 * that was raised. */
int side_block(struct coll *c, const struct side *side, int i,
               struct data *data);
/* Report bytes that occur in two of the `count` blocks of a side: the call
 * writes or, with `read`, reads them twice. Skips the blocks for MPI_PROC_NULL;
 * `peer` may be NULL if there are none. Returns MPI_SUCCESS or the class of an
 * error that was raised. */
int side_once(struct coll *c, const struct side *side, int count,
              const int *peer, bool read);
/* Raise an error if `own` and the blocks of `all` overlap; checked only if the
 * blocks are contiguous. Returns MPI_SUCCESS or the class of the error. */
int side_apart(struct coll *c, const struct data *own, const struct side *all);

#endif
