/* The words of an experiment: one table for the command line, experiment
 * files and help. */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "problem/problem.h"

struct setting {
    struct weft_setting info;
    int (*set)(void *field, const struct setting *row, const char *value,
               struct weft_error *err);
    size_t field; /* offset in struct weft_experiment */
    int64_t low, high;
    const char *const *words;
};

static int set_text(void *field, const struct setting *row, const char *value,
                    struct weft_error *err)
{
    if (!*value)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0, "--%s needs a %s",
                              row->info.name, row->info.argument);
    memcpy(field, &value, sizeof value);
    return 0;
}

static int parse(const struct setting *row, const char *value, int64_t *number,
                 struct weft_error *err)
{
    if (parse_number(value, NULL, row->low, row->high, number) == 0)
        return 0;
    return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                          "--%s takes a whole number from %lld to %lld, "
                          "not '%.40s'",
                          row->info.name, (long long)row->low,
                          (long long)row->high, value);
}

static int set_int(void *field, const struct setting *row, const char *value,
                   struct weft_error *err)
{
    int64_t number;
    if (parse(row, value, &number, err))
        return -1;
    *(int *)field = (int)number;
    return 0;
}

/* For int64_t, uint64_t and size_t alike: they have one size here. */
static int set_wide(void *field, const struct setting *row, const char *value,
                    struct weft_error *err)
{
    int64_t number;
    if (parse(row, value, &number, err))
        return -1;
    memcpy(field, &number, sizeof number);
    return 0;
}

static int set_window(void *field, const struct setting *row, const char *value,
                      struct weft_error *err)
{
    if (strcmp(value, "unbounded") != 0)
        return set_wide(field, row, value, err);
    *(uint64_t *)field = WEFT_WINDOW_UNBOUNDED;
    return 0;
}

static int set_cost(void *field, const struct setting *row, const char *value,
                    struct weft_error *err)
{
    (void)row;
    return weft_cost_parse(value, field, err);
}

static int find_word(const struct setting *row, const char *value,
                     struct weft_error *err)
{
    for (int i = 0; row->words[i]; i++)
        if (strcmp(row->words[i], value) == 0)
            return i;
    char what[40];
    snprintf(what, sizeof what, "word for --%s", row->info.name);
    return weft_unknown_among(err, what, value, row->words);
}

static int set_order(void *field, const struct setting *row, const char *value,
                     struct weft_error *err)
{
    int word = find_word(row, value, err);
    if (word < 0)
        return -1;
    *(enum weft_order *)field = (enum weft_order)word;
    return 0;
}

static int set_conflict(void *field, const struct setting *row,
                        const char *value, struct weft_error *err)
{
    int word = find_word(row, value, err);
    if (word < 0)
        return -1;
    struct weft_experiment *e =
        (void *)((char *)field - offsetof(struct weft_experiment, on_conflict));
    e->on_conflict = (enum weft_on_conflict)word;
    e->on_conflict_set = true;
    return 0;
}

#define FIELD(name) offsetof(struct weft_experiment, name)
#define TIME_MAX ((int64_t)1 << 40)

