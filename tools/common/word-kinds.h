/* Recognises misplaced words on the command line. */
#ifndef WEFT_TOOLS_WORD_KINDS_H
#define WEFT_TOOLS_WORD_KINDS_H

#include <argp.h>
#include <stdbool.h>
#include <weft/error.h>

/* Return whether a word is a network by its kind, as torus:4x4, and no file. */
bool is_network(const char *word);

/* If the word is a strategy, a network or a model, exit with EXIT_MISUSE and
 * name the option that takes it. `problem`: the problem to run, or NULL. */
void refuse_other_kind(const struct argp_state *state, const char *problem,
                       const char *word);

/* Report an argument after the last one that a command takes, like
 * refuse_other_kind() or with the text `takes`, and exit. */
void refuse_argument(const struct argp_state *state, const char *problem,
                     const char *word, const char *takes)
    __attribute__((noreturn));

/* Report a word where a problem is expected, like refuse_other_kind(); also
 * recognises files. */
void refuse_no_problem(const struct argp_state *state, const char *word);

/* Return whether the value names a network (or a list of networks) only by a
 * number or a file. Sets err. */
bool network_lacks_kind(const char *networks, struct weft_error *err);

/* Return whether the value of a setting is malformed: a network without its
 * kind, or a misspelt list. `lists`: whether the command takes lists. Sets
 * err. */
bool setting_is_misread(const char *setting, const char *value, bool lists,
                        struct weft_error *err);

#endif
