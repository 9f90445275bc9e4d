/* Computes the arrivals of messages from the events of a trace. */
#include "shipments.h"

#include <stdlib.h>
#include <weft/model.h>
#include <weft/unstable/ways.h>

void replay_arrive(struct weft_replay *replay, const struct shipment *shipment,
                   double done, double by, double since, double pace)
{
    for (size_t i = shipment->first; i < shipment->first + shipment->count;
         i++) {
        struct weft_replay_message *m = &replay->message[replay->member[i]];
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

/* Return whether the costs are LogGP: then events contain only the overhead o
 * of a message, not its time on the links. */
static bool is_loggp(const struct weft_trace_info *info)
{
    struct weft_cost cost;
    const char *text = weft_trace_info_get(info, "cost");
    return text && !weft_cost_parse(text, &cost, NULL) && cost.loggp;
}

/* Give the links the lanes that the trace declares. Return 0, or
 * WEFT_ERROR_UNKNOWN or WEFT_ERROR_MEMORY. */
static int replay_take_lane(struct loading *loading, const char *lane)
{
    struct weft_replay *replay = &loading->replay;
    struct weft_error err;
    if (!lane || weft_network_lane(replay->network))
        return 0;
    loading->own = weft_network_with_lane(replay->network, lane, &err);
    if (!loading->own)
        return err.kind == WEFT_ERROR_MEMORY ? WEFT_ERROR_MEMORY
                                             : WEFT_ERROR_UNKNOWN;
    replay->network = loading->own;
    loading->bandwidths = false;
    return 0;
}

static int replay_begin(void *arg, const struct weft_trace_info *info)
{
    struct loading *loading = arg;
    const struct weft_replay *replay = arg;
    if (is_loggp(info) || weft_trace_info_get(info, "sharing"))
        return WEFT_ERROR_MISUSE;
    int status = replay_take_lane(loading, weft_trace_info_get(info, "lane"));
    if (status)
        return status;
    loading->info.items = info->items;
    return info->processors <= weft_network_size(replay->network)
               ? 0
               : WEFT_ERROR_WRONG;
}

/* Return the error kind of a failure. */
static int replay_status_of(const struct weft_replay *replay)
{
    return replay->too_much ? WEFT_ERROR_LIMIT : WEFT_ERROR_MEMORY;
}

static int replay_events(void *arg, const struct weft_event *event,
                         size_t count)
{
    struct weft_replay *replay = arg;
    int size = weft_network_size(replay->network);
    for (size_t i = 0; i < count; i++)
        if (event[i].kind == WEFT_SEND && event[i].duration &&
            event[i].peer >= 0 && event[i].peer < size &&
            event[i].peer != event[i].rank && shipments_add(arg, &event[i]))
            return replay_status_of(replay);
    return 0;
}

/* Relative delays below this are rounding errors. */
#define ROUNDING 1e-7

static void replay_sum_up(struct weft_replay *replay)
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

static int replay_end(void *arg)
{
    static int (*const find[])(struct weft_replay * replay) = {
        [WEFT_SHARING_FAIR] = replay_fair, [WEFT_SHARING_FIFO] = replay_fifo};
    struct weft_replay *replay = arg;
    if (shipments_load(arg))
        return replay_status_of(replay);
    for (size_t i = 0; i < replay->shipments; i++)
        if (replay->shipment[i].own <= 0)
            replay->shipment[i].own = 1;
    if (find[replay->sharing](replay))
        return replay_status_of(replay);
    replay_sum_up(replay);
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
    if (!network || sharing == WEFT_SHARING_NONE ||
        (unsigned)sharing > WEFT_SHARING_FIFO) {
        weft_error_set(err, WEFT_ERROR_MISUSE, 0, "replay: no %s",
                       network ? "such sharing" : "network");
        return NULL;
    }
    struct loading *loading = calloc(1, sizeof *loading);
    if (!loading) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for a replay");
        return NULL;
    }
    loading->bandwidths = !weft_network_lane(network) &&
                          weft_network_has_costs(network) &&
                          has_bandwidths(network);
    loading->replay.network = network;
    loading->replay.sharing = sharing;
    loading->replay.sink =
        (struct weft_sink){replay_begin, replay_events, replay_end, loading};
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
    weft_network_destroy(loading->own);
    free(loading->send);
    free(replay->message);
    free(replay->member);
    free(replay->shipment);
    free(replay->way);
    free(replay->arc);
    free(loading);
}
