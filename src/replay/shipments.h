/* Collects shipments while a trace is read. */
#ifndef WEFT_SRC_REPLAY_SHIPMENTS_H
#define WEFT_SRC_REPLAY_SHIPMENTS_H

#include "replay.h"

/* entry of the table of known arcs: its index in replay->arc */
struct known_arc {
    /* the network's number of the arc, plus 1; 0: a free slot */
    int64_t number;
    int place;
};

#define HASH_NAME known_arcs
#define HASH_ENTRY struct known_arc
#define HASH_KEY int64_t
#define HASH_MEMBER number
#define HASH_FREE(arc) (!(arc)->number)
#include "base/hash.h"

/* A transfer that does not belong to a shipment yet. */
struct loose_send {
    size_t index; /* index into replay->message */
    size_t lead;  /* index of the first transfer of its shipment */
    size_t turn;  /* number of earlier equal transfers to the same processor */
    int32_t rank, peer, message;
    uint32_t items; /* the `items` of its event */
};

/* State while events are read. */
struct loading {
    struct weft_replay replay; /* must be first */
    struct known_arcs known;
    struct loose_send *send; /* [sends], all with the same start */
    size_t sends, send_room;
    bool bandwidths; /* some arc of the network has a bandwidth */
};

/* Add a transfer; transfers with the same start must come consecutively. Return
 * 0, or -1 if out of memory or above the limit. */
int shipments_add(struct loading *loading, const struct weft_event *send);
/* Form shipments from the transfers added so far, which must be all of their
 * start. */
int shipments_load(struct loading *loading);

#endif
