/* Lower bounds that several collective problems share.
 *
 * What a processor knows at most doubles in a step with one reception, and who
 * knows of one at most doubles where each tells one in a step. Where it
 * cannot send and receive at a time, the ways in which contributions have come
 * to processors form a matrix whose norm grows by the golden ratio at most. */
#include "frame.h"
#include "problem/shared/root.h"

int plan_log(const struct plan *plan)
{
    int log = 0;
    while ((int64_t)1 << log < plan->size)
        log++;
    return log;
}

bool plan_one_port(const struct plan *plan, bool *half)
{
    *half = plan->model.duplex == WEFT_DUPLEX_HALF;
    return plan_ports(plan, WEFT_USE_SEND) == 1 &&
           plan_ports(plan, WEFT_USE_RECEIVE) == 1 &&
           plan->model.sends == WEFT_SENDS_ONE;
}

int bound_golden(int p)
{
    const double phi = 1.618033988749894848;
    double power = 1;
    int t = 0;
    for (; power < p - 1e-9; t++)
        power *= phi;
    return t;
}

uint64_t bound_ceil(int64_t a, int64_t b)
{
    return b > 0 && a > 0 ? (uint64_t)((a - 1) / b + 1) : 0;
}

int64_t plan_joined(const struct plan *plan)
{
    if (plan->any_strategy)
        return plan->most ? (int64_t)plan->most : 1;
    bool table = plan->strategy && plan->strategy->timetable;
    return table ? plan_most_blocks(plan) : 1;
}

int plan_diameter(const struct plan *plan)
{
    int diameter = 0;
    if (plan_direct(plan))
        return plan->size > 1;
    for (int rank = 0; rank < plan->size && plan->size <= 4096; rank++) {
        int far = weft_network_eccentricity(plan->network, rank);
        diameter = far > diameter ? far : diameter;
    }
    return diameter;
}

static int least_of(const struct plan *plan,
                    int (*lanes)(const struct weft_network *, int))
{
    int least = lanes(plan->network, 0);
    for (int rank = 1; rank < plan->size; rank++) {
        int of_rank = lanes(plan->network, rank);
        least = of_rank < least ? of_rank : least;
    }
    return least;
}

int plan_least_out(const struct plan *plan)
{
    return least_of(plan, weft_network_lanes_out);
}

int plan_least_in(const struct plan *plan)
{
    return least_of(plan, weft_network_lanes_in);
}

int64_t plan_lanes(const struct plan *plan)
{
    int64_t lanes = 0;
    if (!weft_network_has_lanes(plan->network))
        return weft_network_arcs(plan->network);
    for (int v = 0; v < weft_network_vertices(plan->network); v++)
        lanes += weft_network_lanes_out(plan->network, v);
    return lanes;
}

int64_t bound_highest(int64_t a, int64_t b, uint64_t c, uint64_t d)
{
    int64_t highest = a > b ? a : b, other = (int64_t)(c > d ? c : d);
    return highest > other ? highest : other;
}

/* Steps by what must be moved, in the plan's model. */
static int64_t moved(const struct plan *plan, const struct proved *proved)
{
    bool half;
    if (plan_one_port(plan, &half))
        return half ? proved->half : proved->duplex;
    if (plan->model.sends == WEFT_SENDS_SAME && half &&
        plan_ports(plan, WEFT_USE_RECEIVE) == 1)
        return proved->shouting;
    return plan->model.sends == WEFT_SENDS_ONE ? 0 : proved->all_port;
}

void plan_bounds(const struct plan *plan, struct weft_result *result,
                 const struct proved *proved)
{
    /* one message that all ports send may come to everybody at once */
    bool one = plan_ports(plan, WEFT_USE_RECEIVE) == 1 ||
               (plan_ports(plan, WEFT_USE_SEND) == 1 &&
                plan->model.sends == WEFT_SENDS_ONE);
    if (plan->size < 2)
        return;
    if (one && proved->doubling > 0)
        result_bound(result, plan, BOUND_STARTUPS, (uint64_t)proved->doubling,
                     "%s", proved->doubles);
    if (proved->doubling > 0)
        result_bound_spread(result, plan);
    int64_t steps = moved(plan, proved);
    if (weft_cost_is_unit(&plan->cost)) {
        if (steps > 0)
            result_bound(result, plan, BOUND_TRANSFERS, (uint64_t)steps, "%s",
                         proved->moves);
        return;
    }
    bool half;
    struct weft_cost cost = plan->cost;
    if (cost.loggp && cost.gap < cost.per_byte) /* byte by byte is faster */
        cost.per_byte = cost.gap;
    if (proved->blocks > 0 && plan_one_port(plan, &half))
        result_bound(
            result, plan, BOUND_TIME,
            weft_cost_time(&cost, (size_t)proved->blocks * plan->bytes, 1),
            "%lld block%s in one message", (long long)proved->blocks,
            proved->blocks == 1 ? "" : "s");
}

bool plan_bound_rooted(const struct plan *plan, struct weft_result *result,
                       uint64_t blocks)
{
    bool half;
    int64_t steps =
        (int64_t)bound_ceil((int64_t)blocks, plan_most_blocks(plan));
    const struct proved proved = {
        .doubling = plan_log(plan),
        .duplex = steps,
        .half = steps,
        .blocks = (int64_t)blocks,
        .doubles = "ceil(log2 p)",
        .moves = "packets the root must send or receive",
    };
    if (!plan_one_port(plan, &half))
        return false;
    plan_bounds(plan, result, &proved);
    return true;
}

bool plan_bound_stream(const struct plan *plan, struct weft_result *result,
                       int m)
{
    bool half;
    int64_t most = (int64_t)bound_ceil(m, plan_most_blocks(plan));
    int64_t steps = most - 1 + plan_log(plan);
    const struct proved proved = {
        .doubling = plan_log(plan),
        .duplex = steps,
        .half = bound_highest(
            steps, 0, bound_ceil(most * (plan->size - 1), plan->size / 2), 0),
        .blocks = m,
        .doubles = "ceil(log2 p)",
        .moves = "ceil(m / b) + ceil(log2 p) - 1, or all transfers",
    };
    if (!plan_one_port(plan, &half))
        return false;
    plan_bounds(plan, result, &proved);
    return true;
}

void plan_bound_packets(const struct plan *plan, struct weft_result *result,
                        enum weft_use_kind kind)
{
    uint64_t p = (uint64_t)plan->size, d = (uint64_t)plan->dimension;
    bool table = plan->strategy && plan->strategy->timetable;
    int64_t most = plan_joined(plan);
    bool joined = most > 1;
    if ((plan->any_strategy ? joined : table) &&
        plan_bound_rooted(plan, result, p - 1))
        return;
    uint64_t messages = joined ? bound_ceil((int64_t)p - 1, most) : p - 1;
    if (d)
        result_bound(result, plan, BOUND_TRANSFERS, (messages + d - 1) / d,
                     joined ? "ceil((p - 1) / b d)" : "ceil((p - 1) / d)");
    int ports = plan_ports(plan, kind);
    if (ports)
        plan_bound_ports(plan, result, messages, ports,
                         joined ? "(p - 1) / b" : "p - 1");
}
