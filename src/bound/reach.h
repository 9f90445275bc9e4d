/* The cheapest chains of transfers from one processor, or to it. */
#ifndef WEFT_SRC_BOUND_REACH_H
#define WEFT_SRC_BOUND_REACH_H

#include "question.h"

#define REACH_UNIT 65536
#define REACH_FAR ((uint64_t)1 << 60)

struct reach {
    struct bound_question *q;
    bool back;                 /* to it */
    uint64_t *time;            /* [2 vertices] in 1 / REACH_UNIT */
    int64_t *before;           /* [2 vertices] */
    uint64_t *first, *further; /* [arcs] */
};

/* 0, or -1: no memory; finish either way. */
int reach_init(struct reach *reach, struct bound_question *q, bool back);
void reach_finish(struct reach *reach);
/* 0, or -1: no memory. */
int reach_from(struct reach *reach, int origin);
/* Whole time of the cheapest chain between the origin and v. */
uint64_t reach_time(const struct reach *reach, int v);
/* Is there none? */
bool reach_is_far(const struct reach *reach, int v);
/* The vertices of that chain, from where it begins; path: [vertices + 1]. How
 * many. */
int reach_path(const struct reach *reach, int v, int *path);

#endif
