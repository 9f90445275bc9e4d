/* Where the executor of MSCCL++ deviates from the operations, and its fixed
 * limits. */
#include "plan.h"

#include <string.h>

#define PLAN_EXECUTOR_OPS 64
#define PLAN_EXECUTOR_CHANNELS 16
#define PLAN_EXECUTOR_REMOTES 16
#define PLAN_EXECUTOR_IDS 8
#define PLAN_EXECUTOR_SOURCES 8
#define PLAN_EXECUTOR_TARGETS 8
#define PLAN_EXECUTOR_BARRIERS 16
#define PLAN_EXECUTOR_SEMAPHORES 16
#define PLAN_EXECUTOR_ITERATIONS 65535
#define PLAN_EXECUTOR_BYTES ((uint64_t)1 << 32)

struct plan_limiting {
    const struct gpu_plan *plan;
    bool faults;
    struct plan_report *report;
    const struct plan_block *block;
    struct plan_place place;
};

#define PLAN_SAY(l, ...)                                                       \
    do {                                                                       \
        struct plan_spot spot = {-1, &(l)->place, NULL, {.rank = -1}};         \
        ((l)->faults ? plan_fault : plan_remark)((l)->report, (l)->plan,       \
                                                 WEFT_MSCCLPP_EXECUTOR, &spot, \
                                                 __VA_ARGS__);                 \
    } while (0)

static void plan_limit(struct plan_limiting *l, const char *what,
                       uint64_t number, uint64_t most)
{
    if (number > most)
        PLAN_SAY(l, "the executor takes at most %llu %s, not %llu",
                 (unsigned long long)most, what, (unsigned long long)number);
}

/* Return whether entry i begins at different places in two lists. */
static bool plan_limits_offsets(const struct gpu_plan *plan,
                                const struct plan_op *op)
{
    for (uint32_t i = 0; i < op->source.count && i < op->target.count; i++)
        if (plan_entry_at(plan, op->source, i)->index !=
            plan_entry_at(plan, op->target, i)->index)
            return true;
    return false;
}

static void plan_limits_meaning(struct plan_limiting *l,
                                const struct plan_op *op)
{
    const char *name = op->kind->name;
    if (op->kind->act == PLAN_FLUSH)
        PLAN_SAY(l, "the executor's flush does nothing: it counts dst_buff");
    if (!strcmp(name, "get") && plan_limits_offsets(l->plan, op))
        PLAN_SAY(l, "the executor's get exchanges the offsets of source and "
                    "destination");
    if (op->extremes)
        PLAN_SAY(l, "the executor does not read reduce_op: it adds");
    if (!strcmp(name, "ppkt") && op->channel == PLAN_PORT)
        PLAN_SAY(l, "the executor's ppkt on a port channel omits the base of "
                    "local memory ids");
}

static void plan_limits_op(struct plan_limiting *l, const struct plan_op *op)
{
    plan_limits_meaning(l, op);
    plan_limit(l, "channels in an operation", op->ids.count, PLAN_EXECUTOR_IDS);
    plan_limit(l, "sources in an operation", op->source.count,
               PLAN_EXECUTOR_SOURCES);
    plan_limit(l, "destinations in an operation", op->target.count,
               PLAN_EXECUTOR_TARGETS);
    plan_limit(l, "semaphores in an operation", op->semaphores.count,
               PLAN_EXECUTOR_SEMAPHORES);
    if (op->kind->act == PLAN_BARRIER)
        plan_limit(l, "as barrier_id", op->barrier, PLAN_EXECUTOR_BARRIERS - 1);
    if (op->kind->act == PLAN_PIPELINE)
        plan_limit(l, "iterations", plan_iterations(l->plan, op),
                   PLAN_EXECUTOR_ITERATIONS);
}

static void plan_limits_block(struct plan_limiting *l)
{
    const struct plan_block *block = l->block;
    uint64_t count = block->ops.count;
    for (uint32_t i = 0; i < block->ops.count; i++)
        count += plan_op_at(l->plan, block->ops.first + i)->inner.count;
    plan_limit(l, "operations in a thread block", count, PLAN_EXECUTOR_OPS);
    for (int t = 0; t < 2; t++) {
        plan_limit(l, "channels of a type in a thread block",
                   block->channels[t].count, PLAN_EXECUTOR_CHANNELS);
        plan_limit(l, "remote buffers in a thread block",
                   block->remotes[t].count, PLAN_EXECUTOR_REMOTES);
    }
    for (uint32_t i = 0; i < block->ops.count; i++) {
        const struct plan_op *op = plan_op_at(l->plan, block->ops.first + i);
        l->place.op = i;
        l->place.iteration = UINT64_MAX;
        plan_limits_op(l, op);
        l->place.iteration = 0;
        for (uint32_t k = 0; k < op->inner.count; k++) {
            l->place.inner = k;
            plan_limits_op(
                l, PLAN_AT(l->plan, plan_op, inner, op->inner.first + k));
        }
    }
}

void plan_limits(const struct gpu_plan *plan, bool faults,
                 struct plan_report *report)
{
    for (uint32_t b = 0; b < plan->blocks; b++) {
        struct plan_limiting l = {plan,
                                  faults,
                                  report,
                                  plan_block_at(plan, b),
                                  {b, 0, UINT64_MAX, 0}};
        if (l.block->ops.count)
            plan_limits_block(&l);
    }
    for (uint32_t g = 0; g < plan->gpus; g++)
        for (int k = 0; k < PLAN_BUFFERS; k++) {
            uint64_t chunks = plan_gpu_at(plan, g)->chunks[k];
            uint64_t bytes = chunks * plan->chunk * (k == PLAN_SCRATCH ? 2 : 1);
            struct plan_spot spot = {(int)g, NULL, NULL, {.rank = -1}};
            if (bytes > PLAN_EXECUTOR_BYTES)
                (faults ? plan_fault : plan_remark)(
                    report, plan, WEFT_MSCCLPP_EXECUTOR, &spot,
                    "the executor's offsets are below 4 GiB, but buffer %c has "
                    "%llu bytes",
                    "ios"[k], (unsigned long long)bytes);
        }
}
