/* Converts an experiment to a plan: resolves all names, inserts defaults, and
 * rejects impossible combinations. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/plugin.h>
#include <weft/unstable/ways.h>

#include "base/base.h"
#include "general.h"
#include "plan.h"
#include "problem/own.h"
#include "problem/timetable/frame.h"
#include "rounds/rounds.h"
#include "script.h"

/* Read the values of all settings of the problem. */
static int take_values(struct plan *plan,
                       const struct weft_experiment *experiment,
                       struct weft_error *err)
{
    const struct weft_setting *const *lists[] = {plan->problem->settings,
                                                 general_settings};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (size_t k = 0; lists[i] && lists[i][k]; k++)
            if (plan_value_add(
                    plan, lists[i][k],
                    weft_experiment_get(experiment, lists[i][k]->name), err))
                return -1;
    return 0;
}

int plan_unknown_strategy(const char *problem, const char *what,
                          const char *word, struct weft_error *err)
{
    size_t count = 0;
    while (weft_strategy(problem, count))
        count++;
    const char **names = calloc(count + 1, sizeof *names);
    if (!names)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (size_t i = 0; i < count; i++)
        names[i] = weft_strategy(problem, i)->name;
    int status = weft_unknown_among(err, what, word, names);
    free(names);
    return status;
}

static int unknown_strategy(const struct plan *plan, const char *word,
                            struct weft_error *err)
{
    const char *problem = plan->problem->info.name;
    char what[64];
    snprintf(what, sizeof what, "strategy of '%s'", problem);
    return plan_unknown_strategy(problem, what, word, err);
}

static int find_strategy(struct plan *plan, struct weft_error *err)
{
    const struct weft_strategy *row;
    const char *word = plan_text(plan, &setting_strategy);
    plan->strategy = strategy_row(plan->problem, 0);
    if (!plan->strategy)
        plan->strategy = &own_no_strategy;
    if (word && weft_is_plugin(word))
        word = weft_plugin_find(word, plan->problem->info.name, err);
    else if (!word)
        return 0;
    if (!word)
        return -1;
    row = strategy_named(plan->problem, word);
    if (!row)
        return unknown_strategy(plan, word, err);
    plan->strategy = row;
    return 0;
}

static bool runs_on(const struct weft_strategy *strategy, const char *kind)
{
    return !strategy->info.networks ||
           word_listed(strategy->info.networks, kind);
}

int plan_choose_model(struct plan *plan, struct weft_error *err)
{
    const char *word = plan_text(plan, &setting_model);
    if (!word)
        word = plan->strategy->info.model;
    if (!word)
        word = plan->problem->info.model;
    return weft_model_parse(word, &plan->model, err);
}

static bool allows(const struct weft_model *model,
                   const struct weft_model *needs)
{
    for (int kind = WEFT_USE_SEND; kind <= WEFT_USE_RECEIVE; kind++)
        if (weft_model_ports(model, (enum weft_use_kind)kind) <
            weft_model_ports(needs, (enum weft_use_kind)kind))
            return false;
    return model->sends >= needs->sends && model->receives >= needs->receives &&
           model->duplex >= needs->duplex;
}

static bool plan_shares_links(const struct plan *plan)
{
    return plan_number(plan, &setting_sharing) != WEFT_SHARING_NONE;
}

/* Return whether the strategy would break a rule of the model. This is an error
 * unless --on-conflict is set, or ports wait (--sharing). (With two processors
 * there is a single link, and a send to one processor is a send to all.) */
static bool breaks_model(const struct plan *plan)
{
    struct weft_model needs;
    const char *word = plan->strategy->info.needs;
    return word && !plan_chosen(plan, &setting_on_conflict) &&
           !plan_shares_links(plan) && plan->size != 2 &&
           !weft_model_parse(word, &needs, NULL) &&
           !allows(&plan->model, &needs);
}

