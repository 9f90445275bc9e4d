/* Values that processors hold of blocks that are combined: each the set of the
 * processors whose contributions are in it. */
#ifndef WEFT_SRC_CHECK_PROBLEMS_EXACT_COVER_H
#define WEFT_SRC_CHECK_PROBLEMS_EXACT_COVER_H

#include <stdbool.h>

#include "base/items/items.h"
#include "base/mix.h"
#include "check/contributors.h"

#define VALUE_NONE UINT32_MAX

struct held_value {
    uint64_t from; /* held from this time on */
    size_t begin;  /* in spans[] */
    uint32_t count;
    uint32_t next;  /* of the same processor and block, an older one */
    uint32_t alike; /* ... with the same lowest contributor, too */
};

/* The values of one processor of one block. */
struct value_place {
    uint64_t key;
    uint32_t latest; /* in value[]; VALUE_NONE: a free place */
};

#define HASH_NAME value_table
#define HASH_ENTRY struct value_place
#define HASH_KEY uint64_t
#define HASH_MEMBER key
#define HASH_FREE(e) ((e)->latest == VALUE_NONE)
/* clang-format off */
#define HASH_UNUSED {.latest = VALUE_NONE}
/* clang-format on */
#include "base/hash.h"

/* Of these, those with one lowest contributor. */
struct value_lowest {
    struct pair key; /* of the place, and the contributor */
    uint32_t latest; /* as above */
};

#define HASH_NAME lowest_table
#define HASH_ENTRY struct value_lowest
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_FREE(e) ((e)->latest == VALUE_NONE)
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(a, b) pair_same(a, b)
/* clang-format off */
#define HASH_UNUSED {.latest = VALUE_NONE}
/* clang-format on */
#include "base/hash.h"

struct values {
    struct held_value *value; /* [count] */
    size_t count, capacity;
    struct interval *span; /* [spans] */
    size_t spans, span_capacity;
    struct value_table table;
    struct lowest_table lowest;
    /* Used while a set is put together: the ranges that are left of it, room
     * for others, and the values taken. */
    struct item_list left, rest;
    uint32_t *trail; /* [trails] */
    size_t trails, trail_capacity;
    uint64_t looks; /* at values, so far */
    bool unlimited; /* they may be any number */
    bool too_many;  /* they are */
};

/* What a processor may put together at some time. */
struct holder {
    int rank, block;
    bool own;      /* it has a contribution of its own */
    uint64_t time; /* what it holds by then */
    bool any;      /* a contribution may come in several times */
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
/* A processor holds a set of a block from a time on. 0, or -1 with ENOMEM. */
int values_give(struct values *values, int rank, int block, struct set set,
                uint64_t from);
/* Has it got any value of it? */
bool values_any(const struct values *values, int rank, int block);
/* Can the holder make this set? If not, of whom is it wrong, and when does
 * that contribution come first (0: never)? */
enum found values_make(struct values *values, const struct holder *holder,
                       struct set set, int *culprit, uint64_t *since);
/* Everything that the holder has, put together in the order in which it came:
 * written to *set, to be freed. FOUND, FOUND_TWICE or FOUND_ERROR. */
enum found values_all(struct values *values, const struct holder *holder,
                      struct interval **set, size_t *count, int *culprit);

#endif
