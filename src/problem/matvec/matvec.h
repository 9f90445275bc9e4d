/* y = A x on a square mesh; private to its folder. */
#ifndef WEFT_SRC_PROBLEM_MATVEC_H
#define WEFT_SRC_PROBLEM_MATVEC_H

#include "problem/problem.h"

extern const struct weft_strategy matvec_broadcast_reduce;

/* The numbers; read-only during the run. */
struct matvec {
    int n;
    double *a;        /* [n * n], row by row: element i of processor i */
    double *x;        /* [n]: element j of processor j, in the top row */
    double *expected; /* [n] */
};

static inline const struct matvec *matvec_of(const struct plan *plan)
{
    return (const struct matvec *)plan->state;
}

#endif
