/* unbalanced: completely unbalanced trees with the same order of dimensions for
 * all, and queues at the arcs.
 *
 * This takes at most d + K - 1 slots: two packets that wait for the same arc
 * have the same destinations, so either delays the other only once. The
 * tie-breaking rule does not affect the completion time. K is given.
 *
 * Source: Stamoulis, Tsitsiklis, section 3.3.1. */
#include <string.h>

#include "base/base.h"
#include "simultaneous.h"

static uint64_t unbalanced_lowest(const struct simultaneous *state, int at,
                                  int bit, int position, uint64_t arrived)
{
    (void)state, (void)at, (void)bit, (void)arrived;
    return (uint64_t)position;
}

static uint64_t unbalanced_highest(const struct simultaneous *state, int at,
                                   int bit, int position, uint64_t arrived)
{
    (void)state, (void)at, (void)bit, (void)arrived;
    return UINT64_MAX - (uint64_t)position;
}

/* Return the sort key of a waiting packet, by arrival; of packets that arrived
 * together, the one with the lower position comes first. */
static uint64_t unbalanced_first(const struct simultaneous *state, int at,
                                 int bit, int position, uint64_t arrived)
{
    (void)state, (void)at, (void)bit;
    return arrived << 24 | (uint64_t)position;
}

static uint64_t unbalanced_last(const struct simultaneous *state, int at,
                                int bit, int position, uint64_t arrived)
{
    return UINT64_MAX - unbalanced_first(state, at, bit, position, arrived);
}

static const struct simultaneous_tie ties[] = {
    {unbalanced_lowest},
    {unbalanced_highest},
    {unbalanced_first},
    {unbalanced_last},
};

static const char *const unbalanced_names[] = {"lowest", "highest", "first",
                                               "last", NULL};

_Static_assert(sizeof ties / sizeof *ties + 1 ==
                   sizeof unbalanced_names / sizeof *unbalanced_names,
               "a name for each rule");

const struct weft_setting simultaneous_tie_setting = {
    .name = "tie",
    .argument = "RULE",
    .help = "which packet goes first in strategy unbalanced",
    .kind = WEFT_SETTING_WORD,
    .words = unbalanced_names,
    .standard = "lowest",
};

static int unbalanced_prepare(struct plan *plan, struct weft_error *err)
{
    struct simultaneous *state = plan->state;
    (void)err;
    state->measure = simultaneous_arcs_measure;
    plan->schedule =
        (void *)&ties[plan_number(plan, &simultaneous_tie_setting)];
    return 0;
}

const struct weft_strategy simultaneous_unbalanced = {
    .info = {.name = "unbalanced",
             .summary = "one tree per source, same order of dimensions; queues",
             .source = "Stamoulis, Tsitsiklis, section 3.3.1",
             .networks = "hypercube",
             .needs = "send=all,receive=all,duplex=half"},
    .prepare = unbalanced_prepare,
    .program = simultaneous_arcs_program,
};
