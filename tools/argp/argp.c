/* A parser that works like glibc's argp: a parser and its children are asked,
 * in the order in which they are listed, whether they accept an option or
 * argument. Options are first looked up in all of them; a long name may be
 * abbreviated if this is not ambiguous. Unless ARGP_IN_ORDER is set, arguments
 * are processed after all options. */
#include "argp.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define PARTS_MAX 32 /* maximum number of parsers */
#define INPUTS_MAX 8 /* maximum number of children of a parser */

error_t argp_err_exit_status = 64;
FILE *argp_messages;

/* A parser. */
struct argp_part {
    const struct argp *argp;
    struct argp_part *parent;
    int index;                /* index among its parent's children */
    void *input;              /* input of its function */
    void *inputs[INPUTS_MAX]; /* inputs of its children */
    unsigned arguments;       /* number of arguments that it has accepted */
};

struct argp_run {
    struct argp_state state;
    struct argp_part part[PARTS_MAX];
    int parts;
    bool said; /* whether an error in an option was reported */
};

/* An option that was found. */
struct argp_match {
    struct argp_part *part;
    const struct argp_option *option; /* the option that was named */
    const struct argp_option *real;   /* the option that it is an alias of */
};

static FILE *argp_out(void)
{
    return argp_messages ? argp_messages : stderr;
}

static void argp_collect(struct argp_run *run, const struct argp *argp,
                         struct argp_part *parent, int index)
{
    if (run->parts == PARTS_MAX)
        abort();
    struct argp_part *part = &run->part[run->parts++];
    *part = (struct argp_part){argp, parent, index, NULL, {NULL}, 0};
    const struct argp_child *child = argp->children;
    for (int i = 0; child && child[i].argp; i++)
        argp_collect(run, child[i].argp, part, i);
}

static error_t argp_ask(struct argp_run *run, struct argp_part *part, int key,
                        char *argument)
{
    struct argp_state *state = &run->state;
    if (!part->argp->parser)
        return ARGP_ERR_UNKNOWN;
    state->input = part->input;
    state->child_inputs = part->inputs;
    state->arg_num = part->arguments;
    return part->argp->parser(key, argument, state);
}

static bool argp_goes_on(error_t wrong)
{
    return !wrong || wrong == ARGP_ERR_UNKNOWN;
}

static error_t argp_begin(struct argp_run *run, void *input)
{
    error_t wrong = 0;
    for (int i = 0; i < run->parts && argp_goes_on(wrong); i++) {
        struct argp_part *part = &run->part[i];
        part->input = part->parent ? part->parent->inputs[part->index] : input;
        if (!part->argp->parser)
            part->inputs[0] = part->input;
        wrong = argp_ask(run, part, ARGP_KEY_INIT, NULL);
    }
    return argp_goes_on(wrong) ? 0 : wrong;
}

/* ---- options ----------------------------------------------------------- */

static bool argp_is_end(const struct argp_option *option)
{
    return !option->key && !option->name && !option->doc && !option->group;
}

static bool argp_is_letter(const struct argp_option *option, int letter)
{
    return option->key == letter && letter > 0 && letter <= 255 &&
           isprint(letter);
}

/* Go to the next option of all parsers. Return false if there is none. */
static bool argp_each(struct argp_run *run, struct argp_match *at)
{
    const struct argp_option *next = NULL;
    if (at->option)
        next = at->option + 1;
    else
        at->part = run->part;
    while (!next || argp_is_end(next)) {
        if (next || !at->part->argp->options)
            at->part++;
        if (at->part == run->part + run->parts)
            return false;
        next = at->part->argp->options;
        if (!next)
            continue;
    }
    at->option = next;
    if (!(next->flags & OPTION_ALIAS))
        at->real = next;
    return true;
}

static bool argp_find_letter(struct argp_run *run, int letter,
                             struct argp_match *found)
{
    struct argp_match at = {0};
    while (argp_each(run, &at))
        if (argp_is_letter(at.option, letter)) {
            *found = at;
            return true;
        }
    return false;
}

static void argp_say_ambiguous(struct argp_run *run, const char *name,
                               size_t length)
{
    struct argp_match at = {0};
    fprintf(argp_out(), "%s: option '--%s' is ambiguous; possibilities:",
            run->state.argv[0], name);
    while (argp_each(run, &at))
        if (at.option->name && !strncmp(at.option->name, name, length))
            fprintf(argp_out(), " '--%s'", at.option->name);
    fputc('\n', argp_out());
}

