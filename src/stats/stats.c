/* Statistics: the messages that each processor sent and received, the times
 * that it spent in each state (state.c), the traffic between pairs (flow.c),
 * the critical path (critical-path.c). */
#include "stats.h"

#include <stdlib.h>
#include <weft/unstable/ways.h>

#include "base/base.h"

struct weft_stats {
    const struct weft_network *network;
    struct weft_sink sink;
    struct weft_items *items; /* contents of messages */
    struct weft_stats_result result;
    struct weft_stats_load *load; /* [processors] messages and times of each
                                     processor */
    uint64_t *in_calls; /* [processors] time in calls, as in weft_trace_info;
                           NULL: not recorded */
    struct states states;
    struct flows flows, links;
    struct path path;
    struct path work; /* critical path that includes work between events, as
                         long as the trace may record communication only */
    struct weft_event *path_event;
    bool began, ended;
    uint64_t now, step;
    uint64_t messages, passed; /* number of messages sent, and number of links
                                  on all their routes */
    bool unlimited, too_much;  /* unlimited: no limit on the number of links;
                                  too_much: limit exceeded */
};

/* ---- time ------------------------------------------------------------ */

/* Return the sum of times for a state. For STATE_OPEN, it is measured_busy
 * until the end. */
static uint64_t *time_in(struct weft_stats_load *load, enum span_state state)
{
    uint64_t *const time[] = {[STATE_BUSY] = &load->busy,
                              [STATE_OVERHEAD] = &load->overhead,
                              [STATE_IDLE] = &load->idle,
                              [STATE_OPEN] = &load->measured_busy};
    return time[state];
}

static int spend(void *arg, const struct state_span *span)
{
    struct weft_stats *stats = arg;
    *time_in(&stats->load[span->rank], span->state) += span->end - span->start;
    if (!stats->work.work || span->state != STATE_IDLE)
        return 0;
    return path_idle(&stats->work, span);
}

static void divide_time(struct weft_stats *stats, int rank)
{
    struct weft_stats_result *result = &stats->result;
    struct weft_stats_load *load = &stats->load[rank];
    *time_in(load, states_open(&stats->states)) += load->measured_busy;
    const struct state_track *track = &stats->states.track[rank];
    uint64_t calls = stats->in_calls ? stats->in_calls[rank] : UINT64_MAX;
    load->absent = !stats->states.steps && track->first == UINT64_MAX;
    /* in a run with steps, a processor may sleep beyond the end */
    if (stats->states.steps) {
        load->last = result->makespan;
        load->idle = result->makespan - load->busy - load->overhead;
    } else if (!load->absent) {
        load->first = track->first;
        load->last = track->last;
    }
    uint64_t there = load->last - load->first;
    load->measured_busy = calls < there ? there - calls : 0;
    if (calls == UINT64_MAX)
        load->measured_busy = UINT64_MAX;
    result->absent += load->absent;
    uint64_t *all = &result->total.measured_busy;
    if (load->measured_busy == UINT64_MAX && !load->absent)
        *all = UINT64_MAX;
    if (load->measured_busy != UINT64_MAX && *all != UINT64_MAX)
        sum_add(all, load->measured_busy);
    sum_add(&result->total.busy, load->busy);
    sum_add(&result->total.overhead, load->overhead);
    sum_add(&result->total.idle, load->idle);
    sum_add(&result->total.sent, load->sent);
    sum_add(&result->total.received, load->received);
    sum_add(&result->total.bytes_sent, load->bytes_sent);
    sum_add(&result->total.bytes_received, load->bytes_received);
}

/* Measure the duration of the run. A run with steps begins at 0, any other run
 * with its first record. */
static void measure_run(struct weft_stats *stats)
{
    struct weft_stats_result *result = &stats->result;
    const struct states *states = &stats->states;
    uint64_t first = UINT64_MAX, last = 0;
    for (int rank = 0; rank < states->processors; rank++) {
        const struct state_track *track = &states->track[rank];
        first = track->first < first ? track->first : first;
        last = track->last > last ? track->last : last;
    }
    first = event_origin(states->steps, first);
    if (states->steps)
        last = states->end;
    result->makespan = first < last ? last - first : 0;
    result->total.first = first < last ? first : 0;
    result->total.last = last;
}

/* ---- events ---------------------------------------------------------- */

static int stats_begin(void *arg, const struct weft_trace_info *info)
{
    struct weft_stats *stats = arg;
    if (stats->began || info->processors < 0 ||
        info->processors > WEFT_NETWORK_SIZE_MAX)
        return WEFT_ERROR_MISUSE;
    if (stats->network && info->processors > weft_network_size(stats->network))
        return WEFT_ERROR_WRONG;
    int processors = info->processors;
    if (stats->network && weft_network_size(stats->network) > processors)
        processors = weft_network_size(stats->network);
    stats->items = info->items;
    stats->began = true;
    stats->result.processors = processors;
    stats->load = calloc((size_t)processors + 1, sizeof *stats->load);
    if (info->in_calls)
        stats->in_calls =
            calloc((size_t)processors + 1, sizeof *stats->in_calls);
    if (!stats->load || (info->in_calls && !stats->in_calls) ||
        states_init(&stats->states, processors, info))
        return WEFT_ERROR_MEMORY;
    for (int rank = 0; stats->in_calls && rank < processors; rank++)
        stats->in_calls[rank] =
            rank < info->processors ? info->in_calls[rank] : UINT64_MAX;
    stats->states.each = spend;
    stats->states.arg = stats;
    stats->step = info->step;
    stats->result.unit_ns = info->unit_ns;
    if (path_init(&stats->path, processors, info, &stats->flows))
        return WEFT_ERROR_MEMORY;
    if (states_open(&stats->states) != STATE_BUSY)
        return 0;
    if (path_init(&stats->work, processors, info, NULL))
        return WEFT_ERROR_MEMORY;
    stats->work.work = true;
    return 0;
}

