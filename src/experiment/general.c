/* Defines the general settings, iterates over all settings, and stores the
 * choices of an experiment. */
#include "general.h"

#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "problem/problem.h"

#include <weft/unstable/ways.h>

/* ---- the general settings ---- */

#define GENERAL_TIME_MAX ((int64_t)1 << 40)

static int check_model(const char *text, struct weft_error *err)
{
    struct weft_model model;
    return weft_model_parse(text, &model, err);
}

static int check_cost(const char *text, struct weft_error *err)
{
    struct weft_cost cost;
    return weft_cost_parse(text, &cost, err);
}

const struct weft_setting setting_network = {
    .name = "network",
    .letter = 'n',
    .argument = "NETWORK",
    .help = "the network, e.g. hypercube:4, mesh:4x4",
};

const struct weft_setting setting_model = {
    .name = "model",
    .letter = 'm',
    .argument = "MODEL",
    .help = "the communication model, e.g. shouting",
    .check = check_model,
};

const struct weft_setting setting_strategy = {
    .name = "strategy",
    .letter = 's',
    .argument = "STRATEGY",
    .help = "the algorithm, e.g. rotated",
};

const struct weft_setting setting_bytes = {
    .name = "bytes",
    .argument = "BYTES",
    .help = "length of a message (64k, 1M: times 1024; 1kB, 1MB: times 1000)",
    .kind = WEFT_SETTING_NUMBER,
    .low = 1,
    .high = UINT32_MAX,
    .standard = "8",
    .bytes = true,
};

static const char *const payloads[] = {"real", "tags", NULL};

const struct weft_setting setting_payload = {
    .name = "payload",
    .argument = "WORD",
    .help = "what messages carry: all bytes of their blocks (real), or a tag "
            "of 8 bytes for each block, whatever its length (tags; default, "
            "but for strategies that compute and for plug-ins)",
    .kind = WEFT_SETTING_WORD,
    .words = payloads,
};

const struct weft_setting setting_cost = {
    .name = "cost",
    .argument = "ts=T,tw=W,th=H",
    .help = "a transfer of m words of 8 bytes over h hops takes "
            "T + W*m + H*(h-1); or loggp:L=T,o=T,g=T,G=T",
    .standard = "ts=1,tw=0,th=0",
    .check = check_cost,
};

const struct weft_setting setting_seed = {
    .name = "seed",
    .argument = "N",
    .help = "seed of all random choices",
    .kind = WEFT_SETTING_NUMBER,
    .low = 0,
    .high = INT64_MAX,
    .standard = "1",
};

static int check_lane(const char *text, struct weft_error *err)
{
    return weft_lane_check(text, err);
}

const struct weft_setting setting_lane = {
    .name = "lane",
    .argument = "BANDWIDTH",
    .help = "in unit time: count a link as lanes of this bandwidth (25, 0.1, "
            "1/3), each of which carries a message in a step",
    .check = check_lane,
};

const struct weft_setting setting_step_us = {
    .name = "step-us",
    .argument = "N",
    .help = "microseconds of trace time for a step",
    .kind = WEFT_SETTING_NUMBER,
    .low = 1,
    .high = GENERAL_TIME_MAX,
    .standard = "1000",
};

const struct weft_setting setting_engine = {
    .name = "engine",
    .argument = "ENGINE",
    .help =
        "how processors are run: threads, fibers, rounds (without stacks), or "
        "mpi (by all processes that mpirun started); default: threads; "
        "above 1024 processors rounds if the strategy is a timetable; "
        "fibers from 4096 on",
};

/* "unbounded" is stored as -1, WEFT_WINDOW_UNBOUNDED. */
static const char *const unbounded[] = {"unbounded", NULL};

const struct weft_setting setting_window = {
    .name = "window",
    .argument = "H|unbounded",
    .help = "steps that a processor may run ahead of the others, or unbounded "
            "(default 64)",
    .kind = WEFT_SETTING_NUMBER,
    .low = 1,
    .high = GENERAL_TIME_MAX,
    .words = unbounded,
};

