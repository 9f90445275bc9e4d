/* In order: successive broadcasts.
 *
 * A source sends its message only after it has received all earlier messages,
 * so mu_(j+1) is first sent at least a stage later than mu_j, and the last
 * message must still cross the whole network. In unit time, with one reception
 * per step and no three processors that are all neighbours of each other,
 * mu_(j+2) is first sent at least three steps after mu_j: after two steps, the
 * sources of the three messages would have received them directly from each
 * other and would be such neighbours. None of this requires a reception to
 * begin with its send. */
#include <stdio.h>

#include "apart.h"

/* Return the radius: the minimum over all processors of the number of transfers
 * to the farthest processor; 1 if not all can be searched. */
static int64_t in_turn_radius(struct bound_question *q, struct weft_error *err)
{
    struct apart apart;
    int64_t radius = q->p;
    if (apart_init(&apart, q, APART_TRANSFERS, false, err)) {
        apart_finish(&apart);
        return -1;
    }
    int origins = apart_origins(&apart);
    if (!apart.known || (origins < q->p && !bound_transitive(q) && !q->direct))
        radius = 1;
    for (int u = 0; u < origins && radius > 1; u++) {
        int64_t far = 0;
        if (apart_from(&apart, u, err)) {
            apart_finish(&apart);
            return -1;
        }
        for (int v = 0; v < q->p; v++)
            far = apart.away[v] > far ? apart.away[v] : far;
        radius = far < radius ? far : radius;
    }
    apart_finish(&apart);
    return radius;
}

/* Return the steps in which one processor's data can spread to all, in models
 * that send to one. */
static int64_t in_turn_spread(const struct bound_question *q)
{
    int64_t stages = 0, most = bound_most_receivers(q);
    for (int64_t have = 1; have < q->p; have *= (most > 1 ? most : 1) + 1)
        stages++;
    return stages;
}

int bound_by_order(struct bound_question *q, struct weft_bound_argument *found,
                   struct weft_error *err)
{
    bool single = q->blocks == 1;
    if (!q->in_turn || q->loggp || q->any_order ||
        (!single && q->order == WEFT_ORDER_BUFFERED))
        return 0;
    int64_t p = q->p, far = in_turn_radius(q, err);
    if (far < 0)
        return -1;
    if (q->model.sends == WEFT_SENDS_ONE) {
        int64_t spread = in_turn_spread(q);
        far = spread > far ? spread : far;
    }
    int64_t stages = p + far - 1;
    bool apart = single && q->unit && !q->direct && q->receive_ports == 1 &&
                 weft_network_vertices(q->network) == q->p &&
                 weft_network_triangle_free(q->network);
    if (apart && 3 * (p - 1) / 2 + far > stages)
        stages = 3 * (p - 1) / 2 + far;
    found->bound = bound_time(q, ratio_times(q->stage, stages, RATIO_DOWN));
    snprintf(found->text, sizeof found->text,
             "the last source sends after %lld stage%s, %lld follow%s",
             (long long)(stages - far), stages - far == 1 ? "" : "s",
             (long long)far, far == 1 ? "s" : "");
    bound_number(found, "stages", ratio_whole(stages));
    bound_number(found, "stage", q->stage);
    return 0;
}
