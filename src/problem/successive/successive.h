/* Successive broadcasts: what the strategies share. Messages are numbered
 * from 1; the source of mu_j is the j-th processor of the network's tour,
 * which on the hypercube is the Gray code x^(j). */
#ifndef WEFT_SRC_SUCCESSIVE_H
#define WEFT_SRC_SUCCESSIVE_H

#include "problem/problem.h"

extern const struct weft_strategy successive_synchronised;
extern const struct weft_strategy successive_interleaved;
extern const struct weft_strategy successive_rotated;
extern const struct weft_strategy successive_greedy;

/* The processor that broadcasts mu_j; j runs on cyclically beyond p. */
int successive_source(const struct plan *plan, int64_t j);

/* When broadcasts start and along which trees, for the strategies that go
 * level by level: level l of the tree of mu_j receives in slot start + l. */
struct successive_levels {
    int64_t spacing; /* slots between two starts, if start is NULL */
    uint64_t *start; /* [messages] slots before mu_j leaves its source */
    bool rotated;    /* mu_j's tree is turned by nu_j, else by 0 */
};

/* Slots before mu_j leaves its source. */
uint64_t successive_start(const struct successive_levels *levels, int64_t j);
/* The rotation of mu_j's tree. */
int successive_rotation(const struct plan *plan,
                        const struct successive_levels *levels, int64_t j);

/* Make plan->schedule, with the user's --spacing in place of `spacing` if
 * there is one. Refuses models in which a processor sends to one other only.
 * 0, or -1 with text. */
int successive_levels_prepare(struct plan *plan, int64_t spacing, bool rotated,
                              struct weft_error *err);
void successive_levels_finish(struct plan *plan);
/* The program: mu_1, mu_2, ... one after the other, as document A writes it. */
int successive_levels_program(struct weft_processor *self, void *arg);

/* The earliest starts for which no processor is busy twice in one slot and
 * every processor gets mu_{j-1} before mu_j; `levels` says which trees.
 * `messages` may exceed p (cyclic). NULL with errno ENOMEM. */
uint64_t *successive_earliest(const struct plan *plan,
                              const struct successive_levels *levels,
                              int64_t messages);

/* The starts of `greedy` for the first `messages` broadcasts, cyclic beyond p,
 * in slots. NULL with errno ENOMEM. */
uint64_t *successive_greedy_starts(const struct plan *plan, int64_t messages);

#endif
