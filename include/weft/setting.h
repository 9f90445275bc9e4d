/**
 * Settings, and experiments that consist of them.
 *
 * A setting is a name that an experiment may assign a value to: an option of
 * the command line, an attribute of an experiment file. General settings apply
 * to every experiment; the others belong to the problems whose rows list them.
 * The command line, experiment files, help and lists all use this table.
 *
 * Threads: rows are constant. Several threads may read an experiment, but only
 * one thread may use it while it is being changed.
 */
#ifndef WEFT_SETTING_H
#define WEFT_SETTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/error.h>

#pragma GCC visibility push(default) /* exported by the library */

#ifdef __cplusplus
extern "C" {
#endif

/** Type of the value of a setting. */
enum weft_setting_kind {
    /** any nonempty text; `check` may impose further conditions */
    WEFT_SETTING_TEXT,
    /** an integer from `low` to `high`, or one of `words`, which stand for -1,
     * -2, ... */
    WEFT_SETTING_NUMBER,
    WEFT_SETTING_WORD, /**< one of `words`; its number is the index */
};

/** One setting. */
struct weft_setting {
    const char *name; /**< name of the setting, such as "network" */
    char letter;      /**< letter of the short option, such as 'n', or 0 */
    /** placeholder for the value in help, such as "SPEC" */
    const char *argument;
    /** description of the setting in one line, without range and default */
    const char *help;
    enum weft_setting_kind kind;
    int64_t low, high; /**< range of a number */
    /** the allowed words, with NULL at the end; may be NULL */
    const char *const *words;
    /** default value; NULL: it depends on the problem, the strategy or other
     * settings */
    const char *standard;
    /** Check a value. Returns 0, or -1 with WEFT_ERROR_MISUSE or
     * WEFT_ERROR_UNKNOWN. NULL: any text is allowed. */
    int (*check)(const char *text, struct weft_error *err);
    /** Whether the value is a number of bytes, which may have a unit: K, M, G,
     * T (or KiB, ..) are powers of 1024, kB, MB, .. powers of 1000.
     * @since 0.2 */
    bool bytes;
};

/**
 * Return the setting at an index: the general settings first, each name once.
 *
 * @returns the setting; NULL past the end
 * @since 0.2
 */
const struct weft_setting *weft_setting(size_t index);

/**
 * Parse a number of bytes in the form of settings: digits, optionally with a
 * unit. K, M, G, T (or KiB, ..) are powers of 1024, kB, MB, .. powers of 1000,
 * B is 1.
 *
 * @param low, high  the minimum and the maximum number that is accepted
 * @param bytes      filled if the text is accepted
 * @returns 0, or -1: the text is not such a number. Any thread
 * @since 0.2
 */
int weft_bytes_parse(const char *text, int64_t low, int64_t high,
                     int64_t *bytes);

/**
 * Return the setting at an index among the settings that belong to one problem.
 *
 * @returns the setting; NULL past the end, or if the problem is unknown
 * @since 0.2
 */
const struct weft_setting *weft_problem_setting(const char *problem,
                                                size_t index);

/**
 * Check whether a setting applies to a problem. An experiment may set others,
 * too, but they have no effect.
 *
 * @returns 0 (also for a problem that is unknown), or -1 with WEFT_ERROR_MISUSE
 *          (the text names the problems that it applies to)
 * @since 0.2
 */
int weft_setting_check(const char *setting, const char *problem,
                       struct weft_error *err);

/** maximum number of choices, more than there are settings */
#define WEFT_CHOICES_MAX 48

/** A setting that was given a value. */
struct weft_choice {
    const char *setting; /**< name of the setting, as in its row */
    /** value as text, borrowed; NULL: it was given as a number */
    const char *text;
    int64_t number; /**< value of a number, or index of a word */
};

/**
 * An experiment as a user specifies it: a problem and choices. Start from
 * weft_experiment_default(). It is a value that is copied by assignment and
 * never freed. The texts are borrowed: they must outlive the experiment and its
 * copies.
 */
struct weft_experiment {
    const char *problem; /**< name of the problem, required */
    /** whether to compute no bounds for results: a caller with many experiments
     * of one question calls weft_bound_of() once @since 0.2 */
    bool no_bounds;
    /** whether the caller needs results, not a thread for each processor: the
     * engine is then rounds if the strategy is a timetable, else fibers, unless
     * one is chosen @since 0.2 */
    bool no_threads;
    size_t choices;
    /** [choices] the choices in the order in which they were made */
    struct weft_choice choice[WEFT_CHOICES_MAX];
    uint64_t reserved[8]; /**< zero, for later versions @since 0.2 */
};

/**
 * Return an experiment without any choices.
 *
 * @param problem  name of the problem, borrowed; may be NULL and set later
 * @since 0.2
 */
struct weft_experiment weft_experiment_default(const char *problem);

/**
 * Set the value of a setting; the last value set applies.
 *
 * @param value  value, borrowed; NULL: restore the default
 * @returns 0, or -1 with WEFT_ERROR_UNKNOWN (no such setting or word; the text
 *          names the most similar one) or WEFT_ERROR_MISUSE (the text describes
 *          the allowed values)
 * @since 0.2
 */
int weft_experiment_set(struct weft_experiment *experiment, const char *name,
                        const char *value, struct weft_error *err);

/**
 * Set the value of a setting to a number.
 *
 * @returns 0, or -1 like weft_experiment_set(), also if the setting does not
 *          take a number
 * @since 0.2
 */
int weft_experiment_set_number(struct weft_experiment *experiment,
                               const char *name, int64_t value,
                               struct weft_error *err);

/**
 * Return the choice that was made for a setting.
 *
 * @returns the choice, which is valid until the experiment is changed; NULL if
 *          there is none
 * @since 0.2
 */
const struct weft_choice *
weft_experiment_get(const struct weft_experiment *experiment, const char *name);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
#endif
