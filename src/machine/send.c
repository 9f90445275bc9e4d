/* Sending: one transfer per destination, all beginning at the sender's
 * clock. */
#include "deliver.h"
#include "link.h"
#include "loop/loop.h"
#include "processor.h"
#include "record/record.h"
#include "run.h"
#include "schedule/window.h"
#include "schedule/worker.h"
#include "uses.h"

#include <weft/unstable/ways.h>

/* A transfer in preparation, with the data of its event. */
struct sending {
    struct message message;
    const void *data;
    uint64_t cost;   /* duration of a transfer over one link */
    uint32_t items;  /* contents of the message, if they are needed; else 0 */
    const char *way; /* as of weft_event_way() */
};

/* Return the link of a receiver of the same worker that has received from this
 * sender before, else NULL. */
static struct link *link_known(const struct weft_processor *self, int to)
{
    const struct run *run = self->run;
    if ((unsigned)to >= (unsigned)run->size)
        return NULL;
    const struct weft_processor *receiver = &run->processor[to];
    return receiver->worker == self->worker
               ? link_find(&receiver->links, self->rank)
               : NULL;
}

/* Check that the receiver can be reached. Return 0: it is a neighbour; 1: over
 * a route; -1: not at all. */
static int send_way(struct weft_processor *self, int to, const char *way)
{
    const struct run *run = self->run;
    const struct weft_network *network = run->machine->network;
    if (to < 0 || to >= run->size)
        return processor_misuse(self,
                                "processor %d sends to %d; there are "
                                "processors 0 to %d",
                                self->rank, to, run->size - 1);
    if (to == self->rank)
        return processor_misuse(self, "processor %d sends to itself", to);
    if (way)
        return 1;
    if (weft_network_port(network, self->rank, to) >= 0)
        return 0;
    if (run->routed && (run->far || weft_network_near(network, self->rank, to)))
        return 1;
    return processor_misuse(self,
                            "processor %d sends to %d, which is not its "
                            "neighbour",
                            self->rank, to);
}

/* Check that the receiver can be reached. Return the duration of the transfer,
 * or 0 if not. */
static uint64_t send_reach(struct weft_processor *self, int to,
                           const struct sending *sending)
{
    const struct run *run = self->run;
    int way = send_way(self, to, sending->way);
    if (way < 0)
        return 0;
    return way || run->own_costs
               ? weft_way_time(run->machine->network, &run->cost, self->rank,
                               to, sending->way, sending->message.bytes)
               : sending->cost;
}

__attribute__((noinline)) static void record_send(struct weft_processor *self,
                                                  int to, bool same,
                                                  const struct sending *sending)
{
    const struct message *message = &sending->message;
    struct weft_event *event = record_new(self);
    if (!event)
        return;
    *event = (struct weft_event){
        .start = message->start,
        .duration = self->run->loggp ? self->run->cost.overhead
                                     : message->end - message->start,
        .since = message->start,
        .rank = self->rank,
        .peer = to,
        .message = message->id,
        .bytes = message->bytes,
        .dimension = record_dimension(self, self->rank, to),
        .kind = WEFT_SEND,
        .flags = same ? WEFT_EVENT_SAME : 0,
        .items = sending->items ? sending->items : self->details,
    };
}

static uint64_t send_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* With LogGP: return whether the message may leave together with the last ones,
 * each on its own port. */
static bool leaves_together(const struct weft_processor *self,
                            const struct sending *sending)
{
    const struct weft_model *model = &self->run->machine->model;
    const struct message *message = &sending->message;
    if (self->run->one_thing || message->start != self->sent_at)
        return false;
    if (model->sends != WEFT_SENDS_SAME)
        return self->together < weft_model_ports(model, WEFT_USE_SEND);
    return !self->together ||
           (message->id == self->sent_id && sending->items == self->sent_items);
}

/* With LogGP: delay the message until the gap after the last messages is
 * over. */
__attribute__((noinline)) static void keep_gap(struct weft_processor *self,
                                               struct sending *sending)
{
    struct message *message = &sending->message;
    if (!leaves_together(self, sending)) {
        self->clock = send_later(self->clock, self->gap_out);
        self->together = 0;
    }
    message->start = self->sent_at = self->clock;
    self->together++;
    self->sent_id = message->id;
    self->sent_items = sending->items;
}

/* With LogGP: occupy the processor for its overhead, and set the earliest time
 * of the next send. */
