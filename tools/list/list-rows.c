/* The rows of `weft list`, numbered within each list, from several tables of
 * the library. */
#include "list/list-rows.h"

#include "common/options.h"
#include "common/terminal.h"
#include "schema/schemas.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/unstable/figure.h>
#include <weft/unstable/gallery.h>
#include <weft/weft.h>

/* Print a row. On a terminal, text that does not fit continues below the last
 * column, which begins at `indent`. */
__attribute__((format(printf, 2, 3))) static void
print_row(int indent, const char *format, ...)
{
    va_list arguments;
    char *text;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length >= 0) {
        print_wrapped(text, indent, stdout);
        free(text);
        return;
    }
    va_start(arguments, format); /* memory is short: do not wrap */
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
}

/* ---- the rows of the lists ---- */

static const char *network_name(size_t i)
{
    const struct weft_network_kind *kind = weft_network_known(i);
    return kind ? kind->name : NULL;
}

static void list_rows_print_network(size_t i)
{
    const struct weft_network_kind *kind = weft_network_known(i);
    print_row(22, "  %-19s %s", kind->usage, kind->summary);
}

static void write_network(size_t i, struct json *json)
{
    const struct weft_network_kind *kind = weft_network_known(i);
    json_text(json, "name", kind->name);
    json_text(json, "usage", kind->usage);
    json_text(json, "summary", kind->summary);
}

static const char *list_rows_model_name(size_t i)
{
    const struct weft_model *model = weft_model(i);
    if (model)
        return model->name;
    return weft_model(i - 1) ? "send=" : NULL;
}

static void print_model(size_t i)
{
    const struct weft_model *model = weft_model(i);
    if (model)
        print_row(21, "  %-18s %s", model->name, model->summary);
    else
        print_row(21,
                  "  send=S,receive=R,duplex=D   any other (S: one, same, all, "
                  "or a number of ports; R: one, all, or a number; D: half, "
                  "full)");
}

static void write_model(size_t i, struct json *json)
{
    const struct weft_model *model = weft_model(i);
    json_text(json, "name", list_rows_model_name(i));
    json_text_or_null(json, "summary", model ? model->summary : NULL);
}

static const char *list_rows_problem_name(size_t i)
{
    const struct weft_problem_info *problem = weft_problem(i);
    return problem ? problem->name : NULL;
}

static void print_problem(size_t i)
{
    const struct weft_problem_info *problem = weft_problem(i);
    print_row(21, "  %-18s %s (%s; -n %s -m %s)", problem->name,
              problem->summary, problem->source, problem->network,
              problem->model);
}

static void write_problem(size_t i, struct json *json)
{
    const struct weft_problem_info *problem = weft_problem(i);
    json_text(json, "name", problem->name);
    json_text(json, "summary", problem->summary);
    json_text(json, "source", problem->source);
    json_text(json, "network", problem->network);
    json_text(json, "model", problem->model);
    json_bool(json, "computes", problem->computes);
}

/* Return the i-th strategy, counted over all problems, and set *problem.
 * Return NULL past the end. */
static const struct weft_strategy_info *strategy_at(size_t i,
                                                    const char **problem)
{
    const struct weft_strategy_info *strategy;
    for (size_t p = 0; (*problem = list_rows_problem_name(p)); p++)
        for (size_t k = 0; (strategy = weft_strategy(*problem, k)); k++)
            if (!i--)
                return strategy;
    return NULL;
}

static const char *strategy_name(size_t i)
{
    const char *problem;
    const struct weft_strategy_info *strategy = strategy_at(i, &problem);
    return strategy ? strategy->name : NULL;
}

static const char *strategy_problem(size_t i)
{
    const char *problem;
    strategy_at(i, &problem);
    return problem;
}

static void print_strategy(size_t i)
{
    const char *problem;
    const struct weft_strategy_info *strategy = strategy_at(i, &problem);
    print_row(34, "  %-14s %-16s %s (%s%s%s)", problem, strategy->name,
              strategy->summary,
              strategy->networks ? strategy->networks : "any network",
              strategy->needs ? "; needs " : "",
              strategy->needs ? strategy->needs : "");
}

static void write_strategy(size_t i, struct json *json)
{
    const char *problem;
    const struct weft_strategy_info *strategy = strategy_at(i, &problem);
    json_text(json, "problem", problem);
    json_text(json, "name", strategy->name);
    json_text(json, "summary", strategy->summary);
    json_text_or_null(json, "source", strategy->source);
    json_text_or_null(json, "networks", strategy->networks);
    json_text_or_null(json, "model", strategy->model);
    json_text_or_null(json, "needs", strategy->needs);
}

/* Return the i-th setting, general ones first, then those of each problem. */
static const struct weft_setting *setting_at(size_t i, const char **problem)
{
    const struct weft_setting *setting;
    *problem = "any problem";
    for (size_t k = 0; (setting = weft_setting(k)); k++)
        if (setting_is_general(setting) && !i--)
            return setting;
    for (size_t p = 0; (*problem = list_rows_problem_name(p)); p++)
        for (size_t k = 0; (setting = weft_problem_setting(*problem, k)); k++)
            if (!i--)
                return setting;
    return NULL;
}

static const char *list_rows_setting_name(size_t i)
{
    const char *problem;
    const struct weft_setting *setting = setting_at(i, &problem);
    return setting ? setting->name : NULL;
}

static const char *setting_problem(size_t i)
{
    const char *problem;
    setting_at(i, &problem);
    return problem;
}

static void print_setting(size_t i)
{
    const char *problem;
    char text[400];
    const struct weft_setting *setting = setting_at(i, &problem);
    setting_describe(setting, true, text, sizeof text);
    print_row(30, "  %-14s %-12s %s", problem, setting->name, text);
}