/* Find an option by its name or an unambiguous abbreviation; otherwise report
 * the error. */
static bool argp_find_name(struct argp_run *run, const char *name,
                           struct argp_match *found)
{
    struct argp_match at = {0};
    size_t length = strcspn(name, "=");
    int count = 0;
    while (argp_each(run, &at)) {
        const char *full = at.option->name;
        if (!full || strncmp(full, name, length) != 0)
            continue;
        if (!full[length]) {
            *found = at;
            return true;
        }
        if (!count++)
            *found = at;
    }
    if (!count)
        fprintf(argp_out(), "%s: unrecognized option '--%s'\n",
                run->state.argv[0], name);
    if (count > 1)
        argp_say_ambiguous(run, name, length);
    return count == 1;
}

static bool argp_takes(const struct argp_match *match)
{
    return match->real->arg != NULL;
}

static bool argp_needs(const struct argp_match *match)
{
    return argp_takes(match) && !(match->real->flags & OPTION_ARG_OPTIONAL);
}

/* Return the next word, as an option's argument; NULL: there is none. */
static char *argp_next_word(struct argp_run *run)
{
    struct argp_state *state = &run->state;
    return state->next < state->argc ? state->argv[state->next++] : NULL;
}

static error_t argp_long(struct argp_run *run, const char *name)
{
    struct argp_match match;
    if (!argp_find_name(run, name, &match))
        return ARGP_ERR_UNKNOWN;
    char *argument = strchr(name, '=');
    argument = argument ? argument + 1 : NULL;
    if (argument && !argp_takes(&match)) {
        fprintf(argp_out(), "%s: option '--%s' doesn't allow an argument\n",
                run->state.argv[0], match.option->name);
        return ARGP_ERR_UNKNOWN;
    }
    if (!argument && argp_needs(&match) && !(argument = argp_next_word(run))) {
        fprintf(argp_out(), "%s: option '--%s' requires an argument\n",
                run->state.argv[0], match.option->name);
        return ARGP_ERR_UNKNOWN;
    }
    int key = match.option->key ? match.option->key : match.real->key;
    return argp_ask(run, match.part, key, argument);
}

/* Process a word of short options. */
static error_t argp_letters(struct argp_run *run, char *letter)
{
    for (; *letter; letter++) {
        struct argp_match match;
        char *argument = NULL;
        if (!argp_find_letter(run, (unsigned char)*letter, &match)) {
            fprintf(argp_out(), "%s: invalid option -- '%c'\n",
                    run->state.argv[0], *letter);
            return ARGP_ERR_UNKNOWN;
        }
        bool last = argp_takes(&match);
        if (last && letter[1])
            argument = letter + 1;
        else if (argp_needs(&match) && !(argument = argp_next_word(run))) {
            fprintf(argp_out(), "%s: option requires an argument -- '%c'\n",
                    run->state.argv[0], *letter);
            return ARGP_ERR_UNKNOWN;
        }
        error_t wrong = argp_ask(run, match.part, match.option->key, argument);
        if (wrong || last)
            return wrong;
    }
    return 0;
}

/* ---- arguments ---------------------------------------------------------- */

/* Pass the argument at state->next to the first parser that accepts it. */
static error_t argp_argument(struct argp_run *run)
{
    struct argp_state *state = &run->state;
    error_t wrong = ARGP_ERR_UNKNOWN;
    int index = state->next;
    for (int i = 0; i < run->parts && wrong == ARGP_ERR_UNKNOWN; i++) {
        struct argp_part *part = &run->part[i];
        bool rest = false;
        state->next = index + 1;
        wrong = argp_ask(run, part, ARGP_KEY_ARG, state->argv[index]);
        if (wrong == ARGP_ERR_UNKNOWN) {
            state->next = index;
            wrong = argp_ask(run, part, ARGP_KEY_ARGS, NULL);
            rest = true;
        }
        if (!wrong && rest)
            state->next = state->argc;
        if (!wrong && state->next > index)
            part->arguments += (unsigned)(state->next - index);
    }
    return wrong;
}

static bool argp_is_option(const char *word)
{
    return word[0] == '-' && word[1];
}

/* Process options and move arguments behind them; with ARGP_IN_ORDER, process
 * each argument where it stands. Return 0 or the error. */
