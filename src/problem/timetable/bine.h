/* Binomial trees with negative distances: rho(s) = 1, -1, 3, -5, 11, ..
 * Source: De Sensi and others 2025. */
#ifndef WEFT_SRC_PROBLEM_TIMETABLE_BINE_H
#define WEFT_SRC_PROBLEM_TIMETABLE_BINE_H

/* Return the partner of a rank: even ranks go rho(s) up, odd ones down, mod p
 * (even). */
int bine_partner(int p, int rank, int s);

/* Return [p]: for every distance x > 0 the first step of a path there: a1 of
 * the set a1 < a2 < .. with rho(a1) - rho(a2) + .. = x (mod p) that has the
 * lowest sum of 2^(L-1-a). The caller frees it; NULL: out of memory. */
int *bine_table(int p);

#endif
