/* A comparison: every strategy of every problem at every point, a point being
 * one value for each setting that was given. */
#ifndef WEFT_TOOLS_COMPARE_H
#define WEFT_TOOLS_COMPARE_H

#include <weft/experiment.h>

#include <stdatomic.h>
#include <weft/weft.h>

#define PROBLEMS_MAX 16
#define AXES_MAX 64
#define JOBS_MAX 10000

enum state {
    WAITS,
    FITS_NOT, /* the strategy refuses the experiment: err says why */
    DONE,     /* it ran; result.valid says how well */
};

/* One run. Written by the worker that takes it, before `state` is; read by the
 * others only after `state` says so. */
struct job {
    size_t problem, point; /* index of each */
    const struct weft_strategy_info *strategy;
    struct weft_result result;
    struct weft_error err;
    _Atomic int state;
};

/* A setting that was given, and its values. */
struct axis {
    const struct weft_setting *setting;
    struct weft_values values;
    size_t stride; /* points after which its value changes */
};

struct compare {
    const char *problem[PROBLEMS_MAX];
    size_t problems;
    struct weft_values strategies; /* none: all */
    struct axis axis[AXES_MAX];    /* in the order of the settings' table */
    size_t axes, points;
    struct job *job; /* [jobs], in the order of the table */
    size_t jobs;
    int workers;            /* how many at a time; 0: as many as cores */
    const struct job **row; /* [rows] those that ran */
    size_t rows;
    const struct job **unfit; /* [unfits] those that could not */
    size_t unfits;
};

/* ---- compare-plan.c: before the runs ---- */

/* The jobs, from problems, strategies and axes. 0, or -1 with errno EINVAL,
 * ENOENT or ENOMEM. */
int compare_plan(struct compare *compare, struct weft_error *err);
/* The value of an axis at a job. */
const char *compare_value(const struct axis *axis, const struct job *job);
/* The experiment of a job. Strings are borrowed from `compare`. */
struct weft_experiment compare_experiment(const struct compare *compare,
                                          const struct job *job);
/* Collect what is done into rows and unfits. 0, or -1 with errno ENOMEM. */
int compare_collect(struct compare *compare, struct weft_error *err);
void compare_finish(struct compare *compare);

/* ---- compare-pool.c: the runs ---- */

/* Run the jobs on the cores, with progress on a terminal. 0; or the number of
 * the signal that stopped it, with runs left behind that still write to their
 * jobs: then free nothing. -1: no thread could be made (errno and text). */
int compare_run(struct compare *compare, struct weft_error *err);

/* ---- after the runs ---- */

void compare_table(const struct compare *compare); /* compare-table.c */
void compare_csv(const struct compare *compare);   /* compare-table.c */
void compare_json(const struct compare *compare);  /* compare-json.c */
/* The words that hold for all rows: "successive on hypercube:4 ...". */
void compare_title(const struct compare *compare, char *text, size_t size);
/* Do the rows differ in that? compare-columns.c */
bool compare_networks_vary(const struct compare *compare);
bool compare_models_vary(const struct compare *compare);

/* compare-plot.c: the axis of the sizes, or NULL with errno EINVAL: nothing
 * grows. */
const struct axis *compare_sizes(const struct compare *compare,
                                 struct weft_error *err);
/* Steps against sizes as SVG. 0, or -1 with errno. */
int compare_plot(const struct compare *compare, const char *path,
                 struct weft_error *err);

#endif
