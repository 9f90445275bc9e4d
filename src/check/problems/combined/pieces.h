/* The blocks of one processor as pieces: runs of blocks with the same values.
 * The pieces cover all blocks from 0 on; each ends where the next begins. */
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

/* Pieces are stored in arrays of limited length, so that a split moves few of
 * them. */
struct block_pieces {
    struct shelf {
        struct piece *piece; /* [count] pieces, with space for `room` */
        int32_t first;       /* first block of the shelf's first piece */
        uint16_t count, room;
    } * shelf; /* [count] shelves; none: one piece with VALUE_NONE */
    uint32_t count, room;
};

/* Some consecutive blocks of a piece. */
struct piece_part {
    struct interval blocks;
    uint32_t latest;
    uint32_t shelf, at; /* position of the piece, valid until the next split */
};

/* Return the part of a piece that begins with a block and ends at `last` or
 * before. */
struct piece_part pieces_part(const struct block_pieces *pieces, int64_t first,
                              int32_t last);
/* Split pieces so that one begins and one ends with a run of blocks. Return 0,
 * or -1 if out of memory. */
int pieces_cut(struct block_pieces *pieces, struct interval blocks);
/* Set the latest value of the piece that contains a part. */
void pieces_set(struct block_pieces *pieces, const struct piece_part *part,
                uint32_t latest);
void pieces_finish(struct block_pieces *pieces);

#endif
