/* weft_optimum(): from the settings of an experiment to a range of steps.
 *
 * instance.c makes the question data, known.c finds the bounds known without a
 * search, search.c searches for the smallest number of steps, encoding/
 * generates the formula and solver.c solves it. transfers.c reads a schedule
 * from the solution, confirm.c verifies it, fewest.c removes messages, and
 * prove.c and refutation.c write proofs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/problem.h>
#include <weft/unstable/ways.h>

#include "optimum/encoding/automorphism.h"
#include "search.h"

/* Default model of user-defined goals. */
#define OPTIMUM_MODEL "one-port-duplex"

/* An experiment with its settings resolved. */
struct question {
    const struct weft_problem_info *problem;
    struct weft_network *network;
    struct weft_model model;
    enum weft_order order;
    const struct weft_goal *goal;
    struct weft_goal *own; /* the goal if it must be freed, or NULL */
    /* The experiment with network and model resolved. */
    struct weft_experiment experiment;
    struct weft_optimum_options options; /* options with this experiment */
    struct weft_error large; /* why a formula would be too large; kind NONE: it
                                may fit */
    struct instance instance;
};

static const struct weft_problem_info *find_problem(const char *word,
                                                    struct weft_error *err)
{
    static const struct weft_experiment none = {.problem = NULL};
    const struct weft_problem_info *info =
        word ? weft_problem_find(word) : NULL;
    if (info)
        return info;
    struct weft_experiment experiment = none;
    struct weft_bounds bounds;
    experiment.problem = word;
    weft_experiment_bounds(&experiment, &bounds, err); /* sets err */
    return NULL;
}

/* Return the text of a setting, or `standard` if it is not set. */
static const char *optimum_word_of(const struct weft_experiment *experiment,
                                   const char *setting, const char *standard)
{
    const struct weft_choice *choice = weft_experiment_get(experiment, setting);
    return choice && choice->text ? choice->text : standard;
}

static uint64_t seed_of(const struct weft_experiment *experiment)
{
    const struct weft_choice *choice = weft_experiment_get(experiment, "seed");
    return choice ? (uint64_t)choice->number : WEFT_NETWORK_SEED;
}

static enum weft_order
optimum_order_of(const struct weft_experiment *experiment)
{
    const struct weft_choice *choice = weft_experiment_get(experiment, "order");
    return choice ? (enum weft_order)choice->number : WEFT_ORDER_PROGRAM;
}

/* Return whether the problem's strategies choose the number of blocks. */
static bool cuts_data(const char *problem)
{
    struct weft_error ignored;
    return weft_setting_check("vector", problem, &ignored) == 0;
}

/* Return the value of a numeric setting, or its default. */
static int64_t optimum_number_of(const struct question *ask,
                                 const char *setting)
{
    const struct weft_setting *row;
    const struct weft_choice *choice =
        weft_experiment_get(&ask->experiment, setting);
    for (size_t i = 0;
         !choice && (row = weft_problem_setting(ask->problem->name, i)); i++)
        if (strcmp(row->name, setting) == 0 && row->standard)
            return atoll(row->standard);
    return choice ? choice->number : 0;
}

/* Make the problem's goal from its general definition, which needs no strategy
 * that runs. */
static struct weft_goal *goal_by_name(const struct question *ask,
                                      const struct weft_optimum_options *o,
                                      struct weft_error *err)
{
    int64_t blocks = o->blocks ? o->blocks : optimum_number_of(ask, "packets");
    const struct weft_goal_values values = {.each = blocks,
                                            .blocks = blocks,
                                            .root =
                                                optimum_number_of(ask, "root")};
    return weft_goal_make(ask->problem->name, weft_network_size(ask->network),
                          values, err);
}

/* Refuse networks whose switches combine values of the goal, or multicast where
 * processors do not: the search does not know that messages merge or split.
 * Return 0 or -1. */
static int ask_network(const struct question *ask, struct weft_error *err)
{
    const struct weft_network *network = ask->network;
    bool combines = weft_goal_combines(ask->goal) != WEFT_GOAL_MOVE &&
                    weft_network_combining(network);
    if (!combines && (ask->model.sends != WEFT_SENDS_ONE ||
                      !weft_network_multicasting(network)))
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "%s has switches that %s messages, which the "
                          "search does not use; declare them by 'switch'",
                          weft_network_name(network),
                          combines ? "combine" : "multicast");
}