__attribute__((noinline)) static void
engage(struct weft_processor *self, int to, const struct message *message)
{
    const struct weft_cost *cost = &self->run->cost;
    uint64_t gap = weft_cost_gap(cost, message->bytes);
    uint64_t next = message->start + send_later(gap, cost->overhead);
    self->gap_out = send_later(self->gap_out, next);
    uses_add(self, &(struct use){.start = message->start,
                                 .kind = WEFT_USE_SEND,
                                 .end = message->start + cost->overhead,
                                 .peer = to,
                                 .message = message->id});
}

/* Send one copy, and set the end of the transfer in sending->message. `same`:
 * this is a further copy of the same message. */
static inline int send_carry(struct weft_processor *self, int to, bool same,
                             struct sending *sending)
{
    struct message *message = &sending->message;
    struct link *link = link_known(self, to);
    /* a receiver with a link has been checked before */
    bool may = link && self->run->plain;
    uint64_t cost = may ? sending->cost : send_reach(self, to, sending);
    if (!cost)
        return -1;
    if (self->run->loggp)
        keep_gap(self, sending);
    if (message->start >= TIME_MAX || cost >= TIME_MAX - message->start)
        return processor_misuse(self,
                                "processor %d: the send would last %llu time "
                                "units, beyond the end of time",
                                self->rank, (unsigned long long)cost);
    message->end = message->start + cost;
    if (self->run->loggp)
        engage(self, to, message);
    if (records(self, WEFT_SEND))
        record_send(self, to, same, sending);
    if (link)
        deliver_over(&self->run->processor[to], link, message);
    else
        worker_send(self, to, message);
    return 0;
}

static inline int sending_make(struct weft_processor *self,
                               struct sending *sending, size_t bytes,
                               int copies)
{
    struct message *message = &sending->message;
    if (message->id < 0)
        return processor_misuse(self,
                                "processor %d: message number %d is negative",
                                self->rank, message->id);
    if (processor_check_size(self, bytes))
        return -1;
    if (bytes && !sending->data && !message->token)
        return processor_misuse(self, "processor %d: message without data",
                                self->rank);
    message->start = self->clock;
    message->bytes = (uint32_t)run_length(self->run, bytes);
    sending->cost = bytes == INLINE_BYTES
                        ? self->run->word
                        : weft_cost_time(&self->run->cost, message->bytes, 1);
    if (message->token ||
        !message_make(message, sending->data, bytes, (unsigned)copies))
        return 0;
    run_fail(self->run, WEFT_ERROR_MEMORY, "no memory for messages");
    return processor_cancelled(self);
}

/* Send all copies now. Return the time at which the last one arrives, 0 on
 * error. */
static uint64_t send_shout(struct weft_processor *self, const int *to,
                           int count, struct sending *sending)
{
    const struct message *message = &sending->message;
    struct worker *worker = self->worker;
    uint64_t end = self->clock;
    int sent = 0;
    for (; sent < count && !send_carry(self, to[sent], sent > 0, sending);
         sent++)
        if (message->end > end)
            end = message->end;
    worker->messages += (uint64_t)sent;
    worker->bytes += (uint64_t)sent * message->bytes;
    if (sent && message->bytes > worker->longest)
        worker->longest = message->bytes;
    if (sent && end > worker->makespan)
        worker->makespan = end;
    if (sent == count)
        return end;
    for (; sent < count; sent++)
        message_drop(message);
    return 0;
}

/* Record the use of send ports: one for all copies, or one per copy if the
 * model does not allow multicasts. */
static void take_ports(struct weft_processor *self, const int *to, int count,
                       const struct sending *sending, uint64_t end)
{
    const struct message *message = &sending->message;
    bool one = self->run->machine->model.sends == WEFT_SENDS_ONE;
    self->load.sent += (uint64_t)count;
    if (self->run->loggp) /* engage() has recorded the use of the ports */
        return;
    for (int i = 0; i < (one ? count : 1); i++)
        uses_now(self, &(struct use){message->start, WEFT_USE_SEND, end, to[i],
                                     message->id, sending->items});
}

/* Return whether other sends may overlap with this one: two with the same
 * number are one message only if their contents are equal, so the contents are
 * then needed. */
