/* The options that describe an experiment, shared by the commands that run
 * them: made from the library's table of settings. */
#ifndef WEFT_TOOLS_OPTIONS_H
#define WEFT_TOOLS_OPTIONS_H

#include <argp.h>
#include <weft/problem.h>

#define SETTINGS_MAX 1024

/* Read the arguments of a command, --help and --usage among them. Returns
 * EXIT_GOOD, or the exit status: EXIT_MISUSE, or EXIT_FAILED without memory;
 * why has been said. */
int parse_arguments(const struct argp *argp, int argc, char **argv,
                    void *input);

/* The same of a command that runs a program: what follows its name is the
 * program's. */
int parse_leading_arguments(const struct argp *argp, int argc, char **argv,
                            void *input);

/* For a parser's ARGP_KEY_INIT: what getopt says of a wrong option is enough,
 * argp adds no second line. */
void one_line(struct argp_state *state);

/* The row of a problem's own setting; NULL: it has none of that name. */
const struct weft_setting *setting_named(const char *problem, const char *name);
/* What a setting is, the words that it takes if asked for, its default. */
void setting_describe(const struct weft_setting *setting, bool words,
                      char *text, size_t size);
/* Is it for every problem? */
bool setting_is_general(const struct weft_setting *setting);

/* The first argument that is the name of a problem; NULL: none. */
const char *problem_among(int argc, char **argv);

/* The options for a child parser (one in a program), and which setting a key
 * of theirs is; -1: none. If a problem is named, help shows those that mean
 * something to it. */
const struct argp *settings_argp(argp_parser_t parser, const char *problem);
int setting_of_key(int key);
/* The same for the settings of the problems from number `first` on (those of
 * plug-ins) that are not among `taken`. */
const struct argp *own_settings_argp(argp_parser_t parser, size_t first,
                                     const struct argp_option *taken);

/* For a parser's own mistakes: one line, then exit with EXIT_MISUSE. */
void misuse(const struct argp_state *state, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));
/* The same for an argument that the library refuses: EXIT_FAILED if it is the
 * system that refused. */
void reject(const struct argp_state *state, const struct weft_error *err)
    __attribute__((noreturn));

/* Which word of an option's argument in the table ("linear|log") is the text?
 * A mistake if none is. Help, manual and completion show the same words. */
int option_word(const struct argp_state *state,
                const struct argp_option *options, int key, const char *text);

/* Does the option alone mean "yes"? */
bool setting_is_switch(const struct weft_setting *setting);

#endif
