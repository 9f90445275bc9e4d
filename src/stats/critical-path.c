/* Computes the critical path while events are processed. Each event extends the
 * longest chain that had ended at its processor when the event began. A
 * reception may instead extend the chain of its send, by the time by which it
 * ends later. In a trace with clock times, all the time from the end of a send
 * to the end of its reception counts. Where only communication is recorded, the
 * work between two events of a processor counts too, except the time in which
 * the processor waits or sleeps. Where slices nest, an event within a reception
 * extends the chain of the reception up to that point; of the events that begin
 * at the same time, receptions come first. Chains that no event can extend any
 * more are freed, so memory depends on the number of live chains, not of
 * events. */
#include <stdbool.h>
#include <stdlib.h>

#include "base/base.h"
#include "base/text/origins.h"
#include "stats.h"

#define CRITICAL_PATH_NONE WEFT_TRANSIT_NONE

static uint64_t critical_path_length_of(const struct path *path, uint32_t index)
{
    return index == CRITICAL_PATH_NONE ? 0 : path->link[index].length;
}

static uint64_t critical_path_end_of(const struct path *path, uint32_t index)
{
    return path->link[index].event.start + path->link[index].event.duration;
}

static void critical_path_drop(struct path *path, uint32_t index)
{
    while (index != CRITICAL_PATH_NONE && --path->link[index].users == 0) {
        uint32_t before = path->link[index].before;
        path->link[index].before = path->unused;
        path->unused = index;
        index = before;
    }
}

/* Extend the chain that ends at `before` by a link of length `by`, with one
 * user. Return its index, or NONE if out of memory. */
static uint32_t critical_path_extend(struct path *path, uint32_t before,
                                     uint64_t by,
                                     const struct weft_event *event)
{
    uint32_t index = path->unused;
    if (index != CRITICAL_PATH_NONE) {
        path->unused = path->link[index].before;
    } else {
        if (array_grow(&path->link, &path->capacity, path->used + 1,
                       sizeof *path->link))
            return CRITICAL_PATH_NONE;
        index = (uint32_t)path->used++;
    }
    path->link[index] =
        (struct chain_link){*event, critical_path_length_of(path, before) + by,
                            before, 1, CRITICAL_PATH_NONE};
    if (before != CRITICAL_PATH_NONE)
        path->link[before].users++;
    return index;
}

static void end_chain(struct path *path, struct chains *chains, uint32_t index)
{
    if (chains->best != CRITICAL_PATH_NONE &&
        critical_path_length_of(path, index) <=
            critical_path_length_of(path, chains->best)) {
        critical_path_drop(path, index);
        return;
    }
    critical_path_drop(path, chains->best);
    chains->best = index;
}

/* Return the longest of a processor's chains that end at `now` or before. */
static uint32_t critical_path_ended(struct path *path, int rank, uint64_t now)
{
    struct chains *chains = &path->chains[rank];
    const struct unfinished *first;
    while ((first = unfinished_heap_first(&chains->under_way)) &&
           first->end <= now)
        end_chain(path, chains, unfinished_heap_take(&chains->under_way).index);
    return chains->best;
}

/* Add a chain that ends with an event of this processor. */
static int critical_path_give(struct path *path, int rank, uint32_t index)
{
    if (index == CRITICAL_PATH_NONE)
        return -1;
    struct chains *chains = &path->chains[rank];
    chains->latest = index;
    return unfinished_heap_put(
        &chains->under_way,
        (struct unfinished){critical_path_end_of(path, index), path->turn++,
                            index});
}

/* ---- work between events ------------------------------------------------ */

int path_idle(struct path *path, const struct state_span *span)
{
    struct chains *chains = &path->chains[span->rank];
    if (array_grow(&chains->idle, &chains->idle_room, chains->idles + 1,
                   sizeof *chains->idle))
        return -1;
    uint64_t before = chains->idles ? chains->idle[chains->idles - 1].total : 0;
    chains->idle[chains->idles++] = (struct path_idle){
        span->start, span->end, before + span->end - span->start};
    return 0;
}

/* Return the total time, up to `time`, in which a processor was idle. */
static uint64_t idle_until(const struct chains *chains, uint64_t time)
{
    size_t low = 0, high = chains->idles;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (chains->idle[middle].start < time)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return 0;
    const struct path_idle *last = &chains->idle[low - 1];
    return last->total - (last->end > time ? last->end - time : 0);
}

/* Return the time that a processor worked between the end of a chain and
 * `ready`, when it was ready for its next event. */
