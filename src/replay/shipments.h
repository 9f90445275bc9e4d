/* Shipments while a trace is read. */
#ifndef WEFT_SRC_REPLAY_SHIPMENTS_H
#define WEFT_SRC_REPLAY_SHIPMENTS_H

#include "replay.h"

/* Where an arc of the network stands in replay->arc. */
struct known_arc {
    int64_t number; /* of the network, and 1; 0: a free place */
    int place;
};

#define HASH_NAME known_arcs
#define HASH_ENTRY struct known_arc
#define HASH_KEY int64_t
#define HASH_MEMBER number
#define HASH_FREE(arc) (!(arc)->number)
#include "base/hash.h"

/* A transfer that no shipment has yet. */
struct loose_send {
    size_t index; /* in replay->message */
    size_t lead;  /* that of the first of its shipment */
    size_t turn;  /* how many like it go to the same processor before it */
    int32_t rank, peer, message;
    uint32_t items; /* as in its event */
};

/* What is needed while events come. */
struct loading {
    struct weft_replay replay; /* first */
    struct known_arcs known;
    struct loose_send *send; /* [sends], all of one start */
    size_t sends, send_room;
    bool bandwidths; /* some arc of the network has one */
};

/* 0, or -1: no memory, or too much work. One more transfer; those of one start
 * one after the other. */
int shipments_add(struct loading *loading, const struct weft_event *send);
/* Those that have come so far are all of their start. */
int shipments_load(struct loading *loading);

#endif
