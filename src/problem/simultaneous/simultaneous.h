/* Simultaneous broadcasts: definitions shared by the strategies.
 *
 * There are K packets, numbered by position in the list of sources (from 1) and
 * by rank (1..K: highest processor first, packets of one processor in the order
 * of the list). A packet's tag is (source, position). Strategies number their
 * messages by position or by rank. */
#ifndef WEFT_SRC_SIMULTANEOUS_H
#define WEFT_SRC_SIMULTANEOUS_H

#include "problem/problem.h"
#include "problem/shared/disjoint.h"

extern const struct weft_strategy simultaneous_prefix;
extern const struct weft_strategy simultaneous_random;
extern const struct weft_strategy simultaneous_unbalanced;
extern const struct weft_strategy simultaneous_pair;
extern const struct weft_strategy simultaneous_ranked;

/* The state of the problem, plan->state. Read-only while the machine runs,
 * except for per-processor data. */
struct simultaneous {
    int count;   /* K, the number of packets */
    int *source; /* [K + 1] source of each position */
    int *ranked; /* [K + 1] position of each rank */
    /* [size] number of packets of all higher processors: r_x - a_x */
    int *above;
    int *own; /* [size] number of packets of each processor: a_x */
    /* messages are numbered by rank; set by the strategy */
    bool by_rank;
    struct disjoint_report *report; /* [size] measures of each processor */
    /* Add the strategy's own measures; may be NULL. */
    void (*measure)(const struct plan *plan, struct weft_result *result);
};

extern const struct weft_setting simultaneous_sources_setting;
extern const struct weft_setting simultaneous_tie_setting;

/* Parse "0,3,5", "all" or "random:K" into state->source and state->count.
 * Return 0, or -1 with WEFT_ERROR_MISUSE or WEFT_ERROR_MEMORY. */
int simultaneous_sources(struct plan *plan, struct simultaneous *state,
                         struct weft_error *err);

/* Return a new copy of the packet at `position`; the caller frees it. NULL
 * after weft_fail(). */
void *simultaneous_packet(struct weft_processor *self, const struct plan *plan,
                          int position);

/* Run phases 2 and 3 of Stamoulis and Tsitsiklis, beginning now, with the
 * packets of this processor from rank `first` + 1 on; `total` as in struct
 * disjoint. */
int simultaneous_spread(struct weft_processor *self, const struct plan *plan,
                        const int *tree, int first, int total);
/* The order in which packets wait for an arc. */
struct simultaneous_tie {
    /* Return the key of the packet that waits at `at` for the arc of `bit`; the
     * lowest key goes first. */
    uint64_t (*key)(const struct simultaneous *state, int at, int bit,
                    int position, uint64_t arrived);
};
/* Send every packet along the ascending tree of its source; plan->schedule is
 * the tie-breaking rule. */
int simultaneous_arcs_program(struct weft_processor *self, void *arg);
void simultaneous_arcs_measure(const struct plan *plan,
                               struct weft_result *result);

#endif