static error_t argp_words(struct argp_run *run, char **kept, int *count)
{
    struct argp_state *state = &run->state;
    error_t wrong = 0;
    while (!wrong && state->next < state->argc) {
        char *word = state->argv[state->next];
        if (!argp_is_option(word) && state->flags & ARGP_IN_ORDER) {
            wrong = argp_argument(run);
            continue;
        }
        state->next++;
        if (!argp_is_option(word)) {
            kept[(*count)++] = word;
            continue;
        }
        if (!strcmp(word, "--"))
            break;
        wrong = word[1] == '-' ? argp_long(run, word + 2)
                               : argp_letters(run, word + 1);
        run->said = wrong == ARGP_ERR_UNKNOWN;
    }
    return wrong;
}

static error_t argp_all(struct argp_run *run)
{
    struct argp_state *state = &run->state;
    int count = 0;
    char **kept = malloc((size_t)state->argc * sizeof *kept);
    if (!kept)
        return ENOMEM;
    error_t wrong = argp_words(run, kept, &count);
    if (!wrong) {
        state->next -= count;
        memcpy(state->argv + state->next, kept, (size_t)count * sizeof *kept);
    }
    while (!wrong && state->next < state->argc)
        wrong = argp_argument(run);
    free(kept);
    return wrong;
}

/* ---- the end ------------------------------------------------------------- */

/* Inform every parser that accepted no argument, and then all parsers in
 * reverse order, that the end has been reached. */
static error_t argp_end(struct argp_run *run)
{
    error_t wrong = 0;
    for (int i = 0; i < run->parts && argp_goes_on(wrong); i++)
        if (!run->part[i].arguments)
            wrong = argp_ask(run, &run->part[i], ARGP_KEY_NO_ARGS, NULL);
    for (int i = run->parts; i-- > 0 && argp_goes_on(wrong);)
        wrong = argp_ask(run, &run->part[i], ARGP_KEY_END, NULL);
    return argp_goes_on(wrong) ? 0 : wrong;
}

static error_t argp_succeed(struct argp_run *run)
{
    error_t wrong = 0;
    for (int i = run->parts; i-- > 0 && argp_goes_on(wrong);)
        wrong = argp_ask(run, &run->part[i], ARGP_KEY_SUCCESS, NULL);
    return argp_goes_on(wrong) ? 0 : wrong;
}

static error_t argp_fail(struct argp_run *run, error_t wrong)
{
    if (wrong == ARGP_ERR_UNKNOWN)
        argp_state_help(&run->state, run->state.err_stream, ARGP_HELP_STD_ERR);
    for (int i = 0; i < run->parts; i++)
        argp_ask(run, &run->part[i], ARGP_KEY_ERROR, NULL);
    return wrong;
}

/* Report an argument that no parser accepts; with `end` set, this is not an
 * error. */
static error_t argp_too_many(struct argp_run *run, int *end)
{
    struct argp_state *state = &run->state;
    if (end)
        return 0;
    if (state->err_stream)
        fprintf(state->err_stream, "%s: Too many arguments\n", state->name);
    return ARGP_ERR_UNKNOWN;
}

error_t argp_parse(const struct argp *argp, int argc, char **argv,
                   unsigned flags, int *end, void *input)
{
    struct argp_run run = {.parts = 0};
    char *slash = strrchr(argv[0], '/');
    argp_collect(&run, argp, NULL, 0);
    run.state = (struct argp_state){
        .root_argp = argp,
        .argc = argc,
        .argv = argv,
        .next = 1,
        .flags = flags,
        .err_stream = argp_out(),
        .out_stream = stdout,
        .name = slash ? slash + 1 : argv[0],
    };
    error_t wrong = argp_begin(&run, input);
    if (wrong)
        return wrong;
    wrong = argp_all(&run);
    if (wrong == ARGP_ERR_UNKNOWN && !run.said)
        wrong = argp_too_many(&run, end);
    else if (!wrong)
        wrong = argp_end(&run);
    if (end)
        *end = run.state.next;
    wrong = wrong ? argp_fail(&run, wrong) : argp_succeed(&run);
    for (int i = run.parts; i-- > 0;)
        argp_ask(&run, &run.part[i], ARGP_KEY_FINI, NULL);
    return wrong == ARGP_ERR_UNKNOWN ? EINVAL : wrong;
}
