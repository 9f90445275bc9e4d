/* Construction of datatypes from others; all displacements are in bytes. */
#include "type.h"
#include <limits.h>

struct type *type_strided(struct rank *rank, MPI_Count count,
                          MPI_Count blocklength, MPI_Aint stride,
                          const struct type *old)
{
    struct type *type = type_new(rank, 1);
    *(struct type_part *)type->part = (struct type_part){
        .type = old, .count = blocklength, .repeat = count, .stride = stride};
    return type_seal(rank, type) ? type : NULL;
}

struct type *type_blocks(struct rank *rank, const struct blocks *blocks)
{
    if (blocks->count > INT_MAX)
        return NULL; /* it would need more than INT_MAX parts */
    struct type *type = type_new(rank, (int)blocks->count);
    struct type_part *part = (struct type_part *)type->part;
    for (int i = 0; i < type->parts; i++) {
        part[i].type = blocks->type ? blocks->type[i] : blocks->old;
        part[i].at = blocks->at[i];
        part[i].count = blocks->length ? blocks->length[i] : blocks->each;
    }
    return type_seal(rank, type) ? type : NULL;
}

struct type *type_resized(struct rank *rank, MPI_Aint lb, MPI_Aint extent,
                          const struct type *old)
{
    MPI_Aint ub;
    struct type *type = type_strided(rank, 1, 1, 0, old);
    if (!type)
        return NULL;
    if (__builtin_add_overflow(lb, extent, &ub)) {
        type_drop(rank, type);
        return NULL;
    }
    type_bound(type, lb, ub);
    return type;
}

/* Finish one dimension: a type with parts of `inner` and the extent of `size`
 * of them. Drops the reference to `inner`. */
static struct type *type_build_dimension(struct rank *rank, struct type *type,
                                         const struct type *inner,
                                         MPI_Count size)
{
    MPI_Aint extent = inner->ub - inner->lb, whole;
    bool fits = !__builtin_mul_overflow(extent, size, &whole);
    bool sealed = type_seal(rank, type);
    type_drop(rank, inner);
    if (sealed && fits) {
        type_bound(type, 0, whole);
        return type;
    }
    if (sealed)
        type_drop(rank, type);
    return NULL;
}

/* Return the index of the dimension that varies i-th fastest. */
static int from_fastest(int i, int n, int order)
{
    return order == MPI_ORDER_C ? n - 1 - i : i;
}

struct type *type_subarray(struct rank *rank, const struct subarray *array,
                           const struct type *old)
{
    const struct type *inner = old;
    type_hold(inner); /* each dimension drops the reference to the inner one */
    for (int i = 0; i < array->dimensions; i++) {
        int d = from_fastest(i, array->dimensions, array->order);
        struct type *type = type_new(rank, 1);
        MPI_Aint extent = inner->ub - inner->lb, at;
        if (__builtin_mul_overflow(extent, array->starts[d], &at))
            at = 0; /* the product with the full size overflows as well */
        *(struct type_part *)type->part = (struct type_part){
            .type = inner, .at = at, .count = array->subsizes[d], .repeat = 1};
        inner = type_build_dimension(rank, type, inner, array->sizes[d]);
        if (!inner)
            return NULL;
    }
    return (struct type *)inner;
}

/* The share of one process in a dimension distributed cyclically in blocks:
 * full blocks and the size of a partial one. */
struct type_build_share {
    MPI_Count blocks, rest;
    MPI_Count first, period; /* offset of the first block, distance between
                                blocks */
};

static struct type_build_share
type_build_cyclic(MPI_Count size, MPI_Count block, int processes, int p)
{
    struct type_build_share share = {0};
    if (__builtin_mul_overflow(p, block, &share.first))
        return share;
    if (__builtin_mul_overflow(processes, block, &share.period))
        share.period = size; /* no process has a second block */
    /* number of elements from the first block of the process to the end */
    MPI_Count behind = size - share.first;
    if (behind <= 0 || share.period <= 0)
        return share;
    share.blocks = behind / share.period;
    MPI_Count last = behind % share.period;
    if (last >= block)
        share.blocks++;
    else
        share.rest = last;
    return share;
}

static MPI_Count block_size(const struct darray *array, int d)
{
    MPI_Count size = array->sizes[d];
    int processes = array->process[d], darg = array->darg[d];
    if (array->distribution[d] == MPI_DISTRIBUTE_NONE)
        return size;
    if (darg != MPI_DISTRIBUTE_DFLT_DARG)
        /* clamped: a block of at least `size` puts all elements on one process
         */
        return darg < size ? darg : size;
    return array->distribution[d] == MPI_DISTRIBUTE_CYCLIC
               ? 1
               : size / processes + (size % processes != 0);
}

/* Return the coordinate of the process in dimension d. The last dimension
 * varies fastest, whatever the order of the array. */
static int process_at(const struct darray *array, int d)
{
    int rank = array->rank;
    for (int i = array->dimensions - 1; i > d; i--)
        rank /= array->process[i];
    return rank % array->process[d];
}

struct type *type_darray(struct rank *rank, const struct darray *array,
                         const struct type *old)
{
    const struct type *inner = old;
    type_hold(inner); /* each dimension drops the reference to the inner one */
    for (int i = 0; i < array->dimensions; i++) {
        int d = from_fastest(i, array->dimensions, array->order);
        MPI_Count block = block_size(array, d);
        struct type_build_share share = type_build_cyclic(
            array->sizes[d], block, array->process[d], process_at(array, d));
        MPI_Aint extent = inner->ub - inner->lb, whole;
        if (__builtin_mul_overflow(extent, array->sizes[d], &whole)) {
            type_drop(rank, inner);
            return NULL;
        }
        struct type *type = type_new(rank, 2);
        struct type_part *part = (struct type_part *)type->part;
        part[0] = (struct type_part){
            .type = inner,
            .count = block,
            .repeat = share.blocks,
            .at = share.blocks ? share.first * extent : 0,
            .stride = share.blocks > 1 ? share.period * extent : 0};
        part[1] = (struct type_part){
            .type = inner,
            .count = share.rest,
            .repeat = 1,
            .at = share.rest
                      ? (share.first + share.blocks * share.period) * extent
                      : 0};
        inner = type_build_dimension(rank, type, inner, array->sizes[d]);
        if (!inner)
            return NULL;
    }
    return (struct type *)inner;
}
