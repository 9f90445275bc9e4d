/* The settings of an experiment as argp options. */
#include "common/options.h"
#include "common/answer.h"

#include "common/command.h"
#include "common/option-words.h"
#include "common/terminal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG_KEY 1000 /* options without a letter have the key 1000 + index */

static int options_key_of(size_t index)
{
    const struct weft_setting *setting = weft_setting(index);
    return setting->letter ? setting->letter : LONG_KEY + (int)index;
}

void one_line(struct argp_state *state)
{
    state->err_stream = NULL;
}

/* ---- options of every command ---- */

enum { KEY_USAGE = 900 };

static const struct argp_option common_options[] = {
    {"help", 'h', NULL, 0, "show this help", -1},
    {NULL, '?', NULL, OPTION_ALIAS, NULL, -1},
    {"usage", KEY_USAGE, NULL, 0, "show the syntax", -1},
    {0},
};

static error_t parse_common(int key, char *argument, struct argp_state *state)
{
    (void)argument;
    switch (key) {
    case 'h':
    case '?':
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
        return 0;
    case KEY_USAGE:
        argp_state_help(state, stdout, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp common = {.options = common_options,
                                   .parser = parse_common};

/* Remove argp's note about arguments of short options. */
static char *filter_help(int key, const char *text, void *input)
{
    (void)input;
    return key == ARGP_KEY_HELP_DUP_ARGS_NOTE ? NULL : (char *)text;
}

/* argp_parse(), with getopt's messages, which quote arguments verbatim,
 * filtered by plain_stream(). */
static error_t parse_plainly(const struct argp *argp, unsigned flags, int argc,
                             char **argv, void *input)
{
    FILE *told = stderr, *plain = plain_stream(told);
    if (!plain)
        return ENOMEM;
#ifdef ARGP_OWN
    argp_messages = plain;
#else
    stderr = plain;
#endif
    error_t wrong = argp_parse(argp, argc, argv, flags, NULL, input);
#ifndef ARGP_OWN
    stderr = told;
#endif
    fclose(plain);
    return wrong;
}

static int options_parse(const struct argp *argp, unsigned flags, int argc,
                         char **argv, void *input)
{
    struct argp whole = *argp;
    struct argp_child children[6] = {{0}};
    size_t count = 0;
    for (; argp->children && argp->children[count].argp; count++)
        children[count] = argp->children[count];
    children[count] = (struct argp_child){.argp = &common};
    whole.children = children;
    whole.help_filter = filter_help;
    argp_err_exit_status = EXIT_MISUSE;
    if (option_unknown(&whole, flags & ARGP_IN_ORDER, argc, argv))
        return EXIT_MISUSE;
    error_t wrong =
        parse_plainly(&whole, ARGP_NO_HELP | flags, argc, argv, input);
    if (wrong != ENOMEM)
        return wrong ? EXIT_MISUSE : EXIT_GOOD;
    struct weft_error err = {.text = "no memory"};
    return complain(EXIT_FAILED, NULL, &err);
}

int parse_arguments(const struct argp *argp, int argc, char **argv, void *input)
{
    return options_parse(argp, 0, argc, argv, input);
}

int parse_leading_arguments(const struct argp *argp, int argc, char **argv,
                            void *input)
{
    return options_parse(argp, ARGP_IN_ORDER, argc, argv, input);
}

/* ---- the settings of an experiment ---- */

void misuse(const struct argp_state *state, const char *format, ...)
{
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print_plainly(stderr, "%s: %s\n", state->name, text);
    answer_misuse(text);
    exit(EXIT_MISUSE);
}

void reject(const struct argp_state *state, const struct weft_error *err)
{
    if (!is_of_system(err))
        misuse(state, "%s", err->text);
    exit(complain(EXIT_FAILED, NULL, err));
}

int setting_of_key(int key)
{
    for (size_t i = 0; weft_setting(i); i++)
        if (options_key_of(i) == key)
            return (int)i;
    return -1;
}

/* Append to a text as much as fits. */
__attribute__((format(printf, 3, 4))) static void
options_append(char *text, size_t size, const char *format, ...)
{
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

int option_word(const struct argp_state *state,
                const struct argp_option *options, int key, const char *text)
{
    char list[100] = "";
    size_t length = strlen(text);
    while (options->key != key)
        options++;
    const char *at = options->arg;
    for (int i = 0; *at; i++) {
        size_t word = strcspn(at, "|");
        if (word == length && !strncmp(at, text, word))
            return i;
        if (i)
            options_append(list, sizeof list, at[word] ? ", " : " or ");
        options_append(list, sizeof list, "%.*s", (int)word, at);
        at += word + (at[word] == '|');
    }
    misuse(state, "--%s takes %s, not '%s'", options->name, list, text);
}

const struct weft_setting *problem_setting(const char *problem,
                                           const char *name)
{
    const struct weft_setting *own;
    for (size_t i = 0; (own = weft_problem_setting(problem, i)); i++)
        if (strcmp(own->name, name) == 0)
            return own;
    return NULL;
}

static bool is_for(const char *problem, const struct weft_setting *setting)
{
    return problem_setting(problem, setting->name) != NULL;
}

bool setting_is_general(const struct weft_setting *setting)
{
    const struct weft_problem_info *problem;
    for (size_t i = 0; (problem = weft_problem(i)); i++)
        if (is_for(problem->name, setting))
            return false;
    return true;
}

void setting_describe(const struct weft_setting *setting, bool words,
                      char *text, size_t size)
{
    snprintf(text, size, "%s", setting->help);
    words = words && setting->kind == WEFT_SETTING_WORD;
    for (size_t i = 0; words && setting->words[i]; i++)
        options_append(text, size, "%s%s", i ? ", " : " (", setting->words[i]);
    if (setting->standard)
        options_append(text, size, "%sdefault %s", words ? "; " : " (",
                       setting->standard);
    if (words || setting->standard)
        options_append(text, size, ")");
}

/* Return the setting of the problem that has this name, because settings of
 * other problems may have the same name; without a problem, `any`. */
static const struct weft_setting *row_for(const char *problem,
                                          const struct weft_setting *any)
{
    const struct weft_setting *own =
        problem ? problem_setting(problem, any->name) : NULL;
    return own ? own : any;
}

/* Return the help text of an option, preceded by its problems unless one is
 * given. */
static const char *doc(size_t index, const char *problem)
{
    static char text[SETTINGS_MAX][400];
    const struct weft_setting *setting = row_for(problem, weft_setting(index));
    const struct weft_problem_info *info;
    bool any = false;
    text[index][0] = '\0';
    for (size_t i = 0; !problem && (info = weft_problem(i)); i++) {
        if (!is_for(info->name, setting))
            continue;
        options_append(text[index], sizeof *text, "%s%s", any ? ", " : "",
                       info->name);
        any = true;
    }
    options_append(text[index], sizeof *text, "%s", any ? ": " : "");
    size_t used = strlen(text[index]);
    setting_describe(setting, false, text[index] + used, sizeof *text - used);
    return text[index];
}

/* Return the name of an option's argument, or a list of its words. */
static const char *argument_of(size_t index)
{
    static char text[SETTINGS_MAX][100];
    const struct weft_setting *setting = weft_setting(index);
    if (setting->kind != WEFT_SETTING_WORD)
        return setting->argument;
    text[index][0] = '\0';
    for (size_t i = 0; setting->words[i]; i++)
        options_append(text[index], sizeof *text, "%s%s", i ? "|" : "",
                       setting->words[i]);
    return text[index];
}

bool setting_is_switch(const struct weft_setting *setting)
{
    return setting->kind == WEFT_SETTING_WORD && setting->words &&
           !strcmp(setting->words[0], "no");
}

const char *problem_among(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (weft_problem_find(argv[i]))
            return weft_problem_find(argv[i])->name;
    return NULL;
}

const struct argp *settings_argp(argp_parser_t parser, const char *problem)
{
    static struct argp_option options[SETTINGS_MAX];
    static struct argp argp = {.options = options};
    argp.parser = parser;
    for (size_t i = 0; weft_setting(i) && i + 1 < SETTINGS_MAX; i++) {
        const struct weft_setting *setting = weft_setting(i);
        bool hidden = problem && !setting_is_general(setting) &&
                      !is_for(problem, setting);
        options[i] = (struct argp_option){
            .name = setting->name,
            .key = options_key_of(i),
            .arg = argument_of(i),
            .flags = (hidden ? OPTION_HIDDEN : 0) |
                     (setting_is_switch(setting) ? OPTION_ARG_OPTIONAL : 0),
            .doc = doc(i, problem),
            .group = 1};
    }
    return &argp;
}

/* Return whether an option has this name. */
static bool options_is_taken(const char *name,
                             const struct argp_option *options)
{
    for (; options->name || options->doc; options++)
        if (options->name && !strcmp(options->name, name))
            return true;
    return false;
}

const struct argp *own_settings_argp(argp_parser_t parser, size_t first,
                                     const struct argp_option *taken)
{
    static struct argp_option options[SETTINGS_MAX];
    static struct argp argp = {.options = options};
    const struct weft_problem_info *problem;
    size_t count = 0;
    argp.parser = parser;
    for (size_t i = 0; weft_setting(i) && i + 1 < SETTINGS_MAX; i++) {
        const struct weft_setting *setting = weft_setting(i);
        bool own = false;
        for (size_t p = first; (problem = weft_problem(p)); p++)
            own |= is_for(problem->name, setting);
        if (own && !options_is_taken(setting->name, taken))
            options[count++] = (struct argp_option){.name = setting->name,
                                                    .key = options_key_of(i),
                                                    .arg = argument_of(i),
                                                    .doc = doc(i, NULL)};
    }
    return &argp;
}
