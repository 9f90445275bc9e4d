/* Reading traces as the commands do, with the options --strict, --no-limit and
 * --without. */
#ifndef WEFT_TOOLS_READING_H
#define WEFT_TOOLS_READING_H

#include <argp.h>
#include <stdbool.h>
#include <weft/goal.h>
#include <weft/trace.h>

#include "common/network-word.h"

/* What a command that reads traces has among its argp's children; without
 * --strict, for one that reads programs and goals only; and, as a list of them,
 * if it has no others. */
extern const struct argp reading, reading_goals;
extern const struct argp_child reading_only[];

/* What commands on one trace are told alike: the trace, -n and --seed, -j. */
struct one_trace {
    const char *file;
    struct network_words words;
    bool json;
};

/* These, and the beginning, in the parser of an argp. 0, or ARGP_ERR_UNKNOWN:
 * it is something else. */
error_t one_trace_parse(int key, char *value, struct one_trace *trace,
                        struct argp_state *state);

/* weft_trace_read(), or weft_trace_read_trusted() after --no-limit; report may
 * be NULL. Warns of malformed records, or refuses them after --strict, and of
 * those that were completed. */
int read_trace(const char *source, const struct weft_sink *sink,
               struct weft_read_report *report, struct weft_error *err);
/* weft_goal_read(), or weft_goal_read_trusted() then. */
struct weft_goal *read_goal_file(const char *path, int processors,
                                 struct weft_error *err);
/* Was there --no-limit? */
bool read_unlimited(void);
/* There was nothing in it: a line to standard error. */
void say_empty(const char *source);

#endif
