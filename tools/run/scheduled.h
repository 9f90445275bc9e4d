/* Runs schedules from files, and checks whether they reach their goals. */
#ifndef WEFT_TOOLS_RUN_SCHEDULED_H
#define WEFT_TOOLS_RUN_SCHEDULED_H

#include "check/check-bounds.h"

#include <argp.h>
#include <weft/problem.h>
#include <weft/setting.h>

/* The arguments of `weft run --schedule`. */
struct scheduled {
    const char *file; /* NULL: no schedule is run */
    const char *goal; /* goal file or NULL */
    const char *problem;
    struct weft_network *network; /* network of -n, or NULL */
    struct weft_check *check;
    struct check_words words;
};

/* Reject strategies and settings that a schedule replaces (`given`: by index of
 * the setting), and take over the experiment's problem. */
void scheduled_check(const struct argp_state *state,
                     struct scheduled *scheduled,
                     struct weft_experiment *experiment, const bool given[]);
/* Run the schedule; sink[0 .. sinks - 1] and the checker, in sink[sinks],
 * receive the events. Returns as weft_run_schedule(). */
int scheduled_run(struct scheduled *scheduled,
                  const struct weft_experiment *experiment,
                  const struct weft_sink **sink, size_t sinks,
                  struct weft_result *result, struct weft_error *err);
/* After a run that ended, check whether it reached its goal, as far as a goal
 * is known. Reports errors on standard error and in the result. Returns the
 * exit status. */
int scheduled_judge(struct scheduled *scheduled, struct weft_result *result);
/* Return why the result of the schedule was not checked; NULL: it was, or
 * nothing was run. */
const char *scheduled_not_judged(const struct scheduled *scheduled);
/* Return the file to which an error with a line refers, or NULL if there is no
 * schedule. */
const char *scheduled_file(const struct scheduled *scheduled);
void scheduled_finish(struct scheduled *scheduled);

#endif
