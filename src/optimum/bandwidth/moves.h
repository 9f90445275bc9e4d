/* From timetables to the messages of schedules. */
#ifndef WEFT_SRC_OPTIMUM_BANDWIDTH_MOVES_H
#define WEFT_SRC_OPTIMUM_BANDWIDTH_MOVES_H

#include "bandwidth/residues.h"

/* How the messages of a period become those of a schedule. */
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
