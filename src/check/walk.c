/* Processes the events in order: matches sends and receives, and applies the
 * rules. */
#include <inttypes.h>
#include <stdlib.h>
#include <weft/unstable/ways.h>

#include "base/base.h"
#include "causality.h"
#include "check.h"
#include "problem.h"

static const char walk_matching[] = "matching";

static void finish_at(struct weft_check *check, uint64_t end)
{
    if (check->result.makespan < end)
        check->result.makespan = end;
}

/* ---- a transfer whose two ends are known ----------------------------- */

/* Process a matched reception. A receive event without duration marks a message
 * that the processor took during or after its arrival: its reception took place
 * during the send. */
static int walk_arrive(void *arg, const struct transit *send,
                       const struct transit *receive)
{
    struct weft_check *check = arg;
    int rank = send->destination;
    bool late = receive->end == receive->start && !check->loggp;
    struct port_use use = {late ? send->start : receive->start,
                           late ? send->end : receive->end,
                           send->source,
                           send->message,
                           send->items,
                           USE_RECEIVE};
    bool timed = check->step_known || check->options.model;
    if (timed && !late && receive->end < send->end) {
        check->result.unmatched++;
        found_transit(check,
                      check_find(check, check_slot(check, receive->start), rank,
                                 "times",
                                 "takes message %" PRId32 " from " WHO
                                 " before it arrives",
                                 send->message, send->source),
                      send);
    }
    if (check->loggp)
        loggp_receive(check, send, receive);
    use.delayed = use.start > send->start;
    check->result.delayed |= use.delayed && !check->loggp;
    if (use.start != send->start || use.end != send->end)
        check->apart = true;
    if (acts_add(&check->acts, rank, &use) || acts_advance(&check->acts, rank))
        return -1;
    uint64_t held = phase_end(check, use.end);
    if (check->problem && check->problem->arrive && !check->unlisted)
        return check->problem->arrive(check, send, held);
    return causality_receive(check, send, held);
}

static int walk_early_receive(void *arg, const struct transit *send,
                              const struct transit *receive)
{
    struct weft_check *check = arg;
    if (!check->step_known && receive->end >= send->start) {
        /* the clocks of the two ends differ; the receiver waited before the
         * send */
        struct transit met = *receive;
        met.start = send->start;
        return walk_arrive(check, send, &met);
    }
    check->result.unmatched++;
    found_transit(check,
                  check_find(check, check_slot(check, receive->start),
                             send->destination, walk_matching,
                             "receives message %" PRId32 " from " WHO
                             " before it is sent, at time %" PRIu64,
                             send->message, send->source, send->start),
                  send);
    return 0;
}

/* ---- sends ----------------------------------------------------------- */

static bool walk_exists(struct weft_check *check,
                        const struct weft_event *event, const char *verb)
{
    if (event->peer >= 0 && event->peer < check->processors)
        return true;
    check->result.unmatched++;
    found_message(check_find(check, check_slot(check, event->start),
                             event->rank, walk_matching,
                             "%s processor %" PRId32 ", which does not exist",
                             verb, event->peer),
                  event->message);
    return false;
}

/* Return whether the contents of a message are unknown because the trace's
 * format cannot express them. */
static bool is_unlisted(const struct weft_check *check,
                        const struct weft_event *send)
{
    const struct weft_goal *goal = check->options.goal;
    if (!check->block_bytes || send->items || !send->bytes)
        return false;
    return send->bytes > check->block_bytes ||
           (goal && weft_goal_combines(goal) != WEFT_GOAL_MOVE);
}

/* In a trace with steps, a transfer must take time: otherwise a message could
 * cross all links in one step. LogGP has its own rule. */
static void judge_duration(struct weft_check *check,
                           const struct weft_event *send)
{
    if (send->duration || !check->step_known || check->loggp)
        return;
    found_send(check,
               check_find(check, check_slot(check, send->start), send->rank,
                          "times",
                          "sends message %" PRId32 " to " WHO
                          " in no time; in a trace with steps a transfer takes "
                          "at least one time unit",
                          send->message, send->peer),
               send);
}

