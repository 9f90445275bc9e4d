/* Runs schedules from files, and checks whether they reach their goals. */
#include "run/scheduled.h"

#include "check/check-report.h"
#include "common/command.h"
#include "common/options.h"
#include "common/reading.h"
#include "common/terminal.h"

#include <stdio.h>
#include <string.h>

/* Return whether any problem has a setting of this name. */
static bool is_a_problems(const char *name)
{
    for (size_t p = 0; weft_problem(p); p++)
        if (problem_setting(weft_problem(p)->name, name))
            return true;
    return false;
}

void scheduled_check(const struct argp_state *state,
                     struct scheduled *scheduled,
                     struct weft_experiment *experiment, const bool given[])
{
    if (!scheduled->file && (scheduled->goal || scheduled->problem))
        misuse(state, "--goal and --problem are for --schedule FILE");
    if (!scheduled->file)
        return;
    if (experiment->problem && !scheduled->problem)
        scheduled->problem = experiment->problem;
    if (scheduled->goal && scheduled->problem)
        misuse(state, "--goal and --problem are mutually exclusive");
    for (size_t i = 0; weft_setting(i); i++) {
        const char *name = weft_setting(i)->name;
        if (given[i] && (is_a_problems(name) || !strcmp(name, "strategy")))
            misuse(state, "--%s does not apply to a schedule", name);
    }
    experiment->problem = NULL;
}

/* Create the network of -n for the checker, which does not read files that a
 * trace names. Returns 0 or -1. */
static int scheduled_name_network(struct scheduled *scheduled,
                                  const struct weft_experiment *experiment,
                                  struct weft_error *err)
{
    const struct weft_choice *named =
        weft_experiment_get(experiment, "network");
    const struct weft_choice *seed = weft_experiment_get(experiment, "seed");
    if (named)
        scheduled->network = weft_network_create_seeded(
            named->text, seed ? (uint64_t)seed->number : WEFT_NETWORK_SEED,
            err);
    return named && !scheduled->network ? -1 : 0;
}

int scheduled_run(struct scheduled *scheduled,
                  const struct weft_experiment *experiment,
                  const struct weft_sink **sink, size_t sinks,
                  struct weft_result *result, struct weft_error *err)
{
    if (scheduled_name_network(scheduled, experiment, err))
        return -1;
    const struct weft_check_options options = {
        .network = scheduled->network,
        .problem = scheduled->goal ? NULL : scheduled->problem,
        .root = -1,
        .from_trace = true,
        .unlimited = read_unlimited(),
    };
    scheduled->check = weft_check_create(&options, err);
    if (!scheduled->check)
        return -1;
    check_words_init(&scheduled->words, scheduled->check, scheduled->goal, NULL,
                     scheduled->network);
    sink[sinks] = &scheduled->words.sink;
    int status =
        (read_unlimited() ? weft_run_schedule_trusted : weft_run_schedule)(
            scheduled->file, scheduled->problem, experiment, sink, sinks + 1,
            result, err);
    if (status && scheduled->words.wrong.kind)
        *err = scheduled->words.wrong;
    return status;
}

static int reject_schedule(const struct scheduled *scheduled,
                           const struct weft_check_result *found,
                           struct weft_result *result)
{
    const char *why = scheduled->goal ? "the goal is not reached"
                                      : "the problem is not solved";
    if (found->unheld)
        why = "a processor sends what it does not hold";
    else if (found->solved)
        why = "the schedule breaks a rule";
    for (int i = 0; i < found->kept; i++) {
        print_plain(found->finding[i].text, stderr);
        fputc('\n', stderr);
    }
    snprintf(result->verdict, sizeof result->verdict, "%s", why);
    return EXIT_FAILED;
}

/* Mark a run as not checked, unless it violated the model, which makes it
 * invalid. */
static int doubt_schedule(const struct weft_check_result *found,
                          struct weft_result *result)
{
    char text[400];
    if (result->conflicts)
        return EXIT_FAILED;
    check_missed_text(found, text, sizeof text);
    copy_whole(result->verdict, sizeof result->verdict, text);
    result->not_judged = true;
    return EXIT_NOT_JUDGED;
}

int scheduled_judge(struct scheduled *scheduled, struct weft_result *result)
{
    const struct weft_check_result *found = weft_check_result(scheduled->check);
    bool missed = found->basis[WEFT_CHECK_PROBLEM].missed;
    if (found->solved && found->findings <= found->conflicts + found->unmatched)
        return EXIT_GOOD;
    result->valid = result->expected = false;
    result->ratio = 0;
    return missed && !found->unheld ? doubt_schedule(found, result)
                                    : reject_schedule(scheduled, found, result);
}

const char *scheduled_not_judged(const struct scheduled *scheduled)
{
    if (!scheduled->check)
        return NULL;
    const struct weft_check_basis *problem =
        &weft_check_result(scheduled->check)->basis[WEFT_CHECK_PROBLEM];
    const char *named =
        weft_trace_info_get(&scheduled->words.trace.info, "problem");
    if (problem->from != WEFT_CHECK_NOT || problem->missed || !*problem->why)
        return NULL;
    return named && strcmp(named, "schedule") != 0 ? problem->why
                                                   : "none is given";
}

const char *scheduled_file(const struct scheduled *scheduled)
{
    return scheduled->words.wrong.kind ? scheduled->goal : scheduled->file;
}

void scheduled_finish(struct scheduled *scheduled)
{
    if (scheduled->check)
        check_words_finish(&scheduled->words);
    weft_check_destroy(scheduled->check);
    weft_network_destroy(scheduled->network);
}