const struct weft_setting setting_stack = {
    .name = "stack",
    .argument = "BYTES",
    .help = "stack of each processor (default 65536)",
    .kind = WEFT_SETTING_NUMBER,
    .low = 1 << 14,
    .high = 1 << 30,
    .bytes = true,
};

const struct weft_setting setting_limit_steps = {
    .name = "limit-steps",
    .argument = "N",
    .help = "stop the run and report a failure if it takes more than N steps",
    .kind = WEFT_SETTING_NUMBER,
    .low = 1,
    .high = GENERAL_TIME_MAX,
};

const struct weft_setting setting_on_conflict = {
    .name = "on-conflict",
    .argument = "WORD",
    .help =
        "how to treat a conflict (default: fail, except for strategies that "
        "demonstrate conflicts)",
    .kind = WEFT_SETTING_WORD,
    .words = weft_on_conflict_names,
};

static const char *const outcomes[] = {"valid", "conflicts", NULL};

const struct weft_setting setting_expect = {
    .name = "expect",
    .argument = "WORD",
    .help = "expected result; with 'conflicts', a run that breaks the model "
            "does not fail",
    .kind = WEFT_SETTING_WORD,
    .words = outcomes,
    .standard = "valid",
};

/* "any" is stored as -1, WEFT_BOUND_ANY. */
static const char *const any_number[] = {"any", NULL};

const struct weft_setting setting_message_blocks = {
    .name = "message-blocks",
    .argument = "B|any",
    .help = "maximum number of blocks in one message, for lower bounds "
            "(default: 1 in "
            "problems of packets, else any)",
    .kind = WEFT_SETTING_NUMBER,
    .low = 1,
    .high = INT32_MAX,
    .words = any_number,
};

const struct weft_setting setting_sharing = {
    .name = "sharing",
    .argument = "WORD",
    .help = "let messages that meet share links (fair: max-min fair shares; "
            "fifo: queues) and wait for ports, instead of conflicting",
    .kind = WEFT_SETTING_WORD,
    .words = weft_sharing_names,
    .standard = "none",
};

const struct weft_setting setting_rounds = {
    .name = "rounds",
    .argument = "WORD",
    .help = "with --sharing: when a processor begins its next round: when its "
            "part of the last one is over (free), at the time without "
            "contention at the earliest (beat), or with all others (together)",
    .kind = WEFT_SETTING_WORD,
    .words = weft_rounds_names,
    .standard = "free",
};

const struct weft_setting *const general_settings[] = {
    &setting_network,
    &setting_model,
    &setting_strategy,
    &setting_bytes,
    &setting_cost,
    &setting_seed,
    &setting_lane,
    &setting_step_us,
    &setting_engine,
    &setting_window,
    &setting_stack,
    &setting_limit_steps,
    &setting_on_conflict,
    &setting_sharing,
    &setting_rounds,
    &setting_expect,
    &setting_message_blocks,
    &setting_payload,
    NULL,
};

#define GENERAL (sizeof general_settings / sizeof *general_settings - 1)

/* ---- the walk ---- */

static const struct weft_setting *
find_among(const struct weft_setting *const *rows, const char *name)
{
    for (; rows && *rows; rows++)
        if (strcmp((*rows)->name, name) == 0)
            return *rows;
    return NULL;
}

/* Return whether a problem before the p-th has a setting with this name. */
static bool listed_before(size_t p, const char *name)
{
    for (size_t i = 0; i < p; i++)
        if (find_among(problem_at(i)->settings, name))
            return true;
    return false;
}

const struct weft_setting *weft_setting(size_t index)
{
    if (index < GENERAL)
        return general_settings[index];
    index -= GENERAL;
    for (size_t p = 0; problem_at(p); p++) {
        const struct weft_setting *const *row = problem_at(p)->settings;
        for (; row && *row; row++)
            if (!listed_before(p, (*row)->name) && index-- == 0)
                return *row;
    }
    return NULL;
}