/* Set the goal: that of the problem, or the user's. */
static int ask_goal(struct question *ask,
                    const struct weft_optimum_options *options,
                    struct weft_error *err)
{
    if (options->goal) {
        ask->goal = options->goal;
        if (weft_goal_processors(ask->goal) != weft_network_size(ask->network))
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                  "the goal is for %d processors, not %d",
                                  weft_goal_processors(ask->goal),
                                  weft_network_size(ask->network));
        return 0;
    }
    bool cuts = cuts_data(ask->problem->name);
    bool sized = weft_experiment_get(&ask->experiment, "counts");
    if (options->blocks && !cuts)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "the blocks of '%s' follow from its settings",
                              ask->problem->name);
    struct weft_error other;
    ask->own = cuts ? goal_by_name(ask, options, err)
                    : weft_experiment_goal(&ask->experiment, err);
    if (!ask->own && !cuts && !sized && weft_error_is_misuse(err))
        ask->own = goal_by_name(ask, options, &other);
    ask->goal = ask->own;
    return ask->own ? 0 : -1;
}

static int ask_problem(struct question *ask,
                       const struct weft_optimum_options *options,
                       struct weft_error *err)
{
    if (options->goal && !weft_experiment_get(options->experiment, "network"))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "a goal needs a network");
    if (options->goal)
        return 0;
    ask->problem = find_problem(options->experiment->problem, err);
    if (!ask->problem)
        return -1;
    if (ask->problem->computes)
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "'%s' cannot be searched, because it also computes",
            ask->problem->name);
    return 0;
}

static int ask_words(struct question *ask,
                     const struct weft_optimum_options *options,
                     struct weft_error *err)
{
    const struct weft_experiment *experiment = options->experiment;
    if (ask_problem(ask, options, err))
        return -1;
    const struct weft_problem_info *problem = ask->problem;
    ask->order = optimum_order_of(experiment);
    ask->network = weft_network_create_seeded(
        optimum_word_of(experiment, "network",
                        problem ? problem->network : NULL),
        seed_of(experiment), err);
    if (!ask->network ||
        weft_network_set_lane(&ask->network,
                              optimum_word_of(experiment, "lane", NULL), err) ||
        weft_model_parse(
            optimum_word_of(experiment, "model",
                            problem ? problem->model : OPTIMUM_MODEL),
            &ask->model, err))
        return -1;
    /* ignore settings that do not belong to the question */
    ask->experiment = asked_of(experiment);
    if (weft_experiment_set(&ask->experiment, "network",
                            weft_network_name(ask->network), err) ||
        weft_experiment_set(&ask->experiment, "model", ask->model.name, err))
        return -1;
    return ask_goal(ask, options, err);
}

static int optimum_ask(struct question *ask,
                       const struct weft_optimum_options *options,
                       struct weft_error *err)
{
    if (ask_words(ask, options, err) || ask_network(ask, err))
        return -1;
    ask->options = *options;
    ask->options.experiment = &ask->experiment;
    if (size_outline(&ask->options, ask->network, &ask->model, ask->goal,
                     &ask->large) &&
        (ask->large.kind != WEFT_ERROR_LIMIT ||
         !size_runs(ask->network, ask->goal))) {
        *err = ask->large;
        return -1;
    }
    const struct instance_options how = {
        ask->order, options->routes, options->force ? 0 : CLAUSES_LITTLE,
        options->phases, !options->force && !size_distances(ask->network)};
    return instance_init(&ask->instance, ask->network, &ask->model, ask->goal,
                         &how, err);
}

static void ask_finish(struct question *ask)
{
    instance_finish(&ask->instance);
    weft_goal_destroy(ask->own);
    weft_network_destroy(ask->network);
}

/* ---- results ---- */

static void optimum_name_result(struct weft_optimum *r,
                                const struct question *ask, bool routes)
{
    snprintf(r->problem, sizeof r->problem, "%s",
             ask->problem ? ask->problem->name : "goal");
    snprintf(r->network, sizeof r->network, "%s",
             weft_network_name(ask->network));
    snprintf(r->model, sizeof r->model, "%s", ask->model.name);
    if (ask->instance.turns)
        snprintf(r->order, sizeof r->order, "%s", weft_order_names[ask->order]);
    r->processors = ask->instance.n;
    r->routes = routes && ask->model.sends == WEFT_SENDS_ONE;
    r->reachable = true;
}

