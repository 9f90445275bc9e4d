/* weft_run(): executes an experiment and computes its results. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <weft/unstable/cluster.h>

#include "base/base.h"
#include "carries.h"
#include "fan.h"
#include "general.h"
#include "kept-order.h"
#include "plan.h"
#include "problem/shared/settings.h"
#include "problem/stepwise.h"
#include "problem/timetable/frame.h"
#include "rounds/rounds.h"
#include "run-bounds.h"
#include "script.h"
#include "shared.h"

/* ---- the description of the run in a trace ---- */

#define RUN_PARAMETERS (21 + PLAN_VALUES_MAX + PLAN_TASKS_MAX)

struct description {
    char number[6][32];
    char cost[WEFT_COST_TEXT];
    char value[PLAN_VALUES_MAX][240];
    struct weft_parameter parameter[RUN_PARAMETERS];
    struct weft_trace_info info;
};

static void run_add(struct description *d, const char *key, const char *value)
{
    d->parameter[d->info.parameters++] = (struct weft_parameter){key, value};
}

/* Format a value that the user chose; for a file, state only that there was
 * one. */
static void write_value(const struct plan *plan, const struct weft_setting *row,
                        char *text, size_t size)
{
    if (row->kind == WEFT_SETTING_TEXT) {
        const char *value = row->standard ? plan_text(plan, row) : "file";
        snprintf(text, size, "%s", strlen(value) < size ? value : "...");
        return;
    }
    int64_t number = plan_number(plan, row);
    bool word = row->kind == WEFT_SETTING_WORD || number < 0;
    if (word)
        snprintf(text, size, "%s",
                 row->words[number < 0 ? -1 - number : number]);
    else
        snprintf(text, size, "%" PRId64, number);
}

/* Describe the problem's own settings whose values are not the default. A list
 * that is too long becomes "...", which no setting accepts. */
static void describe_problem(struct description *d, const struct plan *plan)
{
    const struct weft_setting *const *rows = plan->problem->settings;
    for (size_t i = 0; rows && rows[i] && i < PLAN_VALUES_MAX; i++) {
        if (rows[i] == &setting_root || !plan_chosen(plan, rows[i]))
            continue;
        write_value(plan, rows[i], d->value[i], sizeof d->value[i]);
        /* needed in full: it determines the goal */
        if (rows[i] == &setting_counts)
            run_add(d, rows[i]->name, plan_text(plan, rows[i]));
        else if (!rows[i]->standard ||
                 strcmp(d->value[i], rows[i]->standard) != 0)
            run_add(d, rows[i]->name, d->value[i]);
    }
}

/* Copy the phases of a schedule, unless the run has no steps of equal length,
 * and its problem parameters, unless it declares another problem. */
static void describe_script(struct description *d, const struct plan *plan)
{
    static const char *const words[] = {"root",    "blocks", "packets", "size",
                                        "sources", "order",  "counts",  NULL};
    const struct weft_trace_info *info = &plan->script->trace.info;
    const char *named = weft_trace_info_get(info, "problem");
    const char *phases = weft_trace_info_get(info, "phases");
    if (phases && !plan->sharing && !plan->cost.loggp)
        run_add(d, "phases", phases);
    if (named && strcmp(named, plan->script->problem) != 0)
        return;
    for (size_t i = 0; words[i]; i++) {
        const char *value = weft_trace_info_get(info, words[i]);
        if (value)
            run_add(d, words[i], value);
    }
}

/* Add the parameters of shared links to the description. With them, times are
 * in ticks. */
static void describe_sharing(struct description *d, const struct plan *plan)
{
    if (!plan->sharing)
        return;
    snprintf(d->number[5], sizeof d->number[5], "%d", WEFT_TICKS);
    run_add(d, "ticks", d->number[5]);
    run_add(d, "sharing", weft_sharing_names[plan->sharing]);
    run_add(d, "rounds", weft_rounds_names[plan->rounds]);
}

static const char *run_problem_of(const struct plan *plan)
{
    return plan->script ? plan->script->problem : plan->problem->info.name;
}

/* Return whether the trace of a run states the size of a block. A schedule that
 * counts blocks without their size need not list the contents of messages; with
 * the size, its trace would have to. */