static int walk_on_send(struct weft_check *check,
                        const struct weft_event *event)
{
    check->result.messages++;
    if (!check->unlisted && is_unlisted(check, event))
        basis_unlisted(check);
    finish_at(check, event->start + event->duration);
    if (!walk_exists(check, event, "sends to"))
        return 0;
    judge_duration(check, event);
    if (check->loggp && loggp_send(check, event))
        return -1;
    int may = check_route(check, event);
    if (may < 0 || causality_send(check, event))
        return -1;
    if (check->problem && check->problem->send && !check->unlisted &&
        check->problem->send(check, event))
        return -1;
    struct port_use use = {event->start,         event->start + event->duration,
                           event->peer,          event->message,
                           event->items,         USE_SEND,
                           .not_neighbour = !may};
    if (acts_add(&check->acts, event->rank, &use))
        return -1;
    struct transit send = transit_of(event);
    return match_send(&check->match, &send);
}

/* ---- the other kinds ------------------------------------------------- */

static int walk_on_receive(struct weft_check *check,
                           const struct weft_event *event)
{
    struct transit receive = transit_of(event);
    if (event->duration || !check->step_known || check->loggp)
        finish_at(check, receive.end);
    if (!walk_exists(check, event, "receives from"))
        return 0;
    return match_receive(&check->match, &receive);
}

static int on_compute(struct weft_check *check, const struct weft_event *event)
{
    struct port_use use = {event->start, event->start + event->duration, -1, -1,
                           .kind = USE_COMPUTE};
    check->apart = true;
    finish_at(check, use.end);
    return acts_add(&check->acts, event->rank, &use);
}

static int on_sleep(struct weft_check *check, const struct weft_event *event)
{
    struct port_use use = {event->start, event->start + event->duration, -1, -1,
                           .kind = USE_SLEEP};
    check->apart = true;
    return acts_add(&check->acts, event->rank, &use);
}

static int on_store(struct weft_check *check, const struct weft_event *event)
{
    if (!check->options.stores_too || !check->problem || check->unlisted ||
        !check->problem->store || event->rank >= check->size)
        return 0;
    return check->problem->store(check, event);
}

static int (*const walk_on_event[WEFT_EVENT_KINDS])(
    struct weft_check *, const struct weft_event *) = {
    [WEFT_SEND] = walk_on_send, [WEFT_RECEIVE] = walk_on_receive,
    [WEFT_SLEEP] = on_sleep,    [WEFT_COMPUTE] = on_compute,
    [WEFT_STORE] = on_store,
};

static int walk_advance(struct weft_check *check, uint64_t now)
{
    if (now == check->now)
        return 0;
    check->now = now;
    if (now - check->slot_start >= check->step)
        check->slot_start = now - now % check->step;
    return match_advance(&check->match, now);
}

/* Without steps, a run lasts from its first record to its last. */
static void note_record(struct weft_check *check,
                        const struct weft_event *event)
{
    uint64_t begin = event_begin(event);
    if (!check->recorded || begin < check->first)
        check->first = begin;
    check->recorded = true;
    finish_at(check, event->start + event->duration);
}

int check_events(struct weft_check *check, const struct weft_event *events,
                 size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct weft_event *event = &events[i];
        if (event->start < check->now ||
            !event_possible(event, check->processors))
            return WEFT_ERROR_MISUSE;
        if (walk_advance(check, event->start))
            return -1;
        check->any = check->any || event->kind != WEFT_PRESENT;
        if (!check->step_known)
            note_record(check, event);
        if (walk_on_event[event->kind] &&
            walk_on_event[event->kind](check, event))
            return -1;
    }
    return 0;
}

/* ---- beginning and end ------------------------------------------------ */

static int walk_make_room(struct weft_check *check)
{
    check->ports = calloc((size_t)check->processors + 1, sizeof *check->ports);
    if (!check->ports || match_init(&check->match, check->processors) ||
        acts_init(&check->acts, &check->match))
        return -1;
    check->acts.tell = port_judge;
    check->acts.arg = check;
    check->match.arrive = walk_arrive;
    check->match.early_receive = walk_early_receive;
    check->match.arg = check;
    return 0;
}

/* Compare the numbers of processors in the trace, the network and the
 * options. */
