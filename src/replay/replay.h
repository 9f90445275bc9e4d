/* Transfers that share arcs; private to src/replay. shipments.c collects them
 * from a trace; fair.c and fifo.c implement the ways of sharing. */
#ifndef WEFT_SRC_REPLAY_REPLAY_H
#define WEFT_SRC_REPLAY_REPLAY_H

#include <weft/unstable/replay.h>

/* A unit that uses all its arcs at one rate: the transfers of one message that
 * one processor sends at the same time. */
struct shipment {
    uint64_t start;
    double work; /* duration of the longest transfer */
    double own; /* maximum rate of the shipment, in words per time unit, or 1 */
    /* the shipment's transfers are member[first..first+count) */
    size_t first, count;
    size_t arc, arcs; /* the shipment's arcs are way[arc..arc+arcs) */
};

/* An arc that is in use. */
struct replay_arc {
    /* bandwidth of all lanes in words per time unit, or 1 for each lane; 0:
     * unlimited */
    double room;
    /* number of lanes; their numbers among all arcs' lanes begin with
     * `first` */
    int lanes;
    int first;
    size_t used; /* number (from 1) of the last shipment that uses the arc */
};

struct weft_replay {
    const struct weft_network *network;
    enum weft_sharing sharing;
    struct weft_sink sink;
    struct weft_replay_message *message;
    size_t messages, message_room;
    size_t *member; /* [messages] indices into message[], grouped by shipment */
    size_t member_room;
    /* [shipments] sorted by start, then in the order of the trace */
    struct shipment *shipment;
    size_t shipments, shipment_room;
    int *way; /* [ways] indices into arc[], grouped by shipment */
    size_t ways, way_room;
    size_t passed; /* number of arcs on the routes of all transfers */
    struct replay_arc *arc;
    size_t arcs, arc_room;
    size_t lanes; /* total number of lanes of all arcs */
    /* effort spent on sharing, in inspections of an arc of a shipment */
    uint64_t spent;
    /* whether the effort is unlimited, and whether its limit was exceeded */
    bool unlimited, too_much;
    struct weft_replay_result result;
};

/* Count effort; return whether the replay may continue. */
bool replay_may_spend(struct weft_replay *replay, uint64_t looks);

/* Compute the arrivals, with each kind of sharing. Return 0, or -1 if out of
 * memory or above the limit. */
int replay_fair(struct weft_replay *replay);
int replay_fifo(struct weft_replay *replay);

/* Set the arrivals of the transfers that end while the work of their shipment
 * grows from `done` to `by`; it had `done` at time `since`, and grows by `pace`
 * per time unit. */
void replay_arrive(struct weft_replay *replay, const struct shipment *shipment,
                   double done, double by, double since, double pace);

#endif
