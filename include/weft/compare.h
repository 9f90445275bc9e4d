/**
 * Comparisons: every strategy of every problem at every point, a point being
 * one value for each setting that was given. `weft compare` and the element
 * `compare` of experiment files are made of this.
 *
 * In turn: a zeroed struct weft_comparison with problems, strategies and axes
 * filled in; weft_comparison_plan(), weft_comparison_run(), then texts and
 * pictures of it; weft_comparison_finish().
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
#include <weft/experiment.h>
#include <weft/problem.h>
#include <weft/setting.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

#define WEFT_COMPARED_MAX 32  /**< problems in one comparison */
#define WEFT_AXES_MAX 48      /**< settings in one comparison */
#define WEFT_TRIALS_MAX 10000 /**< runs in one comparison */
#define WEFT_TRIALS_AT_ONCE 256
#define WEFT_NO_POINT SIZE_MAX /**< of a row that was not run */
#define WEFT_NO_QUESTION SIZE_MAX

/** How far a trial is. */
enum weft_trial_state {
    WEFT_TRIAL_WAITS,
    WEFT_TRIAL_UNFIT, /**< the strategy refuses the experiment: err says why */
    WEFT_TRIAL_DONE,  /**< it ran; result says how well */
};

/** One run. Written by the thread that makes it, before `state` is; read by
 * others only after `state` says so. */
struct weft_trial {
    size_t problem, point; /**< index of each; WEFT_NO_POINT: it was not run
                                @since 0.2 */
    const struct weft_strategy_info *strategy;
    struct weft_result result;
    struct weft_error err;
    size_t question; /**< index; WEFT_NO_QUESTION: it has no bound @since 0.2 */
    int state;       /**< an enum weft_trial_state, atomic */
    struct weft_trial *next; /**< of those that were added */
};

/** What rows have in common that have one lower bound. @since 0.2 */
struct weft_compared_question {
    const struct weft_trial *row;    /**< the first one */
    struct weft_bound_answer answer; /**< owned by the comparison */
};

/** A setting that was given, and its values. */
struct weft_compared_axis {
    const struct weft_setting *setting;
    struct weft_values values; /**< owned by the comparison */
    size_t stride;             /**< points after which its value changes */
};

/** The axes of a plot. @since 0.2 */
enum weft_scale {
    WEFT_SCALE_AUTO,        /**< logarithmic if the sizes are far apart */
    WEFT_SCALE_LINEAR,      /**< from 0 */
    WEFT_SCALE_LOGARITHMIC, /**< by powers of two */
};

struct weft_comparison {
    /* filled in by the caller */
    const char *problem[WEFT_COMPARED_MAX]; /**< borrowed */
    size_t problems;
    struct weft_values strategies; /**< none: all */
    struct weft_compared_axis
        axis[WEFT_AXES_MAX]; /**< the last changes fastest */
    size_t axes;
    int jobs;              /**< runs at a time; 0: as many as cores */
    enum weft_scale scale; /**< of the plot @since 0.2 */
    bool print; /**< the plot is for paper, as weft_panel.print @since 0.2 */
    /* filled in by the functions below */
    size_t points;
    struct weft_trial *trial; /**< [trials] by problem, point, strategy */
    size_t trials;
    const struct weft_trial **row; /**< [rows] those that ran */
    size_t rows;
    const struct weft_trial **unfit; /**< [unfits] those that could not */
    size_t unfits;
    struct weft_trial *added; /**< a list by `next` of rows that were added */
    struct weft_compared_question *question; /**< [questions] in the order of
                                                  their first rows @since 0.2 */
    size_t questions;
};

/**
 * Fill a zeroed comparison in as an element `compare` of a file asks.
 *
 * @param item  must outlive the comparison
 * @returns 0, or -1 with WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_comparison_from_item(struct weft_comparison *comparison,
                              const struct weft_item *item,
                              struct weft_error *err);

/** The index of the axis of a setting; -1: there is none. @since 0.2 */
int weft_comparison_axis(const struct weft_comparison *comparison,
                         const char *setting);

