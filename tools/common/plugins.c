/* Plug-ins named on the command line. */
#include "common/plugins.h"
#include "common/command.h"
#include "common/options.h"

#include <stdlib.h>
#include <string.h>
#include <weft/weft.h>

_Noreturn static void plugins_refused(const struct weft_error *err)
{
    exit(complain_of(err));
}

/* End the process if memory is short: otherwise a file would be reported as an
 * unknown word. */
static char *plugins_needed(char *copy)
{
    const struct weft_error err = {.kind = WEFT_ERROR_MEMORY,
                                   .text = "no memory"};
    if (!copy)
        plugins_refused(&err);
    return copy;
}

/* Open a plug-in: "./mine.c", or "./mine.c:8" with parameters. */
static void open_part(const char *word)
{
    struct weft_error err;
    char *file = plugins_needed(strndup(word, weft_plugin_part(word)));
    if (*file && !weft_plugin_open(file, &err))
        plugins_refused(&err);
    free(file);
}

void plugins_open(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *list = plugins_needed(strdup(*argv[i] == '-' ? "" : argv[i]));
        char *rest = NULL;
        for (char *word = strtok_r(list, ",", &rest); word;
             word = strtok_r(NULL, ",", &rest))
            open_part(word);
        free(list);
    }
}

const char *problem_word(const char *word)
{
    struct weft_error err;
    if (!weft_is_plugin(word))
        return word;
    const char *name = weft_plugin_problem(word, &err);
    if (!name)
        plugins_refused(&err);
    return name;
}
