/* State of checking combined values: combined.c processes messages, at-end.c
 * checks the values that processors hold at the end. */
#ifndef WEFT_SRC_CHECK_PROBLEMS_COMBINED_COMBINED_H
#define WEFT_SRC_CHECK_PROBLEMS_COMBINED_COMBINED_H

#include "base/base.h"
#include "check/problems/goal-effort.h"
#include "check/problems/problems.h"
#include "exact-cover.h"
#include "journey.h"

struct combined {
    struct values values;
    /* The values in messages without contributors, from send to arrival, by
     * journey number. */
    struct values sent;
    /* scratch memory, used after the last event: the values of a processor that
     * has sent and received nothing */
    struct values alone;
    struct journey_table journeys;
    int32_t started; /* number of journeys so far */
    struct combined_rank {
        /* first block for which own contributions are not recorded yet */
        int64_t seeded;
        bool sends, receives;
    } * rank;                /* [processors] state of each processor */
    struct interval *wanted; /* [processors] scratch memory for one set of
                                contributors */
    int64_t highest;         /* highest block sent so far; -1: none */
    /* number of ranges copied for messages without contributors */
    uint64_t copied;
};

/* Record a processor's own contributions, to the goal's blocks from `block` on.
 * Return 0, or -1 if out of memory. */
int combined_give_own(const struct weft_check *check, struct values *values,
                      size_t holder, int rank, int64_t block);
/* Record a processor's own contributions before its values are used; call this
 * each time, since the goal may have more blocks than at the last call. Return
 * 0, or -1 if out of memory. */
int combined_seed(struct weft_check *check, int rank);
struct holder combined_holder(const struct weft_check *check, int rank,
                              const struct piece_part *part, uint64_t time);
/* Explain why a value cannot be composed: "the contribution of 3 never
 * arrives", ... */
void combined_explain(const struct weft_check *check, enum found found,
                      int culprit, uint64_t since, char *text, size_t size);
void combined_end(struct weft_check *check);

#endif
