/* Every packet uses the ascending tree of its source, with all dimensions in
 * the order 1..d; packets for the same arc wait in a queue.
 *
 * A processor that receives a packet over dimension k sends it over k+1..d. It
 * is done when it has all K packets and its queues are empty. The tie-breaking
 * rule orders the waiting packets.
 *
 * Source: Stamoulis, Tsitsiklis, section 3.3.1. */
#include <stdlib.h>

#include "simultaneous.h"

/* State of one processor. */
struct arcs_part {
    struct weft_processor *self;
    const struct plan *plan;
    const struct simultaneous *state;
    /* packets that wait for the arc of each bit */
    struct packet_queue queue[WEFT_DISJOINT_MAX];
    /* number of packets that the processor has */
    int held;
};

/* Enqueue a packet for the bits from `first` on. */
static int arcs_enter(struct arcs_part *part, int first, int position,
                      const void *data, size_t bytes)
{
    const struct simultaneous_tie *tie = part->plan->schedule;
    int rank = weft_rank(part->self);
    struct disjoint_report *report = &part->state->report[rank];
    for (int bit = first; bit < part->plan->dimension; bit++) {
        struct packet_queue *queue = &part->queue[bit];
        uint64_t key =
            tie->key(part->state, rank, bit, position, weft_now(part->self));
        if (packet_queue_add(queue, key, position, data, bytes))
            return weft_fail(part->self, "no memory for a packet");
        if ((int)queue->count > report->queue)
            report->queue = (int)queue->count;
    }
    if (++part->held > part->state->count)
        return weft_fail(part->self, "packet %d arrived twice", position);
    return weft_store(part->self, position, data, bytes);
}

static int enter_own(struct arcs_part *part)
{
    const struct simultaneous *state = part->state;
    int x = weft_rank(part->self), status = 0;
    for (int m = 1; m <= state->own[x] && !status; m++) {
        int position = state->ranked[state->above[x] + m];
        void *data = simultaneous_packet(part->self, part->plan, position);
        status =
            data ? arcs_enter(part, 0, position, data, part->plan->bytes) : -1;
        free(data);
    }
    return status;
}

static int arcs_handle(struct arcs_part *part,
                       const struct weft_message *message)
{
    unsigned across = (unsigned)(weft_rank(part->self) ^ message->source);
    return arcs_enter(part, __builtin_ctz(across) + 1, message->id,
                      message->data, message->bytes);
}

static int arcs_drain(struct arcs_part *part)
{
    struct weft_message message;
    int got;
    while ((got = weft_take(part->self, WEFT_ANY, &message)) == 1)
        if (arcs_handle(part, &message))
            return -1;
    return got;
}

/* Send one packet over every arc with a nonempty queue; return 1 if any was
 * sent. */
static int arcs_send(struct arcs_part *part)
{
    int posted = 0;
    for (int bit = 0; bit < part->plan->dimension; bit++) {
        struct packet packet;
        if (!packet_queue_pop(&part->queue[bit], &packet))
            continue;
        int status = weft_post(part->self, weft_rank(part->self) ^ 1 << bit,
                               packet.id, packet.data, packet.bytes);
        free(packet.data);
        if (status)
            return -1;
        posted = 1;
    }
    return posted;
}

static int arcs_work(struct arcs_part *part)
{
    struct weft_message message;
    for (;;) {
        if (arcs_drain(part))
            return -1;
        int posted = arcs_send(part);
        if (posted == 0 && part->held == part->state->count)
            return 0;
        if (posted < 0 || (posted && weft_step(part->self)))
            return -1;
        if (!posted && (weft_receive(part->self, WEFT_ANY, &message) ||
                        arcs_handle(part, &message)))
            return -1;
    }
}

int simultaneous_arcs_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    struct arcs_part part = {.self = self, .plan = plan, .state = plan->state};
    int status = enter_own(&part) || arcs_work(&part) ? -1 : 0;
    for (int bit = 0; bit < plan->dimension; bit++)
        packet_queue_drop(&part.queue[bit]);
    return status;
}

void simultaneous_arcs_measure(const struct plan *plan,
                               struct weft_result *result)
{
    const struct simultaneous *state = plan->state;
    int queue = 0;
    for (int x = 0; x < plan->size; x++)
        if (state->report[x].queue > queue)
            queue = state->report[x].queue;
    result_measure(result, "bound d + K - 1",
                   plan->dimension + state->count - 1);
    result_measure(result, "longest queue", queue);
}
