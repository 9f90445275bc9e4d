/**
 * Experiment files: XML files that describe runs, comparisons, and figures to
 * write.
 *
 * Their format is defined by a RELAX NG schema
 * (src/experiment/xml/experiment.rng, also weft_experiment_schema()). Each
 * setting of the command line is an attribute of the same name: both come from
 * one table, weft_setting(). See docs/experiments/README.md for how to write
 * such a file.
 *
 * Reading untrusted files is safe: there are no DTDs and no user-defined
 * entities, no other file and no network is accessed, and the size is limited.
 *
 * Threads: any; a file that was read is read-only and may be shared; values
 * belong to one thread at a time.
 */
#ifndef WEFT_EXPERIMENT_H
#define WEFT_EXPERIMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>
#include <weft/event.h>
#include <weft/problem.h>
#include <weft/unstable/figure.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** maximum size of an experiment file in bytes */
#define WEFT_EXPERIMENT_FILE_MAX (1 << 20)
#define WEFT_RANGES_MAX 8     /**< maximum number of ranges in one comparison */
#define WEFT_RUNS_MAX 4096    /**< maximum number of runs in one comparison */
#define WEFT_VALUES_MAX 10000 /**< maximum number of values of one setting */

/** Several values of one setting. */
struct weft_values {
    char **text; /**< [count] the values, owned */
    size_t count, room;
};

/**
 * Append the values that `list` stands for:
 *
 *   A,B,C       each of them. `send=one,receive=one,duplex=half` is one value:
 *               words with '=' belong together until a key is repeated
 *   A..B        every whole number from A to B; with a word before it
 *               (hypercube:2..4) that word before each. Sizes of networks other
 *               than hypercubes double from A to B, all sides of a mesh at the
 *               same time; numbers behind a slash do not (random:16x3/1..5)
 *   A..B+S      in steps of S
 *   A..B*F      times F
 *
 * A value that the setting does not accept is rejected here, not at the run.
 *
 * @returns 0, or -1 with WEFT_ERROR_MISUSE, _UNKNOWN (as
 *          weft_experiment_set) or _MEMORY
 * @since 0.1
 */
int weft_values_add(struct weft_values *values,
                    const struct weft_setting *setting, const char *list,
                    struct weft_error *err);
/** Append one value without checking it. Returns 0, or -1 with
 * WEFT_ERROR_MEMORY.
 * @since 0.2 */
int weft_values_append(struct weft_values *values, const char *value,
                       struct weft_error *err);
/** Free the memory that the values own. @since 0.1 */
void weft_values_finish(struct weft_values *values);

/** Return the number at the end of a value ("random:3", "16"), or -1.
 * @since 0.1 */
int64_t weft_value_number(const char *text);

/** Kind of the content of an output file. */
enum weft_output_kind {
    WEFT_OUTPUT_TRACE, /**< the trace of a run */
    /** a figure: of a run's trace, a plot of a comparison, or from the
     * gallery */
    WEFT_OUTPUT_FIGURE,
    WEFT_OUTPUT_TABLE, /**< a table of a comparison */
};

/** A file to write. */
struct weft_output {
    enum weft_output_kind kind;
    unsigned line; /**< line of the experiment file */
    /** name of the file without a folder, such as "rotated.trf" */
    const char *file;
    /** format of the file: for a trace "picl", for a table "csv" or "text", for
     * a figure its kind, such as "gantt" */
    const char *format;
    /** for a table: number to show in a column for each strategy, such as
     * "steps"; NULL: a row for each run. For a plot: number on the y axis,
     * never NULL */
    const char *value;
    const char *title; /**< title of the figure; may be NULL */
    /** for a figure of a trace: caption, window, message, tour; the caller adds
     * the trace */
    struct weft_panel panel;
};

/** One setting that takes several values in turn. */
struct weft_range {
    const char *setting; /**< name of the setting, such as "network" */
    /** the range as written in the file: "hypercube:2..10" */
    const char *written;
    unsigned line; /**< line of the experiment file */
    size_t values;
    const char *const *value; /**< [values] the values: "hypercube:2", ... */
};

