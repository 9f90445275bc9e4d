/* weft list: the library's tables. */
#include "common/answer.h"
#include "common/command.h"
#include "common/network-word.h"
#include "common/options.h"
#include "list/describe.h"
#include "list/list-rows.h"

#include <argp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/weft.h>

static const struct list *find_list(const char *word)
{
    for (size_t i = 0; i < LISTS; i++)
        if (!strcmp(lists[i].name, word) || !strcmp(lists[i].thing, word))
            return &lists[i];
    return NULL;
}

/* Return whether the word is the name of a row. */
static bool has_row(const struct list *list, const char *word)
{
    size_t i = 0;
    while (list->row(i) && strcmp(list->row(i), word) != 0)
        i++;
    return list->row(i) != NULL;
}

/* Return whether the i-th row of a list matches the word; NULL matches any
 * row. */
static bool is_about(const struct list *list, size_t i, const char *word)
{
    return !word || !strcmp(list->row(i), word) ||
           (list->also && !strcmp(list->also(i), word));
}

/* Print the rows that match a word. `headed`: with the name of the list above.
 * Returns their number. */
static size_t print_list(const struct list *list, const char *word, bool headed,
                         bool first)
{
    size_t printed = 0;
    for (size_t i = 0; list->row(i); i++) {
        if (!is_about(list, i, word))
            continue;
        if (headed && !printed++)
            printf("%s%s\n", first ? "" : "\n", list->name);
        else
            printed += !headed;
        list->print(i);
    }
    return printed;
}

/* Write the rows that match a word as a JSON array. Returns their number. */
static size_t list_write_rows(const struct list *list, const char *word,
                              struct json *json)
{
    size_t written = 0;
    for (size_t i = 0; list->row(i); i++) {
        if (!is_about(list, i, word))
            continue;
        if (!written++)
            json_open(json, list->name, '[');
        json_open(json, NULL, '{');
        list->write(i, json);
        json_close(json, '}');
    }
    if (written)
        json_close(json, ']');
    return written;
}

/* Write the matching rows of the lists as one JSON object, if there are any.
 * Returns their number. */
static size_t write_lists(const struct list *list, size_t count,
                          const char *word)
{
    size_t written = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; list[i].row(k); k++)
            written += is_about(&list[i], k, word);
    if (!written)
        return 0;
    struct json json = answer_open("list", stdout);
    for (size_t i = 0; i < count; i++)
        list_write_rows(&list[i], word, &json);
    answer_close(&json);
    return written;
}

/* Print the matching rows of all lists. Returns their number. */
static size_t print_lists(const char *word, bool json)
{
    size_t printed = 0;
    if (json)
        return write_lists(lists, LISTS, word);
    for (size_t i = 0; i < LISTS; i++)
        printed += print_list(&lists[i], word, true, !printed);
    return printed;
}

/* Report an unknown word; names of lists and of their rows are suggested. */
static void list_unknown(const char *word, struct weft_error *err)
{
    size_t count = LISTS, used = 0;
    for (size_t i = 0; i < LISTS; i++)
        for (size_t k = 0; lists[i].row(k); k++)
            count++;
    const char **names = calloc(count + 1, sizeof *names);
    if (!names) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
        return;
    }
    for (; used < LISTS; used++)
        names[used] = lists[used].name;
    for (size_t i = 0; i < LISTS; i++)
        for (size_t k = 0; used < count && lists[i].row(k); k++)
            names[used++] = lists[i].row(k);
    weft_unknown_among(err, "word", word, names);
    free(names);
}

/* ---- a file ---- */

static void list_rows(const char *name, const char *word, const char *also)
{
    const struct list *list = find_list(name);
    for (size_t i = 0; list->row(i); i++)
        if (!strcmp(list->row(i), word) &&
            (!also || !strcmp(list->also(i), also)))
            list->print(i);
}

static void list_settings_of(const char *problem)
{
    const struct weft_setting *setting;
    for (size_t i = 0; (setting = weft_problem_setting(problem, i)); i++)
        list_rows("settings", setting->name, problem);
}

/* Print the contents of a plug-in file. */
static int list_plugin(const char *file)
{
    struct weft_error err;
    const struct weft_plugin *plugin = weft_plugin_open(file, &err);
    if (!plugin)
        return complain(EXIT_FAILED, NULL, &err);
    for (size_t i = 0; i < plugin->problems; i++) {
        list_rows("problems", plugin->problem[i], NULL);
        list_settings_of(plugin->problem[i]);
    }
    for (size_t i = 0; i < plugin->strategies; i++)
        list_rows("strategies", plugin->strategy[i].name,
                  plugin->strategy[i].problem);
    for (size_t i = 0; i < plugin->networks; i++)
        list_rows("networks", plugin->network[i], NULL);
    return EXIT_GOOD;
}

