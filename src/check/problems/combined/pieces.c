/* Stores pieces of blocks in order, in arrays of limited length (shelves). */
#include "pieces.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

#define SHELF_MAX AT_ONCE(128, 4) /* maximum number of pieces in a shelf */
#define SHELF_FIRST 4

/* Insert an empty shelf with space for `room` pieces. Return 0, or -1 if out of
 * memory. */
static int open_shelf(struct block_pieces *pieces, uint32_t at, int room)
{
    size_t shelves = pieces->room;
    struct piece *piece = malloc((size_t)room * sizeof *piece);
    if (!piece ||
        array_grow(&pieces->shelf, &shelves, (size_t)pieces->count + 1,
                   sizeof *pieces->shelf)) {
        free(piece);
        return -1;
    }
    pieces->room = (uint32_t)shelves;
    struct shelf *shelf = pieces->shelf + at;
    if (at < pieces->count)
        memmove(shelf + 1, shelf, (pieces->count - at) * sizeof *shelf);
    *shelf = (struct shelf){.piece = piece, .room = (uint16_t)room};
    pieces->count++;
    return 0;
}

static int begin_pieces(struct block_pieces *pieces)
{
    if (pieces->count)
        return 0;
    if (open_shelf(pieces, 0, SHELF_FIRST))
        return -1;
    pieces->shelf->piece[0] = (struct piece){0, VALUE_NONE};
    pieces->shelf->count = 1;
    return 0;
}

/* ---- finding ------------------------------------------------------------ */

static uint32_t find_shelf(const struct block_pieces *pieces, int32_t block)
{
    uint32_t low = 0, high = pieces->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (pieces->shelf[middle].first <= block)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t find_piece(const struct shelf *shelf, int32_t block)
{
    uint32_t low = 0, high = shelf->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (shelf->piece[middle].first <= block)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Return the first block after a piece. */
static int64_t pieces_end_of(const struct block_pieces *pieces, uint32_t shelf,
                             uint32_t at)
{
    if (at + 1 < pieces->shelf[shelf].count)
        return pieces->shelf[shelf].piece[at + 1].first;
    return shelf + 1 < pieces->count ? pieces->shelf[shelf + 1].first
                                     : INT64_MAX;
}

struct piece_part pieces_part(const struct block_pieces *pieces, int64_t first,
                              int32_t last)
{
    struct piece_part part = {{(int32_t)first, last}, VALUE_NONE, 0, 0};
    if (!pieces->count)
        return part;
    part.shelf = find_shelf(pieces, (int32_t)first);
    const struct shelf *shelf = &pieces->shelf[part.shelf];
    part.at = find_piece(shelf, (int32_t)first);
    part.latest = shelf->piece[part.at].latest;
    int64_t end = pieces_end_of(pieces, part.shelf, part.at);
    if (end <= last)
        part.blocks.last = (int32_t)(end - 1);
    return part;
}

/* ---- cutting ------------------------------------------------------------ */

/* Move the upper half of a full shelf to a new shelf. */
static int pieces_divide(struct block_pieces *pieces, uint32_t at)
{
    if (open_shelf(pieces, at + 1, SHELF_MAX))
        return -1;
    struct shelf *full = &pieces->shelf[at], *fresh = full + 1;
    uint16_t half = full->count / 2;
    fresh->count = (uint16_t)(full->count - half);
    memcpy(fresh->piece, full->piece + half,
           fresh->count * sizeof *fresh->piece);
    fresh->first = fresh->piece[0].first;
    full->count = half;
    return 0;
}

static int pieces_grow(struct shelf *shelf)
{
    int room = 2 * shelf->room < SHELF_MAX ? 2 * shelf->room : SHELF_MAX;
    struct piece *piece = realloc(shelf->piece, (size_t)room * sizeof *piece);
    if (!piece)
        return -1;
    shelf->piece = piece;
    shelf->room = (uint16_t)room;
    return 0;
}

static int cut_before(struct block_pieces *pieces, int32_t block)
{
    uint32_t place = find_shelf(pieces, block);
    struct shelf *shelf = &pieces->shelf[place];
    uint32_t at = find_piece(shelf, block);
    if (shelf->piece[at].first == block)
        return 0;
    if (shelf->count == SHELF_MAX) {
        if (pieces_divide(pieces, place))
            return -1;
        shelf = &pieces->shelf[find_shelf(pieces, block)];
        at = find_piece(shelf, block);
    }
    if (shelf->count == shelf->room && pieces_grow(shelf))
        return -1;
    struct piece *piece = shelf->piece + at;
    memmove(piece + 1, piece, (shelf->count++ - at) * sizeof *piece);
    piece[1].first = block;
    return 0;
}

int pieces_cut(struct block_pieces *pieces, struct interval blocks)
{
    if (begin_pieces(pieces) || cut_before(pieces, blocks.first))
        return -1;
    return blocks.last < INT32_MAX ? cut_before(pieces, blocks.last + 1) : 0;
}

void pieces_set(struct block_pieces *pieces, const struct piece_part *part,
                uint32_t latest)
{
    pieces->shelf[part->shelf].piece[part->at].latest = latest;
}

void pieces_finish(struct block_pieces *pieces)
{
    for (uint32_t i = 0; i < pieces->count; i++)
        free(pieces->shelf[i].piece);
    free(pieces->shelf);
    *pieces = (struct block_pieces){0};
}
