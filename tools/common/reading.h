/* Reading of traces with the options --strict, --no-limit and --without. */
#ifndef WEFT_TOOLS_READING_H
#define WEFT_TOOLS_READING_H

#include <argp.h>
#include <stdbool.h>
#include <weft/goal.h>
#include <weft/trace.h>
#include <weft/unstable/nccl.h>

#include "common/network-word.h"

/* Child parsers for commands that read traces; reading_goals, without --strict,
 * for commands that read only programs and goals; reading_only for commands
 * without other child parsers. */
extern const struct argp reading, reading_goals;
extern const struct argp_child reading_only[];

/* Arguments that all commands on one trace share: the trace, -n and --seed,
 * -j. */
struct one_trace {
    const char *file;
    struct network_words words;
    bool json;
};

/* Parse these arguments in an argp parser, including ARGP_KEY_INIT. Returns 0,
 * or ARGP_ERR_UNKNOWN for other keys. */
error_t one_trace_parse(int key, char *value, struct one_trace *trace,
                        struct argp_state *state);

/* Call weft_trace_read() or, after --no-limit, weft_trace_read_trusted();
 * report may be NULL. Warns about malformed records, or rejects them after
 * --strict, and warns about records that were completed. */
int read_trace(const char *source, const struct weft_sink *sink,
               struct weft_read_report *report, struct weft_error *err);
/* Like read_trace(), for a file of rings and trees; choice may be NULL. */
int read_chosen(const char *source, const struct weft_nccl_choice *choice,
                const struct weft_sink *sink, struct weft_read_report *report,
                struct weft_error *err);
/* Call weft_goal_read() or, after --no-limit, weft_goal_read_trusted(). */
struct weft_goal *read_goal_file(const char *path, int processors,
                                 struct weft_error *err);
/* Return whether --no-limit was given. */
bool read_unlimited(void);
/* Return whether --strict was given. */
bool read_strict(void);
/* Print a warning that the trace is empty. */
void say_empty(const char *source);

#endif
