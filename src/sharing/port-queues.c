/* Determines which transfers may start. A transfer takes all its ports at once
 * or none, so that waiting transfers occupy nothing.
 *
 * The oldest transfer of each sender that has not started waits with its sender
 * or in the heap of the first receiver that cannot take it. When something of a
 * processor becomes free, its own oldest transfer and the first of its heap are
 * called, and when the latter has been looked at, the next. */
#include "kernel.h"

#include <limits.h>
#include <string.h>

static const struct sharing_endpoint ports_unused = {
    .transfers = {NOTHING, NOTHING}, .computations = {NOTHING, NOTHING}};

int ports_begin(struct sharing *s)
{
    struct ports *ports = &s->ports;
    size_t size = (size_t)s->size;
    ports->half = s->model.duplex == WEFT_DUPLEX_HALF && !s->cost.loggp;
    ports->send_most = weft_model_ports(&s->model, WEFT_USE_SEND);
    ports->receive_most = weft_model_ports(&s->model, WEFT_USE_RECEIVE);
    if (array_grow(&ports->endpoint, &ports->room, size,
                   sizeof *ports->endpoint))
        return -1;
    for (ports->count = 0; ports->count < size; ports->count++)
        ports->endpoint[ports->count] = ports_unused;
    return 0;
}

void ports_finish(struct sharing *s)
{
    struct ports *ports = &s->ports;
    for (size_t i = 0; i < ports->count; i++)
        candidate_heap_finish(&ports->endpoint[i].waiting);
    free(ports->endpoint);
    endpoints_known_finish(&ports->known);
    free(ports->freed.place);
    free(ports->fresh);
    candidate_heap_finish(&ports->called);
}

/* Return the endpoint that a transfer uses at a processor, created on demand.
 * NOTHING: out of memory. */
static uint32_t ports_endpoint(struct sharing *s, int rank, int port)
{
    struct ports *ports = &s->ports;
    if (port < 0)
        return (uint32_t)rank;
    size_t used = ports->known.used;
    struct endpoint_known *entry = endpoints_known_get(
        &ports->known, (uint64_t)(uint32_t)rank << 32 | (uint32_t)port);
    if (!entry || ports->known.used == used)
        return entry ? entry->place : NOTHING;
    if (ports->count >= NOTHING - 1 ||
        array_grow(&ports->endpoint, &ports->room, ports->count + 1,
                   sizeof *ports->endpoint)) {
        endpoints_known_remove(&ports->known, entry);
        return NOTHING;
    }
    ports->endpoint[ports->count] = ports_unused;
    return entry->place = (uint32_t)ports->count++;
}

/* ---- may it? --------------------------------------------------------------
 */

static bool ports_numbered(const struct sharing *s, uint32_t endpoint)
{
    return endpoint >= (uint32_t)s->size;
}

static bool ports_may_send(const struct sharing *s, const struct transfer *t,
                           uint64_t now)
{
    const struct sharing_endpoint *e = &s->ports.endpoint[t->endpoint];
    bool numbered = ports_numbered(s, t->endpoint);
    int most = numbered ? 1 : s->ports.send_most;
    if (s->cost.loggp)
        return !e->sends ||
               (e->sent_at == now && (e->together < most || t->again));
    bool others = s->ports.half && !numbered && (e->receives || e->computes);
    return e->sends < most && !others;
}

static bool ports_may_receive(const struct sharing *s, uint32_t endpoint)
{
    const struct sharing_endpoint *e = &s->ports.endpoint[endpoint];
    bool numbered = ports_numbered(s, endpoint);
    if (s->cost.loggp)
        return true;
    bool others = s->ports.half && !numbered && (e->sends || e->computes);
    return e->receives < (numbered ? 1 : s->ports.receive_most) && !others;
}

static bool ports_may_compute(const struct sharing *s, uint32_t endpoint)
{
    const struct sharing_endpoint *e = &s->ports.endpoint[endpoint];
    return !s->ports.half || (!e->sends && !e->receives && !e->computes);
}

/* ---- calling --------------------------------------------------------------
 */