static bool run_states_bytes(const struct plan *plan)
{
    const struct weft_trace_info *info =
        plan->script ? &plan->script->trace.info : NULL;
    return !info || weft_trace_info_get(info, "bytes") ||
           !weft_trace_info_get(info, "blocks");
}

static void run_describe(struct description *d, const struct plan *plan)
{
    int root = plan_has(plan, &setting_root) ? plan_root(plan) : 0;
    const struct weft_cost *c = &plan->cost;
    *d = (struct description){.info.processors = plan->size};
    d->info.step = plan->slot * plan_ticks(plan);
    d->info.unit_ns =
        (uint64_t)plan_number(plan, &setting_step_us) * 1000 / plan->slot;
    if (d->info.unit_ns == 0 || plan->sharing)
        d->info.unit_ns = 1;
    snprintf(d->number[0], sizeof d->number[0], "%zu", plan->length);
    snprintf(d->number[1], sizeof d->number[1], "%llu",
             (unsigned long long)plan->seed);
    snprintf(d->number[2], sizeof d->number[2], "%d", root);
    run_add(d, "problem", run_problem_of(plan));
    run_add(d, "strategy", plan->strategy->info.name);
    run_add(d, "network", weft_network_name(plan->network));
    if (plan->lane)
        run_add(d, "lane", plan->lane);
    run_add(d, "model", plan->model.name);
    if (!plan->script)
        run_add(d, "root", d->number[2]);
    if (run_states_bytes(plan))
        run_add(d, "bytes", d->number[0]);
    run_add(d, "seed", d->number[1]);
    if (!weft_cost_is_unit(c)) {
        weft_cost_print(c, d->cost);
        run_add(d, "cost", d->cost);
    }
    describe_sharing(d, plan);
    describe_problem(d, plan);
    static const char *const tasks[PLAN_TASKS_MAX] = {"task.1", "task.2",
                                                      "task.3"};
    for (int i = 0; i < PLAN_TASKS_MAX && plan->strategy->tasks[i]; i++)
        run_add(d, tasks[i], plan->strategy->tasks[i]);
    if (plan->script)
        describe_script(d, plan);
    if (carries_items(plan)) {
        snprintf(d->number[4], sizeof d->number[4], "%d",
                 weft_goal_blocks(plan->goal));
        run_add(d, "blocks", d->number[4]);
    }
    d->info.items = plan->items;
    d->info.parameter = d->parameter;
}

/* ---- results ---- */

static void run_name_result(struct weft_result *r, const struct plan *plan)
{
    text_cut(r->problem, sizeof r->problem, run_problem_of(plan));
    snprintf(r->strategy, sizeof r->strategy, "%s", plan->strategy->info.name);
    snprintf(r->network, sizeof r->network, "%s",
             weft_network_name(plan->network));
    snprintf(r->model, sizeof r->model, "%s", plan->model.name);
    r->processors = plan->size;
}

static void count_loads(struct weft_result *r)
{
    const struct weft_load *load = r->outcome.load;
    double total = 0;
    if (!load || r->makespan == 0)
        return;
    for (int p = 0; p < r->processors; p++) {
        total += (double)load[p].busy;
        if (load[p].busy > load[r->busiest].busy)
            r->busiest = p;
    }
    double span = (double)r->outcome.makespan;
    r->busy_share = total / (span * r->processors);
    r->busiest_share = (double)load[r->busiest].busy / span;
}

static void sum_up_messages(struct weft_result *r, const struct plan *plan)
{
    bool table = plan->strategy->timetable;
    r->message_bytes = r->outcome.longest;
    if (plan->length)
        r->message_blocks =
            (r->message_bytes + plan->length - 1) / plan->length;
    if (table && r->message_bytes)
        r->message_blocks = (uint64_t)plan_most_blocks(plan);
    r->rounds = table ? (uint64_t)plan_rounds(plan) : 0;
}

static void run_sum_up(struct weft_result *r, const struct plan *plan)
{
    const struct weft_outcome *out = &r->outcome;
    uint64_t ticks = plan_ticks(plan);
    r->makespan = steps_of(out->makespan, ticks);
    r->time_ticks = plan->sharing ? out->makespan : 0;
    r->sharing = plan->sharing;
    r->rounds_as = plan->rounds;
    r->steps = steps_of(r->makespan, plan->slot);
    r->messages = out->messages;
    r->bytes = out->bytes;
    if (carries_items(plan))
        r->blocks = out->bytes / plan->length;
    if (plan->strategy->timetable)
        r->volume = plan_volume(plan);
    r->conflicts = out->conflicts;
    sum_up_messages(r, plan);
    count_loads(r);
}

