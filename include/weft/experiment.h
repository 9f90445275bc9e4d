/**
 * Experiment files: runs, comparisons and figures to write, in XML.
 *
 * The form is that of a RELAX NG schema (src/experiment/xml/experiment.rng,
 * also weft_experiment_schema()). A setting of the command line is an attribute
 * of the same name: there is one table of them, weft_setting(). How to write
 * one: docs/experiments/README.md.
 *
 * Reading is safe for files of strangers: no DTD, no entities of their own,
 * no other file or network is touched, and the size is limited.
 *
 * Threads: any; what was read is read-only and may be shared, values belong to
 * one thread at a time.
 */
#ifndef WEFT_EXPERIMENT_H
#define WEFT_EXPERIMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/event.h>
#include <weft/figure.h>
#include <weft/problem.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

#define WEFT_EXPERIMENT_FILE_MAX (1 << 20) /**< bytes */
#define WEFT_RANGES_MAX 8                  /**< of one comparison */
#define WEFT_RUNS_MAX 4096                 /**< of one comparison */
#define WEFT_VALUES_MAX 10000              /**< of one setting */

/** Several values of one setting. */
struct weft_values {
    char **text; /**< [count], owned */
    size_t count, room;
};

/**
 * Append the values that `list` stands for:
 *
 *   A,B,C       each of them. `send=one,receive=one,duplex=half` is one value:
 *               words with '=' belong together until one of them comes again
 *   A..B        every whole number from A to B; with a word before it
 *               (hypercube:2..4) that word before each. Networks other than
 *               hypercubes double from A to B, the sides of a mesh together,
 *               but not what stands behind a slash (random:16x3/1..5)
 *   A..B+S      in steps of S
 *   A..B*F      times F
 *
 * A value that the setting does not take is refused here, not at the run.
 *
 * @returns 0, or -1 with WEFT_ERROR_MISUSE, _UNKNOWN (as
 *          weft_experiment_set) or _MEMORY
 * @since 0.1
 */
int weft_values_add(struct weft_values *values,
                    const struct weft_setting *setting, const char *list,
                    struct weft_error *err);
/** Append one value as it is, unchecked. 0, or -1 with WEFT_ERROR_MEMORY.
 * @since 0.2 */
int weft_values_append(struct weft_values *values, const char *value,
                       struct weft_error *err);
/** Free what they own. @since 0.1 */
void weft_values_finish(struct weft_values *values);

/** The number at the end of a value ("random:3", "16"), or -1. @since 0.1 */
int64_t weft_value_number(const char *text);

/** What a file to write holds. */
enum weft_output_kind {
    WEFT_OUTPUT_TRACE,  /**< of a run */
    WEFT_OUTPUT_FIGURE, /**< of a run's trace; of a comparison: a plot; of
                             the gallery */
    WEFT_OUTPUT_TABLE,  /**< of a comparison */
};

/** A file to write. */
struct weft_output {
    enum weft_output_kind kind;
    unsigned line;           /**< of the experiment file */
    const char *file;        /**< "rotated.trf": a name without a folder */
    const char *format;      /**< trace: "picl"; table: "csv" or "text"; figure:
                                  its kind, "gantt" */
    const char *value;       /**< table: the number to show in a column for each
                                  strategy, "steps"; NULL: a row for each run.
                                  Plot: the number of the y axis, never NULL */
    const char *title;       /**< figure; may be NULL */
    struct weft_panel panel; /**< figure of a trace: caption, window, message,
                                  tour; the trace is the caller's to add */
};

/** One setting that takes several values in turn. */
struct weft_range {
    const char *setting; /**< "network" */
    const char *written; /**< "hypercube:2..10" */
    unsigned line;       /**< of the experiment file */
    size_t values;
    const char *const *value; /**< [values] "hypercube:2", ... */
};

enum weft_item_kind {
    WEFT_ITEM_RUN,        /**< one run: its traces and figures */
    WEFT_ITEM_COMPARISON, /**< a run for each combination of its ranges'
                               values, the last range changing fastest */
    WEFT_ITEM_EXHIBIT,    /**< a figure of the gallery */
    WEFT_ITEM_OPTIMUM,    /**< the fewest steps for each combination of its
                               ranges' values: tables. @since 0.2 */
};

/** One thing to do. */
struct weft_item {
    enum weft_item_kind kind;
    unsigned line;
    struct weft_experiment experiment; /**< run, comparison */
    const char *exhibit;               /**< "successive-3" */
    size_t parameters;
    struct weft_parameter *parameter; /**< [parameters] settings as written,
                                           in the order of the table */
    size_t ranges;
    struct weft_range *range; /**< [ranges] */
    bool every_strategy; /**< the last range is of all the strategies of the
                              problem, for want of a choice: those that do
                              not fit are left out */
    int jobs;            /**< comparison: runs at a time; 0: as many as cores */
    size_t outputs;
    struct weft_output *output; /**< [outputs], at least one */
    const char *schedule; /**< run: what is run, a trace; NULL: the problem.
                               @since 0.2 */
    const char *goal;     /**< of a schedule: a file; may be NULL. @since 0.2 */
};

/** A whole file. Everything in it is owned by it. */
struct weft_experiment_file {
    const char *title; /**< may be NULL */
    size_t items;
    struct weft_item *item; /**< [items], at least one */
    void *owned;
};

/**
 * Read and check an experiment file: its form, its words (problems,
 * strategies, networks, models, formats, figures), that no two outputs have
 * one name. What only a run can tell (does the strategy fit the network?) is
 * left to weft_run().
 *
 * A file of numbers (`data`) must lie, links followed, in the folder of the
 * experiment or below it.
 *
 * @returns the file, to be destroyed by the caller; or NULL with @p err:
 *          WEFT_ERROR_MISUSE (not what the schema or a setting asks for),
 *          WEFT_ERROR_UNKNOWN (a word) or WEFT_ERROR_SYSTEM (data from
 *          elsewhere), all with the line, and text that begins with the
 *          element; WEFT_ERROR_FORMAT (not well-formed, or a DOCTYPE),
 *          WEFT_ERROR_LIMIT (too long), WEFT_ERROR_MEMORY, or
 *          WEFT_ERROR_SYSTEM (the file, no line)
 * @since 0.1
 */
struct weft_experiment_file *weft_experiment_file_read(const char *path,
                                                       struct weft_error *err);
/** The same for a file whose author is trusted: `data` may be anywhere.
 * @since 0.2 */
struct weft_experiment_file *
weft_experiment_file_read_trusted(const char *path, struct weft_error *err);
/**
 * The same from memory, not trusted.
 *
 * @param folder  what a relative `data` file is relative to, and what it must
 *                lie below, ending in '/'; NULL: the working directory
 * @since 0.1
 */
struct weft_experiment_file *weft_experiment_file_parse(const char *bytes,
                                                        size_t count,
                                                        const char *folder,
                                                        struct weft_error *err);
/** Free it; NULL is fine. @since 0.1 */
void weft_experiment_file_destroy(struct weft_experiment_file *file);

/** The number of runs of an item: of a comparison, its combinations.
 * @since 0.1 */
size_t weft_item_runs(const struct weft_item *item);

/**
 * The experiment of one run of an item.
 *
 * @param run     0 .. weft_item_runs() - 1
 * @param choice  filled: the index of the value of each range; may be NULL
 * @since 0.1
 */
struct weft_experiment weft_item_experiment(const struct weft_item *item,
                                            size_t run,
                                            size_t choice[WEFT_RANGES_MAX]);

/** The RELAX NG schema, text. @since 0.1 */
const char *weft_experiment_schema(void);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
