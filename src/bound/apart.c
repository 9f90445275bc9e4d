/* Distances in links and in transfers. */
#include "apart.h"

#include <stdlib.h>

#include "reach.h"

#define APART_ARCS_MAX ((int64_t)1 << 21)
#define APART_STEPS_MAX ((int64_t)1 << 27)

/* Return whether every processor is one transfer away. */
static bool apart_trivial(const struct apart *apart)
{
    return apart->unit == APART_TRANSFERS && apart->q->direct;
}

int apart_init(struct apart *apart, struct bound_question *q,
               enum apart_unit unit, bool back, struct weft_error *err)
{
    *apart = (struct apart){.q = q, .unit = unit, .back = back, .known = true};
    apart->away = malloc((size_t)q->p * sizeof *apart->away);
    if (!apart->away)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for distances");
    if (apart_trivial(apart))
        return 0;
    apart->known = weft_network_arcs(q->network) <= APART_ARCS_MAX;
    if (!apart->known)
        return 0;
    apart->reach = calloc(1, sizeof *apart->reach);
    if (!apart->reach || reach_init(apart->reach, q, back))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for distances");
    for (int64_t a = 0; a < q->arcs; a++) {
        apart->reach->first[a] = REACH_UNIT;
        apart->reach->further[a] = unit == APART_LINKS ? REACH_UNIT : 0;
    }
    return 0;
}

void apart_finish(struct apart *apart)
{
    if (apart->reach)
        reach_finish(apart->reach);
    free(apart->reach);
    free(apart->away);
}

int apart_from(struct apart *apart, int origin, struct weft_error *err)
{
    const struct bound_question *q = apart->q;
    if (apart->reach && reach_from(apart->reach, origin))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for distances");
    for (int v = 0; v < q->p; v++) {
        bool far = !apart->reach || reach_is_far(apart->reach, v);
        apart->away[v] =
            far ? 1 : (int)(apart->reach->time[2 * v] / REACH_UNIT);
    }
    apart->away[origin] = 0;
    return 0;
}

int apart_origins(const struct apart *apart)
{
    const struct bound_question *q = apart->q;
    int64_t most = APART_STEPS_MAX / (q->arcs + q->p);
    if (!apart->reach || bound_transitive(q))
        return 1;
    return most < q->p ? (int)most : q->p;
}

static int64_t apart_sum(const struct apart *apart)
{
    int64_t sum = 0;
    for (int v = 0; v < apart->q->p; v++)
        sum += apart->away[v];
    return sum;
}

/* Sum all distances; origins that were not searched count as 1 away from all
 * others. */
static int64_t apart_all(struct apart *apart, struct weft_error *err)
{
    const struct bound_question *q = apart->q;
    int origins = apart_origins(apart);
    int64_t sum = 0;
    for (int u = 0; u < origins; u++) {
        if (apart_from(apart, u, err))
            return -1;
        sum += apart_sum(apart);
    }
    if (!apart->reach || bound_transitive(q))
        return sum * q->p;
    return sum + (int64_t)(q->p - origins) * (q->p - 1);
}

/* Sum the distances of all moved data, for scatter, gather and alltoall. */
static int64_t apart_total(struct bound_question *q, enum apart_unit unit,
                           struct weft_error *err)
{
    struct apart apart;
    int64_t total = -1;
    bool back = q->shape == BOUND_GATHER;
    if (apart_init(&apart, q, unit, back, err)) {
        apart_finish(&apart);
        return -1;
    }
    if (q->shape == BOUND_ALLTOALL)
        total = apart_all(&apart, err);
    else if (!apart_from(&apart, q->root, err))
        total = apart_sum(&apart);
    apart_finish(&apart);
    return total;
}

int64_t apart_moved(struct bound_question *q, enum apart_unit unit,
                    struct weft_error *err)
{
    int64_t p = q->p, others = p - 1;
    switch (q->shape) {
    case BOUND_BROADCAST:
    case BOUND_REDUCE:
    case BOUND_SCAN:
    case BOUND_EXSCAN:
        return others;
    case BOUND_SCATTER:
    case BOUND_GATHER:
    case BOUND_ALLTOALL:
        return apart_total(q, unit, err);
    case BOUND_ALLGATHER:
    case BOUND_REDUCE_SCATTER:
        return p * others;
    case BOUND_SOURCES:
        return weft_goal_blocks(q->goal) * others;
    case BOUND_ALLREDUCE:
        return 2 * others;
    case BOUND_GENERAL:
        return bound_receptions(q);
    default:
        return 0;
    }
}
