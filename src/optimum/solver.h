/* The solver: what the rest knows of it. */
#ifndef WEFT_SRC_OPTIMUM_SOLVER_H
#define WEFT_SRC_OPTIMUM_SOLVER_H

#include <stdatomic.h>
#include <stdint.h>
#include <weft/error.h>

#include "optimum/encoding/formula.h"

enum answer { ANSWER_UNKNOWN, ANSWER_YES, ANSWER_NO };

/* What a search and its solvers tell each other; the fields may be read and
 * written by any thread. */
struct signals {
    atomic_bool stop;         /* end as soon as possible */
    atomic_ullong *conflicts; /* counted up; NULL: nobody asks */
};

/* Decide a formula. *value: [variables + 1] 1 where a variable is true, owned
 * by the caller, on ANSWER_YES; else NULL. UNKNOWN: stopped; or an error, then
 * err->kind says so. */
enum answer solver_decide(const struct formula *formula,
                          struct signals *signals, signed char **value,
                          struct weft_error *err);

/* The formula and its refutation as files, by a solver that writes them
 * (refutation.c). `comment`: lines for the head of the formula. 0; 1: it was
 * stopped; or -1, also if the formula is not refuted after all. */
int refutation_write(const struct formula *formula, const char *comment,
                     const char *name, struct signals *signals,
                     struct weft_error *err);

#endif
