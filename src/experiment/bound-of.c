/* Converts an experiment to a question for src/bound. No strategy is prepared,
 * since questions may concern networks that are too large to run. */
#include <stdio.h>
#include <string.h>

#include "bound/question.h"
#include "general.h"
#include "plan.h"
#include "problem/timetable/frame.h"

/* Return the value of a setting of the problem, or `otherwise` if it has
 * none. */
static int64_t bound_setting(const struct plan *plan, const char *name,
                             int64_t otherwise)
{
    for (int i = 0; i < plan->values; i++)
        if (!strcmp(plan->value[i].row->name, name) &&
            plan->value[i].number >= 0)
            return plan->value[i].number;
    return otherwise;
}

static bool bound_has(const struct plan *plan, const char *name)
{
    for (int i = 0; i < plan->values; i++)
        if (!strcmp(plan->value[i].row->name, name))
            return true;
    return false;
}

/* Return the name of the goal that is equivalent to a problem, usually the
 * problem's own name; NULL: there is none. */
static const char *bound_goal_name(const char *problem)
{
    const char *name;
    if (!strcmp(problem, "multinode") || !strcmp(problem, "successive"))
        return "allgather";
    for (size_t i = 0; (name = weft_goal_known(i)); i++)
        if (!strcmp(name, problem))
            return name;
    return NULL;
}

/* Return B, the maximum number of blocks in a message; 1 by default in problems
 * whose packets are separate messages. */
static int64_t bound_blocks(const struct plan *plan)
{
    static const char *const single[] = {"successive", "simultaneous",
                                         "multinode", "stream"};
    const char *problem = plan->problem ? plan->problem->info.name : "";
    if (plan_chosen(plan, &setting_message_blocks)) {
        int64_t blocks = plan_number(plan, &setting_message_blocks);
        return blocks > 0 ? blocks : 0;
    }
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        if (!strcmp(single[i], problem))
            return 1;
    return 0;
}

/* Return the length of the vector. With costs, the vector of all-reduce and
 * reduce-scatter has one block per processor, regardless of the strategy. */
static uint64_t bound_vector(const struct plan *plan, bool goal)
{
    if (goal || !bound_has(plan, "vector"))
        return 0;
    bool unit = weft_cost_is_unit(&plan->cost) &&
                !strcmp(plan->problem->info.name, "allreduce");
    uint64_t each = plan->length * (unit ? 1 : (uint64_t)plan->size);
    return (uint64_t)bound_setting(plan, "vector", (int64_t)each);
}

/* Return the size in bytes of the blocks that B counts. Strategies divide a
 * vector into blocks of different lengths; the question uses one part per
 * processor. */
static uint64_t bound_part(const struct plan *plan, uint64_t vector)
{
    bool given = bound_setting(plan, "vector", -1) >= 0;
    if (vector && (given || !weft_cost_is_unit(&plan->cost)))
        return frame_block((int64_t)vector, plan->size);
    return plan->length ? plan->length : 1;
}

/* Create the goal with the name of the experiment's problem. An invalid root is
 * an error. Return 0, or -1. */
static int bound_named_goal(struct plan *plan, const char *name,
                            struct weft_error *err)
{
    int64_t packets = bound_setting(plan, "packets", 1);
    const struct weft_goal_values values = {
        .each = packets,
        .blocks = packets,
        .root = bound_setting(plan, "root", 0),
    };
    if (values.root >= plan->size)
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "root %lld does not exist: %s has processors 0 to %d",
            (long long)values.root, weft_network_name(plan->network),
            plan->size - 1);
    plan->goal = frame_counts(plan)
                     ? frame_goal(plan, (int)packets, err)
                     : weft_goal_make(name, plan->size, values, err);
    return plan->goal ? 0 : -1;
}

static const struct weft_strategy *const bound_no_strategies[] = {NULL};

/* A placeholder for the problem of an experiment that has only a goal. */
static const struct weft_problem bound_goal_alone = {
    .info = {.name = "goal", .model = "one-port-duplex"},
    .strategies = bound_no_strategies,
};

/* Resolve settings, network, model and times, but not the strategy. */
static int bound_plan_words(struct plan *plan,
                            const struct weft_experiment *experiment,
                            struct weft_error *err)
{
    *plan = (struct plan){.problem = &bound_goal_alone};
    if (experiment->problem)
        plan->problem = problem_row(experiment->problem, err);
    return plan_look_up(plan, experiment, err) ||
                   plan_choose_model(plan, err) || plan_choose_times(plan, err)
               ? -1
               : 0;
}

/* Create a plan with a goal. Problems without a named goal are prepared as for
 * a run. Return 0, or -1. */
static int bound_plan(struct plan *plan,
                      const struct weft_experiment *experiment,
                      const struct weft_bound_options *options,
                      struct weft_error *err)
{
    const char *name =
        experiment->problem ? bound_goal_name(experiment->problem) : NULL;
    struct weft_experiment asked = *experiment;
    if (weft_experiment_set(&asked, "strategy", NULL, err))
        return -1;
    if (options->goal || name) {
        if (bound_plan_words(plan, &asked, err))
            return -1;
        return options->goal ? 0 : bound_named_goal(plan, name, err);
    }
    return plan_any(plan, &asked, err);
}

