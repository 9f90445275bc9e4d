/* The rounds of recursive doubling.
 *
 * All transfers of a round begin together. In unit time, and whenever hops cost
 * nothing, a round takes one slot; otherwise the longest transfer of each round
 * is known in advance, and the next round begins after it, so that no processor
 * is sent two messages at once. */
#include "rounds.h"

#include <stdlib.h>
#include <string.h>
#include <weft/unstable/collective.h>

#include "base/base.h"
#include "root.h"
#include "settings.h"

/* ---- partners of a round ---- */

void rounds_by_rank(struct rounds *rounds)
{
    rounds->pattern.axes = 1;
    rounds->pattern.extent[0] = rounds->places;
}

static bool has_rings(const struct weft_network *network)
{
    bool any = false;
    for (int a = 0; a < WEFT_NETWORK_AXES_MAX; a++)
        any |= weft_network_axis(network, a) == WEFT_AXIS_RING;
    return any;
}

void rounds_choose(struct rounds *rounds, const struct weft_network *network,
                   int root, bool reversed)
{
    int size = weft_network_size(network);
    bool power_of_two = (size & (size - 1)) == 0;
    struct weft_doubling *pattern = &rounds->pattern;
    *rounds =
        (struct rounds){.stride = 1, .places = size, .reversed = reversed};
    pattern->root = root;
    rounds_by_rank(rounds);
    if (!power_of_two && has_rings(network))
        pattern->axes = weft_network_axes(network, pattern->extent);
}

/* Return the round of the pattern that is executed as the i-th. */
static int round_of(const struct rounds *rounds, int i)
{
    return rounds->reversed ? rounds->count - 1 - i : i;
}

int rounds_partner(const struct rounds *rounds, int i, int rank, bool *sends)
{
    int place = rank / rounds->stride % rounds->places;
    int partner = weft_doubling_partner(&rounds->pattern, round_of(rounds, i),
                                        place, sends);
    if (partner < 0)
        return -1;
    *sends = *sends != rounds->reversed;
    return rank + (partner - place) * rounds->stride;
}

/* ---- when ---- */

/* Return the duration of the longest transfer in the i-th round executed. */
static uint64_t slowest(const struct rounds *rounds,
                        const struct weft_network *network,
                        const struct weft_cost *cost, size_t bytes, int i)
{
    uint64_t most = 0;
    for (int place = 0; place < rounds->places; place++) {
        bool sends;
        int rank = place * rounds->stride;
        int partner = rounds_partner(rounds, i, rank, &sends);
        if (partner < 0)
            continue;
        uint64_t time = weft_route_time(network, cost, sends ? rank : partner,
                                        sends ? partner : rank, bytes);
        most = time > most ? time : most;
    }
    return most;
}

/* Return the maximum number of links of a transfer in the i-th round
 * executed. */
static int longest(const struct rounds *rounds,
                   const struct weft_network *network, int i)
{
    int most = 1;
    for (int place = 0; place < rounds->places; place++) {
        bool sends;
        int rank = place * rounds->stride;
        int partner = rounds_partner(rounds, i, rank, &sends);
        if (partner < 0)
            continue;
        int links = weft_network_distance(network, rank, partner);
        most = links > most ? links : most;
    }
    return most;
}

static void rounds_time(struct rounds *rounds,
                        const struct weft_network *network,
                        const struct weft_cost *cost, size_t bytes,
                        uint64_t begin)
{
    bool differ = !cost->loggp && (cost->th || weft_network_has_costs(network));
    uint64_t near = weft_cost_period(cost, bytes);
    rounds->count = weft_doubling_steps(&rounds->pattern);
    rounds->start[0] = begin;
    for (int i = 0; i < rounds->count; i++)
        rounds->start[i + 1] =
            rounds->start[i] +
            (differ ? slowest(rounds, network, cost, bytes, i) : near);
}

void rounds_time_now(struct rounds *rounds, struct weft_processor *self,
                     size_t bytes)
{
    rounds_time(rounds, weft_network(self), weft_costs(self),
                weft_message_length(self, bytes), weft_now(self));
}

/* ---- for the prepare functions of strategies ---- */

int rounds_prepare(struct plan *plan, bool reversed, struct weft_error *err)
{
    struct rounds *rounds = plan->schedule = malloc(sizeof *rounds);
    if (!rounds)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    rounds_choose(rounds, plan->network, plan_root(plan), reversed);
    rounds->pattern.ascending = plan_number(plan, &setting_dimensions) == 1;
    return 0;
}

void rounds_finish(struct plan *plan)
{
    free(plan->schedule);
}

void rounds_time_plan(struct rounds *rounds, const struct plan *plan,
                      size_t bytes, uint64_t begin)
{
    rounds_time(rounds, plan->network, &plan->cost, bytes, begin);
}

int rounds_check(const struct rounds *rounds, const struct plan *plan,
                 struct weft_error *err)
{
    int links = 1;
    if (plan->model.sends == WEFT_SENDS_ONE)
        return 0;
    for (int i = 0; i < rounds->count; i++) {
        int most = longest(rounds, plan->network, i);
        links = most > links ? most : links;
    }
    return plan_check_far(plan, links, err);
}
