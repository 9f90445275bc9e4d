/* Recognises misplaced words on the command line and suggests how to write
 * them. */
#include "common/word-kinds.h"

#include "common/options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <weft/weft.h>

static bool has_strategy(const char *problem, const char *word)
{
    const struct weft_strategy_info *strategy;
    for (size_t i = 0; problem && (strategy = weft_strategy(problem, i)); i++)
        if (!strcmp(strategy->name, word))
            return true;
    return false;
}

/* Return the first problem with a strategy of this name, or NULL. */
static const char *problem_with(const char *word)
{
    for (size_t i = 0; weft_problem(i); i++)
        if (has_strategy(weft_problem(i)->name, word))
            return weft_problem(i)->name;
    return NULL;
}

/* Return the kind of network that the first bytes of a word name, or NULL. */
static const struct weft_network_kind *kind_named(const char *word,
                                                  size_t length)
{
    const struct weft_network_kind *kind;
    for (size_t i = 0; (kind = weft_network_known(i)); i++)
        if (strlen(kind->name) == length && !strncmp(kind->name, word, length))
            return kind;
    return NULL;
}

static bool is_kind_of_network(const char *word)
{
    return kind_named(word, strcspn(word, ":")) != NULL;
}

bool is_network(const char *word)
{
    return is_kind_of_network(word) && strchr(word, ':') &&
           access(word, F_OK) != 0;
}

static bool word_kinds_is_number(const char *word, size_t length)
{
    return length && strspn(word, "0123456789") >= length;
}

void refuse_other_kind(const struct argp_state *state, const char *problem,
                       const char *word)
{
    struct weft_model model;
    struct weft_error err;
    bool own = has_strategy(problem, word);
    if (weft_is_plugin(word) || (!own && weft_problem_find(word)) ||
        access(word, F_OK) == 0)
        return;
    if (own)
        misuse(state, "'%s' is a strategy: -s %s", word, word);
    if (weft_model_parse(word, &model, &err) == 0)
        misuse(state, "'%s' is a model: -m %s", word, word);
    if (is_network(word))
        misuse(state, "'%s' is a network: -n %s", word, word);
    if (word_kinds_is_number(word, strlen(word)))
        misuse(
            state,
            "'%s' is a number; for that many processors write -n complete:%s",
            word, word);
    if (is_kind_of_network(word))
        misuse(state, "'%s' is a kind of network; `weft list %s` explains it",
               word, word);
    if (problem_with(word))
        misuse(state, "'%s' is a strategy of %s: weft %s %s -s %s", word,
               problem_with(word), strchr(state->name, ' ') + 1,
               problem_with(word), word);
}

void refuse_argument(const struct argp_state *state, const char *problem,
                     const char *word, const char *takes)
{
    refuse_other_kind(state, problem, word);
    misuse(state, "unexpected argument '%s': %s", word, takes);
}

void refuse_no_problem(const struct argp_state *state, const char *word)
{
    refuse_other_kind(state, NULL, word);
    if (!weft_problem_find(word) && access(word, R_OK) == 0)
        misuse(state,
               "'%s' is a file, not a problem; a schedule or trace is run "
               "with: weft run --schedule %s",
               word, word);
}

static bool network_exists(const char *spec)
{
    struct weft_network *network = weft_network_create(spec, NULL);
    weft_network_destroy(network);
    return network != NULL;
}

/* Guess a network that is written without its kind or colon: 4x4, ring8. */
static bool network_guess(const char *word, char *meant, size_t size)
{
    size_t kind = strcspn(word, "0123456789");
    bool grid = !kind && strchr(word, 'x');
    if (strlen(word) > 60 || !word[kind] || (!grid && !kind_named(word, kind)))
        return false;
    snprintf(meant, size, "%.*s:%s", grid ? 4 : (int)kind, grid ? "mesh" : word,
             word + kind);
    if (!network_exists(meant))
        return false;
    if (grid)
        snprintf(meant, size, "mesh:%s' or 'torus:%s", word, word);
    return true;
}

/* Guess the sides of a grid that are written with commas: torus:4,4. */
static bool grid_guess(const char *networks, char *meant, size_t size)
{
    size_t length = strcspn(networks, ":");
    const struct weft_network_kind *kind = kind_named(networks, length);
    const char *sides = kind ? strchr(kind->usage, ':') : NULL;
    if (!sides || !strchr(sides, 'x') || strlen(networks) >= size ||
        networks[length + strspn(networks + length, ":0123456789,")])
        return false;
    strcpy(meant, networks);
    for (char *comma; (comma = strchr(meant, ','));)
        *comma = 'x';
    return network_exists(meant);
}

bool network_lacks_kind(const char *networks, struct weft_error *err)
{
    char meant[200];
    const char *part = networks;
    while (*part && !word_kinds_is_number(part, strcspn(part, ",")))
        part += strcspn(part, ",") + (part[strcspn(part, ",")] == ',');
    size_t length = strcspn(part, ","), before = strcspn(networks, ",:");
    if ((*part && grid_guess(networks, meant, sizeof meant)) ||
        network_guess(networks, meant, sizeof meant)) {
        weft_error_set(err, WEFT_ERROR_UNKNOWN, 0,
                       "unknown network '%.100s'; did you mean '%s'?", networks,
                       meant);
        return true;
    }
    if (*part && !strstr(networks, "file:")) {
        strcpy(meant, "complete:");
        if (part > networks && is_kind_of_network(networks))
            snprintf(meant, sizeof meant,
                     "%.*s,%.*s:", (int)(part - 1 - networks), networks,
                     (int)before, networks);
        weft_error_set(err, WEFT_ERROR_UNKNOWN, 0,
                       "unknown network '%.*s'; did you mean '%s%.*s'?",
                       (int)length, part, meant, (int)length, part);
        return true;
    }
    if (is_kind_of_network(networks) || weft_plugin_part(networks) ||
        access(networks, R_OK) != 0)
        return false;
    weft_error_set(err, WEFT_ERROR_UNKNOWN, 0,
                   "unknown network '%.100s', which is a file; did you mean "
                   "'file:%.100s'?",
                   networks, networks);
    return true;
}

static bool list_is_wrong(const char *setting, const char *value, bool lists,
                          struct weft_error *err)
{
    bool strategy = !strcmp(setting, "strategy");
    char list[100];
    if (!strategy && strcmp(setting, "network") != 0 &&
        strcmp(setting, "model") != 0)
        return false;
    if (!lists && strategy && strchr(value, ',') && !weft_is_plugin(value)) {
        weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                       "--strategy '%.60s': one strategy is run at a time; "
                       "weft compare runs a list",
                       value);
        return true;
    }
    if (strategy && !strcmp(value, "all")) {
        weft_error_set(err, WEFT_ERROR_MISUSE, 0, "%s",
                       lists ? "-s all: without -s, weft compare runs all "
                               "strategies"
                             : "-s all: weft compare runs all strategies");
        return true;
    }
    if (!strchr(value, ' ') || strpbrk(value, "/."))
        return false;
    snprintf(list, sizeof list, "%.60s", value);
    for (char *blank; (blank = strchr(list, ' '));)
        *blank = ',';
    weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                   "--%s '%.60s': lists are written with commas, %s%s", setting,
                   value, list, lists ? "" : ", and are for weft compare");
    return true;
}

bool setting_is_misread(const char *setting, const char *value, bool lists,
                        struct weft_error *err)
{
    return list_is_wrong(setting, value, lists, err) ||
           (!strcmp(setting, "network") && network_lacks_kind(value, err));
}
