/* weft list: the tables of the library. */
#include "command.h"
#include "describe.h"
#include "network-word.h"
#include "options.h"

#include <argp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <weft/weft.h>

static void list_network(const struct weft_network_kind *kind)
{
    printf("  %-19s %s\n", kind->usage, kind->summary);
}

static void list_networks(void)
{
    const struct weft_network_kind *kind;
    for (size_t i = 0; (kind = weft_network_known(i)); i++)
        list_network(kind);
}

static void list_models(void)
{
    const struct weft_model *model;
    for (size_t i = 0; (model = weft_model(i)); i++)
        printf("  %-18s %s\n", model->name, model->summary);
    puts("  send=S,receive=R,duplex=D   any other (S: one, same, all, or a "
         "number of ports; R: one, all, or a number; D: half, full)");
}

static void list_problem(const struct weft_problem_info *problem)
{
    printf("  %-18s %s (%s; -n %s -m %s)\n", problem->name, problem->summary,
           problem->source, problem->network, problem->model);
}

static void list_problems(void)
{
    const struct weft_problem_info *problem;
    for (size_t i = 0; (problem = weft_problem(i)); i++)
        list_problem(problem);
}

static void list_strategy(const char *problem,
                          const struct weft_strategy_info *strategy)
{
    printf("  %-14s %-16s %s (%s%s%s)\n", problem, strategy->name,
           strategy->summary,
           strategy->networks ? strategy->networks : "any network",
           strategy->needs ? "; needs " : "",
           strategy->needs ? strategy->needs : "");
}

static void list_strategies(void)
{
    const struct weft_problem_info *problem;
    const struct weft_strategy_info *strategy;
    for (size_t i = 0; (problem = weft_problem(i)); i++)
        for (size_t k = 0; (strategy = weft_strategy(problem->name, k)); k++)
            list_strategy(problem->name, strategy);
}

static void list_networks_of(const struct weft_plugin *plugin)
{
    const struct weft_network_kind *kind;
    for (size_t i = 0; i < plugin->networks; i++)
        for (size_t k = 0; (kind = weft_network_known(k)); k++)
            if (!strcmp(kind->name, plugin->network[i]))
                list_network(kind);
}

static void list_settings_of(const char *problem)
{
    const struct weft_setting *setting;
    char text[400];
    for (size_t i = 0; (setting = weft_problem_setting(problem, i)); i++) {
        setting_describe(setting, text, sizeof text);
        printf("  %-14s %-12s %s\n", problem, setting->name, text);
    }
}

/* What is in a file. */
static int list_plugin(const char *file)
{
    struct weft_error err;
    const struct weft_strategy_info *strategy;
    const struct weft_plugin *plugin = weft_plugin_open(file, &err);
    if (!plugin)
        return complain(EXIT_FAILED, NULL, &err);
    for (size_t i = 0; i < plugin->problems; i++) {
        list_problem(weft_problem_find(plugin->problem[i]));
        list_settings_of(plugin->problem[i]);
    }
    for (size_t i = 0; i < plugin->strategies; i++) {
        const char *problem = plugin->strategy[i].problem;
        for (size_t k = 0; (strategy = weft_strategy(problem, k)); k++)
            if (!strcmp(strategy->name, plugin->strategy[i].name))
                list_strategy(problem, strategy);
    }
    list_networks_of(plugin);
    return EXIT_GOOD;
}

/* The general ones, then each problem's own. */
static void list_settings(void)
{
    const struct weft_setting *setting;
    const struct weft_problem_info *problem;
    char text[400];
    for (size_t i = 0; (setting = weft_setting(i)); i++) {
        if (!setting_is_general(setting))
            continue;
        setting_describe(setting, text, sizeof text);
        printf("  %-14s %-12s %s\n", "any problem", setting->name, text);
    }
    for (size_t i = 0; (problem = weft_problem(i)); i++)
        list_settings_of(problem->name);
}

static void list_formats(void)
{
    const struct weft_format_info *format;
    for (size_t i = 0; (format = weft_format(i)); i++)
        printf("  %-10s %-8s %s%s\n", format->name, format->ending,
               format->summary,
               !format->reads    ? " (written only)"
               : !format->writes ? " (read only)"
                                 : "");
}

static void list_engines(void)
{
    const struct weft_engine *engine;
    for (size_t i = 0; (engine = weft_engine(i)); i++)
        printf("  %-10s %s\n", engine->name, engine->summary);
}

static void list_goals(void)
{
    const char *name;
    for (size_t i = 0; (name = weft_goal_known(i)); i++)
        printf("  %-18s weft list goal %s\n", name, name);
}

static void list_figures(void)
{
    const struct weft_exhibit *exhibit;
    for (size_t i = 0; (exhibit = weft_exhibit(i)); i++)
        printf("  %-15s %-33s %s\n", exhibit->name, exhibit->document,
               exhibit->summary);
    const struct weft_figure_kind *kind;
    for (size_t i = 0; (kind = weft_figure_kind(i)); i++)
        printf("  %-15s %-33s %s\n", kind->name, "a kind of figure",
               kind->summary);
}

static const struct list {
    const char *name;
    void (*print)(void);
} lists[] = {
    {"networks", list_networks}, {"models", list_models},
    {"problems", list_problems}, {"strategies", list_strategies},
    {"settings", list_settings}, {"formats", list_formats},
    {"engines", list_engines},   {"goals", list_goals},
    {"figures", list_figures},   {NULL, NULL},
};

static const char *name_of(size_t index)
{
    return lists[index].name;
}

struct arguments {
    const char *what; /* the list, or the kind of thing; NULL: all lists */
    const char *name; /* of the thing */
    const char *seed;
};

static const struct argp_option options[] = {
    NETWORK_SEED_OPTION,
    {0},
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        one_line(state);
        return 0;
    case NETWORK_KEY_SEED:
        arguments->seed = argument;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num == 0)
            arguments->what = argument;
        else if (state->arg_num == 1 && is_thing(arguments->what))
            arguments->name = argument;
        else
            misuse(state, "one list at a time; '%s' is one too many", argument);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int command(int argc, char **argv)
{
    const struct argp argp = {
        options,
        parse,
        "[WHAT]\nnetwork SPEC\ngoal NAME\nFILE",
        "List what weft knows: networks, models, problems, strategies, "
        "settings, formats, engines, goals, figures; everything if nothing is "
        "named; or what one network is in numbers, a goal as text (for `weft "
        "check --goal`), or the strategies in a file (./mine.c).",
        NULL,
        NULL,
        NULL};
    struct arguments arguments = {0};
    struct weft_error err;
    bool found = false;
    int status = parse_arguments(&argp, argc, argv, &arguments);
    const char *what = arguments.what;
    if (status)
        return status;
    if (arguments.name)
        return describe(what, arguments.name, arguments.seed);
    if (what && weft_is_plugin(what))
        return list_plugin(what);
    for (const struct list *list = lists; list->name; list++) {
        if (what && strcmp(what, list->name) != 0)
            continue;
        if (!what)
            printf("%s%s\n", found ? "\n" : "", list->name);
        list->print();
        found = true;
    }
    if (found)
        return EXIT_GOOD;
    weft_unknown(&err, "list", what, name_of);
    return complain(EXIT_MISUSE, NULL, &err);
}

const struct command cmd_list = {
    .name = "list",
    .summary = "networks, models, problems, strategies, settings, formats, ...",
    .run = command,
};
