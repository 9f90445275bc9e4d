/**
 * Comparisons: run every strategy of every problem at every point, where a
 * point is one value for each setting that was given. `weft compare` and the
 * element `compare` of experiment files use this.
 *
 * Order of use: fill the problems, strategies and axes of a zeroed struct
 * weft_comparison; call weft_comparison_plan() and weft_comparison_run();
 * create texts and pictures; call weft_comparison_finish().
 *
 * Threads: a comparison belongs to one thread; weft_comparison_run() starts and
 * ends threads of its own.
 */
#ifndef WEFT_COMPARE_H
#define WEFT_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/bound.h>
#include <weft/error.h>
#include <weft/problem.h>
#include <weft/setting.h>
#include <weft/unstable/experiment.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** maximum number of problems in one comparison */
#define WEFT_COMPARED_MAX 32
#define WEFT_AXES_MAX 48 /**< maximum number of settings in one comparison */
#define WEFT_TRIALS_MAX 10000 /**< maximum number of runs in one comparison */
#define WEFT_TRIALS_AT_ONCE 256
#define WEFT_NO_POINT SIZE_MAX /**< point of a row that was not run */
#define WEFT_NO_QUESTION SIZE_MAX

/** State of a trial. */
enum weft_trial_state {
    WEFT_TRIAL_WAITS,
    /** the strategy cannot run this experiment; `err` gives the reason */
    WEFT_TRIAL_UNFIT,
    WEFT_TRIAL_DONE, /**< the run has ended; `result` has the result */
};

/** One run. Its thread writes it before `state`; other threads may only read it
 * once `state` says that it is complete. */
struct weft_trial {
    /** index of the problem, and index of the point; WEFT_NO_POINT: it was not
     * run @since 0.2 */
    size_t problem, point;
    const struct weft_strategy_info *strategy;
    struct weft_result result;
    struct weft_error err;
    /** index of the question; WEFT_NO_QUESTION: it has no bound @since 0.2 */
    size_t question;
    int state; /**< an enum weft_trial_state, accessed atomically */
    struct weft_trial *next; /**< next trial in the list of added ones */
};

/** Common data of the rows that have the same lower bound. @since 0.2 */
struct weft_compared_question {
    const struct weft_trial *row; /**< the first row with this bound */
    /** the lower bound, owned by the comparison */
    struct weft_bound_answer answer;
};

/** A setting that was given, with its values. */
struct weft_compared_axis {
    const struct weft_setting *setting;
    struct weft_values values; /**< the values, owned by the comparison */
    size_t stride; /**< number of points after which the value changes */
};

/** Scale of the axes of a plot. @since 0.2 */
enum weft_scale {
    WEFT_SCALE_AUTO,        /**< logarithmic if the sizes differ much */
    WEFT_SCALE_LINEAR,      /**< linear from 0 */
    WEFT_SCALE_LOGARITHMIC, /**< logarithmic with powers of two */
};

struct weft_comparison {
    /* The following members are filled in by the caller. */
    /** names of the problems, borrowed */
    const char *problem[WEFT_COMPARED_MAX];
    size_t problems;
    /** the strategies to run; none: all strategies */
    struct weft_values strategies;
    /** [axes] the settings; the value of the last one changes fastest */
    struct weft_compared_axis axis[WEFT_AXES_MAX];
    size_t axes;
    /** maximum number of runs at the same time; 0: the number of cores */
    int jobs;
    enum weft_scale scale; /**< scale of the axes of the plot @since 0.2 */
    /** whether to draw the plot for paper, like weft_panel.print @since 0.2 */
    bool print;
    /* The following members are filled in by the functions below. */
    size_t points;
    /** [trials] all runs, ordered by problem, point and strategy */
    struct weft_trial *trial;
    size_t trials;
    const struct weft_trial **row; /**< [rows] the runs that have ended */
    size_t rows;
    /** [unfits] the runs that the strategies could not execute */
    const struct weft_trial **unfit;
    size_t unfits;
    /** rows that were added, a list linked by `next` */
    struct weft_trial *added;
    /** [questions] the questions, in the order of their first rows
     * @since 0.2 */
    struct weft_compared_question *question;
    size_t questions;
};

/**
 * Fill in a zeroed comparison from an element `compare` of an experiment file.
 *
 * @param item  must outlive the comparison
 * @returns 0, or -1 with WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_comparison_from_item(struct weft_comparison *comparison,
                              const struct weft_item *item,
                              struct weft_error *err);

/** Return the index of the axis of a setting; -1: there is none. @since 0.2 */
int weft_comparison_axis(const struct weft_comparison *comparison,
                         const char *setting);

/**
 * Create the trials of a comparison.
 *
 * @returns 0, or -1 with WEFT_ERROR_MISUSE, WEFT_ERROR_UNKNOWN or
 *          WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_comparison_plan(struct weft_comparison *comparison,
                         struct weft_error *err);

/** Return the value of an axis at a trial; "-" for a row that was not run.
 * @since 0.2 */
