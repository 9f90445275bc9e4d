/* The problem `exscan`: to each the combination of all before itself. */
#include "exscan.h"

#include "problem/shared/settings.h"

static struct interval wants(const struct plan *plan, int rank)
{
    (void)plan;
    return (struct interval){0, rank - 1};
}

static int prepare(struct plan *plan, struct weft_error *err)
{
    return combining_prepare(plan, false, 1, wants, err);
}

int exscan_program(struct weft_processor *self, void *plan)
{
    return combining_program(self, plan);
}

static struct weft_goal *goal(const struct plan *plan)
{
    const struct weft_goal_values values = {0};
    return weft_goal_make("exscan", plan->size, values, NULL);
}

static void bounds(const struct plan *plan, struct weft_result *result)
{
    const struct proved proved = {.doubling = plan_log(plan),
                                  .doubles = "ceil(log2 p)"};
    plan_bounds(plan, result, &proved);
}

static const struct weft_strategy *const strategies[] = {
    &exscan_shift,
    &exscan_doubling_123,
    NULL,
};

static const struct weft_setting *const settings[] = {NULL};

const struct weft_problem problem_exscan = {
    .info = {.name = "exscan",
             .summary = "to each the combination of all before itself",
             .source = "Traeff",
             .network = "complete:16",
             .model = "one-port-duplex"},
    .strategies = strategies,
    .settings = settings,
    .prepare = prepare,
    .goal = goal,
    .block = combining_block,
    .items = combining_items,
    .tally = combining_tally,
    .explain = combining_explain,
    .bounds = bounds,
    .finish = combining_finish,
};