static uint64_t worked(const struct path *path, int rank, uint32_t before,
                       uint64_t ready)
{
    const struct chains *chains = &path->chains[rank];
    if (!path->work)
        return 0;
    uint64_t end = before == CRITICAL_PATH_NONE
                       ? path->origin
                       : critical_path_end_of(path, before);
    if (ready <= end)
        return 0;
    return ready - end - (idle_until(chains, ready) - idle_until(chains, end));
}

/* ---- within a reception ------------------------------------------------ */

/* Record that a reception began, because later events may lie within it. */
static void enter_reception(struct path *path, int rank, uint32_t index)
{
    struct chains *chains = &path->chains[rank];
    if (!path->nests)
        return;
    path->link[index].outer = chains->inside;
    path->link[index].users++;
    chains->inside = index;
}

/* Return the innermost reception of the processor that contains the event. */
static uint32_t reception_around(struct path *path,
                                 const struct weft_event *event)
{
    struct chains *chains = &path->chains[event->rank];
    uint64_t end = event->start + event->duration;
    while (chains->inside != CRITICAL_PATH_NONE &&
           critical_path_end_of(path, chains->inside) <= event->start) {
        uint32_t outer = path->link[chains->inside].outer;
        critical_path_drop(path, chains->inside);
        chains->inside = outer;
    }
    bool within = chains->inside != CRITICAL_PATH_NONE &&
                  end <= critical_path_end_of(path, chains->inside);
    return within ? chains->inside : CRITICAL_PATH_NONE;
}

static int prolong(struct path *path, const struct weft_event *event)
{
    uint32_t before = critical_path_ended(path, event->rank, event->start);
    uint32_t around = reception_around(path, event);
    uint64_t by =
        event->duration + worked(path, event->rank, before, event->start);
    if (around != CRITICAL_PATH_NONE) {
        /* modulo 2^64, so this is correct even if the reception ends later */
        uint64_t up_to =
            event->start + event->duration - critical_path_end_of(path, around);
        if (critical_path_length_of(path, around) + up_to >=
            critical_path_length_of(path, before) + by) {
            before = around;
            by = up_to;
        }
    }
    return critical_path_give(path, event->rank,
                              critical_path_extend(path, before, by, event));
}

/* Count the arrival of a message. A message that waited in the mailbox arrived
 * when its send ended. */
static void arrival_count(const struct path *path, const struct transit *send,
                          const struct transit *receive)
{
    bool late = !path->clock && receive->end == receive->start;
    if (!path->flows)
        return;
    uint64_t end = late || receive->end < send->end ? send->end : receive->end;
    flows_arrive(path->flows, send->source, send->destination,
                 end - send->start);
}

static int critical_path_arrive(void *arg, const struct transit *send,
                                const struct transit *receive)
{
    struct path *path = arg;
    arrival_count(path, send, receive);
    uint64_t lasts = receive->end - receive->start;
    const struct weft_event event = {.start = receive->start,
                                     .duration = lasts,
                                     .since = receive->since,
                                     .rank = receive->destination,
                                     .peer = receive->source,
                                     .message = receive->message,
                                     .dimension = -1,
                                     .kind = WEFT_RECEIVE};
    uint32_t before = critical_path_ended(path, event.rank, event.start);
    uint64_t by = lasts + worked(path, event.rank, before, receive->since);
    /* modulo 2^64, so this is correct even if the sender is still busy with the
     * message */
    uint64_t longer = receive->end - send->end;
    if (!path->clock && receive->end > send->end && longer > lasts)
        longer = lasts;
    uint64_t sent = critical_path_length_of(path, send->tag) + longer;
    uint64_t own = critical_path_length_of(path, before) + by;
    /* of two chains of equal length, prefer the message's, unless the message
     * left before the receiver was ready */
    bool early = path->clock && send->end <= receive->since;
    if (sent > own || (sent == own && !early)) {
        before = send->tag;
        by = longer;
    }
    uint32_t index = critical_path_extend(path, before, by, &event);
    int result = critical_path_give(path, event.rank, index);
    if (!result)
        enter_reception(path, event.rank, index);
    critical_path_drop(path, send->tag);
    return result;
}

static int critical_path_early_receive(void *arg, const struct transit *send,
                                       const struct transit *receive)
{
    struct path *path = arg;
    if (path->clock && receive->end >= send->start) {
        struct transit met = *receive;
        met.start = send->start;
        return critical_path_arrive(path, send, &met);
    }
    path->unmatched++;
    critical_path_drop(path, send->tag);
    return 0;
}

