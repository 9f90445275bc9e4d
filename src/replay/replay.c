/* From the events of a trace to shipments, and what becomes of them. */
#include "replay.h"

#include <stdlib.h>
#include <string.h>
#include <weft/model.h>

#include "base/base.h"

const char *const weft_sharing_names[] = {"fair", "fifo", NULL};

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

/* What is needed while events come. */
struct loading {
    struct weft_replay replay; /* first */
    struct known_arcs known;
    size_t *to; /* [processors] number of the last shipment to each, from 1 */
    bool bandwidths; /* some arc of the network has one */
};

/* ---- routes -------------------------------------------------------------- */

static int arc_place(struct loading *loading, int at, int port)
{
    struct weft_replay *replay = &loading->replay;
    int64_t number = weft_network_arc(replay->network, at, port) + 1;
    size_t known = loading->known.used;
    struct known_arc *entry = known_arcs_get(&loading->known, number);
    if (!entry)
        return -1;
    if (loading->known.used == known)
        return entry->place;
    if (array_grow(&replay->arc, &replay->arc_room, replay->arcs + 1,
                   sizeof *replay->arc))
        return -1;
    struct weft_arc_cost cost;
    weft_network_arc_cost(replay->network, at, port, &cost);
    int lanes = weft_network_lanes(replay->network, at, port);
    replay->arc[replay->arcs] = (struct replay_arc){
        .room = (loading->bandwidths ? cost.bandwidth : 1) * lanes,
        .lanes = lanes,
        .first = (int)replay->lanes,
    };
    replay->lanes += (size_t)lanes;
    entry->place = (int)replay->arcs++;
    return entry->place;
}

/* A short file may send over long routes, and much may be on its way at once:
 * so many arcs of all routes, so many looks at them while they are shared, and
 * more for each message. */
#define ARCS_MAX ((size_t)1 << 24)
#define ARCS_A_MESSAGE 64
#define LOOKS_MAX ((uint64_t)1 << 28)
#define LOOKS_A_MESSAGE 2048

/* Is an effort above its limit? */
static bool is_too_much(struct weft_replay *replay, bool above)
{
    replay->too_much |= above && !replay->unlimited;
    return replay->too_much;
}

static bool is_too_far(struct weft_replay *replay)
{
    size_t most = ARCS_MAX + replay->messages * ARCS_A_MESSAGE;
    return is_too_much(replay, replay->passed++ >= most);
}

bool replay_may_spend(struct weft_replay *replay, uint64_t looks)
{
    uint64_t most = LOOKS_MAX + replay->messages * (uint64_t)LOOKS_A_MESSAGE;
    replay->spent += looks;
    return !is_too_much(replay, replay->spent > most);
}

/* One arc more of the last shipment, unless it passes over it already. */
static int add_arc(struct loading *loading, int at, int port)
{
    struct weft_replay *replay = &loading->replay;
    struct shipment *s = &replay->shipment[replay->shipments - 1];
    int place = is_too_far(replay) ? -1 : arc_place(loading, at, port);
    if (place < 0)
        return -1;
    if (replay->arc[place].used == replay->shipments)
        return 0;
    replay->arc[place].used = replay->shipments;
    if (array_grow(&replay->way, &replay->way_room, replay->ways + 1,
                   sizeof *replay->way))
        return -1;
    replay->way[replay->ways++] = place;
    s->arcs++;
    double room = replay->arc[place].room / replay->arc[place].lanes;
    if (room > 0 && (s->own <= 0 || room < s->own))
        s->own = room;
    return 0;
}

static int add_route(struct loading *loading, const struct weft_event *send)
{
    const struct weft_network *network = loading->replay.network;
    for (int at = send->rank, next; at != send->peer; at = next) {
        next = weft_network_next(network, at, send->peer);
        if (add_arc(loading, at, weft_network_port(network, at, next)))
            return -1;
    }
    return 0;
}

/* ---- shipments ------------------------------------------------------------
 */

/* Does the last shipment take this transfer along? Not a second one to the same
 * processor. */
static bool joins(const struct loading *loading, const struct weft_event *send)
{
    const struct weft_replay *replay = &loading->replay;
    if (!replay->shipments)
        return false;
    const struct shipment *s = &replay->shipment[replay->shipments - 1];
    const struct weft_replay_message *first = &replay->message[s->first];
    return first->source == send->rank && first->message == send->message &&
           first->start == send->start && s->items == send->items &&
           loading->to[send->peer] != replay->shipments;
}

static int open_shipment(struct weft_replay *replay,
                         const struct weft_event *send)
{
    if (array_grow(&replay->shipment, &replay->shipment_room,
                   replay->shipments + 1, sizeof *replay->shipment))
        return -1;
    replay->shipment[replay->shipments++] =
        (struct shipment){.start = send->start,
                          .first = replay->messages,
                          .arc = replay->ways,
                          .items = send->items};
    return 0;
}

static int add_send(struct loading *loading, const struct weft_event *send)
{
    struct weft_replay *replay = &loading->replay;
    if ((!joins(loading, send) && open_shipment(replay, send)) ||
        array_grow(&replay->message, &replay->message_room,
                   replay->messages + 1, sizeof *replay->message))
        return -1;
    uint64_t end = send->start + send->duration;
    replay->message[replay->messages++] = (struct weft_replay_message){
        send->rank, send->peer, send->message, send->start, end, (double)end};
    loading->to[send->peer] = replay->shipments;
    struct shipment *s = &replay->shipment[replay->shipments - 1];
    s->count++;
    if ((double)send->duration > s->work)
        s->work = (double)send->duration;
    return add_route(loading, send);
}

