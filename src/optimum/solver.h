/* The solver: what the rest knows of it. */
#ifndef WEFT_SRC_OPTIMUM_SOLVER_H
#define WEFT_SRC_OPTIMUM_SOLVER_H

#include <stdatomic.h>
#include <stdint.h>
#include <weft/error.h>

#include "optimum/encoding/formula.h"

enum answer { ANSWER_UNKNOWN, ANSWER_YES, ANSWER_NO };

/* Decide a formula. *stop, which any thread may set: end as soon as possible,
 * here and below. *value: [variables + 1] 1 where a variable is true, owned
 * by the caller, on ANSWER_YES; else NULL. UNKNOWN: stopped; or an error, then
 * err->kind says so. */
enum answer solver_decide(const struct formula *formula, atomic_bool *stop,
                          signed char **value, struct weft_error *err);

/* The formula and its refutation as files, NAME.cnf and NAME.drat, by a solver
 * that writes them (refutation.c). Opened before a search that may take long;
 * NULL: no such solver, or the files cannot be written. Nothing is there before
 * refutation_write() has ended well. */
struct refutation *refutation_open(const char *name, struct weft_error *err);
/* `comment`: lines for the head of the formula. Once only. 0; 1: it was
 * stopped; or -1, also if the formula is not refuted after all. */
int refutation_write(struct refutation *refutation,
                     const struct formula *formula, const char *comment,
                     atomic_bool *stop, struct weft_error *err);
void refutation_close(struct refutation *refutation); /* NULL: nothing */

#endif