static bool unreachable(struct weft_optimum *r, const struct question *ask)
{
    int block, rank;
    char phases[32] = "";
    if (!ask->instance.distance ||
        !instance_unreachable(&ask->instance, &block, &rank))
        return false;
    r->reachable = false;
    if (ask->instance.phases)
        snprintf(phases, sizeof phases, " in %d phase%s", ask->instance.phases,
                 ask->instance.phases == 1 ? "" : "s");
    if (block < 0)
        snprintf(r->lower_by, sizeof r->lower_by,
                 "no message of some processor can reach processor %d%s", rank,
                 phases);
    else if (ask->instance.reversed)
        snprintf(
            r->lower_by, sizeof r->lower_by,
            "the data of processor %d cannot reach the processor that wants "
            "it%s",
            rank, phases);
    else
        snprintf(r->lower_by, sizeof r->lower_by,
                 "message %d cannot reach processor %d%s",
                 ask->instance.first + block, rank, phases);
    return true;
}

/* Return whether the result already contains this setting. */
static bool optimum_is_named(const char *setting)
{
    return !strcmp(setting, "network") || !strcmp(setting, "model");
}

/* Add the parameters of the trace, so that it can be checked again. Returns 0,
 * or -1 if memory is short. */
static int optimum_describe(struct weft_optimum_schedule *schedule,
                            const struct weft_optimum *r,
                            const struct weft_experiment *experiment,
                            int blocks)
{
    char number[32];
    if ((experiment->problem &&
         schedule_word(schedule, "problem", r->problem)) ||
        schedule_word(schedule, "network", r->network) ||
        schedule_word(schedule, "model", r->model))
        return -1;
    for (size_t i = 0; i < experiment->choices; i++) {
        const struct weft_choice *choice = &experiment->choice[i];
        snprintf(number, sizeof number, "%lld", (long long)choice->number);
        if (!optimum_is_named(choice->setting) &&
            schedule_word(schedule, choice->setting,
                          choice->text ? choice->text : number))
            return -1;
    }
    snprintf(number, sizeof number, "%d", blocks);
    return blocks ? schedule_word(schedule, "blocks", number) : 0;
}

/* Report a schedule below the lower bound as an error: one of the two is
 * wrong. */
static int refuse_underbid(const struct weft_optimum *r, struct weft_error *err)
{
    if (!r->schedule || r->lower <= r->upper)
        return 0;
    return weft_error_set(err, WEFT_ERROR_WRONG, 0,
                          "%s takes %d steps, fewer than %s says (%d): one of "
                          "the two is wrong, please report it",
                          r->upper_by, r->upper, r->lower_by, r->lower);
}

/* Refuse a question that needs a formula if that would be too large. */
static int refuse_large(const struct search *s, bool needed,
                        struct weft_error *err)
{
    if (!s->large || !needed)
        return 0;
    *err = *s->large;
    return -1;
}

static int optimum_look(struct search *s, struct weft_error *err)
{
    struct weft_optimum *r = s->result;
    const struct weft_optimum_options *o = s->options;
    if (!r->lower)
        return known_start(s, err);
    /* the phases of strategies are not known */
    bool strategies = !o->no_strategies && !o->goal && !o->phases;
    bool asks = o->from || o->proof || o->least_messages;
    bool runs = strategies && (double)r->lower * s->q->n <= LINKS_LITTLE;
    if (refuse_large(s, asks || !runs, err))
        return -1;
    if (strategies && known_upper(s, err))
        return -1;
    if (refuse_underbid(r, err))
        return -1;
    bool open = !r->schedule || r->lower < r->upper;
    if (refuse_large(s, open && !atomic_load(&s->stop), err))
        return -1;
    if ((open || asks) && !weft_optimum_solver() && !search_watch(s, 0))
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "no solver: this weft was built without "
                              "libcadical (Debian: libcadical-dev)");
    if (size_formula(s, open, err))
        return -1;
    if (open && !r->schedule && !o->from && !o->no_strategies && !o->narrow &&
        search_above(s))
        return -1;
    open = !r->schedule || r->lower < r->upper;
    if (open && search_run(s))
        return -1;
    if (refuse_underbid(r, err))
        return -1;
    r->decided = r->schedule && r->lower == r->upper;
    if (r->decided && o->least_messages && search_fewest(s))
        return -1;
    if (o->proof && r->lower > 0 && !atomic_load(&s->stop) && search_prove(s))
        return -1;
    return 0;
}

