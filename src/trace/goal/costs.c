/* The duration of a transfer in a GOAL program: from the costs of the run if a
 * comment states them, otherwise one step. */
#include "program.h"

void goal_costs(struct goal_costs *costs, const struct weft_trace_info *info)
{
    const char *text = weft_trace_info_get(info, "cost");
    *costs = (struct goal_costs){.step = info->step ? info->step : 1};
    bool known = text && !weft_cost_parse(text, &costs->cost, NULL);
    costs->loggp = known && costs->cost.loggp;
    costs->words = known && !costs->loggp && info->step;
}

uint64_t goal_lasts(const struct goal_costs *costs, uint64_t bytes)
{
    return costs->words ? weft_cost_time(&costs->cost, bytes, 1) : costs->step;
}

uint64_t goal_sending(const struct goal_costs *costs, uint64_t bytes)
{
    return costs->loggp ? costs->cost.overhead : goal_lasts(costs, bytes);
}

uint64_t goal_receiving(const struct goal_costs *costs, uint64_t bytes)
{
    return costs->loggp ? weft_cost_receiving(&costs->cost, bytes)
                        : goal_lasts(costs, bytes);
}

bool goal_taken_late(const struct goal_costs *costs, uint64_t start,
                     uint64_t end, uint64_t time)
{
    return time >= end && time > start && time - start > costs->step;
}
