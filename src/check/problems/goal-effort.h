/* A short trace may name a goal of very many wishes. Judging them ends when it
 * has taken some seconds, unless that is allowed; and of wishes that are not
 * met only the first ones are looked into, since only few are told. */
#ifndef WEFT_SRC_CHECK_PROBLEMS_GOAL_EFFORT_H
#define WEFT_SRC_CHECK_PROBLEMS_GOAL_EFFORT_H

#include "problems.h"

#define GOAL_UNMET_TOLD (2 * WEFT_FINDINGS_KEPT)

struct goal_effort {
    uint64_t left;
    bool unlimited, ended;
    uint64_t unmet; /* wishes so far */
};

/* Is there so much left? Then it is spent. */
bool goal_effort_allows(struct goal_effort *effort, uint64_t cost);
/* A message that names no contributors is short, and what it carries may be
 * large: may `count` ranges of them be kept, besides *copied before? */
bool goal_effort_copies(struct weft_check *check, uint64_t *copied,
                        size_t count);
/* Say that not all was judged, if so. */
void goal_effort_end(struct weft_check *check,
                     const struct goal_effort *effort);
/* A value may be right, or not: there are too many ways to make it. */
void goal_effort_tangled(struct weft_check *check, int rank, int block);

#endif
