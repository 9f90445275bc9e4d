/* The blocks of one processor in pieces: runs of blocks of which it holds the
 * same. All blocks from 0 on are in pieces; each ends where the next begins. */
#ifndef WEFT_SRC_CHECK_PROBLEMS_COMBINED_PIECES_H
#define WEFT_SRC_CHECK_PROBLEMS_COMBINED_PIECES_H

#include <stddef.h>
#include <stdint.h>

#include "base/items/items.h"

#define VALUE_NONE UINT32_MAX

struct piece {
    int32_t first;
    uint32_t latest; /* value held; VALUE_NONE: none */
};

/* Pieces in arrays of limited length, so that a cut moves few of them. */
struct block_pieces {
    struct shelf {
        struct piece *piece; /* [count] of [room] */
        int32_t first;       /* of its first piece */
        uint16_t count, room;
    } * shelf; /* [count]; none: one piece of VALUE_NONE */
    uint32_t count, room;
};

/* A piece, and which of its blocks are of interest. */
struct piece_part {
    struct interval blocks;
    uint32_t latest;
    uint32_t shelf, at; /* where it lies, until the next cut */
};

/* The part of a piece that begins with a block and ends at `last` or before. */
struct piece_part pieces_part(const struct block_pieces *pieces, int64_t first,
                              int32_t last);
/* Let pieces begin and end with a run of blocks. 0, or -1: no memory. */
int pieces_cut(struct block_pieces *pieces, struct interval blocks);
/* What the piece of a part holds from now on. */
void pieces_set(struct block_pieces *pieces, const struct piece_part *part,
                uint32_t latest);
void pieces_finish(struct block_pieces *pieces);

#endif
