/* Unknown options and suggestions: getopt only names the wrong option. */
#include "common/option-words.h"
#include "common/answer.h"

#include "common/command.h"
#include "common/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/error.h>

#define OPTIONS_MAX 2048
#define OPTION_TEXT 64

struct option_words {
    size_t count;
    struct option_words_option_word {
        char name[OPTION_TEXT]; /* the option with its dashes: "--name" */
        int key;
        bool argument; /* the option needs an argument, possibly in the next
                          word */
    } word[OPTIONS_MAX];
};

/* Add the options of a parser and its children. */
static void option_words_add(struct option_words *words,
                             const struct argp *argp)
{
    bool argument = false;
    const struct argp_option *option = argp->options;
    for (; option && (option->name || option->key || option->doc); option++) {
        if (!(option->flags & OPTION_ALIAS))
            argument = option->arg && !(option->flags & OPTION_ARG_OPTIONAL);
        if (words->count == OPTIONS_MAX || !(option->name || option->key))
            continue;
        struct option_words_option_word *word = &words->word[words->count++];
        snprintf(word->name, sizeof word->name, "--%s",
                 option->name ? option->name : "");
        word->key = option->key;
        word->argument = argument;
    }
    for (const struct argp_child *child = argp->children; child && child->argp;
         child++)
        option_words_add(words, child->argp);
}

/* Return the option of a word such as "--strat=ring", possibly abbreviated, or
 * NULL. */
static const struct option_words_option_word *
option_long(const struct option_words *words, const char *text)
{
    const struct option_words_option_word *found = NULL;
    size_t length = strcspn(text, "=");
    for (size_t i = 0; i < words->count; i++)
        if (!strncmp(words->word[i].name, text, length) &&
            (!found || !words->word[i].name[length]))
            found = &words->word[i];
    return found;
}

static const struct option_words_option_word *
option_letter(const struct option_words *words, char letter)
{
    for (size_t i = 0; i < words->count; i++)
        if (words->word[i].key == letter)
            return &words->word[i];
    return NULL;
}

/* Print errors as JSON if the results are. Returns `option`. */
static const struct option_words_option_word *
option_heed(const struct option_words_option_word *option)
{
    if (option && !strcmp(option->name, "--json"))
        answer_to(stdout);
    return option;
}

/* Return the last option in a word of the command line. Sets *more if its
 * argument is in the next word. Returns NULL and fills `unknown` if an option
 * is unknown. */
static const struct option_words_option_word *
option_of(const struct option_words *words, const char *text, bool *more,
          char unknown[OPTION_TEXT])
{
    const struct option_words_option_word *found = NULL;
    if (!strncmp(text, "--", 2)) {
        found = option_heed(option_long(words, text));
        *more = found && found->argument && !strchr(text, '=');
        snprintf(unknown, OPTION_TEXT, "%.*s", (int)strcspn(text, "="), text);
        return found;
    }
    do {
        found = option_heed(option_letter(words, *++text));
        *more = found && found->argument && !text[1];
        snprintf(unknown, OPTION_TEXT, "-%c", *text);
    } while (found && !found->argument && text[1]);
    return found;
}

static bool option_complain(const struct option_words *words,
                            const char *command, const char *unknown)
{
    struct weft_error err;
    const char *names[OPTIONS_MAX + 1];
    size_t count = 0;
    for (size_t i = 0; i < words->count; i++)
        if (words->word[i].name[2])
            names[count++] = words->word[i].name;
    names[count] = NULL;
    weft_unknown_among(&err, "option", unknown, names);
    char *known = strstr(err.text, "; known: ");
    if (known)
        snprintf(known, sizeof err.text - (size_t)(known - err.text),
                 "; `%s --help` lists the options", command);
    print_plainly(stderr, "%s: %s\n", command, err.text);
    answer_failed(EXIT_MISUSE, NULL, &err);
    return true;
}

bool option_unknown(const struct argp *argp, bool in_order, int argc,
                    char **argv)
{
    static struct option_words words;
    char unknown[OPTION_TEXT], first[OPTION_TEXT] = "";
    words.count = 0;
    option_words_add(&words, argp);
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        bool more = false;
        bool option = argv[i][0] == '-' && argv[i][1];
        if (!option && in_order)
            break;
        if (option && !option_of(&words, argv[i], &more, unknown) && !*first)
            copy_whole(first, sizeof first, unknown);
        i += more;
    }
    return *first && option_complain(&words, argv[0], first);
}