static int run_stored(void *arg, int rank, uint64_t time, int id,
                      const void *data, size_t bytes)
{
    (void)time;
    judge_store(arg, rank, id, data, bytes);
    return 0;
}

static uint64_t number_or_0(const struct plan *plan,
                            const struct weft_setting *setting)
{
    return plan_chosen(plan, setting) ? (uint64_t)plan_number(plan, setting)
                                      : 0;
}

/* Return the engine; stepwise strategies leave nothing on the stack of a
 * processor that waits, and run on fibers unless another engine is set. */
static const char *run_engine(const struct plan *plan)
{
    const char *engine = script_engine(plan);
    bool fibers =
        plan->sharing || (!engine && (plan->by_fibers || stepwise_stack(plan)));
    return fibers ? "fibers" : engine;
}

/* Return the size of the stacks: the one that was set, but at least the one
 * that the strategy needs. */
static uint64_t run_stack(const struct plan *plan)
{
    uint64_t set = number_or_0(plan, &setting_stack);
    uint64_t needed = stepwise_stack(plan);
    return set > needed ? set : needed;
}

/* Run the plan and check the result. Return 0; -1 with err; or 1: the plan must
 * be run by fibers. */
static int run_execute(struct plan *plan, struct fan *fan,
                       struct weft_result *r, struct weft_error *err)
{
    struct description d;
    if (!plan->items && carries_begin(plan, !fan_is_empty(fan)))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    run_describe(&d, plan);
    const struct weft_sink sink = {fan_begin, fan_events, NULL, fan};
    struct weft_part part[PLAN_PARTS_MAX + 2];
    size_t parts = shared_begin(plan, part);
    const struct weft_machine machine = {
        .network = plan->network,
        .model = plan->model,
        .on_conflict = plan->on_conflict,
        .cost = plan->cost,
        .bytes = plan->length,
        .tag = plan->bytes < plan->length ? plan->bytes : 0,
        .engine = run_engine(plan),
        .sharing = plan->sharing,
        .rounds = plan->rounds,
        .window = number_or_0(plan, &setting_window),
        .stack = run_stack(plan),
        .max_steps = number_or_0(plan, &setting_limit_steps),
        .max_looks = plan->script ? script_looks(plan->script) : 0,
        .program = plan->strategy->program,
        .arg = plan,
        .stored = run_stored,
        .carries = carries_of(plan),
        .part = part,
        .parts = parts,
        .news = shared_news,
        .heard = shared_heard,
        .name = plan->strategy->info.name,
        .sink = fan_is_empty(fan) ? NULL : &sink,
        .info = &d.info,
        .ways = plan->script ? plan->script->ways : plan_ways(plan) != NULL,
    };
    int status = plan->by_rounds ? rounds_run(&machine, plan, &r->outcome, err)
                                 : weft_machine_run(&machine, &r->outcome, err);
    run_sum_up(r, plan);
    if (status)
        return status;
    if (plan_is_shared(plan) && weft_cluster_rank())
        return 0; /* only process 0 checks the result */
    if (atomic_load(&plan->no_memory))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for what a message carries");
    if (judge_end(plan, r, err)) {
        err->kind = WEFT_ERROR_WRONG;
        return -1;
    }
    const struct weft_untaken *untaken = &r->outcome.first_untaken;
    if (r->outcome.untaken)
        return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                              "%llu message%s never received; the first is "
                              "message %d from processor %d to processor %d",
                              (unsigned long long)r->outcome.untaken,
                              r->outcome.untaken == 1 ? " was" : "s were",
                              untaken->message, untaken->from, untaken->to);
    return fan_end(fan, err);
}

/* Set the verdict of a run that ended with all results: whether it observed the
 * model and the order. */
static void judge_model(struct weft_result *r, const struct plan *plan,
                        const char *out_of_order)
{
    r->ended = true;
    r->valid = !r->conflicts && !out_of_order;
    r->expected =
        r->valid || (r->conflicts &&
                     plan_number(plan, &setting_expect) == EXPECT_CONFLICTS);
    if (out_of_order && !r->conflicts)
        text_cut(r->verdict, sizeof r->verdict, out_of_order);
    else if (!r->valid)
        snprintf(r->verdict, sizeof r->verdict,
                 "breaks the model: %" PRIu64 " conflict%s", r->conflicts,
                 r->conflicts == 1 ? "" : "s");
}

