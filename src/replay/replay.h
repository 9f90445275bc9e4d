/* Transfers as what shares arcs; private to src/replay. shipments.c collects
 * them from a trace, fair.c and fifo.c are the ways of sharing. */
#ifndef WEFT_SRC_REPLAY_REPLAY_H
#define WEFT_SRC_REPLAY_REPLAY_H

#include <weft/replay.h>

/* What passes over its arcs at one pace: the transfers of one message that one
 * processor sends at the same time. */
struct shipment {
    uint64_t start;
    double work;         /* of the longest */
    double own;          /* its pace alone: words in a time unit, or 1 */
    size_t first, count; /* its transfers: member[first..first+count) */
    size_t arc, arcs;    /* its arcs: way[arc..arc+arcs) */
};

/* An arc in use. */
struct replay_arc {
    double room; /* of all lanes: words in a time unit, or 1 for each; 0: more
                    than enough */
    int lanes;   /* how many, numbered among those of all arcs from */
    int first;
    size_t used; /* number of the last shipment that passes, from 1 on */
};

struct weft_replay {
    const struct weft_network *network;
    enum weft_sharing sharing;
    struct weft_sink sink;
    struct weft_replay_message *message;
    size_t messages, message_room;
    size_t *member; /* [messages] in message[], by shipment */
    size_t member_room;
    struct shipment *shipment; /* by start, then as in the trace */
    size_t shipments, shipment_room;
    int *way; /* arcs of shipments, by their place in arc[] */
    size_t ways, way_room;
    size_t passed; /* arcs of the routes of all transfers */
    struct replay_arc *arc;
    size_t arcs, arc_room;
    size_t lanes;   /* of all arcs */
    uint64_t spent; /* work on sharing, in looks at an arc of a shipment */
    bool unlimited, too_much; /* ... for a limit, which was met */
    struct weft_replay_result result;
};

/* So many looks more: may it go on? */
bool replay_may_spend(struct weft_replay *replay, uint64_t looks);

/* How each kind of sharing finds the arrivals. 0, or -1: no memory, or too much
 * work. */
int replay_fair(struct weft_replay *replay);
int replay_fifo(struct weft_replay *replay);

/* The transfers of a shipment that has done so much work by `now` at a pace of
 * `pace` works in a time unit since it had done `done`: those that end on the
 * way get their arrival. */
void replay_arrive(struct weft_replay *replay, const struct shipment *shipment,
                   double done, double by, double since, double pace);

#endif