const char *weft_trial_value(const struct weft_compared_axis *axis,
                             const struct weft_trial *trial);

/** Return the experiment of a trial; its texts are borrowed from the
 * comparison.
 * @since 0.2 */
struct weft_experiment
weft_trial_experiment(const struct weft_comparison *comparison,
                      const struct weft_trial *trial);

/** Callback that is called after every trial, and five times a second. */
struct weft_watch {
    /** Return false to stop; `finished` is the number of trials that have
     * ended. */
    bool (*go_on)(void *arg, size_t finished);
    void *arg;
    /** Wait for the trials that have started, after a stop, too; meanwhile
     * go_on is called five times a second. @since 0.2 */
    bool join;
};

/**
 * Run the trials, several at the same time, and sort them into rows and unfits.
 * The results do not depend on the number of simultaneous runs.
 *
 * Processes that have joined (<weft/unstable/cluster.h>) share the trials; all
 * of them must call this function for the same comparison. Afterwards process 0
 * has all results, the others only their own. If a process ends early, the
 * verdict of its runs says so.
 *
 * @param watch  may be NULL
 * @returns 0; 1 if the watch has stopped it: unless watch->join is set, trials
 *          that have started continue and write to the comparison, which must
 *          not be freed, nor what it borrows (the program should end soon); -1
 *          with text:
 *          WEFT_ERROR_MISUSE (there are no trials, or they have been run
 *          already), WEFT_ERROR_MEMORY, WEFT_ERROR_SYSTEM
 * @since 0.2
 */
int weft_comparison_run(struct weft_comparison *comparison,
                        const struct weft_watch *watch, struct weft_error *err);

/**
 * Add a row that was not run here, from a schedule of another source. Call it
 * after weft_comparison_run(), or instead of it.
 *
 * @param problem  index of its problem
 * @param result   copied, except for its outcome; result->strategy is the name
 *                 of the row
 * @returns 0, or -1 with WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_comparison_add(struct weft_comparison *comparison, size_t problem,
                        const struct weft_result *result,
                        struct weft_error *err);

/**
 * Add the row of a schedule from another source that was run at a point of the
 * comparison, with the bounds of its question. Call it after
 * weft_comparison_run(), or instead of it.
 *
 * @param problem  index of its problem
 * @param point    below the comparison's number of points
 * @param result   as in weft_comparison_add(), but with the outcome's `shared`
 * @returns 0, or -1 with WEFT_ERROR_MISUSE (no such problem or point) or
 *          WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_comparison_add_at(struct weft_comparison *comparison, size_t problem,
                           size_t point, const struct weft_result *result,
                           struct weft_error *err);

/** Free what the comparison owns. @since 0.2 */
void weft_comparison_finish(struct weft_comparison *comparison);

/**
 * Return the rows as CSV (RFC 4180); docs/compare.md describes the columns.
 *
 * @returns the text, which the caller must free; NULL with WEFT_ERROR_MEMORY
 * @since 0.2
 */
char *weft_comparison_csv(const struct weft_comparison *comparison,
                          struct weft_error *err);

/**
 * Return the rows as human-readable text: a title, aligned columns, the lower
 * bounds, and what was left out and why.
 *
 * @param columns  width of the terminal; 0: unlimited
 * @returns like weft_comparison_csv()
 * @since 0.2
 */
char *weft_comparison_text(const struct weft_comparison *comparison,
                           int columns, struct weft_error *err);

/**
 * Return a table of one number of all rows: a line for each value of an axis, a
 * column for each strategy (and combination of values of the other axes).
 *
 * @param axis   index of an axis
 * @param value  "steps", "time", "messages", "blocks", "volume", "bytes",
 *               "ratio", "conflicts" or "busy-share"
 * @param csv    whether to return CSV instead of aligned text
 * @returns like weft_comparison_csv(), also WEFT_ERROR_UNKNOWN (the value)
 * @since 0.2
 */
char *weft_comparison_pivot(const struct weft_comparison *comparison,
                            size_t axis, const char *value, bool csv,
                            struct weft_error *err);

/**
 * Find the first axis that a plot can be drawn over: one with several values
 * that are numbers or networks; networks of several kinds only if there is no
 * other.
 *
 * @returns its index, or -1 with WEFT_ERROR_MISUSE
 * @since 0.2
 */
int weft_comparison_sizes(const struct weft_comparison *comparison,
                          struct weft_error *err);

/**
 * Draw one number of all valid rows over an axis, with a line for each strategy
 * (and combination of values of the other axes), and the lower bounds.
 *
 * @param axis   index of an axis of numbers or networks
 * @param value  as weft_comparison_pivot()
 * @param title  title of the plot; NULL: the settings that all rows have in
 *               common
 * @returns the SVG document, which the caller must free; NULL with text
 * @since 0.2
 */
char *weft_comparison_plot(const struct weft_comparison *comparison,
                           size_t axis, const char *value, const char *title,
                           struct weft_error *err);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