static struct candidate ports_candidate(const struct sharing *s, uint32_t place)
{
    const struct transfer *t = transfer_at(s, place);
    return (struct candidate){t->asked, t->sequence, t->from, place};
}

/* Call a transfer: let it be tried at this tick. */
static int ports_call(struct sharing *s, uint32_t place)
{
    struct ports *ports = &s->ports;
    struct candidate candidate = ports_candidate(s, place);
    transfer_at(s, place)->state = TRANSFER_CALLED;
    if (ports->fresh_sorted)
        return candidate_heap_put(&ports->called, candidate);
    if (ports->fresh_count == ports->fresh_room &&
        array_grow(&ports->fresh, &ports->fresh_room, ports->fresh_count + 1,
                   sizeof *ports->fresh))
        return -1;
    ports->fresh[ports->fresh_count++] = candidate;
    return 0;
}

/* Call the first transfer in a receiver's heap, if the receiver is free. */
static int ports_call_waiting(struct sharing *s, uint32_t endpoint)
{
    struct candidate_heap *waiting = &s->ports.endpoint[endpoint].waiting;
    if (!waiting->count || !ports_may_receive(s, endpoint))
        return 0;
    uint32_t place = candidate_heap_take(waiting).transfer;
    transfer_at(s, place)->called_from = endpoint;
    return ports_call(s, place);
}

/* Call the oldest transfer in a queue, if it waits for its processor. */
static int ports_call_oldest(struct sharing *s,
                             const struct transfer_queue *queue)
{
    bool waits = queue->first != NOTHING &&
                 transfer_at(s, queue->first)->state == TRANSFER_WAITING;
    return waits ? ports_call(s, queue->first) : 0;
}

int ports_ask(struct sharing *s, uint32_t place)
{
    struct transfer *t = transfer_at(s, place);
    t->endpoint = ports_endpoint(s, t->from, t->port);
    t->called_from = NOTHING;
    t->next = NOTHING;
    if (t->endpoint == NOTHING)
        return -1;
    struct sharing_endpoint *e = &s->ports.endpoint[t->endpoint];
    struct transfer_queue *queue =
        t->computes ? &e->computations : &e->transfers;
    if (queue->first == NOTHING) {
        queue->first = queue->last = place;
        return ports_call(s, place);
    }
    transfer_at(s, queue->last)->next = place;
    queue->last = place;
    t->state = TRANSFER_QUEUED;
    return 0;
}

/* ---- starting -------------------------------------------------------------
 */

static int ports_compare(const void *a, const void *b)
{
    return candidate_before(a, b) ? -1 : candidate_before(b, a);
}

/* Call the transfers that wait for something that was freed, and sort all that
 * were called. */
static int ports_sort(struct sharing *s)
{
    struct ports *ports = &s->ports;
    for (size_t i = 0; i < ports->freed.count; i++) {
        uint32_t place = ports->freed.place[i];
        struct sharing_endpoint *e = &ports->endpoint[place];
        e->freed = false;
        if (ports_call_oldest(s, &e->transfers) ||
            ports_call_oldest(s, &e->computations) ||
            ports_call_waiting(s, place))
            return -1;
    }
    ports->freed.count = 0;
    bool sorted = true;
    for (size_t i = 1; sorted && i < ports->fresh_count; i++)
        sorted = candidate_before(&ports->fresh[i - 1], &ports->fresh[i]);
    if (!sorted)
        qsort(ports->fresh, ports->fresh_count, sizeof *ports->fresh,
              ports_compare);
    ports->fresh_sorted = true;
    ports->fresh_at = 0;
    return 0;
}

/* Remove and return the first of the called transfers; NOTHING: none. */
static uint32_t ports_lowest(struct ports *ports)
{
    const struct candidate *called = candidate_heap_first(&ports->called);
    bool fresh = ports->fresh_at < ports->fresh_count;
    if (fresh &&
        (!called || candidate_before(&ports->fresh[ports->fresh_at], called)))
        return ports->fresh[ports->fresh_at++].transfer;
    return called ? candidate_heap_take(&ports->called).transfer : NOTHING;
}

/* Set *blocked to the first receiver that cannot take the transfer; NOTHING:
 * all can. Return 0, or -1 if out of memory. */
