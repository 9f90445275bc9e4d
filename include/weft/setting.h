/**
 * Settings, and experiments made of them.
 *
 * A setting is a word that an experiment may give a value: an option of the
 * command line, an attribute of an experiment file. Some are for every
 * experiment (the general ones), the others belong to the problems whose rows
 * list them. Command line, experiment files, help and lists walk these rows.
 *
 * Threads: rows are constant. An experiment may be read by several threads, and
 * written by one that is alone.
 */
#ifndef WEFT_SETTING_H
#define WEFT_SETTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>

#pragma GCC visibility push(default) /* what the library exports */

#ifdef __cplusplus
extern "C" {
#endif

/** What a setting takes. */
enum weft_setting_kind {
    WEFT_SETTING_TEXT,   /**< any text but none; `check` may ask for more */
    WEFT_SETTING_NUMBER, /**< a whole number from `low` to `high`, or one of
                              `words`, which stand for -1, -2, ... */
    WEFT_SETTING_WORD,   /**< one of `words`; its number is the index */
};

/** One row. */
struct weft_setting {
    const char *name;     /**< "network" */
    char letter;          /**< 'n', or 0 */
    const char *argument; /**< "SPEC" */
    const char *help;     /**< one line, without range and default */
    enum weft_setting_kind kind;
    int64_t low, high;        /**< of a number */
    const char *const *words; /**< NULL at the end; may be NULL */
    const char *standard; /**< the value if none is given; NULL: it depends on
                               the problem, the strategy or other settings */
    /** Is it a value? 0, or -1 with WEFT_ERROR_MISUSE or WEFT_ERROR_UNKNOWN.
     * NULL: any text is. */
    int (*check)(const char *text, struct weft_error *err);
    /** A number of bytes: a unit may follow. K, M, G, T (or KiB, ..) are powers
     * of 1024, kB, MB, .. powers of 1000. @since 0.2 */
    bool bytes;
};

/**
 * All settings, the general ones first, each name once.
 *
 * @returns NULL past the end
 * @since 0.2
 */
const struct weft_setting *weft_setting(size_t index);

/**
 * Parse a number of bytes as settings of bytes take it: digits, then nothing
 * or a unit. K, M, G, T (or KiB, ..) are powers of 1024, kB, MB, .. powers of
 * 1000, B is none.
 *
 * @param low, high  the least and the largest number that is accepted
 * @param bytes      filled if the text is accepted
 * @returns 0, or -1: the text is no such number. Any thread
 * @since 0.2
 */
int weft_bytes_parse(const char *text, int64_t low, int64_t high,
                     int64_t *bytes);

/**
 * The settings that are one problem's own.
 *
 * @returns NULL past the end, or if the problem is unknown
 * @since 0.2
 */
const struct weft_setting *weft_problem_setting(const char *problem,
                                                size_t index);

/**
 * Is a setting for a problem? Nothing is wrong with an experiment that sets
 * one that is not; it only means nothing.
 *
 * @returns 0 (also for a problem that is unknown), or -1 with
 *          WEFT_ERROR_MISUSE (the text names the problems it is for)
 * @since 0.2
 */
int weft_setting_check(const char *setting, const char *problem,
                       struct weft_error *err);

#define WEFT_CHOICES_MAX 48 /**< more than there are settings */

/** A setting that was given. */
struct weft_choice {
    const char *setting; /**< its name, as the row has it */
    const char *text;    /**< as written, borrowed; NULL: given as a number */
    int64_t number;      /**< of a number or word */
};

/**
 * An experiment as a person writes it: a problem and choices. Start from
 * weft_experiment_default(). It is a value: copied by assignment, never freed.
 * The texts are borrowed: they must outlive it and its copies.
 */
struct weft_experiment {
    const char *problem; /**< required */
    bool no_bounds; /**< results have no bounds: whoever runs many experiments
                         of one question asks weft_bound_of() once
                         @since 0.2 */
    size_t choices;
    struct weft_choice choice[WEFT_CHOICES_MAX]; /**< [choices] in the order in
                                                      which they came */
};

/**
 * An experiment in which nothing is chosen.
 *
 * @param problem  borrowed; may be NULL and be set later
 * @since 0.2
 */
struct weft_experiment weft_experiment_default(const char *problem);

/**
 * Give a setting a value; the last value counts.
 *
 * @param value  borrowed; NULL: the default again
 * @returns 0, or -1 with WEFT_ERROR_UNKNOWN (no such setting or word; the
 *          nearest is named) or WEFT_ERROR_MISUSE (the text says what it takes)
 * @since 0.2
 */
int weft_experiment_set(struct weft_experiment *experiment, const char *name,
                        const char *value, struct weft_error *err);

/**
 * The same for a number.
 *
 * @returns 0, or -1 as weft_experiment_set(), also if it takes no number
 * @since 0.2
 */
int weft_experiment_set_number(struct weft_experiment *experiment,
                               const char *name, int64_t value,
                               struct weft_error *err);

/**
 * What was given for a setting.
 *
 * @returns NULL if nothing was; valid until the experiment is changed
 * @since 0.2
 */
const struct weft_choice *
weft_experiment_get(const struct weft_experiment *experiment, const char *name);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
