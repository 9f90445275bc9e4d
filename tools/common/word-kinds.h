/* Words of a command line that stand in the wrong place. */
#ifndef WEFT_TOOLS_WORD_KINDS_H
#define WEFT_TOOLS_WORD_KINDS_H

#include <argp.h>
#include <stdbool.h>
#include <weft/error.h>

/* Is the word a strategy, a network or a model? Then exits with EXIT_MISUSE and
 * names the option that takes it. `problem`: what is run, or NULL. */
void refuse_other_kind(const struct argp_state *state, const char *problem,
                       const char *word);

/* An argument behind the last one that a command takes: the same, and exits
 * with `takes` otherwise. */
void refuse_argument(const struct argp_state *state, const char *problem,
                     const char *word, const char *takes)
    __attribute__((noreturn));

/* The same where a problem is expected, and of a file that is none. */
void refuse_no_problem(const struct argp_state *state, const char *word);

/* Is a network (or a list of them) named by a number or a file alone? Sets
 * err. */
bool network_lacks_kind(const char *networks, struct weft_error *err);

/* The same of the value of any setting, and is it a list as none is written?
 * `lists`: does the command take lists? Sets err. */
bool setting_is_misread(const char *setting, const char *value, bool lists,
                        struct weft_error *err);

#endif