static int optimum_search(struct question *ask,
                          const struct weft_optimum_options *options,
                          struct weft_optimum *r, double begin,
                          struct weft_error *err)
{
    struct search s = {
        .options = options,
        .q = &ask->instance,
        .problem = ask->problem ? ask->problem->name : NULL,
        .goal = ask->goal,
        .model = &ask->model,
        .result = r,
        .begin = begin,
        .most = options->force ? 0 : CLAUSES_LITTLE,
        .large = ask->large.kind == WEFT_ERROR_NONE ? NULL : &ask->large,
        .err = err,
    };
    atomic_init(&s.stop, false);
    int code = pthread_mutex_init(&s.lock, NULL);
    if (!code && (code = pthread_cond_init(&s.ended, NULL)))
        pthread_mutex_destroy(&s.lock);
    if (code)
        return weft_error_system(err, code, 0, "no lock: %s", strerror(code));
    int status = 0;
    if (options->proof && !(s.proof = refutation_open(options->proof, err)))
        status = -1;
    if (!status)
        status = known_lower(&s, err);
    restrictions_name(&s);
    if (!status)
        status = optimum_look(&s, err);
    better_end(r);
    refutation_close(s.proof);
    if (r->schedule) {
        r->messages = r->schedule->count;
        r->phases = r->schedule->phases;
        r->phase = r->schedule->phase;
    }
    bool named = !options->goal && !ask->instance.turns;
    if (!status && r->schedule &&
        optimum_describe(r->schedule, r, options->experiment,
                         named ? ask->instance.blocks : 0))
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    pthread_cond_destroy(&s.ended);
    pthread_mutex_destroy(&s.lock);
    return status;
}

static int optimum_from_one(const struct weft_optimum_options *options,
                            struct weft_optimum *result, struct weft_error *err)
{
    struct search clock = {.begin = 0};
    struct question question = {.problem = NULL};
    double begin = search_seconds(&clock);
    *result = (struct weft_optimum){.lower = 0};
    int status = optimum_ask(&question, options, err);
    if (!status) {
        optimum_name_result(result, &question, options->routes);
        if (!unreachable(result, &question))
            status = optimum_search(&question, &question.options, result, begin,
                                    err);
    }
    ask_finish(&question);
    result->seconds = search_seconds(&clock) - begin;
    return status;
}

int optimum_orbits(const struct weft_optimum_options *options, int *n,
                   int **least, struct weft_error *err)
{
    struct question question = {.problem = NULL};
    struct automorphism group = {.n = 0};
    int status = optimum_ask(&question, options, err);
    if (!status && question.large.kind != WEFT_ERROR_NONE) {
        *err = question.large;
        status = -1;
    }
    /* channels over switches share arcs: their symmetries may be none of the
     * network */
    bool alike = !status && !options->no_symmetry && !question.instance.routed;
    *n = question.instance.n;
    *least = status ? NULL : malloc((size_t)*n * sizeof **least);
    if (!status &&
        (!*least ||
         (alike && automorphism_init(&group, &question.instance, NULL))))
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (int v = 0; !status && v < *n; v++)
        (*least)[v] = v;
    if (!status && alike)
        automorphism_orbits(&group, NULL, 0, *least);
    automorphism_finish(&group);
    ask_finish(&question);
    return status;
}

int weft_optimum(const struct weft_optimum_options *options,
                 struct weft_optimum *result, struct weft_error *err)
{
    struct weft_error own = {.kind = WEFT_ERROR_NONE};
    err = err ? err : &own;
    return options->every_root ? optimum_every_root(options, result, err)
                               : optimum_from_one(options, result, err);
}

int weft_optimum_play(const struct weft_optimum *result,
                      const struct weft_sink *const *sinks, size_t count,
                      struct weft_error *err)
{
    if (!result->schedule)
        return weft_error_set(err, WEFT_ERROR_EMPTY, 0,
                              "no schedule was found");
    return schedule_play(result->schedule, sinks, count, err);
}

void weft_optimum_finish(struct weft_optimum *result)
{
    schedule_destroy(result->schedule);
    result->schedule = NULL;
}
