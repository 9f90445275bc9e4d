/* Simultaneous broadcasts: what the strategies share.
 *
 * There are K packets, in the order of the list of sources ("positions",
 * from 1) and by rank (1..K: highest processor first, packets of one
 * processor in the order of the list). A packet's tag is (source, position).
 * Strategies number their messages by one or the other. */
#ifndef WEFT_SRC_SIMULTANEOUS_H
#define WEFT_SRC_SIMULTANEOUS_H

#include "problem/problem.h"
#include "problem/shared/disjoint.h"

extern const struct weft_strategy simultaneous_prefix;
extern const struct weft_strategy simultaneous_random;
extern const struct weft_strategy simultaneous_unbalanced;
extern const struct weft_strategy simultaneous_pair;
extern const struct weft_strategy simultaneous_ranked;

/* plan->state. Read-only while the machine runs, but for what belongs to a
 * processor. */
struct simultaneous {
    int count;    /* K */
    int *source;  /* [K + 1] by position */
    int *ranked;  /* [K + 1] position of each rank */
    int *above;   /* [size] packets of higher processors: r_x - a_x */
    int *own;     /* [size] packets of the processor itself: a_x */
    bool by_rank; /* how the strategy numbers messages; set by it */
    struct disjoint_report *report; /* [size] */
    /* The strategy's own measures; may be NULL. */
    void (*measure)(const struct plan *plan, struct weft_result *result);
};

extern const struct weft_setting simultaneous_sources_setting;
extern const struct weft_setting simultaneous_tie_setting;

/* Read "0,3,5", "all" or "random:K" into state->source
 * and state->count. 0, or -1 with WEFT_ERROR_MISUSE or
 * WEFT_ERROR_MEMORY. */
int simultaneous_sources(struct plan *plan, struct simultaneous *state,
                         struct weft_error *err);

/* A fresh copy of the packet at `position`; the caller frees it. NULL after
 * weft_fail(). */
void *simultaneous_packet(struct weft_processor *self, const struct plan *plan,
                          int position);

/* Phases 2 and 3 of Stamoulis and Tsitsiklis from now on, with the packets of
 * this processor from rank `first` + 1 on; `total` as for disjoint_init. */
int simultaneous_spread(struct weft_processor *self, const struct plan *plan,
                        const int *tree, int first, int total);
/* The order in which the packets wait for an arc. */
struct simultaneous_tie {
    /* The least goes first. `at` has the packet, to go over `bit`. */
    uint64_t (*key)(const struct simultaneous *state, int at, int bit,
                    int position, uint64_t arrived);
};
/* Every packet along the ascending tree of its source; plan->schedule is the
 * tie rule. */
int simultaneous_arcs_program(struct weft_processor *self, void *arg);
void simultaneous_arcs_measure(const struct plan *plan,
                               struct weft_result *result);

#endif
