/* Successive broadcasts: definitions shared by the strategies. Messages are
 * numbered from 1; the source of mu_j is the j-th processor of the network's
 * tour, which on the hypercube is the Gray code x^(j). */
#ifndef WEFT_SRC_SUCCESSIVE_H
#define WEFT_SRC_SUCCESSIVE_H

#include "problem/problem.h"
#include "problem/shared/turns/turns.h"

extern const struct weft_strategy successive_synchronised;
extern const struct weft_strategy successive_interleaved;
extern const struct weft_strategy successive_rotated;
extern const struct weft_strategy successive_greedy;
extern const struct weft_strategy successive_woven;
extern const struct weft_strategy successive_optimal;

/* The program of Desprez et al.: handles mu_1, mu_2, ... one after the
 * other. */
int successive_levels_program(struct weft_processor *self, void *arg);

#endif