static int check_strategy(const struct plan *plan, struct weft_error *err)
{
    const struct weft_strategy_info *info = &plan->strategy->info;
    if (!runs_on(plan->strategy, weft_network_kind(plan->network)))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "strategy '%s' runs on %s only, not on %s",
                              info->name, info->networks,
                              weft_network_name(plan->network));
    if (!breaks_model(plan))
        return 0;
    return weft_error_set(
        err, WEFT_ERROR_MISUSE, 0,
        "strategy '%s' does not fit model '%s': it needs %s, or more "
        "(--on-conflict report runs it and counts the conflicts)",
        info->name, plan->model.name, info->needs);
}

/* Append the reason why a strategy was not chosen. Return the reason's
 * length. */
static size_t plan_explain(const struct weft_strategy *strategy,
                           const char *kind, char *text, size_t room)
{
    const char *name = strategy->info.name;
    int length;
    if (!runs_on(strategy, kind))
        length = snprintf(text, room, "'%s' runs on %s only", name,
                          strategy->info.networks);
    else if (strategy->on_conflict == WEFT_CONFLICT_REPORT)
        length = snprintf(text, room, "'%s' demonstrates conflicts", name);
    else
        length = snprintf(text, room, "'%s' needs %s or more", name,
                          strategy->info.needs);
    return (size_t)length < room ? (size_t)length : room - 1;
}

static int no_strategy(const struct plan *plan, struct weft_error *err)
{
    const struct weft_strategy *row;
    const char *kind = weft_network_kind(plan->network);
    const char *model = plan_text(plan, &setting_model);
    char text[400] = "";
    size_t used = 0;
    for (size_t i = 0; (row = strategy_row(plan->problem, i)); i++) {
        if (i && used + 2 < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, ", ");
        used += plan_explain(row, kind, text + used, sizeof text - used);
    }
    return weft_error_set(
        err, WEFT_ERROR_MISUSE, 0, "no strategy of '%s' runs on %s%s%s: %s",
        plan->problem->info.name, weft_network_name(plan->network),
        model ? " in model " : "", model ? model : "", text);
}

/* Choose the named strategy or, if none is named, the first that fits the
 * network and the model and does not demonstrate conflicts. */
static int choose_strategy(struct plan *plan, struct weft_error *err)
{
    const struct weft_strategy *row;
    if (plan->strategy == &own_no_strategy)
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "problem '%s' has no strategy: add a plug-in file that has one",
            plan->problem->info.name);
    if (plan_text(plan, &setting_strategy) || !strategy_row(plan->problem, 1))
        return plan_choose_model(plan, err) || check_strategy(plan, err) ? -1
                                                                         : 0;
    for (size_t i = 0; (row = strategy_row(plan->problem, i)); i++) {
        plan->strategy = row;
        if (plan_choose_model(plan, err))
            return -1;
        if (plan->strategy->on_conflict != WEFT_CONFLICT_REPORT &&
            check_strategy(plan, NULL) == 0)
            return 0;
    }
    plan->strategy = strategy_row(plan->problem, 0);
    return no_strategy(plan, err);
}

static int make_network(struct plan *plan, struct weft_error *err)
{
    const char *spec = plan_text(plan, &setting_network);
    plan->network = weft_network_create_seeded(
        spec ? spec : plan->problem->info.network,
        (uint64_t)plan_number(plan, &setting_seed), err);
    plan->lane = plan_text(plan, &setting_lane);
    if (!plan->network ||
        weft_network_set_lane(&plan->network, plan->lane, err))
        return -1;
    plan->size = weft_network_size(plan->network);
    plan->dimension = weft_network_cube(plan->network);
    return 0;
}

/* Set how links are shared, and check that no other setting is in conflict with
 * this. Return 0 or -1. */
