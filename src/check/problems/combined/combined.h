/* What the judge of combined values knows; combined.c follows messages,
 * at-end.c judges what processors hold at the end. */
#ifndef WEFT_SRC_CHECK_PROBLEMS_COMBINED_COMBINED_H
#define WEFT_SRC_CHECK_PROBLEMS_COMBINED_COMBINED_H

#include "base/base.h"
#include "check/problems/goal-effort.h"
#include "check/problems/problems.h"
#include "exact-cover.h"
#include "voyage.h"

struct combined {
    struct values values;
    /* What messages without contributors carry, from their send to their
     * arrival: by number of the voyage. */
    struct values sent;
    struct values alone; /* at the end, of one that has received nothing */
    struct voyage_table voyages;
    int32_t started; /* voyages */
    struct combined_rank {
        int64_t seeded; /* it has its own contributions to blocks below */
        bool sends, receives;
    } * rank;                /* [processors] */
    struct interval *wanted; /* [processors] room for one set */
    int64_t highest;         /* block sent; -1: none */
    uint64_t copied;         /* ranges of what messages carry untold */
};

/* Its own contributions, to the goal's blocks from `block` on. 0, or -1: no
 * memory. */
int combined_give_own(const struct weft_check *check, struct values *values,
                      size_t holder, int rank, int64_t block);
/* A processor is going to be looked at; the goal may have got more blocks
 * meanwhile. 0, or -1: no memory. */
int combined_seed(struct weft_check *check, int rank);
struct holder combined_holder(const struct weft_check *check, int rank,
                              const struct piece_part *part, uint64_t time);
/* "the contribution of 3 never arrives", ... */
void combined_explain(const struct weft_check *check, enum found found,
                      int culprit, uint64_t since, char *text, size_t size);
void combined_end(struct weft_check *check);

#endif
