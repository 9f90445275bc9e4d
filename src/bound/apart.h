/* How many links, or transfers, lie between processors at least. */
#ifndef WEFT_SRC_BOUND_APART_H
#define WEFT_SRC_BOUND_APART_H

#include "question.h"

enum apart_unit {
    APART_LINKS,     /* of whatever network */
    APART_TRANSFERS, /* 1 where the machine routes */
};

/* From one origin (back: to it) to each processor: away[p], 1 at least, but 0
 * for itself. `known` false: the network is too large to be searched, and each
 * is 1 away. */
struct apart {
    struct bound_question *q;
    enum apart_unit unit;
    bool back, known;
    int *away;
    struct reach *reach; /* NULL: nothing to be searched */
};

/* 0, or -1 with WEFT_ERROR_MEMORY; finish either way. */
int apart_init(struct apart *apart, struct bound_question *q,
               enum apart_unit unit, bool back, struct weft_error *err);
void apart_finish(struct apart *apart);
/* Fill in away[]. 0, or -1 with WEFT_ERROR_MEMORY. */
int apart_from(struct apart *apart, int origin, struct weft_error *err);
/* How many origins there is time for: 1 if every processor sees the same. */
int apart_origins(const struct apart *apart);

/* How often `each` must be received in all: once by each processor that must
 * get it, times its distance for what goes to one processor alone, twice over
 * for what all have to combine. -1 with err. */
int64_t apart_moved(struct bound_question *q, enum apart_unit unit,
                    struct weft_error *err);

#endif