enum weft_item_kind {
    WEFT_ITEM_RUN, /**< one run, with its traces and figures */
    /** a run for each combination of the ranges' values; the last range changes
     * fastest */
    WEFT_ITEM_COMPARISON,
    WEFT_ITEM_EXHIBIT, /**< a figure of the gallery */
    /** tables of the minimum number of steps for each combination of the
     * ranges' values @since 0.2 */
    WEFT_ITEM_OPTIMUM,
};

/** One item of an experiment file: something to run or draw. */
struct weft_item {
    enum weft_item_kind kind;
    unsigned line;
    /** the experiment, for a run or a comparison */
    struct weft_experiment experiment;
    /** name of the gallery figure, such as "successive-3" */
    const char *exhibit;
    size_t parameters;
    /** [parameters] the settings as written, in the order of the table of
     * settings */
    struct weft_parameter *parameter;
    size_t ranges;
    struct weft_range *range; /**< [ranges] the settings with several values */
    /** whether the last range consists of all strategies of the problem, since
     * none was chosen: those that cannot run are left out */
    bool every_strategy;
    /** for a comparison: maximum number of runs at the same time; 0: the number
     * of cores */
    int jobs;
    size_t outputs;
    /** [outputs] the files to write, at least one */
    struct weft_output *output;
    /** for a run: trace whose schedule is run; NULL: run the problem.
     * @since 0.2 */
    const char *schedule;
    /** file with the goal of a schedule; may be NULL. @since 0.2 */
    const char *goal;
};

/** An experiment file, which owns everything in it. */
struct weft_experiment_file {
    const char *title; /**< title of the file; may be NULL */
    size_t items;
    struct weft_item *item; /**< [items] the items, at least one */
    void *owned;
};

/**
 * Read and check an experiment file: its structure, its names (problems,
 * strategies, networks, models, formats, figures), and that no two outputs have
 * the same name. Only weft_run() checks whether the strategy can run on the
 * network.
 *
 * A file of numbers (`data`) must be in the folder of the experiment or below
 * it, after symbolic links are resolved.
 *
 * @returns the file, which the caller must destroy; or NULL with @p err:
 *          WEFT_ERROR_MISUSE (not valid for the schema or a setting),
 *          WEFT_ERROR_UNKNOWN (a name) or WEFT_ERROR_SYSTEM (data from another
 *          folder), all with the line, and a text that begins with the element;
 *          WEFT_ERROR_FORMAT (not well-formed, or a DOCTYPE), WEFT_ERROR_LIMIT
 *          (too long), WEFT_ERROR_MEMORY, or WEFT_ERROR_SYSTEM (the file, no
 *          line)
 * @since 0.1
 */
struct weft_experiment_file *weft_experiment_file_read(const char *path,
                                                       struct weft_error *err);
/** Read a trusted experiment file: `data` may be anywhere. Otherwise like
 * weft_experiment_file_read().
 * @since 0.2 */
struct weft_experiment_file *
weft_experiment_file_read_trusted(const char *path, struct weft_error *err);
/**
 * Read an experiment file, not trusted, from memory. Otherwise like
 * weft_experiment_file_read().
 *
 * @param folder  folder that a relative `data` file is relative to and must be
 *                below, ending in '/'; NULL: the working directory
 * @since 0.1
 */
struct weft_experiment_file *weft_experiment_file_parse(const char *bytes,
                                                        size_t count,
                                                        const char *folder,
                                                        struct weft_error *err);
/** Free an experiment file; NULL is allowed. @since 0.1 */
void weft_experiment_file_destroy(struct weft_experiment_file *file);

/** Return the number of runs of an item; for a comparison, the number of
 * combinations.
 * @since 0.1 */
size_t weft_item_runs(const struct weft_item *item);

/**
 * Return the experiment of one run of an item.
 *
 * @param run     0 .. weft_item_runs() - 1
 * @param choice  filled with the index of the value of each range; may be NULL
 * @since 0.1
 */
struct weft_experiment weft_item_experiment(const struct weft_item *item,
                                            size_t run,
                                            size_t choice[WEFT_RANGES_MAX]);

/** Return the text of the RELAX NG schema. @since 0.1 */
const char *weft_experiment_schema(void);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
