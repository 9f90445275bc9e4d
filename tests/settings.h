/* Settings of an experiment for tests; they must be accepted. */
#ifndef WEFT_TESTS_SETTINGS_H
#define WEFT_TESTS_SETTINGS_H

#include <base/sanitize.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/setting.h>

/* Set a setting; NULL restores the default. The text is borrowed. */
static inline void set(struct weft_experiment *experiment, const char *name,
                       const char *text)
{
    struct weft_error err;
    if (weft_experiment_set(experiment, name, text, &err) == 0)
        return;
    fprintf(stderr, "%s: %s\n", name, err.text);
    abort();
}

static inline void set_number(struct weft_experiment *experiment,
                              const char *name, int64_t number)
{
    struct weft_error err;
    if (weft_experiment_set_number(experiment, name, number, &err) == 0)
        return;
    fprintf(stderr, "%s: %s\n", name, err.text);
    abort();
}

/* An experiment for tests that enumerate many runs. Its processors are fibers,
 * which switch a hundred times faster than threads, above all on a busy
 * machine; under ThreadSanitizer they are threads, which are what is tested
 * there. */
static inline struct weft_experiment experiment_of(const char *problem)
{
    struct weft_experiment e = weft_experiment_default(problem);
    if (!SANITIZE_THREAD)
        set(&e, "engine", "fibers");
    return e;
}

/* Return the value of a setting, or NULL if it has not been set. */
static inline const char *given(const struct weft_experiment *experiment,
                                const char *name)
{
    const struct weft_choice *choice = weft_experiment_get(experiment, name);
    return choice ? choice->text : NULL;
}

static inline int64_t given_number(const struct weft_experiment *experiment,
                                   const char *name, int64_t otherwise)
{
    const struct weft_choice *choice = weft_experiment_get(experiment, name);
    return choice ? choice->number : otherwise;
}

#endif
