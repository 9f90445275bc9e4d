/* Interface to the SAT solver. */
#ifndef WEFT_SRC_OPTIMUM_SOLVER_H
#define WEFT_SRC_OPTIMUM_SOLVER_H

#include <stdatomic.h>
#include <stdint.h>
#include <weft/error.h>

#include "optimum/encoding/formula.h"

enum answer { ANSWER_UNKNOWN, ANSWER_YES, ANSWER_NO };

/* Decide a formula, with the literals of `cube` assumed (terminated by 0; NULL:
 * none). Any thread may set *stop, here and below, to end the call
 * soon. On ANSWER_YES, *value is [variables + 1] with 1 for true variables,
 * owned by the caller; else NULL. ANSWER_UNKNOWN: stopped, or an error if
 * err->kind is set. */
enum answer solver_decide(const struct formula *formula, const int *cube,
                          atomic_bool *stop, signed char **value,
                          struct weft_error *err);

/* Open the files NAME.cnf and NAME.drat for a formula and its refutation,
 * which a solver that writes proofs produces (refutation.c). Called before a
 * search that may take long. Returns NULL if there is no such solver or the
 * files cannot be written. The files appear only after refutation_write()
 * succeeds. */
struct refutation *refutation_open(const char *name, struct weft_error *err);
/* Write both files. `comment`: lines for the head of the formula; `cubes` and
 * `jobs`: as in cubes_refute(). Call at most once. Returns 0; 1 if stopped; or
 * -1, also if the formula is satisfiable. */
int refutation_write(struct refutation *refutation,
                     const struct formula *formula, const char *comment,
                     int cubes, int jobs, atomic_bool *stop,
                     struct weft_error *err);
/* Write a formula with the literals of a cube as clauses (NULL: none). Returns
 * 0, or an errno value. The formula is incomplete if it was stopped. */
int refutation_write_formula(int fd, const struct formula *formula,
                             const int *cube, const char *comment,
                             const atomic_bool *stop);
/* Let the solver refute the formula in the file `input`, and write to the file
 * `proof`, whose path is also given. Returns 0; 1 if stopped; or -1, also if
 * the formula is satisfiable. */
int refutation_solve(int input, int proof, const char *path, atomic_bool *stop,
                     struct weft_error *err);
/* Close the files and free the refutation; NULL is allowed. */
void refutation_close(struct refutation *refutation);

#endif
