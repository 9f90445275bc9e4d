/* The values of combined blocks that processors hold. A value is the set of
 * processors whose contributions it contains. Consecutive blocks with the same
 * values are stored and processed as one piece. */
#ifndef WEFT_SRC_CHECK_PROBLEMS_COMBINED_EXACT_COVER_H
#define WEFT_SRC_CHECK_PROBLEMS_COMBINED_EXACT_COVER_H

#include <stdbool.h>

#include "base/items/contributors.h"
#include "base/items/items.h"
#include "pieces.h"

struct held_value {
    uint64_t from; /* time from which the processor holds the value */
    union {
        struct interval one; /* the set, if it has one range (count is 1) */
        size_t begin; /* index in `several` of the set's first range, if it
                         has several */
    };
    /* index of the next older value of the same piece, or VALUE_NONE */
    uint32_t next;
    uint32_t count : 31, own : 1;
};

struct values {
    struct held_value *value; /* [count] */
    size_t count, capacity;
    struct span_list several;  /* ranges of the values that have several */
    struct block_pieces *held; /* [holders] values held, by piece */
    size_t holders, holder_capacity;
    /* Scratch memory for composing a set. `sum`: the union of the values that
     * fit; `left`: the contributors still missing; `rest`: space for computing
     * the next `left`. */
    struct span_list sum, left, rest;
    /* [fits] values that fit, by lowest contributor, then latest first */
    uint64_t *fit;
    size_t fits, fit_capacity;
    size_t *trail; /* [trails] indices of the values chosen */
    size_t trails, trail_capacity;
    /* number of parts of the last composed set; 1: it is a held value */
    size_t parts;
    uint64_t looks; /* number of values inspected so far */
    bool unlimited; /* whether there is no limit on inspections */
    bool too_many;  /* whether the limit on inspections was exceeded */
};

/* The values of one holder that may be used to compose a set. */
struct holder {
    int rank;
    uint32_t latest; /* index of the latest value, or VALUE_NONE */
    uint64_t time;   /* time at which a value must be held to be used */
    bool any;        /* whether a contribution may be used several times */
};

enum found {
    FOUND,       /* the set can be composed, or is held */
    FOUND_LACKS, /* the contribution of *culprit has not arrived */
    FOUND_MIXED, /* the contribution of *culprit has arrived, but only in values
                  * that do not fit */
    /* the set can only be composed if the contribution of *culprit is added
     * twice */
    FOUND_TWICE,
    FOUND_TANGLED, /* too many combinations to try */
    FOUND_ERROR,   /* out of memory, or the limit on inspections was exceeded */
};

void values_finish(struct values *values);
/* Remove all values of all holders. */
void values_clear(struct values *values);
/* Record that a holder has a set for some blocks from a time on. Return 0, or
 * -1 with ENOMEM. */
int values_give(struct values *values, size_t holder, struct interval blocks,
                struct set set, uint64_t from);
/* Record that a holder has its own contribution to some blocks from the start.
 * Return 0, or -1 with ENOMEM. */
int values_own(struct values *values, size_t holder, struct interval blocks,
               int32_t rank);
/* Return the longest run of blocks, from `first` and up to `last`, with the
 * same values. */
struct piece_part values_part(const struct values *values, size_t holder,
                              int64_t first, int32_t last);
/* Return whether a holder whose latest value is `latest` holds more than its
 * own contribution. */
bool values_any(const struct values *values, uint32_t latest);
struct set values_set(const struct values *values, uint32_t index);
/* Find out whether the holder can compose this set. If not, *culprit is the
 * contributor that prevents it and *since is when its contribution first
 * arrives (0: never). */
enum found values_make(struct values *values, const struct holder *holder,
                       struct set set, int *culprit, uint64_t *since);
/* Combine all values of the holder in the order of their arrival; *set is valid
 * until the next call. Return FOUND, FOUND_TWICE or FOUND_ERROR. */
enum found values_all(struct values *values, const struct holder *holder,
                      struct set *set, int *culprit);

#endif
