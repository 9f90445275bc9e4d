/* Checks the transfers of traces that declare LogGP costs. */
#include <inttypes.h>
#include <stdlib.h>

#include "check.h"

/* The last send of a processor, and the earliest time of its next one: on all
 * ports together or, if the model counts ports, on each port. */
struct loggp_gap {
    uint64_t until;
    /* [send_ports] earliest next send on each port; NULL: no send yet */
    uint64_t *port;
    uint64_t sent_at; /* time of the last message */
    int32_t message;  /* number of the last message */
    uint32_t items;   /* contents of the last message, as `items` of its
                         event */
    bool any;
};

/* Convert the costs to ticks if the trace has more than one tick per unit. */
static void loggp_count_ticks(struct weft_check *check,
                              const struct weft_trace_info *info)
{
    uint64_t ticks = weft_trace_info_ticks(info);
    struct weft_cost *cost = &check->cost;
    uint64_t *const times[] = {&cost->latency, &cost->overhead, &cost->gap,
                               &cost->per_byte};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        *times[i] *= ticks;
}

int loggp_begin(struct weft_check *check, const struct weft_trace_info *info)
{
    const char *text = weft_trace_info_get(info, "cost");
    const struct weft_model *model = check->options.model;
    check->loggp =
        text && !weft_cost_parse(text, &check->cost, NULL) && check->cost.loggp;
    check->one_thing = check->loggp && model &&
                       weft_model_ports(model, WEFT_USE_SEND) == 1 &&
                       weft_model_ports(model, WEFT_USE_RECEIVE) == 1;
    loggp_count_ticks(check, info);
    if (check->loggp)
        check->gap = calloc((size_t)check->processors + 1, sizeof *check->gap);
    return check->loggp && !check->gap ? -1 : 0;
}

void loggp_finish(struct weft_check *check)
{
    for (int rank = 0; check->gap && rank < check->processors; rank++)
        free(check->gap[rank].port);
    free(check->gap);
}

/* Return whether the send is a copy of the last message: copies sent at the
 * same time count as one message. */
static bool is_copy(const struct weft_check *check, const struct loggp_gap *gap,
                    const struct weft_event *send)
{
    return check->options.model->sends == WEFT_SENDS_SAME && gap->any &&
           gap->sent_at == send->start && gap->message == send->message &&
           gap->items == send->items;
}

/* Return the send port that becomes free first. NULL: out of memory. */
static uint64_t *first_port(const struct weft_check *check,
                            struct loggp_gap *gap)
{
    int ports = check->options.model->send_ports, first = 0;
    if (!gap->port && !(gap->port = calloc((size_t)ports, sizeof *gap->port)))
        return NULL;
    for (int i = 1; i < ports; i++)
        if (gap->port[i] < gap->port[first])
            first = i;
    return &gap->port[first];
}

/* Set *from to the earliest time at which the message may leave, and record the
 * send. Return 0, or -1 if out of memory. */
static int may_leave(struct weft_check *check, const struct weft_event *send,
                     uint64_t *from)
{
    const struct weft_model *model = check->options.model;
    struct loggp_gap *gap = &check->gap[send->rank];
    uint64_t *port = &gap->until;
    *from = 0;
    if (!model || model->sends == WEFT_SENDS_ALL)
        return 0; /* no gap: each arc has a port of its own */
    if (model->sends == WEFT_SENDS_ONE && model->send_ports > 1 &&
        !(port = first_port(check, gap)))
        return -1;
    if (!is_copy(check, gap, send))
        *from = *port;
    uint64_t until = send->start + weft_cost_gap(&check->cost, send->bytes);
    *port = until > *port ? until : *port;
    gap->any = true;
    gap->sent_at = send->start;
    gap->message = send->message;
    gap->items = send->items;
    return 0;
}

static const char loggp_costs[] = "costs";

int loggp_send(struct weft_check *check, const struct weft_event *send)
{
    const struct weft_cost *cost = &check->cost;
    uint64_t slot = check_slot(check, send->start), from;
    struct weft_finding *finding = NULL;
    if (may_leave(check, send, &from))
        return -1;
    if (send->duration != cost->overhead) {
        check->result.conflicts++;
        finding = check_find(check, slot, send->rank, loggp_costs,
                             "sends message %" PRId32 " for %" PRIu64
                             " time units; LogGP's o is %" PRIu64,
                             send->message, send->duration, cost->overhead);
    } else if (send->start < from) {
        check->result.conflicts++;
        finding = check_find(check, slot, send->rank, loggp_costs,
                             "sends message %" PRId32 " at time %" PRIu64
                             "; LogGP's g and G allow it from %" PRIu64 " on",
                             send->message, send->start, from);
    }
    if (finding)
        found_send(check, finding, send);
    return 0;
}

void loggp_receive(struct weft_check *check, const struct transit *send,
                   const struct transit *receive)
{
    const struct weft_cost *cost = &check->cost;
    uint64_t first = send->start + cost->overhead + cost->latency;
    uint64_t lasts = weft_cost_receiving(cost, send->bytes);
    uint64_t slot = check_slot(check, receive->start);
    struct weft_finding *finding = NULL;
    if (receive->start < first) {
        check->result.conflicts++;
        finding = check_find(
            check, slot, send->destination, loggp_costs,
            "receives message %" PRId32 " from " WHO " at time %" PRIu64
            "; by LogGP's o and L it arrives at %" PRIu64,
            send->message, send->source, receive->start, first);
    } else if (receive->end - receive->start != lasts) {
        check->result.conflicts++;
        finding = check_find(
            check, slot, send->destination, loggp_costs,
            "receives message %" PRId32 " from " WHO " for %" PRIu64
            " time units; LogGP requires %" PRIu64,
            send->message, send->source, receive->end - receive->start, lasts);
    }
    if (finding)
        found_transit(check, finding, send);
}