static void bound_words(struct weft_bound_answer *answer,
                        const struct plan *plan,
                        const struct bound_asked *asked)
{
    snprintf(answer->problem, sizeof answer->problem, "%s",
             asked->goal == plan->goal ? plan->problem->info.name : "goal");
    snprintf(answer->network, sizeof answer->network, "%s",
             weft_network_name(plan->network));
    snprintf(answer->model, sizeof answer->model, "%s", plan->model.name);
    weft_cost_print(&plan->cost, answer->cost);
    answer->processors = plan->size;
    answer->bytes = asked->bytes;
    answer->vector = asked->vector;
    answer->message_blocks = asked->blocks ? asked->blocks : WEFT_BOUND_ANY;
    answer->message_bytes = asked->message_bytes;
    answer->part = asked->vector ? asked->part : 0;
}

/* Add the bounds of problems with computation, which these problems prove
 * themselves. */
static void bound_computes(const struct weft_result *result,
                           struct weft_bound_answer *answer)
{
    for (int i = 0; i < result->bounds; i++) {
        struct weft_bound_argument found = {.by = "computing",
                                            .bound = result->bound[i].time};
        snprintf(found.text, sizeof found.text, "%s", result->bound[i].name);
        bound_insert(answer, &found);
    }
    if (answer->arguments) {
        answer->bound = answer->argument[0].bound;
        answer->by = answer->argument[0].by;
    }
}

/* Add the highest bound that the author of a problem file declares. */
static void bound_author(const struct weft_result *result,
                         struct weft_bound_answer *answer)
{
    for (int i = 0; i < result->bounds; i++) {
        if (result->bound[i].time <= answer->author)
            continue;
        answer->author = result->bound[i].time;
        snprintf(answer->author_by, sizeof answer->author_by, "%s",
                 result->bound[i].name);
    }
}

static void bound_of_problem(const struct plan *plan,
                             const struct bound_question *q,
                             struct weft_bound_answer *answer)
{
    struct weft_result result = {0};
    bool own = q->shape == BOUND_GENERAL && strcmp(q->problem, "goal");
    if (!plan->problem->bounds || (!own && q->shape != BOUND_COMPUTES))
        return;
    plan->problem->bounds(plan, &result);
    if (own)
        bound_author(&result, answer);
    else
        bound_computes(&result, answer);
}

static int bound_ask(const struct plan *plan,
                     const struct weft_bound_options *options,
                     struct weft_bound_answer *answer, struct weft_error *err)
{
    const uint64_t vector = bound_vector(plan, options->goal != NULL);
    const struct bound_asked asked = {
        .network = plan->network,
        .model = plan->model,
        .cost = plan->cost,
        .goal = options->goal ? options->goal : plan->goal,
        /* blocks of different sizes are no named shape of the bounds */
        .problem = options->goal || frame_counts(plan)
                       ? NULL
                       : plan->problem->info.name,
        .root = (int)bound_setting(plan, "root", 0),
        .bytes = plan->length,
        .vector = vector,
        .blocks = bound_blocks(plan),
        .part = bound_part(plan, vector),
        .message_bytes = options->message_bytes,
        .one_link = options->one_link,
        .late = plan_chosen(plan, &setting_on_conflict) &&
                plan->on_conflict == WEFT_CONFLICT_DELAY,
        .shared = plan->sharing != WEFT_SHARING_NONE,
        .order = (enum weft_order)bound_setting(plan, "order", 0),
        .any_order = bound_setting(plan, "order", WEFT_ORDER_PROGRAM) !=
                         WEFT_ORDER_PROGRAM &&
                     bound_setting(plan, "spacing", -1) >= 0,
        .cuts = options->cuts,
    };
    struct bound_question q;
    bound_words(answer, plan, &asked);
    int status = bound_question_init(&q, &asked, err);
    if (!status)
        status = bound_answer(&q, answer, err);
    answer->routed = q.routed;
    answer->one_link =
        options->one_link && !q.routed && q.model.sends == WEFT_SENDS_ONE;
    answer->late = q.late && q.half;
    answer->nothing = !answer->arguments && q.shape != BOUND_COMPUTES;
    answer->unit = q.unit;
    if (!status)
        bound_of_problem(plan, &q, answer);
    bound_question_finish(&q);
    return status;
}

int weft_bound_of(const struct weft_experiment *experiment,
                  const struct weft_bound_options *options,
                  struct weft_bound_answer *answer, struct weft_error *err)
{
    static const struct weft_bound_options none;
    struct plan plan = {0};
    *answer = (struct weft_bound_answer){0};
    options = options ? options : &none;
    int status = bound_plan(&plan, experiment, options, err);
    if (!status && options->goal &&
        weft_goal_processors(options->goal) != plan.size)
        status = weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                "the goal is for %d processors, %s has %d",
                                weft_goal_processors(options->goal),
                                weft_network_name(plan.network), plan.size);
    if (!status)
        status = bound_ask(&plan, options, answer, err);
    plan_finish(&plan);
    return status;
}