static bool may_meet(const struct weft_processor *self, bool goes_on)
{
    const struct run *run = self->run;
    enum weft_sends sends = run->machine->model.sends;
    if (run->loggp)
        return sends == WEFT_SENDS_SAME && !run->one_thing;
    return !run->free_ports && sends != WEFT_SENDS_ALL &&
           (goes_on || self->used > self->clock);
}

/* Return the contents of a message, for its events and for the port rules. */
static uint32_t items_of(struct weft_processor *self,
                         const struct sending *sending, size_t bytes,
                         bool goes_on)
{
    const struct weft_machine *machine = self->run->machine;
    return machine->carries && (records(self, WEFT_SEND) || machine->ways ||
                                may_meet(self, goes_on))
               ? machine->carries(machine->arg, self->rank, sending->data,
                                  (uint32_t)bytes)
               : 0;
}

/* Start a send in a run with shared links. */
static int send_shared(struct weft_processor *self, const int *to, int count,
                       struct sending *sending, bool posted)
{
    int status = 0;
    for (int i = 0; i < count && !status; i++)
        status = send_way(self, to[i], sending->way) < 0;
    if (!status)
        return loop_send(self, to, count, &sending->message, sending->items,
                         sending->way, posted);
    for (int i = 0; i < count; i++)
        message_drop(&sending->message);
    return -1;
}

/* Start a send; `goes_on` is true if the processor does more at the same
 * time. */
static int post(struct weft_processor *self, const int *to, int count,
                struct sending *sending, size_t bytes, bool goes_on)
{
    if (processor_enter(self) || sending_make(self, sending, bytes, count))
        return -1;
    sending->items = items_of(self, sending, bytes, goes_on);
    if (self->run->machine->ways)
        sending->way =
            weft_event_way(self->run->machine->info,
                           &(struct weft_event){.items = sending->items});
    if (self->run->loop)
        return send_shared(self, to, count, sending, goes_on);
    uint64_t end = send_shout(self, to, count, sending);
    if (!end)
        return -1;
    take_ports(self, to, count, sending, end);
    if (end > self->slot_end)
        self->slot_end = end;
    return 0;
}

/* Send, and wait until the transfers are over. */
static int machine_send_send_all(struct weft_processor *self, const int *to,
                                 int count, struct sending *sending,
                                 size_t bytes)
{
    uint64_t before = self->slot_end;
    self->slot_end = 0;
    uint64_t clock = self->clock;
    if (post(self, to, count, sending, bytes, false))
        return -1;
    if (self->run->loop)
        return self->clock == clock ? processor_timeless(self) : 0;
    if (self->run->one_thing)
        self->slot_end = self->sent_at + self->run->cost.overhead;
    bool stands = self->slot_end == self->clock;
    self->clock = self->slot_end;
    self->slot_end = before;
    return stands ? processor_timeless(self) : 0;
}

int weft_send_many(struct weft_processor *self, const int *to, int count,
                   int id, const void *data, size_t bytes)
{
    if (count < 0 || count > self->run->size)
        return processor_misuse(
            self, "processor %d: invalid number of destinations: %d",
            self->rank, count);
    if (!count)
        return processor_enter(self) || processor_timeless(self) ? -1 : 0;
    if (!to)
        return processor_misuse(self, "processor %d: no destinations",
                                self->rank);
    struct sending sending = {.message.id = id, .data = data};
    return machine_send_send_all(self, to, count, &sending, bytes);
}

int weft_send(struct weft_processor *self, int to, int id, const void *data,
              size_t bytes)
{
    return weft_send_many(self, &to, 1, id, data, bytes);
}

int weft_send_token(struct weft_processor *self, int to, int id, void *token,
                    size_t bytes)
{
    struct sending sending = {
        .message = {.id = id, .token = 1, .address = token}};
    return machine_send_send_all(self, &to, 1, &sending, bytes);
}

static int post_one(struct weft_processor *self, int to,
                    struct sending *sending, size_t bytes)
{
    if (processor_timeless(self) || post(self, &to, 1, sending, bytes, true))
        return -1;
    self->posted = true;
    return 0;
}

int weft_post(struct weft_processor *self, int to, int id, const void *data,
              size_t bytes)
{
    struct sending sending = {.message.id = id, .data = data};
    return post_one(self, to, &sending, bytes);
}

int weft_post_token(struct weft_processor *self, int to, int id, void *token,
                    size_t bytes)
{
    struct sending sending = {
        .message = {.id = id, .token = 1, .address = token}};
    return post_one(self, to, &sending, bytes);
}
