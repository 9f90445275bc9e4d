/* Receiving: from one sender, from any, until a time, or without waiting.
 *
 * The next message of a known sender depends only on its queue. All other
 * queries ("has any processor sent by now?") are answered when no message still
 * to be sent can change the answer: such messages end at worker->floor or
 * later. Until then the processor is ASKING. */
#include "base/base.h"
#include "base/invariant.h"
#include "link.h"
#include "loop/loop.h"
#include "processor.h"
#include "record/record.h"
#include "run.h"
#include "schedule/asking.h"
#include "schedule/window.h"
#include "schedule/worker.h"
#include "uses.h"
#include <string.h>

#define FOREVER UINT64_MAX

/* ---- taking ----------------------------------------------------------- */

/* Record a receive event: `use` is the reception, and the processor was ready
 * since `ready`. If the message is taken more than a slot after the reception
 * began, and after its end, the event is recorded with the current time: events
 * of the original time may have been passed to the sink. */
static void receive_tell(struct weft_processor *self, const struct use *use,
                         const struct message *message, uint64_t ready)
{
    uint64_t start = use->start, duration = use->end - use->start;
    uint64_t since = start;
    bool waited = start > ready;
    if (waited)
        record_wait(self);
    if (start >= ready) {
        since = ready;
    } else if (!self->run->loggp && !self->run->loop &&
               ready - start > self->run->slot && ready >= use->end) {
        start = since = ready;
        duration = 0;
    }
    struct weft_event *event = record_new(self);
    if (!event)
        return;
    *event = (struct weft_event){
        .start = start,
        .duration = duration,
        .since = since,
        .rank = self->rank,
        .peer = use->peer,
        .message = message->id,
        .bytes = message->bytes,
        .dimension = record_dimension(self, use->peer, self->rank),
        .kind = WEFT_RECEIVE,
        .flags = waited ? WEFT_EVENT_WAITED : 0,
        .items = self->details,
    };
}

/* Set the interval of a use. A time of TIME_MAX or later is reported as an
 * error afterwards; until then, avoid overflows. */
static void begin_at(struct use *use, uint64_t start, uint64_t lasts)
{
    use->start = start < TIME_MAX ? start : TIME_MAX - 1;
    use->end = start + lasts;
}

/* LogGP: a reception begins with the first byte or, if the ports do not allow
 * it or the processor is more than a slot late, when the ports are free. */
__attribute__((noinline)) static void
receive_accept(struct weft_processor *self, struct use *use,
               const struct message *message)
{
    const struct weft_cost *cost = &self->run->cost;
    uint64_t lasts = weft_cost_receiving(cost, message->bytes);
    uint64_t start = use->end - lasts;
    struct use other;
    if (self->run->one_thing && start < self->gap_in)
        start = self->gap_in;
    begin_at(use, start, lasts);
    bool late = use->end + self->run->slot < self->clock;
    if (late || (start < self->used && uses_clash(self, use, &other))) {
        uint64_t free = self->clock > self->used ? self->clock : self->used;
        start = free > self->gap_in ? free : self->gap_in;
    }
    begin_at(use, start, lasts);
    self->gap_in = start + weft_cost_gap(cost, message->bytes);
    if (use->end < TIME_MAX)
        uses_add(self, use);
}

/* Receive in the message's own slot if the model allows it; otherwise report a
 * conflict, or receive later if conflicts are delayed. */
static void receive_listen(struct weft_processor *self, struct use *use)
{
    struct use other;
    if (self->run->combines && use->start < self->used &&
        uses_as_one(self, use)) {
        uses_join(self, use);
        return;
    }
    const struct weft_rule *rule =
        use->start < self->used ? uses_clash(self, use, &other) : NULL;
    if (rule && self->run->machine->on_conflict == WEFT_CONFLICT_DELAY) {
        uint64_t cost = use->end - use->start;
        use->start = self->clock > self->used ? self->clock : self->used;
        use->end = use->start + cost;
    } else if (rule) {
        uses_blame(self, rule, &other, use);
        uses_blame_all(self, use);
    }
    uses_add(self, use);
}

static void hand_out(struct weft_processor *self, int source,
                     const struct message *message, struct weft_message *taken)
{
    taken->source = source;
    taken->id = message->id;
    taken->start = message->start / self->run->ticks;
    taken->end = steps_of(message->end, self->run->ticks);
    taken->bytes = run_size(self->run, message->bytes);
    taken->data = self->inbox;
    if (message->token) {
        taken->data = message->address;
    } else if (message->longer) {
        self->held = message->shared;
        taken->data = message->shared->data;
    } else {
        memcpy(self->inbox, message->data, INLINE_BYTES);
    }
}

