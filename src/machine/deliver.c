/* Delivery: a message reaches the worker of its receiver.
 *
 * The message is appended to the link's queue. If the receiver waited for it,
 * the receiver becomes ready; if the receiver is ASKING, the time of its next
 * action may now be known or earlier. */
#include "deliver.h"
#include "base/invariant.h"
#include "conflict.h"
#include "link.h"
#include "processor.h"
#include "run.h"
#include "schedule/asking.h"
#include "schedule/ready.h"
#include "schedule/window.h"
#include "schedule/worker.h"

/* Check the rule of one message per arc at a time; if routes share arcs,
 * routes.c checks it. */
static void check_arc(const struct weft_processor *to, struct link *link,
                      const struct message *message)
{
    if (message->start < link->last_end && !to->run->routed &&
        !to->run->loggp) {
        struct weft_conflict conflict = {
            .slot = run_step(to->run, message->start),
            .rank = link->source,
            .rule = &weft_rule_arc,
            .first = {WEFT_USE_SEND, to->rank, link->last_id},
            .second = {WEFT_USE_SEND, to->rank, message->id},
            .other = link->source,
        };
        if (conflicts_arc(&to->worker->conflicts, &conflict, to->rank))
            run_fail(to->run, WEFT_ERROR_MEMORY, "no memory for conflicts");
    }
    if (message->end > link->last_end) {
        link->last_end = message->end;
        link->last_id = message->id;
    }
}

/* Update a waiting processor when a new first message of some sender
 * arrives. */
static void deliver_hear(struct weft_processor *self, int source,
                         const struct message *message)
{
    struct asking *asking = &self->worker->asking;
    if (self->from == source) {
        if (self->place >= 0)
            asking_leave(asking, self);
        ready_put(self);
        return;
    }
    INVARIANT(self->place < 0 || self->time >= self->clock);
    uint64_t time = message->end > self->clock ? message->end : self->clock;
    if (self->from != WEFT_ANY || message->end > self->deadline ||
        (self->place >= 0 && time >= self->time))
        return;
    self->time = time;
    if (self->place >= 0)
        asking_raise(asking, (size_t)self->place);
    else if (asking_put(asking, self))
        run_fail(self->run, WEFT_ERROR_MEMORY, "no memory to wait");
}

static void miss(const struct weft_processor *to, int source, int id)
{
    struct worker *worker = to->worker;
    struct weft_untaken untaken = {source, to->rank, id};
    if (!worker->missed++ || untaken_before(&untaken, &worker->first_missed))
        worker->first_missed = untaken;
}

void deliver_over(struct weft_processor *to, struct link *link,
                  const struct message *message)
{
    bool first = !link_head(link);
    INVARIANT_DEEP(link->source != to->rank);
    INVARIANT_DEEP(message->end >= message->start + to->run->shortest);
    INVARIANT(message->end >= to->worker->floor);
    if (to->state != DONE && link_push(&to->links, link, message)) {
        run_fail(to->run, WEFT_ERROR_MEMORY, "no memory for messages");
        return;
    }
    check_arc(to, link, message);
    if (to->state == DONE) {
        miss(to, link->source, message->id);
        message_drop(message);
    } else if (to->state == WAITING && to->from == link->source) {
        if (window_admits(to) || window_hold(to))
            ready_put(to);
    } else if (to->state == ASKING && first) {
        deliver_hear(to, link->source, message);
    }
}

bool link_is_dead(const struct link *link, const struct weft_processor *to)
{
    const struct weft_processor *from = &to->run->processor[link->source];
    const struct worker *worker = to->worker;
    bool near = link->source >= worker->low && link->source < worker->high;
    /* the sender sends no earlier than this */
    uint64_t settled = near ? from->clock : worker->floor - to->run->shortest;
    return !link->first.end && !link->more && link->last_end <= settled;
}

void deliver(struct weft_processor *to, int source,
             const struct message *message)
{
    to->links.table.past = to;
    struct link *link = link_get(&to->links, source);
    if (link)
        deliver_over(to, link, message);
    else
        run_fail(to->run, WEFT_ERROR_MEMORY, "no memory for messages");
}

void deliver_arrived(struct weft_processor *to, struct link *link,
                     const struct message *message)
{
    if (to->state == DONE) {
        miss(to, link->source, message->id);
        message_drop(message);
    } else if (link_push(&to->links, link, message)) {
        message_drop(message);
        run_fail(to->run, WEFT_ERROR_MEMORY, "no memory for messages");
    }
}