/* Run a plan; `status` is the return value of creating it. experiment is NULL
 * if no bounds are needed. Return like run_execute(). The caller destroys the
 * plan. */
static int run_plan(struct plan *plan, int status,
                    const struct weft_experiment *experiment, struct fan *fan,
                    struct weft_result *result, struct weft_error *err)
{
    struct weft_check *order = NULL;
    struct weft_experiment question;
    if (plan->network)
        run_name_result(result, plan);
    if (!status)
        status = kept_order_begin(plan, &order, err);
    fan->judge = order ? weft_check_sink(order) : NULL;
    if (status == 0)
        status = run_bound(plan, experiment, &question, result, err);
    status = shared_agree(plan, status, err);
    if (status == 0)
        status = shared_agree(plan, run_execute(plan, fan, result, err), err);
    if (status == 0)
        judge_model(result, plan, kept_order_broken(order));
    if (status == 0)
        status = run_own_bound(&question, result, err);
    if (status < 0)
        snprintf(result->verdict, sizeof result->verdict, "%.239s", err->text);
    weft_check_destroy(order);
    return status;
}

/* Run an experiment by fibers after the engine `rounds` gave up. Its events are
 * the same up to there. */
static int run_again(struct plan *plan,
                     const struct weft_experiment *experiment, struct fan *fan,
                     struct weft_result *result, struct weft_error *err)
{
    struct weft_experiment again = *experiment;
    struct weft_items *items = plan->items;
    plan->items = NULL;
    plan_finish(plan);
    weft_result_finish(result);
    *result = (struct weft_result){0};
    fan_again(fan);
    int status = weft_experiment_set(&again, "engine", "fibers", err);
    if (!status)
        status = plan_init(plan, &again, err);
    plan->items = items;
    return run_plan(plan, status, experiment, fan, result, err);
}

int weft_run(const struct weft_experiment *experiment,
             const struct weft_sink *const *sinks, size_t count,
             struct weft_result *result, struct weft_error *err)
{
    struct weft_error own = {0};
    struct plan plan;
    struct fan fan = {sinks, count};
    err = err ? err : &own;
    *result = (struct weft_result){0};
    double begin = seconds_now();
    int status = plan_init(&plan, experiment, err);
    status = run_plan(&plan, status, experiment, &fan, result, err);
    if (status > 0)
        status = run_again(&plan, experiment, &fan, result, err);
    plan_finish(&plan);
    result->wall_seconds = seconds_now() - begin;
    return status;
}

static int run_schedule(const char *file, bool trusted, const char *problem,
                        const struct weft_experiment *experiment,
                        struct fan *fan, struct weft_result *result,
                        struct weft_error *err)
{
    struct weft_error own = {0};
    struct script script = {.slots = 0};
    struct plan plan = {.values = 0};
    err = err ? err : &own;
    *result = (struct weft_result){0};
    double begin = seconds_now();
    int status = script_read(&script, file, trusted, err);
    if (!status)
        status = plan_script(&plan, &script, problem, experiment, err);
    status = run_plan(&plan, status, NULL, fan, result, err);
    plan_finish(&plan);
    script_finish(&script);
    result->wall_seconds = seconds_now() - begin;
    return status;
}

int weft_run_schedule(const char *file, const char *problem,
                      const struct weft_experiment *experiment,
                      const struct weft_sink *const *sinks, size_t count,
                      struct weft_result *result, struct weft_error *err)
{
    return run_schedule(file, false, problem, experiment,
                        &(struct fan){sinks, count}, result, err);
}

int weft_run_schedule_trusted(const char *file, const char *problem,
                              const struct weft_experiment *experiment,
                              const struct weft_sink *const *sinks,
                              size_t count, struct weft_result *result,
                              struct weft_error *err)
{
    return run_schedule(file, true, problem, experiment,
                        &(struct fan){sinks, count}, result, err);
}

void weft_result_finish(struct weft_result *result)
{
    weft_outcome_finish(&result->outcome);
}

const char *weft_result_valid(const struct weft_result *result)
{
    if (result->valid)
        return "yes";
    return result->not_judged ? "not judged" : "no";
}
