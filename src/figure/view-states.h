/* What the processors of a view are at, from the definition that statistics
 * use, so that no picture says idle where they say busy. */
#ifndef WEFT_SRC_FIGURE_STATES_H
#define WEFT_SRC_FIGURE_STATES_H

#include "figure.h"

#include "state/state.h"

struct view_states {
    struct state_span *span; /* [count] in the window, cut at its edges; of one
                                processor in order of time; never STATE_OPEN */
    size_t count, room;
    enum span_state open; /* what a processor is at where nothing is recorded */
};
/* 0, or -1: no memory; in any case view_states_finish() is to be called. */
int view_states_init(struct view_states *states, const struct view *view);
void view_states_finish(struct view_states *states);

/* ---- utilisation.c ------------------------------------------------------ */

/* From the bottom up. */
enum band {
    BAND_COMPUTING,
    BAND_BUSY, /* where the trace does not record computations */
    BAND_BOTH,
    BAND_SENDING,
    BAND_RECEIVING,
    BAND_CALLING,
    BANDS
};

/* `count` processors are in a band during [start, end). */
struct stretch {
    uint64_t start, end;
    int64_t count;
    enum band band;
};

/* All of a view, by band and time, to be freed by the caller; NULL: no memory.
 * Who is in no band is idle. */
struct stretch *utilisation_stretches(const struct view *view, size_t *count);

#endif