static void judge_size(struct weft_check *check)
{
    const struct weft_network *network = check->options.network;
    if (check->processors > check->size)
        check_find(check, 1, -1, network ? "network" : "problem",
                   "the trace has %d processors, %s has %d", check->processors,
                   network ? weft_network_name(network) : "the goal",
                   check->size);
    if (check->options.root >= check->size) {
        check_blame(check, 1, -1,
                    "root %d does not exist: there are %d processors",
                    check->options.root, check->size);
        check->options.root = -1;
    }
}

int check_begin(struct weft_check *check, const struct weft_trace_info *info)
{
    int status = 0;
    if (check->ports || info->processors < 0 ||
        info->processors > WEFT_NETWORK_SIZE_MAX)
        return WEFT_ERROR_MISUSE;
    check->step_known = info->step > 0;
    check->origin = origin_of_trace(info);
    check->result.timed = !check->step_known;
    check->step = info->step ? info->step : 1;
    check->info.items = info->items;
    check->info.paired = info->paired;
    check->block_bytes = info_block_bytes(info);
    if (basis_begin(check, info) || names_take(&check->names, info))
        return -1;
    const struct weft_network *network = check->options.network;
    check->size = network ? weft_network_size(network) : info->processors;
    if (!network && check->options.goal)
        check->size = weft_goal_processors(check->options.goal);
    check->processors =
        info->processors > check->size ? info->processors : check->size;
    check->sharing = network && (weft_network_vertices(network) > check->size ||
                                 !check->options.model ||
                                 check->options.model->sends == WEFT_SENDS_ONE);
    check->combines = network && weft_network_combining(network);
    check->splits = network && weft_network_multicasting(network) &&
                    check->options.model &&
                    check->options.model->sends == WEFT_SENDS_ONE;
    check->result.processors = check->processors;
    check->result.solved = true;
    if (!check->size)
        basis_nobody(check);
    judge_size(check);
    if (check->problem &&
        (check->problem->by_goal || known_wanted(check, info)))
        status = known_begin(check, info);
    if (status)
        return status;
    basis_causality(check, info);
    if (walk_make_room(check) || loggp_begin(check, info) ||
        phases_begin(check, info))
        return -1;
    if (check->problem && check->problem->begin)
        return check->problem->begin(check);
    return 0;
}

static void lost_send(struct weft_check *check, const struct transit *send)
{
    check->result.unmatched++;
    found_transit(check,
                  check_find(check, check_slot(check, send->start),
                             send->source, walk_matching,
                             "sends message %" PRId32 " to " WHO
                             ", which never receives it",
                             send->message, send->destination),
                  send);
}

static void false_receive(struct weft_check *check,
                          const struct transit *receive)
{
    check->result.unmatched++;
    found_transit(check,
                  check_find(check, check_slot(check, receive->start),
                             receive->destination, walk_matching,
                             "receives message %" PRId32 " from " WHO
                             ", which never sends it",
                             receive->message, receive->source),
                  receive);
}

static void each_left(struct weft_check *check, const struct transits *transits,
                      struct transit_list list,
                      void (*report)(struct weft_check *,
                                     const struct transit *))
{
    for (uint32_t at = list.oldest; at != WEFT_TRANSIT_NONE;
         at = transits->pool[at].newer)
        report(check, &transits->pool[at]);
}

static int finish_port(struct weft_check *check, int rank)
{
    const struct match *match = &check->match;
    if (acts_flush(&check->acts, rank))
        return -1;
    each_left(check, &match->sent, match->coming[rank], lost_send);
    each_left(check, &match->early, match->early_by_destination[rank],
              false_receive);
    return 0;
}

int check_end(struct weft_check *check)
{
    struct weft_check_result *result = &check->result;
    if (match_settle(&check->match))
        return -1;
    for (int rank = 0; rank < check->processors; rank++)
        if (finish_port(check, rank))
            return -1;
    if (check->step_known)
        result->steps = steps_of(result->makespan, check->step);
    causality_end(check);
    if (check->problem && !check->unlisted)
        check->problem->end(check);
    if (check->unjudged)
        return -1;
    basis_end(check);
    found_end(check);
    if (!check->step_known)
        result->makespan -= check->first;
    return 0;
}
