/* y = A x on a square mesh; private to its folder. */
#ifndef WEFT_SRC_PROBLEM_MATVEC_H
#define WEFT_SRC_PROBLEM_MATVEC_H

#include "problem/problem.h"

extern const struct weft_strategy matvec_broadcast_reduce;

/* The operands; read-only during the run. */
struct matvec {
    int n;
    double *a; /* [n * n] matrix in row order; processor i has element i */
    double *x; /* [n] vector; processor j in the top row has element j */
    double *expected; /* [n] the correct result */
};

static inline const struct matvec *matvec_of(const struct plan *plan)
{
    return (const struct matvec *)plan->state;
}

#endif