static int ports_blocked(struct sharing *s, const struct transfer *t,
                         uint32_t *blocked)
{
    *blocked = NOTHING;
    for (uint32_t f = t->flow; f != NOTHING; f = flow_at(s, f)->sibling) {
        uint32_t e = ports_endpoint(s, flow_at(s, f)->to, t->port);
        if (e == NOTHING)
            return -1;
        if (!ports_may_receive(s, e)) {
            *blocked = e;
            return 0;
        }
    }
    return 0;
}

static void ports_take_all(struct sharing *s, const struct transfer *t,
                           uint64_t now)
{
    struct sharing_endpoint *e = &s->ports.endpoint[t->endpoint];
    if (t->computes) {
        e->computes++;
        return;
    }
    if (e->sent_at != now)
        e->together = 0;
    e->sends++;
    e->together++;
    e->sent_at = now;
    for (uint32_t f = t->flow; f != NOTHING && !s->cost.loggp;
         f = flow_at(s, f)->sibling) {
        uint32_t to = ports_endpoint(s, flow_at(s, f)->to, t->port);
        s->ports.endpoint[to].receives++;
    }
}

/* Start a transfer, and call the next one of its sender. */
static int ports_start(struct sharing *s, uint32_t place, uint64_t now)
{
    struct transfer *t = transfer_at(s, place);
    struct sharing_endpoint *e = &s->ports.endpoint[t->endpoint];
    struct transfer_queue *queue =
        t->computes ? &e->computations : &e->transfers;
    ports_take_all(s, t, now);
    t->state = TRANSFER_STARTED;
    queue->first = t->next;
    return queue->first == NOTHING ? 0 : ports_call(s, queue->first);
}

/* Try a called transfer: it starts, or waits. Return 1 if it has started, 0 if
 * not, -1 if out of memory. */
static int ports_try(struct sharing *s, uint32_t place, uint64_t now)
{
    struct transfer *t = transfer_at(s, place);
    uint32_t blocked = NOTHING;
    bool may = t->computes ? ports_may_compute(s, t->endpoint)
                           : ports_may_send(s, t, now);
    if (!may) {
        t->state = TRANSFER_WAITING;
        return 0;
    }
    if (!t->computes && ports_blocked(s, t, &blocked))
        return -1;
    if (blocked == NOTHING)
        return ports_start(s, place, now) ? -1 : 1;
    t->state = TRANSFER_AT;
    return candidate_heap_put(&s->ports.endpoint[blocked].waiting,
                              ports_candidate(s, place));
}

int ports_next(struct sharing *s, uint64_t now, uint32_t *transfer)
{
    struct ports *ports = &s->ports;
    if (!ports->fresh_sorted && ports_sort(s))
        return -1;
    for (uint32_t place; (place = ports_lowest(ports)) != NOTHING;) {
        uint32_t from = transfer_at(s, place)->called_from;
        transfer_at(s, place)->called_from = NOTHING;
        int started = ports_try(s, place, now);
        if (started < 0 || (from != NOTHING && ports_call_waiting(s, from)))
            return -1;
        *transfer = place;
        if (started)
            return 0;
    }
    ports->fresh_sorted = false;
    ports->fresh_count = ports->fresh_at = 0;
    *transfer = NOTHING;
    return 0;
}

/* ---- releasing ------------------------------------------------------------
 */

static int ports_freed(struct sharing *s, uint32_t endpoint)
{
    struct sharing_endpoint *e = &s->ports.endpoint[endpoint];
    if (e->freed)
        return 0;
    e->freed = true;
    return places_add(&s->ports.freed, endpoint);
}

int ports_release_sender(struct sharing *s, const struct transfer *t)
{
    struct sharing_endpoint *e = &s->ports.endpoint[t->endpoint];
    if (t->computes)
        e->computes--;
    else
        e->sends--;
    return ports_freed(s, t->endpoint);
}

int ports_release_receiver(struct sharing *s, const struct transfer *t, int to)
{
    uint32_t endpoint = ports_endpoint(s, to, t->port);
    s->ports.endpoint[endpoint].receives--;
    return ports_freed(s, endpoint);
}
