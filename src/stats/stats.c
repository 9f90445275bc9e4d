/* Statistics. A checker without rules matches the transfers and tells what
 * every processor does in order of time; the rest is counted here. */
#include "stats.h"

#include <stdlib.h>

#include "check/check.h"
#include "check/problem.h"

/* One processor's time so far. */
struct clock {
    uint64_t any;       /* end of all it did */
    uint64_t computed;  /* end of all it computed */
    uint64_t used;      /* time in which it did anything */
    uint64_t computing; /* time in which it computed */
    uint64_t waiting;   /* time in which it said that it waits */
};

struct weft_stats {
    const struct weft_network *network;
    struct weft_sink sink;
    struct weft_check *check;
    struct weft_stats_result result;
    struct weft_stats_load *load; /* [processors] */
    struct clock *clock;          /* [processors] */
    struct flows flows, links;
    struct path path;
    struct weft_event *path_event;
    bool computes; /* computations are recorded */
};

/* ---- time ------------------------------------------------------------ */

/* By how much does [start, end) go beyond what is covered up to *until? */
static uint64_t cover(uint64_t *until, const struct use *use)
{
    if (use->end <= *until)
        return 0;
    uint64_t from = use->start > *until ? use->start : *until;
    *until = use->end;
    return use->end - from;
}

static void act(struct weft_check *check, int rank, const struct use *use)
{
    struct weft_stats *stats = check->state;
    struct clock *clock = &stats->clock[rank];
    if (use->kind == USE_SLEEP)
        return;
    clock->used += cover(&clock->any, use);
    if (use->kind == USE_COMPUTE)
        clock->computing += cover(&clock->computed, use);
}

static void end_check(struct weft_check *check)
{
    check->state = NULL; /* not the checker's to free */
}

static const struct check_problem observer = {.act = act, .end = end_check};

static void divide_time(struct weft_stats *stats, int rank)
{
    struct weft_stats_result *result = &stats->result;
    struct weft_stats_load *load = &stats->load[rank];
    const struct clock *clock = &stats->clock[rank];
    load->busy = clock->computing;
    load->overhead = clock->used - clock->computing;
    load->idle = result->makespan - clock->used;
    if (!result->steps && !stats->computes && load->idle > clock->waiting) {
        load->busy += load->idle - clock->waiting;
        load->idle = clock->waiting;
    }
    result->total.busy += load->busy;
    result->total.overhead += load->overhead;
    result->total.idle += load->idle;
    result->total.sent += load->sent;
    result->total.received += load->received;
    result->total.bytes_sent += load->bytes_sent;
    result->total.bytes_received += load->bytes_received;
}

/* ---- events ---------------------------------------------------------- */

static int begin(void *arg, const struct weft_trace_info *info)
{
    struct weft_stats *stats = arg;
    const struct weft_sink *check = weft_check_sink(stats->check);
    stats->check->state = stats;
    if (check->begin(check->arg, info))
        return -1;
    int processors = stats->check->processors;
    stats->result.processors = processors;
    stats->load = calloc((size_t)processors + 1, sizeof *stats->load);
    stats->clock = calloc((size_t)processors + 1, sizeof *stats->clock);
    if (!stats->load || !stats->clock)
        return -1;
    return path_init(&stats->path, processors, info->step == 0);
}

static int count_links(struct weft_stats *stats, const struct weft_event *send)
{
    const struct weft_network *network = stats->network;
    int size = network ? weft_network_size(network) : 0;
    if (send->rank >= size || send->peer < 0 || send->peer >= size)
        return 0;
    for (int at = send->rank, next; at != send->peer; at = next) {
        next = weft_network_next(network, at, send->peer);
        if (flows_add(&stats->links, at, next, send))
            return -1;
    }
    return 0;
}

static int count_event(struct weft_stats *stats, const struct weft_event *event)
{
    struct weft_stats_load *load = &stats->load[event->rank];
    struct clock *clock = &stats->clock[event->rank];
    switch (event->kind) {
    case WEFT_SEND:
        load->sent++;
        load->bytes_sent += event->bytes;
        return flows_add(&stats->flows, event->rank, event->peer, event) ||
                       count_links(stats, event)
                   ? -1
                   : 0;
    case WEFT_RECEIVE:
        load->received++;
        load->bytes_received += event->bytes;
        if (event->since < event->start)
            clock->waiting += event->start - event->since;
        return 0;
    case WEFT_SLEEP:
        clock->waiting += event->duration;
        return 0;
    case WEFT_COMPUTE:
        stats->computes = true;
        return 0;
    default:
        return 0;
    }
}

static int events(void *arg, const struct weft_event *event, size_t count)
{
    struct weft_stats *stats = arg;
    const struct weft_sink *check = weft_check_sink(stats->check);
    if (check->events(check->arg, event, count))
        return -1;
    for (size_t i = 0; i < count; i++)
        if (count_event(stats, &event[i]) || path_add(&stats->path, &event[i]))
            return -1;
    return 0;
}

static int end(void *arg)
{
    struct weft_stats *stats = arg;
    struct weft_stats_result *result = &stats->result;
    const struct weft_sink *check = weft_check_sink(stats->check);
    if (check->end(check->arg) || path_end(&stats->path))
        return -1;
    const struct weft_check_result *checked = weft_check_result(stats->check);
    result->makespan = checked->makespan;
    if (!checked->steps && result->makespan)
        result->makespan -= stats->path.origin; /* of a clock of its own */
    result->steps = checked->steps;
    result->messages = checked->messages;
    result->unmatched = checked->unmatched;
    for (int rank = 0; rank < result->processors; rank++)
        divide_time(stats, rank);
    result->bytes = result->total.bytes_sent;
    result->load = stats->load;
    flows_sort(&stats->flows);
    flows_sort(&stats->links);
    result->flow = stats->flows.flow;
    result->flows = stats->flows.count;
    result->link = stats->links.flow;
    result->links = stats->links.count;
    result->busiest =
        flows_busiest(stats->network ? &stats->links : &stats->flows);
    stats->path_event =
        path_events(&stats->path, &result->path_events, &result->path);
    result->path_event = stats->path_event;
    return result->path_events && !stats->path_event ? -1 : 0;
}

/* ---- the life of the statistics -------------------------------------- */

struct weft_stats *weft_stats_create(const struct weft_network *network)
{
    struct weft_check_options options = {.network = network, .root = -1};
    struct weft_stats *stats = calloc(1, sizeof *stats);
    if (!stats)
        return NULL;
    stats->network = network;
    stats->sink = (struct weft_sink){begin, events, end, stats};
    stats->check = weft_check_create(&options, NULL);
    if (!stats->check) {
        weft_stats_destroy(stats);
        return NULL;
    }
    stats->check->problem = &observer;
    return stats;
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
    if (stats->check)
        stats->check->state = NULL;
    weft_check_destroy(stats->check);
    flows_finish(&stats->flows);
    flows_finish(&stats->links);
    path_finish(&stats->path);
    free(stats->path_event);
    free(stats->load);
    free(stats->clock);
    free(stats);
}
