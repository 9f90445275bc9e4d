/* MSCCL++ plans: checked by their own rules, and read as a trace.
 *
 * plan.h describes the files of this folder. A plan is run once if every
 * channel and semaphore has one user at each end; the outcome of such a run
 * does not depend on the order. Otherwise it is run in many orders. */
#include "base/base.h"

#include "plan-trace.h"
#include "plan.h"
#include "run.h"

#include "trace/format.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define PLAN_ORDERS 64
#define PLAN_LAUNCHES_MAX 1000

static void mscclpp_describe(const struct gpu_plan *plan,
                             struct weft_mscclpp_result *result)
{
    snprintf(result->name, sizeof result->name, "%s", plan->name);
    snprintf(result->collective, sizeof result->collective, "%s",
             plan->collective);
    result->ranks = (int)plan->gpus;
    result->thread_blocks = plan->blocks;
    result->end_known = plan->goal != NULL;
    result->size = plan->size;
    result->chunk = plan->chunk;
    result->cells = plan->cells;
    result->cell_size = plan->cell;
    result->ops = plan->ops;
    result->messages = plan->messages;
}

static int mscclpp_run_all(const struct gpu_plan *plan,
                           const struct weft_mscclpp_options *options,
                           struct plan_report *report, struct weft_error *err)
{
    struct weft_mscclpp_result *result = report->result;
    uint64_t steps;
    int orders = options->orders ? options->orders : PLAN_ORDERS;
    int status = plan_run(plan, options, 0, NULL, report, &result->steps, err);
    result->orders = 1;
    if (plan_decided(plan))
        return status;
    for (; result->orders < orders && !status; result->orders++)
        status = plan_run(plan, options, (uint64_t)result->orders, NULL, report,
                          &steps, err);
    return status;
}

static int mscclpp_judge(struct gpu_plan *plan,
                         const struct weft_mscclpp_options *options,
                         struct weft_mscclpp_result *result,
                         struct weft_error *err)
{
    struct plan_report report = {.result = result};
    int status = plan_shape(plan, options, &report, err);
    if (!status && !report.failed)
        plan_end_shape(plan, &report);
    bool runs = !status && !result->fault_count;
    mscclpp_describe(plan, result);
    result->launches = options->launches ? options->launches : 1;
    if (!status && !report.failed)
        plan_limits(plan, options->executor, &report);
    if (runs && !report.failed)
        status = mscclpp_run_all(plan, options, &report, err);
    if (report.failed && !status)
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    plan_report_finish(&report);
    return status;
}

int weft_mscclpp_check(const char *path,
                       const struct weft_mscclpp_options *options,
                       struct weft_mscclpp_result *result,
                       struct weft_error *err)
{
    static const struct weft_mscclpp_options usual;
    struct gpu_plan plan;
    *result = (struct weft_mscclpp_result){.ranks = 0};
    options = options ? options : &usual;
    if (options->launches < 0 || options->launches > PLAN_LAUNCHES_MAX ||
        options->orders < 0)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "launches must be from 1 to %d, orders at least "
                              "1",
                              PLAN_LAUNCHES_MAX);
    struct input *in = in_open(path, options->trusted, err);
    if (!in)
        return -1;
    int status = plan_read(&plan, in, err);
    in_close(in);
    if (!status)
        status = mscclpp_judge(&plan, options, result, err);
    plan_release(&plan);
    return status;
}

bool weft_mscclpp_valid(const struct weft_mscclpp_result *result)
{
    return !result->fault_count;
}

void weft_mscclpp_finish(struct weft_mscclpp_result *result)
{
    free(result->fault);
    free(result->remark);
    *result = (struct weft_mscclpp_result){.ranks = 0};
}

/* A plan has the members gpus, collective and protocol, in any order, and no
 * list of a Chrome trace. The beginning of a file may lack some of them. */
static bool mscclpp_recognise(const char *head, size_t length)
{
    size_t i = 0;
    while (i < length && head[i] && strchr(" \t\r\n", head[i]))
        i++;
    if (i == length || head[i] != '{' ||
        memmem(head, length, "\"traceEvents\"", 13))
        return false;
    bool gpus = memmem(head, length, "\"gpus\"", 6);
    bool collective = memmem(head, length, "\"collective\"", 12);
    bool protocol = memmem(head, length, "\"protocol\"", 10);
    return gpus + collective + protocol > 1 ||
           (gpus && memmem(head, length, "\"input_chunks\"", 14));
}

bool weft_mscclpp_recognise(const char *path)
{
    size_t length;
    bool found = false;
    struct weft_error err;
    struct stat status;
    if (stat(path, &status) || !S_ISREG(status.st_mode))
        return false; /* a pipe can be read only once */
    struct input *in = in_open(path, false, &err);
    if (in) {
        const char *head = in_head(in, &length);
        found = mscclpp_recognise(head, length);
        in_close(in);
    }
    return found;
}

const struct weft_format trace_mscclpp = {
    .info = {.name = "mscclpp",
             .ending = ".json",
             .summary = "MSCCL++ execution plans, for GPUs",
             .reads = true},
    .recognise = mscclpp_recognise,
    .read = plan_trace_read,
};