static const struct setting settings[] = {
    {{"network", 'n', "SPEC", "the network, e.g. hypercube:4, mesh:4x4", NULL},
     set_text,
     FIELD(network),
     0,
     0,
     NULL},
    {{"model", 'm', "NAME", "the communication model, e.g. shouting", NULL},
     set_text,
     FIELD(model),
     0,
     0,
     NULL},
    {{"strategy", 's', "NAME", "the algorithm, e.g. rotated", NULL},
     set_text,
     FIELD(strategy),
     0,
     0,
     NULL},
    {{"root", 0, "R",
      "source of a broadcast or scatter, destination of a "
      "reduction or gather (default 0)",
      "broadcast reduce scatter gather stream"},
     set_int,
     FIELD(root),
     0,
     WEFT_NETWORK_SIZE_MAX,
     NULL},
    {{"sources", 0, "LIST", "0,3,5, all, or random:K", "simultaneous"},
     set_text,
     FIELD(sources),
     0,
     0,
     NULL},
    {{"packets", 0, "M", "number of packets of a stream", "stream"},
     set_int,
     FIELD(packets),
     1,
     1 << 24,
     NULL},
    {{"bytes", 0, "B", "length of a message (default 8)", NULL},
     set_wide,
     FIELD(bytes),
     1,
     1 << 24,
     NULL},
    {{"cost", 0, "ts=T,tw=W,th=H",
      "a transfer of m words of 8 bytes over h "
      "hops takes T + W*m + H*(h-1)",
      NULL},
     set_cost,
     FIELD(cost),
     0,
     0,
     NULL},
    {{"spacing", 0, "N",
      "steps between two sources, instead of the "
      "strategy's own",
      "successive gauss"},
     set_wide,
     FIELD(spacing),
     0,
     TIME_MAX,
     NULL},
    {{"seed", 0, "N", "for everything random (default 1)", NULL},
     set_wide,
     FIELD(seed),
     0,
     INT64_MAX,
     NULL},
    {{"step-us", 0, "N",
      "microseconds of trace time in one step "
      "(default 1000)",
      NULL},
     set_wide,
     FIELD(step_us),
     1,
     TIME_MAX,
     NULL},
    {{"engine", 0, "NAME", "how processors are run: threads, fibers", NULL},
     set_text,
     FIELD(engine),
     0,
     0,
     NULL},
    {{"window", 0, "H",
      "steps a processor may run ahead (default 64), or "
      "unbounded",
      NULL},
     set_window,
     FIELD(window),
     1,
     TIME_MAX,
     NULL},
    {{"on-conflict", 0, "WORD", "fail (default), report or delay", NULL},
     set_conflict,
     FIELD(on_conflict),
     0,
     0,
     weft_on_conflict_names},
    {{"order", 0, "WORD",
      "reading of \"in order\": program (default), "
      "arrival, buffered",
      "successive"},
     set_order,
     FIELD(order),
     0,
     0,
     weft_order_names},
    {{"trees", 0, "D", "stream, fibonacci: number of trees, odd", "stream"},
     set_int,
     FIELD(trees),
     1,
     1 << 20,
     NULL},
    {{"dimensions", 0, "WORD",
      "broadcast, reduce, matvec: descending (default) or "
      "ascending",
      "broadcast reduce matvec"},
     set_text,
     FIELD(dimensions),
     0,
     0,
     NULL},
    {{"op", 0, "NAME", "reduce: sum (default), product, min, max, compose",
      "reduce"},
     set_text,
     FIELD(op),
     0,
     0,
     NULL},
    {{"data", 0, "FILE", "matvec, gauss: numbers from a file", "matvec gauss"},
     set_text,
     FIELD(data),
     0,
     0,
     NULL},
    {{"size", 0, "N", "gauss: size of the system (default 64)", "gauss"},
     set_int,
     FIELD(size),
     1,
     1 << 14,
     NULL},
    {{"t-comp", 0, "T", "gauss: time units of one update (default 1)", "gauss"},
     set_wide,
     FIELD(t_comp),
     0,
     TIME_MAX,
     NULL},
    {{"tie", 0, "RULE", "simultaneous, unbalanced: who goes first",
      "simultaneous"},
     set_text,
     FIELD(tie),
     0,
     0,
     NULL},
};

#define SETTINGS (sizeof settings / sizeof *settings)

const struct weft_setting *weft_setting(size_t index)
{
    return index < SETTINGS ? &settings[index].info : NULL;
}

static const char *name_of(size_t index)
{
    return index < SETTINGS ? settings[index].info.name : NULL;
}

int weft_experiment_set(struct weft_experiment *experiment, const char *name,
                        const char *value, struct weft_error *err)
{
    for (size_t i = 0; i < SETTINGS; i++)
        if (strcmp(settings[i].info.name, name) == 0)
            return settings[i].set((char *)experiment + settings[i].field,
                                   &settings[i], value, err);
    return weft_unknown(err, "setting", name, name_of);
}

int weft_setting_check(const char *setting, const char *problem,
                       struct weft_error *err)
{
    for (size_t i = 0; i < SETTINGS; i++) {
        const struct weft_setting *info = &settings[i].info;
        if (strcmp(info->name, setting) == 0 && info->problems &&
            !word_listed(info->problems, problem))
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                  "--%s is for %s, not for %s", setting,
                                  info->problems, problem);
    }
    return 0;
}

struct weft_experiment weft_experiment_default(const char *problem)
{
    return (struct weft_experiment){
        .problem = problem,
        .bytes = 8,
        .spacing = -1,
        .seed = 1,
        .step_us = 1000,
        .t_comp = 1,
    };
}
