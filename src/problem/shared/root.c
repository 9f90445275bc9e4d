/* What problems with a root ask of a plan, and how far one transfer goes. */
#include "root.h"
#include "settings.h"


int plan_check_root(const struct plan *plan, struct weft_error *err)
{
    int root = plan_root(plan);
    if (root >= 0 && root < plan->size)
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "root %d: %s has processors 0 to %d", root,
                          weft_network_name(plan->network), plan->size - 1);
}

bool plan_direct(const struct plan *plan)
{
    return plan->model.sends == WEFT_SENDS_ONE ||
           weft_network_vertices(plan->network) > plan->size;
}

void plan_bound_far(const struct plan *plan, struct weft_result *result)
{
    int root = plan_root(plan);
    if (plan_direct(plan))
        result_bound(result, plan, BOUND_STARTUPS, 1, "one transfer");
    else
        result_bound(result, plan, BOUND_STARTUPS,
                     (uint64_t)weft_network_eccentricity(plan->network, root),
                     "eccentricity of %d", root);
}

int plan_check_far(const struct plan *plan, int links, struct weft_error *err)
{
    if (links <= 1 || plan->model.sends == WEFT_SENDS_ONE ||
        weft_network_direct(plan->network))
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "strategy '%s' sends over %d links on %s, which "
                          "model '%s' does not allow: take one-port",
                          plan->strategy->info.name, links,
                          weft_network_name(plan->network), plan->model.name);
}
