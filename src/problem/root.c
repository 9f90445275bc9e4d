/* What strategies with a root ask of a plan. */
#include "root.h"

#include <errno.h>

int weft_plan_check_root(const struct weft_plan *plan, struct weft_error *err)
{
    int root = plan->experiment->root;
    if (root >= 0 && root < plan->size)
        return 0;
    return weft_error_set(err, EINVAL, 0, "root %d: %s has processors 0 to %d",
                          root, weft_network_name(plan->network),
                          plan->size - 1);
}

int weft_plan_check_far(const struct weft_plan *plan, int links,
                        struct weft_error *err)
{
    bool switches = weft_network_vertices(plan->network) > plan->size;
    if (links <= 1 || plan->model.sends == WEFT_SENDS_ONE || switches)
        return 0; /* by switches everybody is a neighbour */
    return weft_error_set(err, EINVAL, 0,
                          "strategy '%s' sends over %d links on %s, which "
                          "model '%s' does not allow: take one-port",
                          plan->strategy->info.name, links,
                          weft_network_name(plan->network), plan->model.name);
}