static int plan_choose_sharing(struct plan *plan, struct weft_error *err)
{
    const char *engine = plan_text(plan, &setting_engine);
    plan->sharing = (enum weft_sharing)plan_number(plan, &setting_sharing);
    plan->rounds = (enum weft_rounds)plan_number(plan, &setting_rounds);
    if (!plan_shares_links(plan))
        return plan_chosen(plan, &setting_rounds)
                   ? weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                    "--rounds is for --sharing fair or fifo")
                   : 0;
    if (plan_chosen(plan, &setting_on_conflict))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "--on-conflict does not apply with --sharing: "
                              "nothing conflicts where links are shared");
    if (engine && strcmp(engine, "fibers") != 0)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "--sharing runs on the engine fibers only, not "
                              "on %.40s",
                              engine);
    return 0;
}

int plan_check_rounds(const struct plan *plan, struct weft_error *err)
{
    bool rounds = plan->script ? !plan->script->ordered
                               : plan->strategy->timetable != NULL;
    if (plan->rounds != WEFT_ROUNDS_TOGETHER || rounds)
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          plan->script
                              ? "--rounds together: the schedule has no slots"
                              : "--rounds together: strategy '%s' has no "
                                "rounds",
                          plan->strategy->info.name);
}

/* maximum length of a block whose bytes are moved */
#define REAL_BYTES_MAX ((int64_t)1 << 24)

/* Choose whether tags are moved instead of blocks, and set the length of
 * blocks. A schedule moves no data. Return 0 or -1. */
static int plan_choose_payload(struct plan *plan, struct weft_error *err)
{
    const struct weft_strategy *strategy = plan->strategy;
    const char *name = strategy->info.name;
    int64_t payload = plan_number(plan, &setting_payload);
    int64_t length = plan_number(plan, &setting_bytes);
    bool chosen = plan->to_run && plan_chosen(plan, &setting_payload);
    bool tagged = !strategy->numbers && (plan->problem->tagged ||
                                         strategy->timetable || strategy->own);
    plan->by_tags = chosen ? payload == PAYLOAD_TAGS
                           : tagged && !(plan->to_run && strategy->own);
    plan_set_length(plan, (size_t)length);
    if (plan->script && payload == PAYLOAD_REAL)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "--payload real: the messages of a schedule have "
                              "no data");
    if (plan->by_tags && !tagged)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "--payload tags: strategy '%s' computes with the "
                              "data of its messages",
                              name);
    if (plan->to_run && !plan->by_tags && length > REAL_BYTES_MAX)
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "--bytes %lld: strategy '%s' moves all bytes of its blocks, at "
            "most %lld each%s",
            (long long)length, name, (long long)REAL_BYTES_MAX,
            tagged ? "; --payload tags moves a tag of each" : "");
    return 0;
}

int plan_choose_times(struct plan *plan, struct weft_error *err)
{
    if (weft_cost_parse(plan_text(plan, &setting_cost), &plan->cost, err))
        return -1;
    if (plan_choose_payload(plan, err))
        return -1;
    if (plan_text(plan, &setting_lane) && !weft_cost_is_unit(&plan->cost))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "--lane is for unit time; with --cost, links "
                              "have their whole bandwidth");
    plan->seed = (uint64_t)plan_number(plan, &setting_seed);
    plan->on_conflict =
        plan_chosen(plan, &setting_on_conflict)
            ? (enum weft_on_conflict)plan_number(plan, &setting_on_conflict)
            : plan->strategy->on_conflict;
    return plan_choose_sharing(plan, err);
}

/* Allocate turns to processors, if the strategy requires this. */
static int plan_allocate(struct plan *plan, struct weft_error *err)
{
    if (!plan->strategy->allocate)
        return 0;
    plan->turn = malloc((size_t)plan->size * sizeof *plan->turn);
    if (!plan->turn)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for %d turns", plan->size);
    return plan->strategy->allocate(plan, plan->turn, err);
}

int plan_look_up(struct plan *plan, const struct weft_experiment *experiment,
                 struct weft_error *err)
{
    return !plan->problem || take_values(plan, experiment, err) ||
                   find_strategy(plan, err) || make_network(plan, err)
               ? -1
               : 0;
}

/* Processors from which timetables are run by rounds if no engine is named. */
#define ROUNDS_FROM 1025