int path_init(struct path *path, int processors,
              const struct weft_trace_info *info, struct flows *flows)
{
    const struct trace_origin *origin = origin_of_trace(info);
    *path = (struct path){.unused = CRITICAL_PATH_NONE,
                          .processors = processors,
                          .clock = info->step == 0,
                          .nests = origin->nests,
                          .origin = UINT64_MAX,
                          .flows = flows};
    path->chains = calloc((size_t)processors + 1, sizeof *path->chains);
    if (!path->chains || match_init(&path->match, processors))
        return -1;
    path->match.arrive = critical_path_arrive;
    path->match.early_receive = critical_path_early_receive;
    path->match.arg = path;
    for (int rank = 0; rank < processors; rank++)
        path->chains[rank].best = path->chains[rank].inside =
            CRITICAL_PATH_NONE;
    return 0;
}

static bool critical_path_exists(const struct path *path,
                                 const struct weft_event *event)
{
    return event->peer >= 0 && event->peer < path->processors;
}

static int critical_path_on_send(struct path *path,
                                 const struct weft_event *event)
{
    if (prolong(path, event))
        return -1;
    if (!critical_path_exists(path, event)) {
        path->unmatched++;
        return 0;
    }
    struct transit send = transit_of(event);
    send.tag = path->chains[event->rank].latest;
    path->link[send.tag].users++;
    return match_send(&path->match, &send);
}

static int critical_path_on_receive(struct path *path,
                                    const struct weft_event *event)
{
    if (!critical_path_exists(path, event)) {
        path->unmatched++;
        return 0;
    }
    struct transit receive = transit_of(event);
    return match_receive(&path->match, &receive);
}

static int critical_path_add(struct path *path, const struct weft_event *event)
{
    switch (event->kind) {
    case WEFT_SEND:
        return critical_path_on_send(path, event);
    case WEFT_RECEIVE:
        return critical_path_on_receive(path, event);
    case WEFT_COMPUTE:
        return prolong(path, event);
    default:
        return 0;
    }
}

/* Process the held events, as all events that begin at their time are known. */
static int add_held(struct path *path)
{
    int status = path->holds ? match_settle(&path->match) : 0;
    for (size_t i = 0; i < path->holds && !status; i++)
        status = critical_path_add(path, &path->held[i]);
    path->holds = 0;
    return status;
}

int path_add(struct path *path, const struct weft_event *event)
{
    if (event->start != path->now && add_held(path))
        return -1;
    path->now = event->start;
    if (match_advance(&path->match, event->start))
        return -1;
    if (path->origin > event->start)
        path->origin = event->start;
    if (!path->nests ||
        (event->kind != WEFT_SEND && event->kind != WEFT_COMPUTE))
        return critical_path_add(path, event);
    if (array_grow(&path->held, &path->held_room, path->holds + 1,
                   sizeof *path->held))
        return -1;
    path->held[path->holds++] = *event;
    return 0;
}

int path_end(struct path *path)
{
    if (add_held(path) || match_settle(&path->match))
        return -1;
    path->unmatched += path->match.sent.count + path->match.early.count;
    return 0;
}

/* Return whether a chain is longer than another one, or consists of the other
 * one and one more event. */
static bool critical_path_beyond(const struct path *path, uint32_t index,
                                 uint32_t other)
{
    uint64_t length = critical_path_length_of(path, index);
    if (length != critical_path_length_of(path, other))
        return length > critical_path_length_of(path, other);
    return index != CRITICAL_PATH_NONE && path->link[index].before == other;
}

struct weft_event *path_events(struct path *path, size_t *count,
                               uint64_t *length)
{
    uint32_t best = CRITICAL_PATH_NONE;
    for (int rank = 0; rank < path->processors; rank++) {
        uint32_t own = critical_path_ended(path, rank, UINT64_MAX);
        if (critical_path_beyond(path, own, best))
            best = own;
    }
    *length = critical_path_length_of(path, best);
    *count = 0;
    for (uint32_t at = best; at != CRITICAL_PATH_NONE;
         at = path->link[at].before)
        ++*count;
    struct weft_event *events = *count ? calloc(*count, sizeof *events) : NULL;
    size_t i = events ? *count : 0;
    for (uint32_t at = best; i; at = path->link[at].before)
        events[--i] = path->link[at].event;
    return events;
}

void path_finish(struct path *path)
{
    for (int rank = 0; path->chains && rank < path->processors; rank++) {
        unfinished_heap_finish(&path->chains[rank].under_way);
        free(path->chains[rank].idle);
    }
    free(path->chains);
    free(path->link);
    free(path->held);
    match_finish(&path->match);
    *path = (struct path){0};
}
