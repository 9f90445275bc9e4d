/* Iteration over the contiguous pieces of a type: packing, unpacking and the
 * detection of overlaps. */
#include "type.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool walk_part(const struct type_part *part, MPI_Aint at,
                      enum type_pieces pieces, type_piece piece, void *arg)
{
    for (MPI_Count i = 0; i < part->repeat; i++)
        if (!type_walk(part->type, at + part->at + i * part->stride,
                       part->count, pieces, piece, arg))
            return false;
    return true;
}

bool type_walk(const struct type *type, MPI_Aint at, MPI_Count count,
               enum type_pieces pieces, type_piece piece, void *arg)
{
    if (!type->size || count <= 0)
        return true;
    bool whole = pieces == PIECES_WHOLE;
    bool ends = !type->parts || (type->basic && pieces == PIECES_ELEMENTS);
    if (ends || (whole && type->dense))
        return piece(arg, at, type, count);
    MPI_Aint extent = type->ub - type->lb;
    for (MPI_Count i = 0; i < count; i++, at += extent) {
        if (whole && type->solid) {
            if (!piece(arg, at, type, 1))
                return false;
            continue;
        }
        for (int p = 0; p < type->parts; p++)
            if (!walk_part(&type->part[p], at, pieces, piece, arg))
                return false;
    }
    return true;
}

/* State of copying between packed bytes and the program's data. */
struct type_copying {
    char *packed; /* position of the next packed byte */
    char *data;
    size_t left;
    bool out; /* whether to pack, from `data` to `packed` */
};

static bool type_walk_copy_piece(void *arg, MPI_Aint at,
                                 const struct type *leaf, MPI_Count count)
{
    struct type_copying *copy = arg;
    size_t bytes = (size_t)(leaf->size * count);
    char *data = copy->data + at + leaf->true_lb;
    if (bytes > copy->left)
        bytes = copy->left;
    if (copy->out)
        memcpy(copy->packed, data, bytes);
    else
        memcpy(data, copy->packed, bytes);
    copy->packed += bytes;
    copy->left -= bytes;
    return copy->left > 0;
}

static void copy_types(const struct type *type, struct type_copying *copy,
                       size_t count)
{
    if (copy->left)
        type_walk(type, 0, (MPI_Count)count, PIECES_WHOLE, type_walk_copy_piece,
                  copy);
}

void type_pack(const struct type *type, const void *buf, size_t count,
               void *out)
{
    struct type_copying copy = {.packed = out,
                                .data = (char *)buf,
                                .left = count * (size_t)type->size,
                                .out = true};
    copy_types(type, &copy, count);
}

size_t type_unpack(const struct type *type, void *buf, size_t count,
                   const void *in, size_t bytes)
{
    size_t room = count * (size_t)type->size;
    if (bytes > room)
        bytes = room;
    struct type_copying copy = {
        .packed = (char *)in, .data = buf, .left = bytes};
    copy_types(type, &copy, count);
    return bytes;
}

/* ---- overlapping pieces -----------------------------------------------------
 * Sorts the pieces and compares neighbours. A type stores the number of copies
 * that are known not to overlap. */

/* maximum number of pieces in which overlaps are detected */
#define TYPE_WALK_PIECES_MOST 65536

struct apart_piece {
    MPI_Aint low, high;
};

struct type_apart {
    struct rank *rank;
    struct apart_piece *piece; /* [count] */
    size_t count, room;
    MPI_Aint base; /* offset added to the displacements of new pieces */
    bool sorted;
};

struct type_apart *apart_new(struct rank *rank)
{
    struct type_apart *apart = rank_alloc(rank, sizeof *apart);
    apart->rank = rank;
    apart->sorted = true;
    return apart;
}

static bool apart_add_piece(void *arg, MPI_Aint at, const struct type *leaf,
                            MPI_Count count)
{
    struct type_apart *apart = arg;
    MPI_Aint low = apart->base + at + leaf->true_lb;
    if (apart->count == TYPE_WALK_PIECES_MOST)
        return false;
    if (apart->count == apart->room) {
        apart->room = 2 * apart->room + 16;
        apart->piece = rank_realloc(apart->rank, apart->piece,
                                    apart->room * sizeof *apart->piece);
    }
    apart->sorted &=
        !apart->count || apart->piece[apart->count - 1].high <= low;
    apart->piece[apart->count++] =
        (struct apart_piece){low, low + leaf->size * count};
    return true;
}

bool apart_add(struct type_apart *apart, MPI_Aint at, const struct type *type,
               size_t count)
{
    apart->base = at;
    return type_walk(type, 0, (MPI_Count)count, PIECES_WHOLE, apart_add_piece,
                     apart);
}

static int piece_order(const void *left, const void *right)
{
    const struct apart_piece *a = left, *b = right;
    return (a->low > b->low) - (a->low < b->low);
}

bool apart_close(struct type_apart *apart, MPI_Aint *twice)
{
    bool overlap = false;
    if (!apart->sorted)
        qsort(apart->piece, apart->count, sizeof *apart->piece, piece_order);
    MPI_Aint high = apart->count ? apart->piece[0].high : 0;
    for (size_t i = 1; !apart->sorted && !overlap && i < apart->count; i++) {
        overlap = apart->piece[i].low < high;
        if (overlap)
            *twice = apart->piece[i].low;
        else
            high = apart->piece[i].high;
    }
    rank_free(apart->rank, apart->piece);
    rank_free(apart->rank, apart);
    return overlap;
}

bool type_overlaps(struct rank *rank, const struct type *type, size_t count,
                   MPI_Aint *twice)
{
    struct type *known = (struct type *)type;
    if (type->basic || type->dense || !type->size || !count ||
        (MPI_Count)count <= type->apart)
        return false;
    MPI_Aint extent = type->ub - type->lb;
    bool alone = extent >= type->true_ub - type->true_lb;
    struct type_apart *apart = apart_new(rank);
    bool whole = apart_add(apart, 0, type, alone ? 1 : count);
    bool overlap = apart_close(apart, twice);
    if (!overlap)
        known->apart = alone || !whole ? LLONG_MAX : (MPI_Count)count;
    return overlap;
}
