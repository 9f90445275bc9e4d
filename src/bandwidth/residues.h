/* Periodic schedules: the step of each message of a period. */
#ifndef WEFT_SRC_BANDWIDTH_RESIDUES_H
#define WEFT_SRC_BANDWIDTH_RESIDUES_H

#include "band.h"

/* One message of a period: an arc of a tree, for one chunk. For reductions
 * everything is reversed: the root sends first. */
struct band_message {
    int tree, arc;
    /* index of the message that brings the chunk; -1: its sender is the root */
    int parent;
    int chunk; /* index among the chunks of the tree's root in a period */
    int depth;
    int residue;  /* -1: not placed */
    int64_t step; /* step in the first period, from 1 */
};

struct band_timetable {
    struct band_message *message; /* [count] */
    int count;
    int64_t period;
    int64_t first; /* step in which the last message of the first period
                      arrives */
};

/* Place the messages of a period of result->steps_bound steps or, if no such
 * schedule is found, of a few more. Return 0, or -1 with err. */
int band_timetable(const struct weft_bandwidth *result,
                   const struct band_graph *graph,
                   struct band_timetable *timetable, struct weft_error *err);

/* Place the messages of result->copies = 1 period, one behind the other: each
 * in the first step after that of its parent with room on all its arcs. Return
 * 0, or -1 with err. */
int band_once(const struct weft_bandwidth *result,
              const struct band_graph *graph, struct band_timetable *timetable,
              struct weft_error *err);

#endif
