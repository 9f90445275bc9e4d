/* Cubes: a formula split into parts that threads solve at the same time. A cube
 * is a list of literals that a part assumes. The cubes of a formula are the
 * leaves of a binary tree of decisions, so an assignment satisfies exactly one
 * of them. They depend on the formula alone. */
#ifndef WEFT_SRC_OPTIMUM_CUBES_H
#define WEFT_SRC_OPTIMUM_CUBES_H

#include "optimum/solver.h"

#define CUBES_MAX 256
#define CUBE_LITERALS_MAX 32

struct cube {
    int literal[CUBE_LITERALS_MAX + 1]; /* terminated by 0 */
    int length;
    bool closed; /* propagation refutes it, or it has the maximum length */
    int implied; /* literals that follow from it by propagation */
};

struct cubes {
    struct cube *cube; /* [count] leaves from left to right */
    int count;
};

/* Split a formula into at most `most` cubes (cube-split.c). Returns 0, or -1 if
 * memory is short. If it is stopped, there are fewer cubes. Call finish in both
 * cases. */
int cubes_split(struct cubes *cubes, const struct formula *formula, int most,
                const atomic_bool *stop);
void cubes_finish(struct cubes *cubes);

/* Call work(arg, 0), .., work(arg, count - 1), up to `jobs` calls at a time, on
 * the caller's thread and others. */
void cubes_each(int count, int jobs, void (*work)(void *arg, int i), void *arg);

/* Decide a formula like solver_decide(), in up to `most` cubes. The solution is
 * that of the first satisfiable cube, whatever the number of jobs. Sets *stop
 * once that cube is known. */
enum answer cubes_decide(const struct formula *formula, int most, int jobs,
                         atomic_bool *stop, signed char **value,
                         struct weft_error *err);

/* Write a refutation of a formula to `out`, from those of its cubes
 * (cube-proofs.c). Returns 0; 1 if stopped; or -1. */
int cubes_refute(int out, const struct formula *formula, int most, int jobs,
                 atomic_bool *stop, struct weft_error *err);

#endif
