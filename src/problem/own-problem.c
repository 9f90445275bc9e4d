/* Problems defined by plug-ins: a goal, as text or created by a function, with
 * optional settings and bounds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/plugin-code.h"
#include "own.h"
#include "plugin/registry.h"
#include "problem.h"
#include "shared/payload.h"
#include "timetable/frame.h"

#define OWN_PROBLEM_ROWS_MAX 64
#define OWN_SETTINGS_MAX 8
/* limited by the size of the field in results */
#define OWN_PROBLEM_NAME_LENGTH_MAX                                            \
    (sizeof((struct weft_result *)0)->problem - 1)

struct own_problem {
    /* must be first, because the plan points to it */
    struct weft_problem row;
    const struct weft_own_problem *own;
    const struct weft_setting *settings[OWN_SETTINGS_MAX + 1];
};

static const struct weft_own_problem *own_of(const struct plan *plan)
{
    return ((const struct own_problem *)plan->problem)->own;
}

/* ---- the question of an experiment ---- */

static const struct plan *plan_of(const struct weft_asked *asked)
{
    return (const struct plan *)asked;
}

const struct weft_network *weft_asked_network(const struct weft_asked *asked)
{
    return plan_of(asked)->network;
}

const struct weft_model *weft_asked_model(const struct weft_asked *asked)
{
    return &plan_of(asked)->model;
}

const struct weft_goal *weft_asked_goal(const struct weft_asked *asked)
{
    return plan_of(asked)->goal;
}

static const struct weft_setting *own_problem_find(const struct plan *plan,
                                                   const char *name)
{
    const struct weft_setting *const *row = plan->problem->settings;
    while (row && *row && strcmp((*row)->name, name) != 0)
        row++;
    return row ? *row : NULL;
}

int64_t weft_asked_number(const struct weft_asked *asked, const char *setting)
{
    const struct weft_setting *row = own_problem_find(plan_of(asked), setting);
    return row && row->kind != WEFT_SETTING_TEXT
               ? plan_number(plan_of(asked), row)
               : -1;
}

const char *weft_asked_text(const struct weft_asked *asked, const char *setting)
{
    const struct weft_setting *row = own_problem_find(plan_of(asked), setting);
    return row ? plan_text(plan_of(asked), row) : NULL;
}

/* ---- the goal ---- */

/* Return "let width = 3", one line for each numeric setting. */
static char *write_lets(const struct plan *plan, unsigned *lines)
{
    char *text = strdup("");
    *lines = 0;
    for (size_t i = 0; text && plan->problem->settings[i]; i++) {
        const struct weft_setting *row = plan->problem->settings[i];
        char name[40];
        if (row->kind == WEFT_SETTING_TEXT)
            continue;
        snprintf(name, sizeof name, "%s", row->name);
        for (char *at = name; *at; at++)
            *at = *at == '-' ? '_' : *at;
        char *longer = format_text("%slet %s = %lld\n", text, name,
                                   (long long)plan_number(plan, row));
        free(text);
        text = longer;
        ++*lines;
    }
    return text;
}

static struct weft_goal *parse_goal(const struct plan *plan,
                                    struct weft_error *err)
{
    unsigned lines;
    char *lets = write_lets(plan, &lines);
    char *text = lets ? format_text("%s%s", lets, own_of(plan)->goal) : NULL;
    struct weft_goal *goal = NULL;
    if (text)
        goal = weft_goal_parse(text, strlen(text), plan->size, err);
    else
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (!goal)
        err->line = err->line > lines ? err->line - lines : 0;
    free(lets);
    free(text);
    return goal;
}

static int own_problem_make_goal(struct plan *plan, struct weft_error *err)
{
    const struct weft_own_problem *own = own_of(plan);
    struct weft_error why = {0};
    plugin_code_enters();
    plan->goal = own->make_goal
                     ? own->make_goal((const struct weft_asked *)plan, &why)
                     : parse_goal(plan, &why);
    plugin_code_leaves();
    if (plan->goal && weft_goal_processors(plan->goal) == plan->size)
        return 0;
    if (plan->goal)
        weft_error_set(&why, WEFT_ERROR_MISUSE, 0,
                       "needs %d processors, not %d",
                       weft_goal_processors(plan->goal), plan->size);
    char line[32] = "";
    if (why.line)
        snprintf(line, sizeof line, ", line %u", why.line);
    return weft_error_set(
        err, why.kind ? why.kind : WEFT_ERROR_MISUSE, 0,
        "goal of '%s'%s: %.300s", plan->problem->info.name, line,
        why.text[0] ? why.text : "the function returned none");
}

static struct weft_goal *own_problem_goal(const struct plan *plan)
{
    return plan->goal;
}

/* ---- the row's functions ---- */

static bool own_problem_combines(const struct plan *plan)
{
    return weft_goal_combines(plan->goal) != WEFT_GOAL_MOVE;
}

static int own_problem_prepare(struct plan *plan, struct weft_error *err)
{
    if (own_problem_make_goal(plan, err))
        return -1;
    return own_problem_combines(plan)
               ? combining_prepare(
                     plan, weft_goal_combines(plan->goal) == WEFT_GOAL_ANY,
                     weft_goal_blocks(plan->goal), NULL, err)
               : 0;
}

static int own_problem_block(const struct plan *plan, int rank, int id,
                             const void *data, size_t bytes)
{
    if (own_problem_combines(plan))
        return combining_block(plan, rank, id, data, bytes);
    bool right = bytes == plan->bytes &&
                 payload_is(data, bytes, weft_goal_holder(plan->goal, id), id);
    return right ? id : -1;
}