static int too_late(struct weft_processor *self, struct link *link,
                    uint64_t end)
{
    message_drop(&link->first);
    link_pop(&self->links, link);
    return processor_misuse(
        self, "processor %d receives until %llu, beyond the end of time",
        self->rank, (unsigned long long)end);
}

/* Return what a received message carries, if switches combine messages and
 * receptions can clash: those with the same blocks may be one. Otherwise return
 * a number that differs between senders, unless message numbers identify
 * contents. */
static uint32_t receive_items(const struct weft_processor *self, int source,
                              const struct message *message)
{
    const struct weft_machine *machine = self->run->machine;
    const void *data = message->data;
    if (!machine->carries)
        return 0;
    if (!self->run->combines || self->run->free_reception)
        return (uint32_t)source + 1;
    if (message->token)
        data = message->address;
    else if (message->longer)
        data = message->shared->data;
    return machine->carries(
        machine->arg, source, data,
        message->token ? 0 : run_size(self->run, message->bytes));
}

static int receive_take(struct weft_processor *self, struct link *link,
                        struct weft_message *taken)
{
    const struct message *message = &link->first;
    INVARIANT_DEEP(message->end <= self->deadline && self->state == READY);
    INVARIANT_DEEP(!self->held);
    struct use use = {
        message->start, WEFT_USE_RECEIVE,
        message->end,   link->source,
        message->id,    receive_items(self, link->source, message)};
    if (self->run->loggp)
        receive_accept(self, &use, message);
    else if (!self->run->loop)
        receive_listen(self, &use);
    if (use.end >= TIME_MAX)
        return too_late(self, link, use.end);
    if (records(self, WEFT_RECEIVE))
        receive_tell(self, &use, message, self->clock);
    self->load.received++;
    if (use.end > self->clock)
        self->clock = use.end;
    if (use.end > self->worker->makespan)
        self->worker->makespan = use.end;
    hand_out(self, link->source, message, taken);
    link_pop(&self->links, link);
    return 0;
}

/* ---- queries ---------------------------------------------------------- */

/* Return whether the clock of the sender rules out a message by `deadline`.
 * Reads only processors of the same worker, which do not run meanwhile. */
static bool receive_passed(const struct weft_processor *self)
{
    const struct run *run = self->run;
    if (self->from == WEFT_ANY || self->deadline == FOREVER)
        return false;
    const struct weft_processor *from = &run->processor[self->from];
    return from->worker == self->worker &&
           (from->state == DONE ||
            from->clock + run->shortest > self->deadline);
}

/* Return whether it is certain that the message of `link` (NULL: none) is
 * taken. */
static bool certain(const struct weft_processor *self, const struct link *link)
{
    uint64_t last = link ? link_head(link)->end : self->deadline;
    return last < self->worker->floor || (!link && receive_passed(self));
}

static int receive_ask(struct weft_processor *self, const struct link *link)
{
    self->state = ASKING;
    self->time = self->deadline;
    if (link) {
        uint64_t end = link_head(link)->end;
        self->time = end > self->clock ? end : self->clock;
    }
    if (self->time != FOREVER && asking_put(&self->worker->asking, self)) {
        self->state = READY;
        run_fail(self->run, WEFT_ERROR_MEMORY, "no memory to wait");
        return processor_cancelled(self);
    }
    worker_block(self);
    INVARIANT(self->place < 0 || self->run->stop);
    return processor_stopped(self);
}

static int receive_wait_for(struct weft_processor *self)
{
    self->state = WAITING;
    worker_block(self);
    return processor_stopped(self);
}

static int check_source(struct weft_processor *self, int from)
{
    const struct run *run = self->run;
    if (from == WEFT_ANY)
        return 0;
    if (from < 0 || from >= run->size)
        return processor_misuse(self,
                                "processor %d receives from %d; there are "
                                "processors 0 to %d",
                                self->rank, from, run->size - 1);
    if (from == self->rank)
        return processor_misuse(self, "processor %d receives from itself",
                                from);
    if (!run->routed &&
        weft_network_port(run->machine->network, from, self->rank) < 0)
        return processor_misuse(self,
                                "processor %d receives from %d, which is not "
                                "its neighbour",
                                self->rank, from);
    return 0;
}

/* Find the next message of one sender. *link is the sender's queue, before and
 * after a wait. A sender that has a queue need not be checked. */
