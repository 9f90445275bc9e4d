/* Minimum distances between processors, counted in links or in transfers. */
#ifndef WEFT_SRC_BOUND_APART_H
#define WEFT_SRC_BOUND_APART_H

#include "question.h"

enum apart_unit {
    APART_LINKS,     /* count the links of any network */
    APART_TRANSFERS, /* count transfers; always 1 if the machine routes */
};

/* Distances from one origin (`back`: to it): away[p], 0 for the origin, else at
 * least 1. If `known` is false, the network is too large for a search, and all
 * other distances are 1. */
struct apart {
    struct bound_question *q;
    enum apart_unit unit;
    bool back, known;
    int *away;
    struct reach *reach; /* state of the search; NULL: no search is needed */
};

/* Return 0, or -1 with WEFT_ERROR_MEMORY; call apart_finish() in either
 * case. */
int apart_init(struct apart *apart, struct bound_question *q,
               enum apart_unit unit, bool back, struct weft_error *err);
void apart_finish(struct apart *apart);
/* Compute all distances from an origin. Return 0, or -1 with
 * WEFT_ERROR_MEMORY. */
int apart_from(struct apart *apart, int origin, struct weft_error *err);
/* Return the number of origins that there is time for: 1 if all processors see
 * the same network. */
int apart_origins(const struct apart *apart);

/* Return the total number of receptions of `each`: one for each processor that
 * must get it, times its distance if the data is for one processor only, and
 * twice that many if all processors combine. -1 with err. */
int64_t apart_moved(struct bound_question *q, enum apart_unit unit,
                    struct weft_error *err);

#endif