static int items(const struct plan *plan, const void *data, size_t bytes,
                 struct item_list *list)
{
    return own_problem_combines(plan)
               ? combining_items(plan, data, bytes, list)
               : frame_items_moved(plan, data, bytes, list);
}

static struct tally *tally(const struct plan *plan)
{
    return own_problem_combines(plan) ? combining_tally(plan) : NULL;
}

static int own_problem_explain(const struct plan *plan, struct weft_error *err)
{
    return own_problem_combines(plan) ? combining_explain(plan, err) : 0;
}

struct weft_bounding {
    struct weft_result *result;
    const struct plan *plan;
};

void weft_bound_add(struct weft_bounding *bounding, uint64_t steps,
                    const char *name)
{
    const struct plan *plan = bounding->plan;

    /* links with their own costs may be faster than ts + tw m */
    bool own = !weft_cost_is_unit(&plan->cost) &&
               weft_network_has_costs(plan->network);
    if (!plan->cost.loggp)
        result_bound(bounding->result,
                     steps * (own ? plan->cost.ts : plan->slot), "%s", name);
}

static size_t own_problem_parts(const struct plan *plan,
                                struct weft_part part[])
{
    return own_problem_combines(plan) ? combining_parts(plan, part) : 0;
}

static void own_problem_bounds(const struct plan *plan,
                               struct weft_result *result)
{
    struct weft_bounding bounding = {result, plan};
    if (!own_of(plan)->bounds)
        return;
    plugin_code_enters();
    own_of(plan)->bounds((const struct weft_asked *)plan, &bounding);
    plugin_code_leaves();
}

static void own_problem_finish(struct plan *plan)
{
    if (plan->goal && own_problem_combines(plan))
        combining_finish(plan);
}

/* ---- the rows ---- */

static const struct weft_strategy *const no_strategies[] = {NULL};

static const struct weft_problem own_problem_pattern = {
    .strategies = no_strategies,
    .tagged = true,
    .tally = tally,
    .parts = own_problem_parts,
    .prepare = own_problem_prepare,
    .goal = own_problem_goal,
    .block = own_problem_block,
    .items = items,
    .explain = own_problem_explain,
    .bounds = own_problem_bounds,
    .finish = own_problem_finish,
};

static int own_problem_take_settings(struct own_problem *made,
                                     struct weft_error *err)
{
    const struct weft_setting *row = made->own->settings;
    size_t count = 0;
    for (; row && row[count].name; count++) {
        if (count == OWN_SETTINGS_MAX)
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                  "problem '%s' has more than %d settings",
                                  made->row.info.name, OWN_SETTINGS_MAX);
        if (!word_is_name(row[count].name, 31) || !row[count].help ||
            !row[count].argument)
            return weft_error_set(
                err, WEFT_ERROR_MISUSE, 0,
                "problem '%s': each setting needs a .name (letters, digits, "
                "-), an .argument and a .help",
                made->row.info.name);
        made->settings[count] = &row[count];
    }
    return 0;
}

static int own_problem_check(const struct weft_own_problem *own,
                             const char *name, struct weft_error *err)
{
    struct weft_model model;
    if (!word_is_name(name, OWN_PROBLEM_NAME_LENGTH_MAX))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "'%.60s' is not a valid problem name: use at "
                              "most %zu letters, digits, - and _",
                              name, OWN_PROBLEM_NAME_LENGTH_MAX);
    if (weft_problem_find(name))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "problem '%s' is already registered", name);
    if (!own->goal == !own->make_goal)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "problem '%s' has %s",
                              name,
                              own->goal ? "both .goal and .make_goal"
                                        : "neither .goal nor .make_goal");
    return own->model ? weft_model_parse(own->model, &model, err) : 0;
}

static void *own_problem_make(const void *registered, const char *name,
                              const char **kept, struct weft_error *err)
{
    const struct weft_own_problem *own = registered;
    if (!name)
        weft_error_set(err, WEFT_ERROR_MISUSE, 0, "a problem without .name");
    if (!name || own_problem_check(own, name, err))
        return NULL;
    struct own_problem *made = calloc(1, sizeof *made);
    char *copy = strdup(name);
    if (!made || !copy) {
        free(made);
        free(copy);
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        return NULL;
    }
    made->row = own_problem_pattern;
    made->own = own;
    made->row.settings = made->settings;
    made->row.info = (struct weft_problem_info){
        .name = copy,
        .summary = own->summary ? own->summary : "from a plug-in",
        .source = own->source ? own->source : "from a plug-in",
        .network = own->network ? own->network : "complete:16",
        .model = own->model ? own->model : "one-port-duplex",
    };
    if (own_problem_take_settings(made, err)) {
        free(made);
        free(copy);
        return NULL;
    }
    *kept = copy;
    return made;
}

static void *own_problem_rows[OWN_PROBLEM_ROWS_MAX];
static struct registry own_problems = {
    .kind = REGISTRY_PROBLEMS,
    .make = own_problem_make,
    .most = OWN_PROBLEM_ROWS_MAX,
    .row = own_problem_rows,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

const struct weft_problem *own_problem(size_t i)
{
    const struct own_problem *own = registry_row(&own_problems, i);
    return own ? &own->row : NULL;
}

int weft_problem_add(const struct weft_own_problem *problem,
                     const char *version)
{
    return registry_add(&own_problems, problem, problem->name, NULL, version,
                        NULL);
}
