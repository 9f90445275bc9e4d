/* Blocks for each of several peers; private to src/mpi. */
#ifndef WEFT_SRC_MPI_COLL_SIDE_H
#define WEFT_SRC_MPI_COLL_SIDE_H

#include "mpi/coll/coll.h"

/* Numbers of elements, as the program gives them: of type int or large; or
 * none. */
struct counts {
    const int *few;
    const MPI_Count *many;
};

/* Where blocks are. */
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

/* The i-th, or `each` if there is no list. */
static inline MPI_Count counts_at(const struct counts *counts, int i,
                                  MPI_Count each)
{
    if (counts->few)
        return counts->few[i];
    return counts->many ? counts->many[i] : each;
}

/* For each peer a block: without `counts` and `places` `count` elements each,
 * side by side; `types` that each has its own, and places are bytes then. */
struct side {
    void *buffer;
    MPI_Count count;
    MPI_Datatype type;
    struct counts counts;
    struct places places;
    const MPI_Datatype *types;
};

/* Sides of the calls of the standard. */
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

/* The i-th block. @returns an error, raised */
int side_block(struct coll *c, const struct side *side, int i,
               struct data *data);
/* Reports bytes that the `count` blocks of a side have twice: the call writes
 * or, with `read`, reads them twice. `peer` of NULL: no block is for
 * MPI_PROC_NULL. @returns an error, raised */
int side_once(struct coll *c, const struct side *side, int count,
              const int *peer, bool read);
/* What one gives and another takes share no memory: `own` and the blocks of
 * `all`, if they lie side by side. @returns an error, raised */
int side_apart(struct coll *c, const struct data *own, const struct side *all);

#endif
