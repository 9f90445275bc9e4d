/* Binomial trees with negative distances: rho(s) = 1, -1, 3, -5, 11, ..
 * Source: De Sensi and others 2025. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_BINE_H
#define WEFT_SRC_PROBLEM_TIMETABLE_BINE_H

/* Even ranks go rho(s) up, odd ones down, mod p (even): whom they meet. */
int bine_partner(int p, int rank, int s);

/* [p] For every distance x > 0 the first step of the way there: of the sets
 * a1 < a2 < .. with rho(a1) - rho(a2) + .. = x (mod p) the one with the least
 * sum of 2^(L-1-a), its a1. To be freed; NULL: no memory. */
int *bine_table(int p);

#endif
