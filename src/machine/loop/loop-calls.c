/* The calls that programs make in runs with shared links. Each call sends a
 * request to the kernel (src/sharing) and waits until the kernel reports its
 * completion. */
#include "loop.h"

#include "base/invariant.h"
#include "machine/link.h"
#include "machine/processor.h"
#include "machine/run.h"
#include "machine/schedule/worker.h"
#include "sharing/sharing.h"
#include "state.h"
#include <weft/machine.h>

static struct loop_seat *calls_seat(const struct weft_processor *self)
{
    return &self->run->loop->seat[self->rank];
}

void loop_set_clock(struct weft_processor *self)
{
    if (!self->run->stop)
        self->clock = self->run->loop->now;
}

static int calls_block(struct weft_processor *self, enum seat_at at,
                       enum state state)
{
    calls_seat(self)->at = at;
    self->state = state;
    worker_block(self);
    return processor_stopped(self);
}

/* Fail the run with the error of the kernel. Return -1. */
static int calls_failed(struct weft_processor *self)
{
    loop_fail(self->run);
    return processor_cancelled(self);
}

static int calls_no_memory(struct weft_processor *self)
{
    run_fail(self->run, WEFT_ERROR_MEMORY, "no memory for messages");
    return processor_cancelled(self);
}

static int calls_timer(struct weft_processor *self, uint64_t until)
{
    struct loop *loop = self->run->loop;
    struct loop_seat *seat = calls_seat(self);
    uint64_t tag = (uint64_t)seat->turn << TAG_BITS | TAG_TIMER;
    if (sharing_wake(loop->kernel, loop->now, self->rank, until, tag))
        return calls_failed(self);
    seat->timed = true;
    loop->timed++;
    return 0;
}

int loop_sleep(struct weft_processor *self, uint64_t until)
{
    if (until <= self->run->loop->now)
        return 0;
    if (calls_timer(self, until) || calls_block(self, SEAT_SLEEPS, AHEAD))
        return -1;
    loop_set_clock(self);
    return 0;
}

void loop_ask_time(struct weft_processor *self)
{
    self->run->loop->asks_time = true;
}

int loop_listen(struct weft_processor *self)
{
    bool until = self->deadline < TIME_MAX;
    bool known = self->from != WEFT_ANY && !until;
    if (until && calls_timer(self, self->deadline))
        return -1;
    return calls_block(self, SEAT_LISTENS, known ? WAITING : ASKING);
}

int loop_gather(struct weft_processor *self, uint64_t round)
{
    struct loop *loop = self->run->loop;
    struct loop_seat *seat = calls_seat(self);
    if (round <= seat->round)
        return 0;
    loop->at_low -= seat->round == loop->low;
    seat->round = round;
    loop->gathered++;
    if (calls_block(self, SEAT_GATHERS, AHEAD))
        return -1;
    loop_set_clock(self);
    return 0;
}

/* Wait until no request of this kind is open. */
static int calls_close(struct weft_processor *self, enum loop_request_kind kind)
{
    enum seat_at at = kind == REQUEST_POSTED ? SEAT_STEPS : SEAT_SENDS;
    if (calls_seat(self)->open[kind] && calls_block(self, at, AHEAD))
        return -1;
    loop_set_clock(self);
    return 0;
}

int loop_end_step(struct weft_processor *self)
{
    return calls_close(self, REQUEST_POSTED);
}

int loop_compute(struct weft_processor *self, uint64_t ticks)
{
    struct loop *loop = self->run->loop;
    uint32_t v = request_add(&loop->requests, self->rank, loop->now);
    if (!v)
        return calls_no_memory(self);
    calls_seat(self)->open[REQUEST_AWAITED]++;
    if (sharing_compute(loop->kernel, loop->now, self->rank, ticks,
                        (uint64_t)v << TAG_BITS | TAG_REQUEST))
        return calls_failed(self);
    return calls_close(self, REQUEST_AWAITED);
}

/* ---- sending --------------------------------------------------------------
 */

/* A send in progress. */
struct calls_sending {
    const struct message *message;
    uint32_t items;
    const char *way; /* as of weft_event_way() */
    enum loop_request_kind kind;
    int taken; /* number of copies so far */
};

/* Add a copy for one receiver to a request. Return 0 or -1. */
static int calls_copy(struct weft_processor *self, uint32_t v, int to,
                      struct calls_sending *sending)
{
    struct requests *all = &self->run->loop->requests;
    struct link *link = link_get(&self->run->processor[to].links, self->rank);
    if (link && copy_is_of(all, link, v))
        return processor_misuse(self,
                                "processor %d sends message %d to %d twice at "
                                "one time",
                                self->rank, sending->message->id, to);
    if (!link || copy_add(all, v, to, link, sending->message))
        return calls_no_memory(self);
    sending->taken++;
    return 0;
}

/* Return whether a processor posts another copy of the message that it posted
 * last, at this tick, in a model that can send one message to several
 * neighbours. With LogGP, the last copy has left at this tick. */