/* Limit on the number of links on all routes, in total and with an allowance
 * per message: a short file may send over long routes. */
#define STATS_LINKS_MAX ((uint64_t)1 << 25)
#define LINKS_A_MESSAGE 64

static bool stats_is_too_far(struct weft_stats *stats)
{
    uint64_t most = STATS_LINKS_MAX + stats->messages * LINKS_A_MESSAGE;
    stats->too_much |= stats->passed++ >= most && !stats->unlimited;
    return stats->too_much;
}

static int count_links(struct weft_stats *stats, const struct weft_event *send)
{
    const struct weft_network *network = stats->network;
    int size = network ? weft_network_size(network) : 0;
    if (send->rank >= size || send->peer < 0 || send->peer >= size)
        return 0;
    const struct weft_trace_info info = {.items = stats->items};
    const char *way = weft_network_way(network, &info, send);
    stats->messages++;
    for (int at = send->rank, next; at != send->peer; at = next) {
        next = weft_network_onward(network, at, send->peer, &way);
        if (stats_is_too_far(stats) || flows_add(&stats->links, at, next, send))
            return -1;
    }
    return 0;
}

static int count_event(struct weft_stats *stats, const struct weft_event *event)
{
    struct weft_stats_load *load = &stats->load[event->rank];
    switch (event->kind) {
    case WEFT_SEND:
        load->sent++;
        sum_add(&load->bytes_sent, event->bytes);
        return flows_add(&stats->flows, event->rank, event->peer, event) ||
                       count_links(stats, event)
                   ? -1
                   : 0;
    case WEFT_RECEIVE:
        load->received++;
        sum_add(&load->bytes_received, event->bytes);
        return 0;
    default:
        return 0;
    }
}

/* Add an event to both critical paths. The one with work between events is
 * dropped as soon as the trace records a computation. */
static int add_to_paths(struct weft_stats *stats,
                        const struct weft_event *event)
{
    if (stats->work.work && states_open(&stats->states) != STATE_BUSY)
        path_finish(&stats->work);
    if (stats->work.work && path_add(&stats->work, event))
        return -1;
    return path_add(&stats->path, event);
}

static int stats_events(void *arg, const struct weft_event *event, size_t count)
{
    struct weft_stats *stats = arg;
    for (size_t i = 0; i < count; i++) {
        if (stats->ended || event[i].start < stats->now ||
            !event_possible(&event[i], stats->result.processors))
            return WEFT_ERROR_MISUSE;
        stats->now = event[i].start;
        if (count_event(stats, &event[i]) ||
            states_event(&stats->states, &event[i]) ||
            add_to_paths(stats, &event[i]))
            return stats->too_much ? WEFT_ERROR_LIMIT : WEFT_ERROR_MEMORY;
    }
    return 0;
}

static void stats_publish(struct weft_stats *stats)
{
    struct weft_stats_result *result = &stats->result;
    result->load = stats->load;
    result->flow = stats->flows.flow;
    result->flows = stats->flows.count;
    result->link = stats->links.flow;
    result->links = stats->links.count;
    result->busiest =
        flows_busiest(stats->network ? &stats->links : &stats->flows);
    result->path_event = stats->path_event;
}

/* Free the data that is needed only while counting, since a caller may keep the
 * result for a long time. */
static void stats_forget(struct weft_stats *stats)
{
    states_finish(&stats->states);
    path_finish(&stats->path);
    path_finish(&stats->work);
    free(stats->in_calls);
    stats->in_calls = NULL;
}

static int stats_end(void *arg)
{
    struct weft_stats *stats = arg;
    struct weft_stats_result *result = &stats->result;
    if (stats->ended)
        return WEFT_ERROR_MISUSE;
    struct path *path = stats->work.work ? &stats->work : &stats->path;
    if (states_end(&stats->states) || path_end(&stats->path) ||
        (path != &stats->path && path_end(path)))
        return WEFT_ERROR_MEMORY;
    stats->ended = true;
    measure_run(stats);
    if (stats->step)
        result->steps = steps_of(result->makespan, stats->step);
    for (int rank = 0; rank < result->processors; rank++)
        divide_time(stats, rank);
    result->messages = result->total.sent;
    result->bytes = result->total.bytes_sent;
    result->unmatched = stats->path.unmatched;
    result->path_works = path->work;
    stats->path_event = path_events(path, &result->path_events, &result->path);
    stats_forget(stats);
    flows_sort(&stats->flows);
    flows_sort(&stats->links);
    stats_publish(stats);
    return result->path_events && !stats->path_event ? WEFT_ERROR_MEMORY : 0;
}

/* ---- the life of the statistics -------------------------------------- */

struct weft_stats *weft_stats_create(const struct weft_network *network)
{
    struct weft_stats *stats = calloc(1, sizeof *stats);
    if (!stats)
        return NULL;
    stats->network = network;
    stats->sink =
        (struct weft_sink){stats_begin, stats_events, stats_end, stats};
    return stats;
}

void weft_stats_unlimited(struct weft_stats *stats)
{
    stats->unlimited = true;
}

const struct weft_sink *weft_stats_sink(struct weft_stats *stats)
{
    return &stats->sink;
}

const struct weft_stats_result *weft_stats_result(struct weft_stats *stats)
{
    return &stats->result;
}

void weft_stats_destroy(struct weft_stats *stats)
{
    if (!stats)
        return;
    stats_forget(stats);
    flows_finish(&stats->flows);
    flows_finish(&stats->links);
    free(stats->path_event);
    free(stats->load);
    free(stats);
}
