/* The search for cuts; interface between cut.c, cut-sets.c and cut-goal.c. */
#ifndef WEFT_SRC_BOUND_CUT_H
#define WEFT_SRC_BOUND_CUT_H

#include "crossing.h"

/* The state of the search, with the best cut so far. */
struct cut_search {
    struct bound_question *q;
    uint64_t time; /* the bound that the best cut proves; 0: no cut yet */
    struct cut best, now;
    struct cut_sum sum;
    struct ratio need; /* words that must cross the best cut */
    bool exact;        /* whether no other cut proves a higher bound */
    /* the limit on the work was reached, so better cuts may exist */
    bool unfinished;
};

/* Raise *time until the flow to v (-1: to all processors with `want`) reaches
 * `asked` units, and record the best cut found. */
void cut_ask(struct cut_search *search, struct crossing *x, int v,
             int64_t asked, uint64_t *time);

/* Return the limit on the work of flows; 0: no limit. */
uint64_t cut_looks(const struct bound_question *q);

/* All-to-all: try sets of processors whose cuts are likely to be tight. Return
 * 0, or -1 if out of memory. */
int cut_sets(struct cut_search *search);

/* Search the cuts of a user-defined goal. Return 0, or -1 if out of memory. */
int cut_goal(struct cut_search *search);

/* Write the certificate of the best cut; `carried` is the number of words that
 * can cross it in one time unit less than the bound. Return 0, or -1 if out of
 * memory. */
int cut_write(const struct cut_search *search, const struct crossing *x,
              struct ratio carried, struct weft_bound_argument *found);

#endif
