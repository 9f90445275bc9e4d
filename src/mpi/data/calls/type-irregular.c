/* MPI_Type_indexed, MPI_Type_create_hindexed, their variants with blocks of
 * equal length, and MPI_Type_create_struct. */
#include "type-making.h"
#include <limits.h>

/* Convert displacements from elements to bytes. Returns NULL on overflow. */
static MPI_Aint *type_irregular_in_bytes(struct rank *rank,
                                         const MPI_Count *displacements,
                                         MPI_Count count, MPI_Aint extent)
{
    MPI_Aint *bytes = rank_alloc(rank, (size_t)(count + 1) * sizeof *bytes);
    for (MPI_Count i = 0; i < count; i++)
        if (__builtin_mul_overflow(displacements[i], extent, &bytes[i])) {
            rank_free(rank, bytes);
            return NULL;
        }
    return bytes;
}

/* Arguments of all these functions: displacements in elements or in bytes, one
 * or several lengths, one or several types. */
struct irregular {
    int combiner;
    bool large, in_elements;
    MPI_Count count;
    const MPI_Count *lengths;
    MPI_Count length; /* length of all blocks if `lengths` is NULL */
    const MPI_Count *displacements;
    const MPI_Datatype *types;
    MPI_Datatype type; /* type of all blocks if `types` is NULL */
};

/* Return whether the function takes an array of types. `types` is not
 * sufficient: it may be NULL if count is 0. */
static bool has_types(const struct irregular *from)
{
    return from->combiner == MPI_COMBINER_STRUCT;
}

static bool has_lengths(const struct irregular *from)
{
    return from->combiner != MPI_COMBINER_INDEXED_BLOCK &&
           from->combiner != MPI_COMBINER_HINDEXED_BLOCK;
}

static int type_irregular_check(struct rank *rank, const struct irregular *from,
                                MPI_Datatype *newtype)
{
    MPI_Count count = from->count;
    const MPI_Count *array_of_displacements = from->displacements;
    NOT_NEGATIVE(MPI_ERR_COUNT, count);
    if (count > INT_MAX)
        FAIL(MPI_ERR_COUNT, "count is %lld, more than an int holds", count);
    ARRAY(array_of_displacements, count);
    NOT_NULL(newtype);
    for (MPI_Count i = 0; has_lengths(from) && i < count; i++)
        if (from->lengths[i] < 0)
            FAIL(
                MPI_ERR_ARG,
                "array_of_blocklengths[%lld] is %lld, but must not be negative",
                i, from->lengths[i]);
    if (!has_lengths(from) && from->length < 0)
        FAIL(MPI_ERR_ARG, "blocklength is %lld, but must not be negative",
             from->length);
    for (MPI_Count i = 0; has_types(from) && i < count; i++)
        if (!type_of(rank, from->types[i]))
            return no_such(rank, MPI_ERR_TYPE, HANDLE_TYPE, "datatype",
                           from->types[i]);
    return MPI_SUCCESS;
}

/* Record the arguments for MPI_Type_get_contents(). */
static struct type_making type_irregular_keep(struct rank *rank,
                                              const struct irregular *from,
                                              const MPI_Aint *bytes,
                                              const struct type *const *types)
{
    struct type_making making = making_of(rank, from->combiner, from->large);
    int count = (int)from->count;
    making_counts(&making, &from->count, 1);
    if (has_lengths(from))
        making_counts(&making, from->lengths, count);
    else
        making_counts(&making, &from->length, 1);
    if (from->in_elements)
        making_counts(&making, from->displacements, count);
    else
        making_addresses(&making, bytes, count);
    for (int i = 0; i < (has_types(from) ? count : 1); i++)
        making_type(&making, types[i]);
    return making;
}

