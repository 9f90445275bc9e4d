/* The problem `successive` (Desprez et al. 1993): every processor broadcasts in
 * turn, and all store mu_1, mu_2, ..., mu_p in this order. */
#include "successive.h"

#include <stdlib.h>
#include <string.h>

#include "problem/shared/payload.h"
#include "problem/shared/root.h"
#include "problem/shared/settings.h"

static struct weft_goal *goal(const struct plan *plan)
{
    return turn_goal(plan, plan->size);
}

/* ---- lower bounds ---- */

/* Largest number of leaves of a spanning tree of the d-cube, d = 1..6. */
static const int alpha[] = {0, 2, 2, 4, 10, 22, 48};

/* The least eccentricity of any processor. */
static int radius(const struct weft_network *network)
{
    int least = weft_network_eccentricity(network, 0);
    for (int p = 1; p < weft_network_size(network); p++) {
        int e = weft_network_eccentricity(network, p);
        least = e < least ? e : least;
    }
    return least;
}

/* May a processor send its message before it has all those before, as nothing
 * keeps a spacing of the user's from making it? Then only bounds that count
 * transfers hold. */
static bool any_order(const struct plan *plan)
{
    return plan_number(plan, &setting_order) != WEFT_ORDER_PROGRAM &&
           plan_chosen(plan, &setting_spacing);
}

/* Transfers go to any processor: distance is no obstacle, doubling is. */
static void bounds_routed(const struct plan *plan, struct weft_result *result)
{
    uint64_t p = (uint64_t)plan->size;
    int out = plan_ports(plan, WEFT_USE_SEND);
    int in = plan_ports(plan, WEFT_USE_RECEIVE);
    if (!any_order(plan))
        result_bound(result, plan, BOUND_TRANSFERS,
                     p + (uint64_t)plan_spread(plan->size, out) - 1,
                     "p + ceil(log%d p) - 1", out + 1);
    if (in > 1)
        plan_bound_ports(plan, result, p - 1, in, "p - 1");
    if (plan->model.duplex == WEFT_DUPLEX_HALF && in == 1 && out == 1)
        result_bound(result, plan, BOUND_TRANSFERS, 2 * (p - 1), "2(p - 1)");
}

static void bounds(const struct plan *plan, struct weft_result *result)
{
    const struct weft_model *model = &plan->model;
    const struct weft_network *network = plan->network;
    uint64_t p = (uint64_t)plan->size;
    int d = plan->dimension;
    if (model->sends == WEFT_SENDS_ONE) {
        bounds_routed(plan, result);
        return;
    }
    bool one = plan_ports(plan, WEFT_USE_RECEIVE) == 1;
    bool direct = plan_direct(plan);
    uint64_t far = direct ? 1 : (uint64_t)radius(network);
    if (d >= 1 && d <= 6 && one && model->sends == WEFT_SENDS_SAME &&
        model->duplex == WEFT_DUPLEX_HALF)
        result_bound(result, plan, BOUND_TRANSFERS,
                     2 * p - (uint64_t)alpha[d] - 1, "2p - alpha(d) - 1");
    if (any_order(plan))
        return;
    if (one && !direct && weft_network_triangle_free(network))
        result_bound(result, plan, BOUND_TRANSFERS, 3 * (p - 1) / 2 + far,
                     d ? "3p/2 + log2 p - 2" : "floor(3(p-1)/2) + radius");
    else
        result_bound(result, plan, BOUND_TRANSFERS, p + far - 1,
                     "p + radius - 1");
}

/* Turns are kept by slots: whoever has received may send in the next one. */
static int prepare(struct plan *plan, struct weft_error *err)
{
    const struct weft_cost *cost = &plan->cost;
    bool late =
        weft_cost_gap(cost, plan->bytes) > weft_cost_time(cost, plan->bytes, 1);
    if (!cost->loggp || (!late && cost->overhead))
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "successive broadcasts stay in order in LogGP only "
                          "with o > 0 and g <= 2 o + L");
}

static const struct weft_strategy *const strategies[] = {
    &successive_synchronised,
    &successive_interleaved,
    &successive_rotated,
    &successive_woven,
    &successive_optimal,
    &successive_greedy,
    NULL,
};

static const struct weft_setting *const settings[] = {&setting_spacing,
                                                      &setting_order, NULL};

const struct weft_problem problem_successive = {
    .info = {.name = "successive",
             .summary = "every processor broadcasts in turn; all store the "
                        "messages in order",
             .source = "Desprez et al. 1993",
             .network = "hypercube:4",
             .model = "shouting"},
    .strategies = strategies,
    .tagged = true,
    .settings = settings,
    .prepare = prepare,
    .goal = goal,
    .block = judge_tagged,
    .bounds = bounds,
};
