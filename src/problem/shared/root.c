/* Functions on plans for problems with a root, and the reach of transfers. */
#include "root.h"
#include "settings.h"

#include <limits.h>

int plan_check_root(const struct plan *plan, struct weft_error *err)
{
    int root = plan_root(plan);
    if (root >= 0 && root < plan->size)
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "root %d does not exist: %s has processors 0 to %d",
                          root, weft_network_name(plan->network),
                          plan->size - 1);
}

bool plan_direct(const struct plan *plan)
{
    return plan->model.sends == WEFT_SENDS_ONE ||
           weft_network_vertices(plan->network) > plan->size;
}

int plan_ports(const struct plan *plan, enum weft_use_kind kind)
{
    int ports = weft_model_ports(&plan->model, kind);
    return ports == INT_MAX ? 0 : ports;
}

int plan_far(const struct plan *plan, bool towards)
{
    int root = plan_root(plan), far = 0;
    if (!towards)
        return weft_network_eccentricity(plan->network, root);
    for (int rank = 0; rank < plan->size; rank++) {
        int links = weft_network_distance(plan->network, rank, root);
        far = links > far ? links : far;
    }
    return far;
}

int plan_check_far(const struct plan *plan, int links, struct weft_error *err)
{
    if (links <= 1 || plan->model.sends == WEFT_SENDS_ONE ||
        weft_network_direct(plan->network))
        return 0;
    struct weft_model needs = {.sends = WEFT_SENDS_ALL};
    const char *word = plan->strategy->info.needs;
    bool given = word && !weft_model_parse(word, &needs, NULL) &&
                 needs.sends == WEFT_SENDS_ONE;
    /* no model that allows this meets the strategy's needs */
    if (word && !given)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "strategy '%s' does not fit %s: it sends over %d "
                              "links, which no model with the ports that it "
                              "needs (%s) allows",
                              plan->strategy->info.name,
                              weft_network_name(plan->network), links, word);
    return weft_error_set(
        err, WEFT_ERROR_MISUSE, 0,
        "strategy '%s' sends to processors up to %d links away on %s, which "
        "model '%s' does not allow; use -m %s",
        plan->strategy->info.name, links, weft_network_name(plan->network),
        plan->model.name, word ? word : "one-port");
}