/* Write a setting; its problem is null if it is a setting of all problems. */
static void write_setting(size_t i, struct json *json)
{
    const char *problem;
    const struct weft_setting *setting = setting_at(i, &problem);
    bool general = setting_is_general(setting);
    json_text_or_null(json, "problem", general ? NULL : problem);
    json_text(json, "name", setting->name);
    json_text(json, "summary", setting->help);
    json_text_or_null(json, "argument", setting->argument);
    json_text_or_null(json, "default", setting->standard);
    if (setting->kind == WEFT_SETTING_NUMBER) {
        json_real(json, "low", (double)setting->low);
        json_real(json, "high", (double)setting->high);
    }
    json_open(json, "words", '[');
    for (size_t k = 0; setting->words && setting->words[k]; k++)
        json_text(json, NULL, setting->words[k]);
    json_close(json, ']');
}

static const char *list_rows_format_name(size_t i)
{
    const struct weft_format_info *format = weft_format(i);
    return format ? format->name : NULL;
}

static void print_format(size_t i)
{
    const struct weft_format_info *format = weft_format(i);
    const char *remark = "";
    if (!format->reads)
        remark = " (written only)";
    else if (!format->writes)
        remark = " (read only)";
    print_row(22, "  %-10s %-8s %s%s", format->name, format->ending,
              format->summary, remark);
}

static void write_format(size_t i, struct json *json)
{
    const struct weft_format_info *format = weft_format(i);
    json_text(json, "name", format->name);
    json_text(json, "ending", format->ending);
    json_text(json, "summary", format->summary);
    json_bool(json, "reads", format->reads);
    json_bool(json, "writes", format->writes);
}

static const char *list_rows_engine_name(size_t i)
{
    const struct weft_engine *engine = weft_engine(i);
    return engine ? engine->name : NULL;
}

static void print_engine(size_t i)
{
    print_row(13, "  %-10s %s", list_rows_engine_name(i),
              weft_engine(i)->summary);
}

static void write_engine(size_t i, struct json *json)
{
    json_text(json, "name", list_rows_engine_name(i));
    json_text(json, "summary", weft_engine(i)->summary);
}

static void print_goal(size_t i)
{
    const char *name = weft_goal_known(i);
    print_row(21, "  %-18s weft list goal %s", name, name);
}

static void write_goal(size_t i, struct json *json)
{
    json_text(json, "name", weft_goal_known(i));
}

/* Return the kind of the i-th figure: figures of the gallery are followed by
 * kinds. */
static const struct weft_figure_kind *figure_kind_at(size_t i)
{
    size_t exhibits = 0;
    while (weft_exhibit(exhibits))
        exhibits++;
    return weft_figure_kind(i - exhibits);
}

static const char *figure_name(size_t i)
{
    const struct weft_exhibit *exhibit = weft_exhibit(i);
    if (exhibit)
        return exhibit->name;
    return figure_kind_at(i) ? figure_kind_at(i)->name : NULL;
}

static void print_figure(size_t i)
{
    const struct weft_exhibit *exhibit = weft_exhibit(i);
    print_row(52, "  %-15s %-33s %s", figure_name(i),
              exhibit ? exhibit->document : "a kind of figure",
              exhibit ? exhibit->summary : figure_kind_at(i)->summary);
}

static void write_figure(size_t i, struct json *json)
{
    const struct weft_exhibit *exhibit = weft_exhibit(i);
    json_text(json, "name", figure_name(i));
    json_text_or_null(json, "document", exhibit ? exhibit->document : NULL);
    json_text(json, "summary",
              exhibit ? exhibit->summary : figure_kind_at(i)->summary);
}

static const char *list_rows_check_name(size_t i)
{
    const struct weft_check_rule *rule = weft_check_rule(i);
    return rule ? rule->name : NULL;
}

static void list_rows_print_check(size_t i)
{
    const struct weft_check_rule *rule = weft_check_rule(i);
    print_row(12, "  %-9s %s; from: %s; formats: %s; %s", rule->name,
              rule->judged, rule->from, rule->formats,
              rule->option ? rule->option : "always");
}

static void write_check(size_t i, struct json *json)
{
    const struct weft_check_rule *rule = weft_check_rule(i);
    json_text(json, "name", rule->name);
    json_text(json, "checks", rule->judged);
    json_text(json, "from", rule->from);
    json_text(json, "formats", rule->formats);
    json_text_or_null(json, "option", rule->option);
}

static void print_schema(size_t i)
{
    print_row(13, "  %-10s %s", schema_name(i), schema_at(i)->summary);
}

static void write_schema(size_t i, struct json *json)
{
    json_text(json, "name", schema_name(i));
    json_text(json, "summary", schema_at(i)->summary);
}

/* ---- the lists ---- */

const struct list lists[LISTS] = {
    {"networks", "network", network_name, list_rows_print_network,
     write_network, NULL},
    {"models", "model", list_rows_model_name, print_model, write_model, NULL},
    {"problems", "problem", list_rows_problem_name, print_problem,
     write_problem, NULL},
    {"strategies", "strategy", strategy_name, print_strategy, write_strategy,
     strategy_problem},
    {"settings", "setting", list_rows_setting_name, print_setting,
     write_setting, setting_problem},
    {"formats", "format", list_rows_format_name, print_format, write_format,
     NULL},
    {"engines", "engine", list_rows_engine_name, print_engine, write_engine,
     NULL},
    {"goals", "goal", weft_goal_known, print_goal, write_goal, NULL},
    {"figures", "figure", figure_name, print_figure, write_figure, NULL},
    {"checks", "check", list_rows_check_name, list_rows_print_check,
     write_check, NULL},
    {"schemas", "schema", schema_name, print_schema, write_schema, NULL},
};
