/* The judge of a run: compares the stores of processors with the goal. */
#include "goal/goal.h"
#include "problem.h"
#include "shared/ledger.h"
#include "shared/payload.h"

int judge_init(struct plan *plan, struct weft_error *err)
{
    plan->goal = plan->problem->goal(plan);
    if (!plan->goal)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for what %d processors want",
                              plan->size);
    if (!plan->to_run || plan->by_rounds)
        return 0;
    plan->ledger = ledger_create(plan->goal, err);
    return plan->ledger ? 0 : -1;
}

void judge_finish(struct plan *plan)
{
    ledger_destroy(plan->ledger);
    weft_goal_destroy(plan->goal);
}

void judge_store(struct plan *plan, int rank, int id, const void *data,
                 size_t bytes)
{
    const struct weft_problem *problem = plan->problem;
    int block = problem->block(plan, rank, id, data, bytes);
    ledger_enter(plan->ledger, rank, block, id);
    if (problem->stored)
        problem->stored(plan, rank, id, data, bytes);
}

int judge_tagged(const struct plan *plan, int rank, int block, const void *data,
                 size_t bytes)
{
    int holder = weft_goal_holder(plan->goal, block);
    (void)rank;
    bool right = holder >= 0 && bytes == plan->bytes &&
                 payload_is(data, bytes, holder, block);
    return right ? block : -1;
}

size_t judge_parts(struct plan *plan, struct weft_part part[])
{
    size_t count = 0;
    if (plan->ledger)
        part[count++] = ledger_part(plan->ledger);
    part[count++] = (struct weft_part){.data = &plan->no_memory,
                                       .bytes = sizeof plan->no_memory};
    if (plan->problem->parts)
        count += plan->problem->parts(plan, part + count);
    return count;
}

int judge_end(struct plan *plan, struct weft_result *result,
              struct weft_error *err)
{
    const struct weft_problem *problem = plan->problem;
    if (!plan->ledger)
        /* schedules store nothing; `rounds` has checked the result itself */
        return 0;
    int status = ledger_judge(plan->ledger, err);
    if (status && problem->explain)
        problem->explain(plan, err);
    if (problem->judge && problem->judge(plan, result, status ? NULL : err))
        status = -1;
    return status;
}