void replay_arrive(struct weft_replay *replay, const struct shipment *shipment,
                   double done, double by, double since, double pace)
{
    for (size_t i = shipment->first; i < shipment->first + shipment->count;
         i++) {
        struct weft_replay_message *m = &replay->message[i];
        double work = (double)(m->end - m->start);
        if (work <= done || work > by)
            continue;
        double arrival = since + (work - done) / pace;
        if (arrival > (double)m->end)
            m->arrival = arrival;
    }
}

/* ---- the sink -------------------------------------------------------------
 */

/* Of a message of LogGP the events tell o alone, not how long it was on the
 * links. */
static bool is_loggp(const struct weft_trace_info *info)
{
    struct weft_cost cost;
    const char *text = weft_trace_info_get(info, "cost");
    return text && !weft_cost_parse(text, &cost, NULL) && cost.loggp;
}

static int begin(void *arg, const struct weft_trace_info *info)
{
    const struct weft_replay *replay = arg;
    if (is_loggp(info))
        return WEFT_ERROR_MISUSE;
    return info->processors <= weft_network_size(replay->network)
               ? 0
               : WEFT_ERROR_WRONG;
}

/* Why it cannot go on. */
static int status_of(const struct weft_replay *replay)
{
    return replay->too_much ? WEFT_ERROR_LIMIT : WEFT_ERROR_MEMORY;
}

static int events(void *arg, const struct weft_event *event, size_t count)
{
    struct weft_replay *replay = arg;
    int size = weft_network_size(replay->network);
    for (size_t i = 0; i < count; i++)
        if (event[i].kind == WEFT_SEND && event[i].duration &&
            event[i].peer >= 0 && event[i].peer < size &&
            event[i].peer != event[i].rank && add_send(arg, &event[i]))
            return status_of(replay);
    return 0;
}

/* A delay below this share of its time comes of rounding. */
#define ROUNDING 1e-7

static void sum_up(struct weft_replay *replay)
{
    struct weft_replay_result *result = &replay->result;
    *result = (struct weft_replay_result){.message = replay->message,
                                          .messages = replay->messages};
    for (size_t i = 0; i < replay->messages; i++) {
        struct weft_replay_message *m = &replay->message[i];
        double delay = m->arrival - (double)m->end;
        if (delay <= ROUNDING * (double)(m->end - m->start)) {
            m->arrival = (double)m->end;
            delay = 0;
        }
        result->late += delay > 0;
        result->sum += delay;
        result->most = delay > result->most ? delay : result->most;
        if (m->end > result->makespan)
            result->makespan = m->end;
        if (m->arrival > result->replayed)
            result->replayed = m->arrival;
    }
}

static int end(void *arg)
{
    static int (*const find[])(struct weft_replay * replay) = {
        [WEFT_SHARING_FAIR] = replay_fair, [WEFT_SHARING_FIFO] = replay_fifo};
    struct weft_replay *replay = arg;
    for (size_t i = 0; i < replay->shipments; i++)
        if (replay->shipment[i].own <= 0)
            replay->shipment[i].own = 1;
    if (find[replay->sharing](replay))
        return status_of(replay);
    sum_up(replay);
    return 0;
}

/* ---- the object ------------------------------------------------------------
 */

static bool has_bandwidths(const struct weft_network *network)
{
    struct weft_arc_cost cost;
    for (int v = 0; v < weft_network_vertices(network); v++)
        for (int p = 0; p < weft_network_degree(network, v); p++)
            if (weft_network_arc_cost(network, v, p, &cost) &&
                cost.bandwidth > 0)
                return true;
    return false;
}

struct weft_replay *weft_replay_create(const struct weft_network *network,
                                       enum weft_sharing sharing,
                                       struct weft_error *err)
{
    if (!network || (unsigned)sharing > WEFT_SHARING_FIFO) {
        weft_error_set(err, WEFT_ERROR_MISUSE, 0, "replay: no %s",
                       network ? "such sharing" : "network");
        return NULL;
    }
    struct loading *loading = calloc(1, sizeof *loading);
    if (loading)
        loading->to =
            calloc((size_t)weft_network_size(network) + 1, sizeof *loading->to);
    if (!loading || !loading->to) {
        free(loading);
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for a replay");
        return NULL;
    }
    loading->bandwidths =
        weft_network_has_costs(network) && has_bandwidths(network);
    loading->replay.network = network;
    loading->replay.sharing = sharing;
    loading->replay.sink = (struct weft_sink){begin, events, end, loading};
    return &loading->replay;
}

void weft_replay_unlimited(struct weft_replay *replay)
{
    replay->unlimited = true;
}

const struct weft_sink *weft_replay_sink(struct weft_replay *replay)
{
    return &replay->sink;
}

const struct weft_replay_result *
weft_replay_result(const struct weft_replay *replay)
{
    return &replay->result;
}

void weft_replay_destroy(struct weft_replay *replay)
{
    if (!replay)
        return;
    struct loading *loading = (struct loading *)replay;
    known_arcs_finish(&loading->known);
    free(loading->to);
    free(replay->message);
    free(replay->shipment);
    free(replay->way);
    free(replay->arc);
    free(loading);
}
