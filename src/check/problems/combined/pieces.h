/* Divides the blocks of one processor into pieces, runs of blocks with the same
 * values. The pieces cover all blocks from 0 on; each piece ends where the next
 * begins. */
#ifndef WEFT_SRC_CHECK_PROBLEMS_COMBINED_PIECES_H
#define WEFT_SRC_CHECK_PROBLEMS_COMBINED_PIECES_H

#include <stddef.h>
#include <stdint.h>

#include "base/items/items.h"

#define VALUE_NONE UINT32_MAX

struct piece {
    int32_t first;
    uint32_t latest; /* index of the latest value, or VALUE_NONE */
};

/* The pieces, in arrays of limited length, so that a split moves only a few. */
struct block_pieces {
    struct shelf {
        struct piece *piece; /* [count] pieces, in an array of `room`
                                elements */
        int32_t first;       /* first block of the shelf's first piece */
        uint16_t count, room;
    } * shelf; /* [count] shelves; NULL: one piece without values */
    uint32_t count, room;
};

/* Some consecutive blocks within a piece. */
struct piece_part {
    struct interval blocks;
    uint32_t latest;
    uint32_t shelf, at; /* position of the piece, valid until the next split */
};

/* Return the part of a piece from block `first` up to `last`, or up to the end
 * of the piece if that is lower. */
struct piece_part pieces_part(const struct block_pieces *pieces, int64_t first,
                              int32_t last);
/* Split pieces so that one piece begins, and one ends, where `blocks` does.
 * Return 0, or -1 if out of memory. */
int pieces_cut(struct block_pieces *pieces, struct interval blocks);
/* Set the latest value of the piece that contains `part`. */
void pieces_set(struct block_pieces *pieces, const struct piece_part *part,
                uint32_t latest);
void pieces_finish(struct block_pieces *pieces);

#endif
