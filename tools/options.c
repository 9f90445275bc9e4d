/* The options of an experiment, as argp wants them. */
#include "options.h"

#include "command.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define LONG_KEY 1000 /* keys of options without a letter: 1000 + index */

static int key_of(size_t index)
{
    const struct weft_setting *setting = weft_setting(index);
    return setting->letter ? setting->letter : LONG_KEY + (int)index;
}

void one_line(struct argp_state *state)
{
    state->err_stream = NULL;
}

void misuse(const struct argp_state *state, const char *format, ...)
{
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "%s: %s\n", state->name, text);
    exit(EXIT_MISUSE);
}

int setting_of_key(int key)
{
    for (size_t i = 0; weft_setting(i); i++)
        if (key_of(i) == key)
            return (int)i;
    return -1;
}

const struct argp *settings_argp(argp_parser_t parser)
{
    static struct argp_option options[SETTINGS_MAX];
    static struct argp argp = {.options = options};
    argp.parser = parser;
    for (size_t i = 0; weft_setting(i) && i + 1 < SETTINGS_MAX; i++) {
        const struct weft_setting *setting = weft_setting(i);
        options[i] = (struct argp_option){.name = setting->name,
                                          .key = key_of(i),
                                          .arg = setting->argument,
                                          .doc = setting->help,
                                          .group = 1};
    }
    return &argp;
}
