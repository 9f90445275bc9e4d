/* The search for cuts, shared by its parts: cut.c, cut-sets.c, cut-goal.c. */
#ifndef WEFT_SRC_BOUND_CUT_H
#define WEFT_SRC_BOUND_CUT_H

#include "crossing.h"

/* The best cut so far. */
struct cut_search {
    struct bound_question *q;
    uint64_t time; /* that it proves; 0: there is none */
    struct cut best, now;
    struct cut_sum sum;
    struct ratio need; /* words that must pass the best */
    bool exact;        /* no cut proves more */
    bool unfinished;   /* the work would have been too much */
};

/* Raise *time until so many units can reach v (-1: all that want), and note the
 * best cut in the way. */
void cut_ask(struct cut_search *search, struct crossing *x, int v,
             int64_t asked, uint64_t *time);

/* So much work is allowed. */
uint64_t cut_looks(const struct bound_question *q);

/* All-to-all: sets of processors whose cuts are likely to be tight. 0, or -1:
 * no memory. */
int cut_sets(struct cut_search *search);

/* A goal of one's own. 0, or -1: no memory. */
int cut_goal(struct cut_search *search);

/* The certificate of the best cut, which lets so many words pass one time unit
 * before. 0, or -1: no memory. */
int cut_write(const struct cut_search *search, const struct crossing *x,
              struct ratio carried, struct weft_bound_argument *found);

#endif