static int next_of(struct weft_processor *self, struct link **link)
{
    if (!*link && check_source(self, self->from))
        return -1;
    if (!link_head(*link) && !certain(self, NULL)) {
        if (self->deadline == FOREVER ? receive_wait_for(self)
                                      : receive_ask(self, NULL))
            return -1;
        *link = link_find(&self->links, self->from);
    }
    const struct message *head = link_head(*link);
    if (!head || head->end > self->deadline)
        *link = NULL;
    return 0;
}

static int next_of_any(struct weft_processor *self, struct link **link)
{
    *link = link_next(&self->links, self->from, self->deadline);
    if (certain(self, *link))
        return 0;
    if (receive_ask(self, *link))
        return -1;
    *link = link_next(&self->links, self->from, self->deadline);
    return 0;
}

/* Receive in a run with shared links: messages that have arrived are in the
 * links, and a later arrival wakes the processor. With LogGP, the reception may
 * take longer. Return 1: a message was taken; 0: none arrived until the
 * deadline; or -1. */
static int receive_shared(struct weft_processor *self,
                          struct weft_message *taken)
{
    struct link *link = link_find(&self->links, self->from);
    if (!link && check_source(self, self->from))
        return -1;
    link = link_next(&self->links, self->from, FOREVER);
    if (!link && self->deadline <= self->clock)
        return processor_timeless(self);
    if (!link && loop_listen(self))
        return -1;
    link = link_next(&self->links, self->from, FOREVER);
    if (!link) {
        record_wait(self);
        loop_set_clock(self);
        record_vain(self);
        return 0;
    }
    if (receive_take(self, link, taken))
        return -1;
    uint64_t end = self->clock;
    loop_set_clock(self);
    return loop_sleep(self, end) ? -1 : 1;
}

static inline void receive_begin(struct weft_processor *self, int from,
                                 uint64_t deadline)
{
    self->from = from;
    self->deadline = deadline;
    self->wait_recorded = false;
}

static int machine_receive_receive(struct weft_processor *self, int from,
                                   uint64_t deadline,
                                   struct weft_message *taken)
{
    struct link *link = link_find(&self->links, from);
    receive_begin(self, from, deadline > self->clock ? deadline : self->clock);
    if (self->run->loop && self->deadline < FOREVER)
        loop_ask_time(self);
    if (self->run->loop)
        return receive_shared(self, taken);
    if (from == WEFT_ANY ? next_of_any(self, &link) : next_of(self, &link))
        return -1;
    if (link)
        return receive_take(self, link, taken) ? -1 : 1;
    if (self->deadline <= self->clock)
        return processor_timeless(self);
    record_wait(self);
    self->clock = self->deadline;
    record_vain(self);
    return 0;
}

/* Return whether a processor at the window's end can wait for the message
 * alone, since it must wait for it anyway: this saves a switch. */
static bool receive_waits(const struct weft_processor *self, int from,
                          const struct link *link)
{
    return from != WEFT_ANY && !self->failed && !self->run->stop &&
           !link_head(link);
}

/* Return the link of the message to take, waiting if needed; `link` is the
 * sender's current link, if any. NULL: the run has stopped. Not inlined, so
 * that waiting processors use little stack: the more of the stack is used, the
 * slower it is to resume. */
__attribute__((noinline)) static struct link *
receive_await(struct weft_processor *self, int from, struct link *link)
{
    if (window_admits(self) || !receive_waits(self, from, link)) {
        if (processor_enter(self))
            return NULL;
        link = link_find(&self->links, from);
    }
    processor_release(self);
    receive_begin(self, from, FOREVER);
    int stopped =
        from == WEFT_ANY ? next_of_any(self, &link) : next_of(self, &link);
    return stopped ? NULL : link;
}

int weft_receive(struct weft_processor *self, int from,
                 struct weft_message *message)
{
    if (self->run->loop)
        return weft_receive_until(self, from, FOREVER, message) < 0 ? -1 : 0;
    struct link *link = link_find(&self->links, from);
    if (window_admits(self) && !self->failed && link_head(link)) {
        processor_release(self);
        receive_begin(self, from, FOREVER);
    } else if (!(link = receive_await(self, from, link))) {
        return -1;
    }
    return receive_take(self, link, message);
}

int weft_receive_until(struct weft_processor *self, int from, uint64_t deadline,
                       struct weft_message *message)
{
    if (processor_enter(self))
        return -1;
    processor_release(self);
    const uint64_t ticks = self->run->ticks;
    return machine_receive_receive(
        self, from, deadline < TIME_MAX / ticks ? deadline * ticks : FOREVER,
        message);
}

int weft_take(struct weft_processor *self, int from,
              struct weft_message *message)
{
    if (processor_enter(self))
        return -1;
    processor_release(self);
    return machine_receive_receive(self, from, self->clock, message);
}