static bool calls_repeats(const struct weft_processor *self, int to,
                          const struct calls_sending *sending)
{
    const struct run *run = self->run;
    const struct requests *all = &run->loop->requests;
    uint32_t v = calls_seat(self)->posted;
    bool may = run->machine->model.sends == WEFT_SENDS_SAME && !run->one_thing;
    if (sending->kind != REQUEST_POSTED || !may || !v)
        return false;
    const struct loop_request *last = request_at(all, v);
    const struct link *link = link_find(&run->processor[to].links, self->rank);
    uint64_t at = run->loggp ? last->start : last->asked;
    if (last->rank != self->rank || at != run->loop->now || !last->first ||
        last->items != sending->items)
        return false;
    const struct message *message = &copy_at(all, last->first)->message;
    return message->id == sending->message->id &&
           message->bytes == sending->message->bytes &&
           !(link && copy_is_of(all, link, v));
}

/* Request one transfer, with this number of copies. Return 0 or -1. */
static int calls_ask(struct weft_processor *self, const int *to, int copies,
                     struct calls_sending *sending)
{
    struct loop *loop = self->run->loop;
    struct loop_seat *seat = calls_seat(self);
    bool again = self->run->loggp && calls_repeats(self, *to, sending);
    uint32_t v = request_add(&loop->requests, self->rank, loop->now);
    if (!v)
        return calls_no_memory(self);
    request_at(&loop->requests, v)->items = sending->items;
    request_at(&loop->requests, v)->kind = sending->kind;
    seat->posted = v;
    for (int i = 0; i < copies; i++)
        if (calls_copy(self, v, to[i], sending))
            return -1;
    const struct sharing_ask ask = {
        .from = self->rank,
        .to = to,
        .copies = copies,
        .port = SHARING_ANY_PORT,
        .bytes = sending->message->bytes,
        .tag = (uint64_t)v << TAG_BITS | TAG_REQUEST,
        .again = again,
        .way = sending->way,
    };
    seat->open[sending->kind]++;
    seat->unstarted += self->run->loggp;
    return sharing_send(loop->kernel, loop->now, &ask) ? calls_failed(self) : 0;
}

/* Let a posted copy join the transfer of the last one. Return 1; 0: it needs a
 * transfer of its own; or -1. */
static int calls_join(struct weft_processor *self, int to,
                      struct calls_sending *sending)
{
    struct loop *loop = self->run->loop;
    uint32_t v = calls_seat(self)->posted;
    if (!calls_repeats(self, to, sending))
        return 0;
    int joined = sharing_join(loop->kernel, loop->now, self->rank, to,
                              (uint64_t)v << TAG_BITS | TAG_REQUEST);
    if (joined < 0)
        return calls_failed(self);
    return joined && calls_copy(self, v, to, sending) ? -1 : joined;
}

/* Request the transfers of a send: one with all copies; but one for each copy
 * if the model sends to one processor at a time, or if processors do one thing
 * at a time (LogGP). Return 0 or -1. */
static int calls_ask_all(struct weft_processor *self, const int *to, int count,
                         struct calls_sending *sending)
{
    const struct run *run = self->run;
    bool several =
        run->machine->model.sends == WEFT_SENDS_ONE || run->one_thing;
    int each = several ? 1 : count;
    int status = count == 1 ? calls_join(self, *to, sending) : 0;
    for (int i = 0; i < count && !status; i += each)
        status = calls_ask(self, to + i, each, sending);
    status = status < 0 ? -1 : 0;
    for (int i = sending->taken; i < count; i++)
        message_drop(sending->message);
    return status;
}

/* LogGP: wait until all messages have left; with one port, also for the
 * overhead o. */
static int calls_leave(struct weft_processor *self, enum loop_request_kind kind)
{
    if (calls_seat(self)->unstarted && calls_block(self, SEAT_STARTS, AHEAD))
        return -1;
    loop_set_clock(self);
    if (kind == REQUEST_LOOSE)
        return loop_sleep(self, self->sent_at + self->run->cost.overhead);
    return kind == REQUEST_POSTED ? 0 : calls_close(self, kind);
}

int loop_send(struct weft_processor *self, const int *to, int count,
              const struct message *message, uint32_t items, const char *way,
              bool posted)
{
    struct worker *worker = self->worker;
    bool loose = self->run->one_thing && !posted;
    struct calls_sending sending = {.message = message,
                                    .items = items,
                                    .way = way,
                                    .kind = (enum loop_request_kind)posted};
    if (loose)
        sending.kind = REQUEST_LOOSE;
    worker->messages += (uint64_t)count;
    worker->bytes += (uint64_t)count * message->bytes;
    if (message->bytes > worker->longest)
        worker->longest = message->bytes;
    self->load.sent += (uint64_t)count;
    if (calls_ask_all(self, to, count, &sending))
        return -1;
    if (self->run->loggp)
        return calls_leave(self, sending.kind);
    return posted ? 0 : calls_close(self, sending.kind);
}
