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
    size_t index; /* index of the transfer in replay->message */
    size_t lead;  /* index of the first transfer of the same shipment */
    size_t turn;  /* number of earlier equal transfers to the same processor */
    int32_t rank, peer, message;
    uint32_t items;  /* contents of the message, as in its event */
    const char *way; /* as of weft_network_way() */
};

/* State of reading a trace. */
struct loading {
    struct weft_replay replay; /* must be the first member */
    struct known_arcs known;
    /* [sends] transfers that all have the same start */
    struct loose_send *send;
    size_t sends, send_room;
    /* whether some arc of the network has a bandwidth, and no lanes of it */
    bool bandwidths;
    struct weft_network *own;    /* with the lanes of the trace; NULL: none */
    struct weft_trace_info info; /* the table of the contents of messages */
};

/* Add a transfer; transfers with the same start must come consecutively. Return
 * 0, or -1 if out of memory or above the limit. */
int shipments_add(struct loading *loading, const struct weft_event *send);
/* Form shipments from the transfers added so far, which must be all of their
 * start. */
int shipments_load(struct loading *loading);

#endif