static int type_irregular_make(struct rank *rank, const struct irregular *from,
                               MPI_Datatype *newtype)
{
    int error = type_irregular_check(rank, from, newtype);
    if (error)
        return error;
    bool many = has_types(from);
    int kinds = many ? (int)from->count : 1;
    const struct type **types =
        rank_alloc(rank, ((size_t)kinds + 1) * sizeof *types);
    for (int i = 0; i < kinds; i++)
        types[i] = type_of(rank, many ? from->types[i] : from->type);
    MPI_Aint *bytes =
        type_irregular_in_bytes(rank, from->displacements, from->count,
                                from->in_elements ? type_extent(types[0]) : 1);
    struct type_making making = type_irregular_keep(rank, from, bytes, types);
    const struct blocks blocks = {.count = from->count,
                                  .length = from->lengths,
                                  .each = from->length,
                                  .at = bytes,
                                  .type = many ? types : NULL,
                                  .old = types[0]};
    struct type *type = bytes ? type_blocks(rank, &blocks) : NULL;
    rank_free(rank, bytes);
    rank_free(rank, (void *)types);
    return making_done(&making, type, newtype);
}

/* Convert the arrays of the functions with int counts. */
static int make_small(struct rank *rank, struct irregular from,
                      const int *lengths, const int *displacements,
                      const MPI_Aint *addresses, MPI_Datatype *newtype)
{
    MPI_Count room = from.count > 0 ? from.count : 0;
    MPI_Count *wide_lengths = widened(rank, lengths, room);
    MPI_Count *wide = widened(rank, displacements, room);
    if (addresses) {
        wide = rank_alloc(rank, (size_t)(room + 1) * sizeof *wide);
        for (MPI_Count i = 0; i < room; i++)
            wide[i] = addresses[i];
    }
    from.lengths = wide_lengths;
    from.displacements = wide;
    int error = type_irregular_make(rank, &from, newtype);
    rank_free(rank, wide_lengths);
    rank_free(rank, wide);
    return error;
}

int MPI_Type_indexed(int count, const int array_of_blocklengths[],
                     const int array_of_displacements[], MPI_Datatype oldtype,
                     MPI_Datatype *newtype)
{
    ENTER(Type_indexed);
    ARRAY(array_of_blocklengths, count);
    A_TYPE(old, oldtype);
    struct irregular from = {.combiner = MPI_COMBINER_INDEXED,
                             .in_elements = true,
                             .count = count,
                             .type = old->handle};
    return make_small(rank, from, array_of_blocklengths, array_of_displacements,
                      NULL, newtype);
}

int MPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
                       const MPI_Count array_of_displacements[],
                       MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_indexed_c);
    ARRAY(array_of_blocklengths, count);
    A_TYPE(old, oldtype);
    struct irregular from = {.combiner = MPI_COMBINER_INDEXED,
                             .large = true,
                             .in_elements = true,
                             .count = count,
                             .lengths = array_of_blocklengths,
                             .displacements = array_of_displacements,
                             .type = old->handle};
    return type_irregular_make(rank, &from, newtype);
}

int MPI_Type_create_hindexed(int count, const int array_of_blocklengths[],
                             const MPI_Aint array_of_displacements[],
                             MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_create_hindexed);
    ARRAY(array_of_blocklengths, count);
    A_TYPE(old, oldtype);
    struct irregular from = {
        .combiner = MPI_COMBINER_HINDEXED, .count = count, .type = old->handle};
    return make_small(rank, from, array_of_blocklengths, NULL,
                      array_of_displacements, newtype);
}

int MPI_Type_create_hindexed_c(MPI_Count count,
                               const MPI_Count array_of_blocklengths[],
                               const MPI_Count array_of_displacements[],
                               MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_create_hindexed_c);
    ARRAY(array_of_blocklengths, count);
    A_TYPE(old, oldtype);
    struct irregular from = {.combiner = MPI_COMBINER_HINDEXED,
                             .large = true,
                             .count = count,
                             .lengths = array_of_blocklengths,
                             .displacements = array_of_displacements,
                             .type = old->handle};
    return type_irregular_make(rank, &from, newtype);
}