/* Choose whether the plan is run by rounds. Return 0 or -1. */
static int plan_choose_rounds(struct plan *plan,
                              const struct weft_experiment *experiment,
                              struct weft_error *err)
{
    const char *engine = plan_text(plan, &setting_engine);
    bool named = engine && strcmp(engine, "rounds") == 0;
    plan->by_fibers = experiment->no_threads;
    if (!plan->to_run || (engine && !named) ||
        (!named && !plan->by_fibers && plan->size < ROUNDS_FROM))
        return 0;
    plan->by_rounds = rounds_can_run(plan, named ? err : NULL);
    return named && !plan->by_rounds ? -1 : 0;
}

int plan_problem(struct plan *plan, const struct weft_experiment *experiment,
                 bool to_run, struct weft_error *err)
{
    *plan = (struct plan){.problem = problem_row(experiment->problem, err),
                          .to_run = to_run};
    if (plan_look_up(plan, experiment, err))
        return -1;
    plan->any_strategy = !to_run && !plan_text(plan, &setting_strategy);
    if ((plan->any_strategy ? plan_choose_model(plan, err)
                            : choose_strategy(plan, err)) ||
        plan_choose_times(plan, err) ||
        (!plan->any_strategy && (plan_check_rounds(plan, err) ||
                                 plan_choose_rounds(plan, experiment, err) ||
                                 plan_allocate(plan, err))))
        return -1;
    const struct weft_problem *problem = plan->problem;
    if (problem->prepare && problem->prepare(plan, err))
        return -1;
    if (to_run && plan->length > UINT32_MAX)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "strategy '%s': a block has %zu bytes, and a "
                              "message at most %u",
                              plan->strategy->info.name, plan->length,
                              UINT32_MAX);
    if (judge_init(plan, err))
        return -1;
    plan->slot = weft_cost_period(&plan->cost, plan->length);
    return 0;
}

int plan_init(struct plan *plan, const struct weft_experiment *experiment,
              struct weft_error *err)
{
    if (plan_problem(plan, experiment, true, err))
        return -1;
    if (plan->strategy->prepare && plan->strategy->prepare(plan, err))
        return -1;
    return 0;
}

/* ---- of a schedule ---- */

static const struct weft_strategy plan_replay = {
    .info = {"replay", "the statements of a schedule", NULL, NULL, NULL},
    .program = script_program,
};

static const struct weft_strategy *const replay_only[] = {&plan_replay, NULL};

static const struct weft_problem unnamed = {
    .info = {.name = "schedule",
             .summary = "the statements of a schedule",
             .model = "one-port-duplex"},
    .strategies = replay_only,
};

/* Return the requested network, or the file's (if that is no network file or
 * plug-in), or a complete network. Return NULL on error. */
static const char *script_word(const struct plan *plan, char complete[32],
                               struct weft_error *err)
{
    const struct weft_trace_info *info = &plan->script->trace.info;
    const char *asked = plan_text(plan, &setting_network);
    const char *named = weft_trace_info_get(info, "network");
    snprintf(complete, 32, "complete:%d",
             info->processors < 2 ? 2 : info->processors);
    if (!asked && !named && plan_shares_links(plan)) {
        weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                       "--sharing needs a network: add -n NETWORK");
        return NULL;
    }
    if (asked || !named)
        return asked ? asked : complete;
    if (!weft_network_reads_file(named))
        return named;
    weft_error_set(
        err, WEFT_ERROR_WRONG, 0,
        "the schedule names network '%.60s', which is a file: add -n file:PATH",
        named);
    return NULL;
}

/* Set the kind of an error to WEFT_ERROR_WRONG if the setting came from the
 * schedule, not from the user. Return -1. */
static int script_wrong(const struct plan *plan,
                        const struct weft_setting *setting,
                        struct weft_error *err)
{
    if (err && !plan_chosen(plan, setting) && weft_error_is_misuse(err))
        err->kind = WEFT_ERROR_WRONG;
    return -1;
}

