/* Where a trace says that its transfers took what LogGP says: did they? */
#include <inttypes.h>
#include <stdlib.h>

#include "check.h"

int loggp_begin(struct weft_check *check, const struct weft_trace_info *info)
{
    const char *text = weft_trace_info_get(info, "cost");
    check->loggp =
        text && !weft_cost_parse(text, &check->cost, NULL) && check->cost.loggp;
    if (check->loggp)
        check->gap_out =
            calloc((size_t)check->processors + 1, sizeof *check->gap_out);
    return check->loggp && !check->gap_out ? -1 : 0;
}

/* With a port for every arc, only messages of one port keep a distance. */
static bool one_port(const struct weft_check *check)
{
    const struct weft_model *model = check->options.model;
    return model && model->sends == WEFT_SENDS_ONE &&
           weft_model_ports(model, WEFT_USE_SEND) == 1 &&
           weft_model_ports(model, WEFT_USE_RECEIVE) == 1;
}

void loggp_send(struct weft_check *check, const struct weft_event *send)
{
    const struct weft_cost *cost = &check->cost;
    uint64_t slot = check_slot(check, send->start);
    uint64_t *gap = &check->gap_out[send->rank];
    if (send->duration != cost->overhead) {
        check->result.conflicts++;
        check_find(check, slot, send->rank,
                   "sends message %" PRId32 " for %" PRIu64
                   " time units; LogGP's o is %" PRIu64,
                   send->message, send->duration, cost->overhead);
    } else if (one_port(check) && send->start < *gap) {
        check->result.conflicts++;
        check_find(check, slot, send->rank,
                   "sends message %" PRId32 " at time %" PRIu64
                   "; LogGP's g and G allow it from %" PRIu64 " on",
                   send->message, send->start, *gap);
    }
    *gap = send->start + weft_cost_gap(cost, send->bytes);
}

void loggp_receive(struct weft_check *check, const struct transit *send,
                   const struct transit *receive)
{
    const struct weft_cost *cost = &check->cost;
    uint64_t first = send->start + cost->overhead + cost->latency;
    uint64_t lasts = weft_cost_receiving(cost, send->bytes);
    uint64_t slot = check_slot(check, receive->start);
    if (receive->start < first) {
        check->result.conflicts++;
        check_find(check, slot, send->destination,
                   "receives message %" PRId32 " from " WHO " at time %" PRIu64
                   "; by LogGP's o and L it arrives at %" PRIu64,
                   send->message, send->source, receive->start, first);
    } else if (receive->end - receive->start != lasts) {
        check->result.conflicts++;
        check_find(check, slot, send->destination,
                   "receives message %" PRId32 " from " WHO " for %" PRIu64
                   " time units; LogGP requires %" PRIu64,
                   send->message, send->source, receive->end - receive->start,
                   lasts);
    }
}