int MPI_Type_create_indexed_block(int count, int blocklength,
                                  const int array_of_displacements[],
                                  MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_create_indexed_block);
    A_TYPE(old, oldtype);
    struct irregular from = {.combiner = MPI_COMBINER_INDEXED_BLOCK,
                             .in_elements = true,
                             .count = count,
                             .length = blocklength,
                             .type = old->handle};
    return make_small(rank, from, NULL, array_of_displacements, NULL, newtype);
}

int MPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength,
                                    const MPI_Count array_of_displacements[],
                                    MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_create_indexed_block_c);
    A_TYPE(old, oldtype);
    struct irregular from = {.combiner = MPI_COMBINER_INDEXED_BLOCK,
                             .large = true,
                             .in_elements = true,
                             .count = count,
                             .length = blocklength,
                             .displacements = array_of_displacements,
                             .type = old->handle};
    return type_irregular_make(rank, &from, newtype);
}

int MPI_Type_create_hindexed_block(int count, int blocklength,
                                   const MPI_Aint array_of_displacements[],
                                   MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_create_hindexed_block);
    A_TYPE(old, oldtype);
    struct irregular from = {.combiner = MPI_COMBINER_HINDEXED_BLOCK,
                             .count = count,
                             .length = blocklength,
                             .type = old->handle};
    return make_small(rank, from, NULL, NULL, array_of_displacements, newtype);
}

int MPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength,
                                     const MPI_Count array_of_displacements[],
                                     MPI_Datatype oldtype,
                                     MPI_Datatype *newtype)
{
    ENTER(Type_create_hindexed_block_c);
    A_TYPE(old, oldtype);
    struct irregular from = {.combiner = MPI_COMBINER_HINDEXED_BLOCK,
                             .large = true,
                             .count = count,
                             .length = blocklength,
                             .displacements = array_of_displacements,
                             .type = old->handle};
    return type_irregular_make(rank, &from, newtype);
}

int MPI_Type_create_struct(int count, const int array_of_blocklengths[],
                           const MPI_Aint array_of_displacements[],
                           const MPI_Datatype array_of_types[],
                           MPI_Datatype *newtype)
{
    ENTER(Type_create_struct);
    ARRAY(array_of_blocklengths, count);
    ARRAY(array_of_types, count);
    struct irregular from = {.combiner = MPI_COMBINER_STRUCT,
                             .count = count,
                             .types = array_of_types};
    return make_small(rank, from, array_of_blocklengths, NULL,
                      array_of_displacements, newtype);
}

int MPI_Type_create_struct_c(MPI_Count count,
                             const MPI_Count array_of_blocklengths[],
                             const MPI_Count array_of_displacements[],
                             const MPI_Datatype array_of_types[],
                             MPI_Datatype *newtype)
{
    ENTER(Type_create_struct_c);
    ARRAY(array_of_blocklengths, count);
    ARRAY(array_of_types, count);
    struct irregular from = {.combiner = MPI_COMBINER_STRUCT,
                             .large = true,
                             .count = count,
                             .lengths = array_of_blocklengths,
                             .displacements = array_of_displacements,
                             .types = array_of_types};
    return type_irregular_make(rank, &from, newtype);
}

int MPI_Type_hindexed(int count, int array_of_blocklengths[],
                      MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                      MPI_Datatype *newtype)
{
    ENTER(Type_hindexed);
    ARRAY(array_of_blocklengths, count);
    A_TYPE(old, oldtype);
    struct irregular from = {
        .combiner = MPI_COMBINER_HINDEXED, .count = count, .type = old->handle};
    return make_small(rank, from, array_of_blocklengths, NULL,
                      array_of_displacements, newtype);
}

int MPI_Type_struct(int count, int array_of_blocklengths[],
                    MPI_Aint array_of_displacements[],
                    MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
    ENTER(Type_struct);
    ARRAY(array_of_blocklengths, count);
    ARRAY(array_of_types, count);
    struct irregular from = {.combiner = MPI_COMBINER_STRUCT,
                             .count = count,
                             .types = array_of_types};
    return make_small(rank, from, array_of_blocklengths, NULL,
                      array_of_displacements, newtype);
}