/* ---- the command ---- */

struct list_arguments {
    /* Name of a list or of a kind of thing; NULL: all lists. */
    const char *what;
    const char *name; /* name of the thing */
    struct describe_words words;
};

enum { LIST_KEY_EDGES = 256, LIST_KEY_ROUTES };

static const struct argp_option list_options[] = {
    {"json", 'j', NULL, 0, "print the rows as one JSON object", 0},
    NETWORK_OPTIONS,
    {"edges", LIST_KEY_EDGES, NULL, 0,
     "print a network as a network file, one line for each arc", 0},
    {"routes", LIST_KEY_ROUTES, NULL, 0,
     "print the latency, the bandwidth and the number of arcs of the route "
     "between each two processors of a network",
     0},
    {0},
};

static error_t list_parse(int key, char *argument, struct argp_state *state)
{
    struct list_arguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        one_line(state);
        return 0;
    case 'j':
        arguments->words.json = true;
        return 0;
    case LIST_KEY_EDGES:
        arguments->words.edges = true;
        return 0;
    case LIST_KEY_ROUTES:
        arguments->words.routes = true;
        return 0;
    case NETWORK_KEY_SEED:
        arguments->words.seed = argument;
        return 0;
    case NETWORK_KEY_LANE:
        arguments->words.lane = argument;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num == 0)
            arguments->what = argument;
        else if (state->arg_num == 1 && find_list(arguments->what) &&
                 (!find_list(argument) ||
                  has_row(find_list(arguments->what), argument)))
            arguments->name = argument;
        else
            misuse(state,
                   "unexpected argument '%s': weft list takes one list and one "
                   "of its names",
                   argument);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Print a list, or its rows for a word. */
static int list_one(const struct list *list,
                    const struct list_arguments *arguments)
{
    const char *word = arguments->name;
    struct weft_error err;
    const struct weft_network_kind *network;
    /* whether the word is a kind of network, not a network */
    bool kind = false;
    for (size_t i = 0; word && (network = weft_network_known(i)); i++)
        kind |= !strcmp(network->name, word) && strchr(network->usage, ':');
    if (word && is_thing(list->thing) && !kind)
        return describe(list->thing, word, &arguments->words);
    if (arguments->words.json ? write_lists(list, 1, word)
                              : print_list(list, word, false, true))
        return EXIT_GOOD;
    weft_unknown(&err, list->thing, word, list->row);
    return complain(EXIT_MISUSE, NULL, &err);
}

/* Print the rows of all lists for one word. */
static int list_word(const struct list_arguments *arguments)
{
    const char *word = arguments->what;
    struct weft_error err;
    if (weft_is_plugin(word) && arguments->words.json) {
        weft_error_set(&err, WEFT_ERROR_MISUSE, 0,
                       "'%.200s' is a plug-in, which is listed as text only; "
                       "leave out --json",
                       word);
        return complain(EXIT_MISUSE, NULL, &err);
    }
    if (weft_is_plugin(word))
        return list_plugin(word);
    if (print_lists(word, arguments->words.json))
        return EXIT_GOOD;
    if (strchr(word, ':'))
        return describe("network", word, &arguments->words);
    list_unknown(word, &err);
    return complain(EXIT_MISUSE, NULL, &err);
}

static int list_command(int argc, char **argv)
{
    const struct argp argp = {
        list_options,
        list_parse,
        "[WHAT]\nWHAT NAME\nNAME\nnetwork NETWORK\ngoal GOAL\nschema SCHEMA\n"
        "PLUG-IN",
        "Lists networks, models, problems, strategies, settings, formats, "
        "engines, goals, figures, checks or schemas, or all of these; or only "
        "the rows "
        "about a "
        "name (of a problem, also its strategies and settings); or the numbers "
        "of one "
        "network, a goal as text (for weft check --goal), the schema of what a "
        "command prints with --json, or the contents of a plug-in (./mine.c).",
        NULL,
        NULL,
        NULL};
    struct list_arguments arguments = {0};
    int status = parse_arguments(&argp, argc, argv, &arguments);
    const char *what = arguments.what;
    if (status)
        return status;
    if (!what)
        print_lists(NULL, arguments.words.json);
    else if (find_list(what))
        return list_one(find_list(what), &arguments);
    else
        return list_word(&arguments);
    return EXIT_GOOD;
}

const struct command cmd_list = {
    .name = "list",
    .summary = "list networks, models, problems, strategies, formats, ...",
    .run = list_command,
};
