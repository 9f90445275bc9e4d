/* Convert a plan to a trace: its transfers between GPUs, each of which takes a
 * step. The plan must end, but its contents may be wrong. */
#include "plan-trace.h"

#include "base/base.h"

#include "run.h"

#include "trace/format.h"
#include "trace/msccl/algorithm-trace.h"

#include <stdlib.h>
#include <string.h>

struct plan_transfers {
    struct algorithm_trace_transfer *list; /* [count] */
    size_t count, room;
};

static int plan_trace_sent(void *arg, uint32_t from, uint32_t to,
                           uint64_t start, int64_t block)
{
    struct plan_transfers *all = arg;
    if (array_grow(&all->list, &all->room, all->count + 1, sizeof *all->list))
        return -1;
    if (block < 0) /* no block: every transfer is a message of its own */
        block = (int64_t)all->count;
    all->list[all->count++] = (struct algorithm_trace_transfer){
        start + 1, (int32_t)from, (int32_t)to, (int32_t)block, 0};
    return 0;
}

/* Return why a plan cannot be read as a trace, or NULL. */
static const struct weft_mscclpp_fault *
plan_trace_obstacle(const struct weft_mscclpp_result *result)
{
    for (size_t i = 0; i < result->faults; i++)
        if (result->fault[i].kind <= WEFT_MSCCLPP_BOUNDS ||
            result->fault[i].kind == WEFT_MSCCLPP_DEADLOCK)
            return &result->fault[i];
    return NULL;
}

static int plan_trace_run(struct gpu_plan *plan, bool trusted,
                          struct plan_transfers *all, struct weft_error *err)
{
    struct weft_mscclpp_result result = {.ranks = 0};
    const struct weft_mscclpp_options options = {.trusted = trusted};
    const struct plan_listener listener = {plan_trace_sent, all};
    struct plan_report report = {.result = &result};
    int status = plan_shape(plan, &options, &report, err);
    if (!status && !result.fault_count && !report.failed)
        status =
            plan_run(plan, &options, 0, &listener, &report, &result.steps, err);
    const struct weft_mscclpp_fault *fault = plan_trace_obstacle(&result);
    if (!status && report.failed)
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    else if (!status && fault)
        status = weft_error_set(err, WEFT_ERROR_FORMAT, 0,
                                "GPU %d, thread block %d, op %d: %s",
                                fault->place.rank, fault->place.thread_block,
                                fault->place.op, fault->text);
    plan_report_finish(&report);
    weft_mscclpp_finish(&result);
    return status;
}

static int plan_trace_describe(const struct gpu_plan *plan,
                               struct params *params)
{
    return params_add_integer(params, "processors", plan->gpus) ||
                   (plan->name[0] && params_add(params, "strategy", plan->name))
               ? -1
               : 0;
}

int plan_trace_read(struct input *in, const struct weft_sink *sink,
                    struct weft_read_report *report, struct weft_error *err)
{
    struct gpu_plan plan;
    struct plan_transfers all = {.count = 0};
    struct params params;
    params_init(&params);
    params.info.paired = true;
    (void)report;
    int status = plan_read(&plan, in, err);
    if (!status)
        status = plan_trace_run(&plan, in_trusted(in), &all, err);
    if (!status && plan_trace_describe(&plan, &params))
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (!status) {
        params.info.parameter = params.list;
        status = transfers_emit(all.list, all.count, &params.info, sink, err);
    }
    params_finish(&params);
    free(all.list);
    plan_release(&plan);
    return status;
}