const struct weft_setting *weft_problem_setting(const char *problem,
                                                size_t index)
{
    const struct weft_problem *row = problem_row(problem, NULL);
    for (size_t i = 0; row && row->settings && row->settings[i]; i++)
        if (i == index)
            return row->settings[i];
    return NULL;
}

static const char *general_name_of(size_t index)
{
    const struct weft_setting *setting = weft_setting(index);
    return setting ? setting->name : NULL;
}

int weft_setting_check(const char *setting, const char *problem,
                       struct weft_error *err)
{
    const struct weft_problem *own = problem_row(problem, NULL);
    if (!own || find_among(general_settings, setting) ||
        find_among(own->settings, setting))
        return 0;
    char problems[200] = "";
    for (size_t p = 0; problem_at(p); p++)
        if (find_among(problem_at(p)->settings, setting))
            snprintf(problems + strlen(problems),
                     sizeof problems - strlen(problems), " %s",
                     problem_at(p)->info.name);
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "--%s applies to%s, not to %s", setting, problems,
                          problem);
}

/* ---- choices ---- */

struct weft_experiment weft_experiment_default(const char *problem)
{
    return (struct weft_experiment){.problem = problem};
}

/* Parse the value as a general setting or a setting of the problem if there is
 * one with this name, otherwise as one of any problem, since the problem may
 * still be unknown. */
static int general_parse(const struct weft_experiment *experiment,
                         struct weft_choice *choice, struct weft_error *err)
{
    const struct weft_problem *problem = problem_row(experiment->problem, NULL);
    const struct weft_setting *row =
        find_among(general_settings, choice->setting);
    if (!row && problem)
        row = find_among(problem->settings, choice->setting);
    int status = -1;
    for (size_t p = 0; status && problem_at(p); p++) {
        const struct weft_setting *at =
            row ? row : find_among(problem_at(p)->settings, choice->setting);
        if (!at)
            continue;
        choice->setting = at->name;
        status = choice->text
                     ? setting_parse(at, choice->text, &choice->number, err)
                     : setting_accepts(at, choice->number, err);
        if (row)
            break;
    }
    return status;
}

static bool general_is_known(const char *name)
{
    for (size_t i = 0; general_name_of(i); i++)
        if (strcmp(general_name_of(i), name) == 0)
            return true;
    return false;
}

static size_t find_choice(const struct weft_experiment *experiment,
                          const char *name)
{
    size_t i = 0;
    while (i < experiment->choices &&
           strcmp(experiment->choice[i].setting, name) != 0)
        i++;
    return i;
}

static void general_drop(struct weft_experiment *experiment, const char *name)
{
    size_t at = find_choice(experiment, name);
    if (at == experiment->choices)
        return;
    experiment->choices--;
    for (; at < experiment->choices; at++)
        experiment->choice[at] = experiment->choice[at + 1];
}

static int general_set(struct weft_experiment *experiment,
                       struct weft_choice choice, struct weft_error *err)
{
    if (!general_is_known(choice.setting))
        return weft_unknown(err, "setting", choice.setting, general_name_of);
    if (general_parse(experiment, &choice, err))
        return -1;
    general_drop(experiment, choice.setting);
    if (experiment->choices == WEFT_CHOICES_MAX)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0, "more than %d settings",
                              WEFT_CHOICES_MAX);
    experiment->choice[experiment->choices++] = choice;
    return 0;
}

int weft_experiment_set(struct weft_experiment *experiment, const char *name,
                        const char *value, struct weft_error *err)
{
    if (value)
        return general_set(experiment, (struct weft_choice){name, value, 0},
                           err);
    if (!general_is_known(name))
        return weft_unknown(err, "setting", name, general_name_of);
    general_drop(experiment, name);
    return 0;
}

int weft_experiment_set_number(struct weft_experiment *experiment,
                               const char *name, int64_t value,
                               struct weft_error *err)
{
    return general_set(experiment, (struct weft_choice){name, NULL, value},
                       err);
}

const struct weft_choice *
weft_experiment_get(const struct weft_experiment *experiment, const char *name)
{
    size_t at = find_choice(experiment, name);
    return at < experiment->choices ? &experiment->choice[at] : NULL;
}
