/* The states of the processors of a view, by the same definition as in the
 * statistics, so that figures and statistics agree. */
#ifndef WEFT_SRC_FIGURE_STATES_H
#define WEFT_SRC_FIGURE_STATES_H

#include "figure.h"

#include "state/state.h"

struct view_states {
    /* [count] spans in the window, cut at its edges; for each processor in
     * order of time; the state is never STATE_OPEN */
    struct state_span *span;
    size_t count, room;
    enum span_state open; /* state of a processor while nothing is recorded */
};
/* Collect the states. Return 0, or -1 if out of memory; call
 * view_states_finish() in both cases. */
int view_states_init(struct view_states *states, const struct view *view);
void view_states_finish(struct view_states *states);

/* ---- utilisation.c ------------------------------------------------------ */

/* The bands of the utilisation figure, from the bottom up. */
enum band {
    BAND_COMPUTING,
    BAND_BUSY, /* used in place of BAND_COMPUTING if the trace does not record
                  computations */
    BAND_BOTH,
    BAND_SENDING,
    BAND_RECEIVING,
    BAND_CALLING,
    BANDS
};

/* An interval [start, end) in which `count` processors are in a band. */
struct stretch {
    uint64_t start, end;
    int64_t count;
    enum band band;
};

/* Return the intervals of all bands of a view, sorted by band and time, which
 * the caller frees; NULL if out of memory. A processor that is in no band is
 * idle. */
struct stretch *utilisation_stretches(const struct view *view, size_t *count);

#endif