static int script_network(struct plan *plan, struct weft_error *err)
{
    const struct script *script = plan->script;
    int processors = script->trace.info.processors;
    char complete[32];
    const char *word = script_word(plan, complete, err);
    bool trusted = script->trusted || plan_text(plan, &setting_network);
    uint64_t seed = (uint64_t)plan_number(plan, &setting_seed);
    if (word)
        plan->network = trusted
                            ? weft_network_create_seeded(word, seed, err)
                            : weft_network_create_untrusted(word, seed, err);
    if (!plan->network)
        return script_wrong(plan, &setting_network, err);
    plan->size = weft_network_size(plan->network);
    if (processors > plan->size) {
        weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                       "the schedule has %d processors, %s %d", processors,
                       weft_network_name(plan->network), plan->size);
        return script_wrong(plan, &setting_network, err);
    }
    if (trusted || (size_t)plan->size <= script_most(script))
        return 0;
    return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                          "the schedule declares %d processors; a schedule of "
                          "its length may have %zu" SAY_NO_LIMIT,
                          plan->size, script_most(script));
}

/* Give the links the requested lanes or, in unit time, those of the file, and
 * check the ways of all messages. Return 0 or -1. */
static int script_ways(struct plan *plan, struct weft_error *err)
{
    plan->lane = plan_text(plan, &setting_lane);
    if (!plan->lane && weft_cost_is_unit(&plan->cost))
        plan->lane = weft_trace_info_get(&plan->script->trace.info, "lane");
    if (weft_network_set_lane(&plan->network, plan->lane, err))
        return script_wrong(plan, &setting_lane, err);
    return script_check_ways(plan->script, plan->network, err);
}

/* Use the costs and the block length of the file unless the user chose
 * others. */
static int script_times(struct plan *plan, struct weft_error *err)
{
    const struct weft_trace_info *info = &plan->script->trace.info;
    const char *cost = weft_trace_info_get(info, "cost");
    const char *bytes = weft_trace_info_get(info, "bytes");
    if (plan_choose_times(plan, err))
        return -1;
    if (cost && !plan_chosen(plan, &setting_cost) &&
        weft_cost_parse(cost, &plan->cost, err))
        return script_wrong(plan, &setting_cost, err);
    size_t length = plan->length;
    if (bytes && !plan_chosen(plan, &setting_bytes) &&
        script_block(bytes, &length, err))
        return -1;
    plan_set_length(plan, length);
    plan->slot = weft_cost_period(&plan->cost, plan->length);
    return 0;
}

int plan_script(struct plan *plan, struct script *script, const char *problem,
                const struct weft_experiment *experiment,
                struct weft_error *err)
{
    const struct weft_trace_info *info = &script->trace.info;
    *plan = (struct plan){
        .problem = &unnamed, .strategy = &plan_replay, .script = script};
    script->problem = problem ? problem : weft_trace_info_get(info, "problem");
    if (!script->problem)
        script->problem = unnamed.info.name;
    if (take_values(plan, experiment, err) || script_network(plan, err))
        return -1;
    const char *model = plan_text(plan, &setting_model);
    if (!model)
        model = weft_trace_info_get(info, "model");
    if (weft_model_parse(model ? model : unnamed.info.model, &plan->model, err))
        return script_wrong(plan, &setting_model, err);
    if (script_times(plan, err) || plan_check_rounds(plan, err) ||
        script_ways(plan, err))
        return -1;
    return script_time(script, plan, err);
}

void plan_finish(struct plan *plan)
{
    if (plan->strategy && plan->strategy->finish)
        plan->strategy->finish(plan);
    if (plan->strategy && plan->strategy->timetable)
        timetable_plan_finish(plan);
    if (plan->problem && plan->problem->finish)
        plan->problem->finish(plan);
    judge_finish(plan);
    weft_items_destroy(plan->items);
    free(plan->turn);
    weft_network_destroy(plan->network);
}
