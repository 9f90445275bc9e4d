/* The options that describe an experiment, shared by the commands that run
 * them: made from the library's table of settings. */
#ifndef WEFT_TOOLS_OPTIONS_H
#define WEFT_TOOLS_OPTIONS_H

#include <argp.h>
#include <weft/problem.h>

#define SETTINGS_MAX 64

/* For a parser's ARGP_KEY_INIT: what getopt says of a wrong option is enough,
 * argp adds no second line; argp_parse() then returns an error. */
void one_line(struct argp_state *state);

/* The options for a child parser (one in a program), and which setting a key
 * of theirs is; -1: none. */
const struct argp *settings_argp(argp_parser_t parser);
int setting_of_key(int key);

/* For a parser's own mistakes: one line, then exit with EXIT_MISUSE. */
void misuse(const struct argp_state *state, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

#endif
