/* What all processors hold: for each register and processor a value at each
 * place of its memory. 0 means that nothing is there. Most algorithms leave
 * equal values at many places in a row, so a processor's values are stored as
 * steps: where they change, and to what. If there are too many steps, they
 * become an array. */
#ifndef WEFT_SRC_ROUNDS_SHELF_H
#define WEFT_SRC_ROUNDS_SHELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/items/items.h"

/* The value of the places from `first` to the next step. */
struct breakpoint {
    int32_t first;
    uint64_t value;
};

struct strip {
    struct breakpoint *step; /* [count], the first of them at place 0 */
    uint32_t count, room;
    uint64_t *cell; /* [places] values; NULL: they are steps */
};

struct shelf {
    int places;
    size_t strips;
    struct strip *strip; /* [strips]; NULL: few places, all in `cell` */
    uint64_t *cell;      /* [strips][places] */
    uint64_t bytes;      /* memory of all steps and arrays */
    uint64_t most;       /* limit on this memory */
};

/* A range of blocks in a message, and their value. */
struct value_range {
    struct interval blocks;
    uint64_t value;
};

struct value_ranges {
    struct value_range *piece; /* [count] */
    size_t count, room;
};

/* Append a range to the message whose first piece is number `begin`. Return 0,
 * or -1 if out of memory. */
int pieces_add(struct value_ranges *pieces, size_t begin,
               struct value_range piece);

/* Combines a stored value with another one. */
struct algebra;
typedef uint64_t shelf_add(const struct algebra *algebra, uint64_t mine,
                           uint64_t came);

/* Create an empty shelf; `whole`: as arrays. Return 0, or -1 if out of memory
 * or beyond shelf->most. */
int shelf_open(struct shelf *shelf, size_t strips, int places, bool whole);
void shelf_close(struct shelf *shelf);

/* Return the value at a place. */
uint64_t shelf_at(const struct shelf *shelf, size_t strip, int place);
/* Append the values of a range of places to the message that begins at `begin`,
 * as blocks of these numbers. Return 0, or -1 if out of memory. */
int shelf_take(const struct shelf *shelf, size_t strip, struct interval range,
               struct value_ranges *pieces, size_t begin);
/* Set the values of a range of places or, if `add` is not NULL, combine them
 * with a value. Return 0, or -1 if out of memory or beyond shelf->most. */
int shelf_put(struct shelf *shelf, size_t strip,
              const struct value_range *piece, shelf_add *add,
              const struct algebra *algebra);
/* Return whether all places of a range have the same value, *value. */
bool shelf_is(const struct shelf *shelf, size_t strip, struct interval range,
              uint64_t value);

#endif
