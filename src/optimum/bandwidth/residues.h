/* Periodic schedules: the step of each message of a period. */
#ifndef WEFT_SRC_OPTIMUM_BANDWIDTH_RESIDUES_H
#define WEFT_SRC_OPTIMUM_BANDWIDTH_RESIDUES_H

#include "band.h"

/* One message of a period: an arc of a tree, for one chunk. For reductions all
 * is turned round: the root sends first. */
struct band_message {
    int tree, arc;
    int parent; /* index of the message that brings the chunk; -1: the root */
    int chunk;  /* of the root of the tree, in a period */
    int depth;
    int residue;  /* -1: not placed */
    int64_t step; /* in the first period, from 1 */
};

struct band_timetable {
    struct band_message *message; /* [count] */
    int count;
    int64_t period;
    int64_t first; /* the last step of the first round */
};

/* Place the messages of a period of result->steps_bound steps or, if that is
 * not found, of a few more. Return 0, or -1 with err. */
int band_timetable(const struct weft_bandwidth *result,
                   const struct band_graph *graph,
                   struct band_timetable *timetable, struct weft_error *err);

/* What becomes of the messages of a period. */
struct band_phase {
    const struct weft_bandwidth *result;
    const struct band_timetable *timetable;
    const struct weft_network *network;
    bool reversed;
    int64_t rounds;
    int64_t before; /* steps before this phase */
    bool sets;      /* whether messages state contributions */
};

struct weft_optimum_schedule;

/* Return whether weft can represent the schedule: no arc has too many lanes. If
 * not, write the reason into result->refusal. */
bool band_represents(struct weft_bandwidth *result,
                     const struct band_graph *graph);

/* Return whether an arc has more lanes of the unit than the network declares.
 */
bool band_needs_lane(const struct band_graph *graph);

/* Add the messages of all rounds of a phase. Return 0, or -1: no memory. */
int band_add_phase(struct weft_optimum_schedule *schedule,
                   const struct band_phase *phase);

#endif
