/* The options that describe an experiment, generated from the library's table
 * of settings. All commands that run experiments share them. */
#ifndef WEFT_TOOLS_OPTIONS_H
#define WEFT_TOOLS_OPTIONS_H

#include <argp.h>
#include <weft/problem.h>

#define SETTINGS_MAX 1024

/* Parse the arguments of a command, including --help and --usage. Returns
 * EXIT_GOOD, or the exit status after printing the reason: EXIT_MISUSE, or
 * EXIT_FAILED if memory is short. */
int parse_arguments(const struct argp *argp, int argc, char **argv,
                    void *input);

/* Parse the arguments of a command that runs a program: words after the
 * program's name are the program's arguments. Returns as parse_arguments(). */
int parse_leading_arguments(const struct argp *argp, int argc, char **argv,
                            void *input);

/* For a parser's ARGP_KEY_INIT: suppress argp's second line after getopt's
 * error message. */
void one_line(struct argp_state *state);

/* Return the problem's own setting with this name, or NULL. */
const struct weft_setting *problem_setting(const char *problem,
                                           const char *name);
/* Describe a setting: its meaning, optionally its words, and its default. */
void setting_describe(const struct weft_setting *setting, bool words,
                      char *text, size_t size);
/* Return whether the setting applies to every problem. */
bool setting_is_general(const struct weft_setting *setting);

/* Return the first argument that names a problem, or NULL. */
const char *problem_among(int argc, char **argv);

/* Return the options for a child parser (one per program), and the setting of a
 * key, or -1. If `problem` is not NULL, help shows only settings that apply to
 * it. */
const struct argp *settings_argp(argp_parser_t parser, const char *problem);
int setting_of_key(int key);
/* Return options for the settings of the problems from number `first` on (those
 * of plug-ins), except those in `taken`. */
const struct argp *own_settings_argp(argp_parser_t parser, size_t first,
                                     const struct argp_option *taken);

/* Report misuse in one line and exit with EXIT_MISUSE. */
void misuse(const struct argp_state *state, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));
/* Report an argument that the library rejects, and exit with EXIT_MISUSE, or
 * EXIT_FAILED on a system error. */
void reject(const struct argp_state *state, const struct weft_error *err)
    __attribute__((noreturn));

/* Return the index of `text` among the words of an option's argument in the
 * table ("linear|log"), or report misuse. Help, manual and completion show the
 * same words. */
int option_word(const struct argp_state *state,
                const struct argp_option *options, int key, const char *text);

/* Return whether the option without an argument means "yes". */
bool setting_is_switch(const struct weft_setting *setting);

#endif
