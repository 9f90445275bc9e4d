/* Values that processors hold of blocks that are combined: each the set of the
 * processors whose contributions are in it. Blocks of which a processor holds
 * the same are kept, and looked at, as one piece. */
#ifndef WEFT_SRC_CHECK_PROBLEMS_COMBINED_EXACT_COVER_H
#define WEFT_SRC_CHECK_PROBLEMS_COMBINED_EXACT_COVER_H

#include <stdbool.h>

#include "base/items/items.h"
#include "check/contributors.h"
#include "pieces.h"

struct held_value {
    uint64_t from; /* held from this time on */
    union {
        struct interval one; /* its only range, */
        size_t begin;        /* or where its ranges are in span[] */
    };
    uint32_t next; /* an older one of the same piece; VALUE_NONE: none */
    uint32_t count : 31, own : 1;
};

struct values {
    struct held_value *value; /* [count] */
    size_t count, capacity;
    struct interval *span; /* [spans] of values with several ranges */
    size_t spans, span_capacity;
    struct block_pieces *held; /* [holders] */
    size_t holders, holder_capacity;
    /* Used while a set is put together: the union of what fits, the ranges that
     * are left of it and room for others, the values that fit, and the places
     * in fit[] of those taken. */
    struct item_list sum, left, rest;
    uint64_t *fit; /* [fits] lowest contributor; the latest value first */
    size_t fits, fit_capacity;
    size_t *trail; /* [trails] */
    size_t trails, trail_capacity;
    size_t parts;   /* of the set put together last; 1: it was held */
    uint64_t looks; /* at values, so far */
    bool unlimited; /* they may be any number */
    bool too_many;  /* they are */
};

/* What may be put together, and when. */
struct holder {
    int rank;
    uint32_t latest; /* value; VALUE_NONE */
    uint64_t time;   /* what it holds by then */
    bool any;        /* a contribution may come in several times */
};

enum found {
    FOUND,         /* it can be made of what is held */
    FOUND_LACKS,   /* of one contributor nothing has come: *culprit */
    FOUND_MIXED,   /* ... it is in no value that fits: *culprit */
    FOUND_TWICE,   /* only with one contribution added twice: *culprit */
    FOUND_TANGLED, /* too many ways to try */
    FOUND_ERROR,   /* no memory, or values->too_many to look at */
};

void values_finish(struct values *values);
/* Nobody holds anything any more. */
void values_clear(struct values *values);
/* A holder holds a set of some blocks from a time on. 0, or -1 with ENOMEM. */
int values_give(struct values *values, size_t holder, struct interval blocks,
                struct set set, uint64_t from);
/* It has its own contribution to some blocks from the start on. */
int values_own(struct values *values, size_t holder, struct interval blocks,
               int32_t rank);
/* The blocks from `first` to `last` or before of which it holds the same. */
struct piece_part values_part(const struct values *values, size_t holder,
                              int64_t first, int32_t last);
/* Is anything held, besides its own contribution? */
bool values_any(const struct values *values, uint32_t latest);
struct set values_set(const struct values *values, uint32_t index);
/* Can the holder make this set? If not, of whom is it wrong, and when does
 * that contribution come first (0: never)? */
enum found values_make(struct values *values, const struct holder *holder,
                       struct set set, int *culprit, uint64_t *since);
/* Everything that the holder has, put together in the order in which it came;
 * *set is valid until the next call. FOUND, FOUND_TWICE or FOUND_ERROR. */
enum found values_all(struct values *values, const struct holder *holder,
                      struct set *set, int *culprit);

#endif