/**
 * Make the trials.
 *
 * @returns 0, or -1 with WEFT_ERROR_MISUSE, WEFT_ERROR_UNKNOWN or
 *          WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_comparison_plan(struct weft_comparison *comparison,
                         struct weft_error *err);

/** The value of an axis at a trial; "-" of a row that was not run.
 * @since 0.2 */
const char *weft_trial_value(const struct weft_compared_axis *axis,
                             const struct weft_trial *trial);

/** The experiment of a trial; texts are borrowed from the comparison.
 * @since 0.2 */
struct weft_experiment
weft_trial_experiment(const struct weft_comparison *comparison,
                      const struct weft_trial *trial);

/** Is asked after every trial, and five times a second. */
struct weft_watch {
    /** `finished` trials have ended. False: stop. */
    bool (*go_on)(void *arg, size_t finished);
    void *arg;
};

/**
 * Run the trials, some at a time, and sort them into rows and unfits. The
 * results do not depend on how many run at a time.
 *
 * Processes that have joined (<weft/cluster.h>) share the trials; all must call
 * it for the same comparison. Process 0 has all results then, the others their
 * own. Runs of a process that is gone have a verdict that says so.
 *
 * @param watch  may be NULL
 * @returns 0; 1 if the watch has stopped it: trials that were under way go on
 *          and write to the comparison, which must stay, what it borrows too
 *          (end the program soon); -1 with text: WEFT_ERROR_MISUSE
 *          (nothing is planned, or it has been run), WEFT_ERROR_MEMORY,
 *          WEFT_ERROR_SYSTEM
 * @since 0.2
 */
int weft_comparison_run(struct weft_comparison *comparison,
                        const struct weft_watch *watch, struct weft_error *err);

/**
 * Add a row that was not run: a schedule from elsewhere. After
 * weft_comparison_run(), or instead of it.
 *
 * @param problem  index of its problem
 * @param result   copied, but for its outcome; result->strategy is the name of
 *                 the row
 * @returns 0, or -1 with WEFT_ERROR_MEMORY
 * @since 0.2
 */
int weft_comparison_add(struct weft_comparison *comparison, size_t problem,
                        const struct weft_result *result,
                        struct weft_error *err);

/** Free what the comparison owns. @since 0.2 */
void weft_comparison_finish(struct weft_comparison *comparison);

/**
 * The rows as CSV (RFC 4180): docs/compare.md names the columns.
 *
 * @returns text, to be freed by the caller; NULL with WEFT_ERROR_MEMORY
 * @since 0.2
 */
char *weft_comparison_csv(const struct weft_comparison *comparison,
                          struct weft_error *err);

/**
 * The rows for people: a title, aligned columns, the lower bounds, what was
 * left out and why.
 *
 * @param columns  of the terminal; 0: as wide as it takes
 * @returns as weft_comparison_csv()
 * @since 0.2
 */
char *weft_comparison_text(const struct weft_comparison *comparison,
                           int columns, struct weft_error *err);

/**
 * One number of all rows: a line for each value of an axis, a column for each
 * strategy (and combination of the other axes).
 *
 * @param axis   index of an axis
 * @param value  "steps", "time", "messages", "blocks", "volume", "bytes",
 *               "ratio", "conflicts" or "busy-share"
 * @param csv    or aligned text
 * @returns as weft_comparison_csv(), also WEFT_ERROR_UNKNOWN (the value)
 * @since 0.2
 */
char *weft_comparison_pivot(const struct weft_comparison *comparison,
                            size_t axis, const char *value, bool csv,
                            struct weft_error *err);

/**
 * The first axis along which something can be drawn: it has several values,
 * numbers or networks.
 *
 * @returns its index, or -1 with WEFT_ERROR_MISUSE
 * @since 0.2
 */
int weft_comparison_sizes(const struct weft_comparison *comparison,
                          struct weft_error *err);

/**
 * A number of all valid rows over an axis, a line for each strategy (and
 * combination of the other axes), and the lower bounds.
 *
 * @param axis   index of an axis of numbers or networks
 * @param value  as weft_comparison_pivot()
 * @param title  NULL: one that says what holds for all rows
 * @returns SVG, to be freed by the caller; NULL with text
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
