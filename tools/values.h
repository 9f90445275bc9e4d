/* Lists and ranges of values: what `weft compare` takes where `weft run` takes
 * one value. */
#ifndef WEFT_TOOLS_VALUES_H
#define WEFT_TOOLS_VALUES_H

#include <weft/problem.h>

#define VALUES_MAX 10000

struct values {
    char **text; /* [count], owned */
    size_t count, room;
};

/**
 * Append the values that `list` stands for:
 *
 *   A,B,C       each of them. `send=one,receive=one,duplex=half` is one value:
 *               words with '=' belong together until one of them comes again
 *   A..B        every whole number from A to B; with a word before it
 *               (hypercube:2..4) that word before each. Networks other than
 *               hypercubes double from A to B; the sides of a mesh together
 *   A..B+S      in steps of S
 *   A..B*F      times F
 *
 * A value that the setting does not take is refused here, not at the run.
 *
 * @returns 0, or -1 with errno EINVAL, ENOENT (as weft_experiment_set) or
 *          ENOMEM
 */
int values_add(struct values *values, const struct weft_setting *setting,
               const char *list, struct weft_error *err);
void values_finish(struct values *values);

/* The number at the end of a value ("random:3", "16"), or -1. */
int64_t values_number(const char *text);

#endif
