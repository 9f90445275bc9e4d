/* The loop: it advances from tick to tick, and passes the news of each tick to
 * the processors concerned. */
#include "loop.h"

#include "base/base.h"
#include "base/invariant.h"
#include "machine/deliver.h"
#include "machine/link.h"
#include "machine/processor.h"
#include "machine/record/record.h"
#include "machine/run.h"
#include "machine/schedule/decide.h"
#include "machine/schedule/ready.h"
#include "machine/schedule/worker.h"
#include "machine/uses.h"
#include "sharing/sharing.h"
#include "state.h"
#include <assert.h>
#include <stdlib.h>

static_assert(SHARING_TICKS == WEFT_TICKS && SHARING_TICK_MAX == TIME_MAX,
              "the kernel counts as the machine does");

int loop_open(struct run *run, struct weft_error *err)
{
    const struct weft_machine *machine = run->machine;
    struct loop *loop = run->loop = calloc(1, sizeof *loop);
    const struct sharing_options options = {
        .network = machine->network,
        .model = &machine->model,
        .cost = &run->units,
        .kind = machine->sharing,
        .unlimited = !machine->max_looks,
    };
    if (loop)
        loop->seat = calloc((size_t)run->size, sizeof *loop->seat);
    if (!loop || !loop->seat)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for %d processors", run->size);
    loop->at_low = run->size;
    loop->kernel = sharing_create(&options, err);
    return loop->kernel ? 0 : -1;
}

void loop_close(struct run *run)
{
    struct loop *loop = run->loop;
    if (!loop)
        return;
    requests_finish(&loop->requests);
    sharing_destroy(loop->kernel);
    free(loop->seat);
    free(loop);
}

uint64_t loop_earliest(const struct run *run)
{
    const struct loop *loop = run->loop;
    uint32_t oldest = loop->requests.oldest;
    return oldest ? request_at(&loop->requests, oldest)->asked : loop->now;
}

void loop_fail(struct run *run)
{
    const struct weft_error *why = sharing_failure(run->loop->kernel);
    run_fail(run, why->kind, why->text);
}

/* ---- processors that can continue ---------------------------------------- */

static struct loop_seat *loop_seat_of(struct run *run, int rank)
{
    return &run->loop->seat[rank];
}

static void loop_wake(struct run *run, int rank)
{
    struct loop_seat *seat = loop_seat_of(run, rank);
    run->loop->timed -= seat->timed;
    seat->timed = false;
    seat->turn++;
    seat->at = SEAT_RUNS;
    ready_put(&run->processor[rank]);
}

static void loop_wake_if(struct run *run, int rank, enum seat_at at)
{
    if (loop_seat_of(run, rank)->at == at)
        loop_wake(run, rank);
}

/* If all processors that have not ended have finished a round, let them begin
 * the next one. */
static void loop_release(struct run *run)
{
    struct loop *loop = run->loop;
    int live = run->worker[0].live;
    if (!loop->gathered || (loop->at_low > 0 && live == loop->live))
        return;
    loop->live = live;
    loop->low = UINT64_MAX;
    for (int i = 0; i < run->size; i++)
        if (run->processor[i].state != DONE && loop->seat[i].round < loop->low)
            loop->low = loop->seat[i].round;
    loop->at_low = 0;
    for (int i = 0; i < run->size; i++) {
        struct loop_seat *seat = &loop->seat[i];
        loop->at_low +=
            run->processor[i].state != DONE && seat->round == loop->low;
        if (seat->at != SEAT_GATHERS || seat->round > loop->low)
            continue;
        loop->gathered--;
        loop_wake(run, i);
    }
}

uint64_t loop_barrier(const struct run *run, int rank)
{
    const struct loop_seat *seat = run->loop ? &run->loop->seat[rank] : NULL;
    return seat && seat->at == SEAT_GATHERS ? seat->round : 0;
}

/* ---- loads ----------------------------------------------------------------
 */

/* Add a transfer or computation that keeps a processor busy. With LogGP, its
 * uses determine the busy time instead. */
static void loop_engage(struct run *run, int rank)
{
    struct loop_seat *seat = loop_seat_of(run, rank);
    if (!run->loggp && !seat->active++)
        seat->since = run->loop->now;
}

static void loop_let_go(struct run *run, int rank)
{
    struct loop_seat *seat = loop_seat_of(run, rank);
    if (!run->loggp && !--seat->active)
        run->processor[rank].load.busy += run->loop->now - seat->since;
}

static void loop_ended(struct run *run, uint64_t end)
{
    if (end > run->worker[0].makespan)
        run->worker[0].makespan = end;
}

/* ---- events ---------------------------------------------------------------
 */

static void loop_record_send(struct weft_processor *self,
                             const struct loop_request *request,
                             const struct copy *copy, uint64_t duration)
{
    struct weft_event *event =
        records(self, WEFT_SEND) ? record_new(self) : NULL;
    if (!event)
        return;
    *event = (struct weft_event){
        .start = request->start,
        .duration = duration,
        .since = request->asked,
        .rank = self->rank,
        .peer = copy->to,
        .message = copy->message.id,
        .bytes = copy->message.bytes,
        .dimension = record_dimension(self, self->rank, copy->to),
        .kind = WEFT_SEND,
        .flags = copy->same ? WEFT_EVENT_SAME : 0,
        .items = request->items,
    };
}

/* ---- news -----------------------------------------------------------------
 */

/* LogGP: occupy the sender for the overhead o, and record the send. */
static void loop_overhead(struct run *run, const struct loop_request *request)
{
    struct weft_processor *self = &run->processor[request->rank];
    struct loop_seat *seat = loop_seat_of(run, request->rank);
    const struct copy *copy = copy_at(&run->loop->requests, request->first);
    uint64_t overhead = run->cost.overhead;
    self->sent_at = request->start;
    uses_add(self, &(struct use){.start = request->start,
                                 .kind = WEFT_USE_SEND,
                                 .end = request->start + overhead,
                                 .peer = copy->to,
                                 .message = copy->message.id});
    for (uint32_t c = request->first; c; c = copy->sibling) {
        copy = copy_at(&run->loop->requests, c);
        loop_record_send(self, request, copy, overhead);
    }
    if (!--seat->unstarted)
        loop_wake_if(run, request->rank, SEAT_STARTS);
}

static int loop_started(struct run *run, const struct sharing_news *news)
{
    struct requests *all = &run->loop->requests;
    struct loop_request *request =
        request_at(all, (uint32_t)(news->tag >> TAG_BITS));
    request->start = news->start;
    loop_engage(run, request->rank);
    for (uint32_t c = request->first; c; c = copy_at(all, c)->sibling)
        loop_engage(run, copy_at(all, c)->to);
    if (run->loggp && request->first)
        loop_overhead(run, request);
    return 0;
}

/* End a request, and wake the processor if it waits for this. */
static void loop_request_over(struct run *run, uint32_t v)
{
    const struct loop_request *request = request_at(&run->loop->requests, v);
    int rank = request->rank;
    struct loop_seat *seat = loop_seat_of(run, rank);
    static const enum seat_at waits[REQUEST_KINDS] = {
        [REQUEST_AWAITED] = SEAT_SENDS, [REQUEST_POSTED] = SEAT_STEPS};
    enum loop_request_kind kind = request->kind;
    request_remove(&run->loop->requests, v);
    loop_let_go(run, rank);
    if (!--seat->open[kind] && waits[kind])
        loop_wake_if(run, rank, waits[kind]);
}

/* Deliver the messages of a pair that have arrived, up to the first one that
 * has not. */
static void loop_deliver(struct run *run, struct weft_processor *to,
                         struct link *link)
{
    struct requests *all = &run->loop->requests;
    while (link->under_way) {
        const struct copy *copy = copy_at(all, (uint32_t)link->under_way);
        if (!copy->there)
            return;
        struct message message = copy->message;
        copy_remove_first(all, link);
        deliver_arrived(to, link, &message);
        if (loop_seat_of(run, to->rank)->at != SEAT_LISTENS ||
            (to->from != WEFT_ANY && to->from != link->source))
            continue;
        /* the receiver has waited: see flush_waits() */
        if (message.start > to->clock)
            record_wait(to);
        loop_wake(run, to->rank);
    }
}

static void loop_copy_there(struct run *run, uint32_t c)
{
    struct requests *all = &run->loop->requests;
    struct copy *copy = copy_at(all, c);
    uint32_t v = copy->request;
    struct loop_request *request = request_at(all, v);
    struct weft_processor *to = &run->processor[copy->to];
    copy->there = true;
    copy->message.start = request->start;
    copy->message.end = run->loop->now;
    loop_ended(run, run->loop->now);
    if (!run->loggp)
        loop_record_send(&run->processor[request->rank], request, copy,
                         run->loop->now - request->start);
    loop_let_go(run, copy->to);
    loop_deliver(run, to, link_find(&to->links, request->rank));
    if (!--request_at(all, v)->left)
        loop_request_over(run, v);
}

/* Handle the arrival of a copy. With LogGP, its receiver gets it after the
 * overhead o. */
static int loop_arrived(struct run *run, const struct sharing_news *news)
{
    struct loop *loop = run->loop;
    uint32_t v = (uint32_t)(news->tag >> TAG_BITS);
    struct link *link = link_find(&run->processor[news->to].links, news->from);
    uint32_t c = copy_find(&loop->requests, v, link);
    if (run->loggp && run->cost.overhead)
        return sharing_wake(loop->kernel, loop->now, news->to,
                            loop->now + run->cost.overhead,
                            (uint64_t)c << TAG_BITS | TAG_COPY);
    loop_copy_there(run, c);
    return 0;
}

static int loop_computed(struct run *run, const struct sharing_news *news)
{
    uint32_t v = (uint32_t)(news->tag >> TAG_BITS);
    struct weft_processor *self = &run->processor[news->from];
    uint64_t start = request_at(&run->loop->requests, v)->start;
    record(self, &(struct weft_event){
                     .start = start,
                     .duration = news->end - start,
                     .peer = -1,
                     .message = -1,
                     .dimension = -1,
                     .kind = WEFT_COMPUTE,
                 });
    if (run->loggp)
        uses_add(self,
                 &(struct use){start, WEFT_USE_COMPUTE, news->end, -1, -1});
    self->load.computing += news->end - start;
    loop_ended(run, news->end);
    loop_request_over(run, v);
    return 0;
}

/* Wake a processor whose time has come; if it listened, record its wait. */
static void loop_wake_late(struct run *run, int rank)
{
    if (loop_seat_of(run, rank)->at == SEAT_LISTENS)
        record_wait(&run->processor[rank]);
    loop_wake(run, rank);
}

static int loop_woken(struct run *run, const struct sharing_news *news)
{
    const struct loop_seat *seat = loop_seat_of(run, news->from);
    uint32_t number = (uint32_t)(news->tag >> TAG_BITS);
    if (news->tag & TAG_COPY)
        loop_copy_there(run, number);
    else if (seat->timed && seat->turn == number)
        loop_wake_late(run, news->from);
    return 0;
}

static int loop_hear(struct run *run, const struct sharing_list *list)
{
    static int (*const hear[])(struct run *, const struct sharing_news *) = {
        [SHARING_STARTED] = loop_started,
        [SHARING_ARRIVED] = loop_arrived,
        [SHARING_COMPUTED] = loop_computed,
        [SHARING_WOKEN] = loop_woken,
        [SHARING_FIRST] = NULL,
        [SHARING_OVER] = NULL,
    };
    for (size_t i = 0; i < list->count; i++) {
        const struct sharing_news *news = &list->news[i];
        if (hear[news->what] && hear[news->what](run, news))
            return -1;
    }
    return 0;
}

/* ---- the loop -------------------------------------------------------------
 */

/* Decide whether the run may continue to the next tick. */
static enum what loop_may(struct run *run, uint64_t next)
{
    const struct loop *loop = run->loop;
    bool busy = loop->requests.oldest || loop->timed;
    bool failed = run->fail_rank >= 0, live = run->worker[0].live > 0;
    if (!live && (!busy || failed))
        return OVER;
    if (failed && (!busy || next > run->fail_clock))
        return STOP;
    if (!busy)
        return DEADLOCK;
    return live && run->limit && next >= run->limit ? LIMIT : GO_ON;
}

static struct decision loop_go_on(const struct run *run)
{
    uint64_t earliest = loop_earliest(run);
    struct decision go_on = {
        .what = GO_ON,
        .bound = run->loop->now,
        .final = run->loop->now,
        .floor = earliest + run->shortest,
        .horizon = run->limit ? run->limit : NEVER,
    };
    if (run->fail_rank >= 0)
        go_on.horizon = run->fail_clock + 1;
    return go_on;
}

/* Start everything that can start now; otherwise advance to the next tick and
 * end what ends there. Set *what to GO_ON, or to the reason why no processor
 * can ever continue. Return 0, or -1: the kernel failed. */
static int loop_advance(struct run *run, enum what *what)
{
    struct loop *loop = run->loop;
    struct sharing_list list;
    loop_release(run);
    if (ready_any(&run->worker[0].ready))
        return 0;
    if (sharing_start(loop->kernel, loop->now, &list) || loop_hear(run, &list))
        return -1;
    uint64_t next = sharing_next(loop->kernel);
    if (ready_any(&run->worker[0].ready))
        return 0;
    if (next != loop->now) {
        if (sharing_settle(loop->kernel, loop->now))
            return -1;
        next = sharing_next(loop->kernel);
        *what = loop_may(run, next);
        if (*what != GO_ON)
            return 0;
        loop->now = next;
    }
    return sharing_end(loop->kernel, loop->now, &list) || loop_hear(run, &list)
               ? -1
               : 0;
}

struct decision loop_decide(struct run *run)
{
    enum what what = GO_ON;
    while (what == GO_ON && !run->hard) {
        if (loop_advance(run, &what))
            loop_fail(run);
        if (ready_any(&run->worker[0].ready) && !run->hard)
            return loop_go_on(run);
    }
    return (struct decision){.what = run->hard ? STOP : what};
}

void loop_sum_up(const struct run *run, struct weft_outcome *outcome)
{
    struct loop *loop = run->loop;
    struct sharing_totals totals;
    struct sharing_load load[WEFT_BUSY_ARCS];
    uint64_t end = outcome->makespan;
    sharing_totals(loop->kernel, &totals);
    outcome->shared = (struct weft_shared){
        .transfers = totals.transfers,
        .waited = totals.ports.count,
        .waited_sum = totals.ports.sum,
        .waited_most = totals.ports.most,
        .slowed = totals.links.count,
        .slowed_sum = totals.links.sum,
        .slowed_most = totals.links.most,
        .recomputations = totals.recomputations,
        .looks = totals.looks,
        .ignores_costs = run->loggp && run->own_costs,
        .asks_time = loop->asks_time,
    };
    size_t arcs =
        sharing_busiest(loop->kernel, loop->now, load, WEFT_BUSY_ARCS);
    outcome->shared.busiest = (int)arcs;
    for (size_t i = 0; i < arcs; i++)
        outcome->shared.arc[i] = (struct weft_busy_arc){
            .from = load[i].tail,
            .to = load[i].head,
            .words = (uint64_t)load[i].words,
            .carrying = end ? (double)load[i].carrying / (double)end : 0,
            .full = end ? (double)load[i].full / (double)end : 0,
            .most = (uint64_t)load[i].most,
        };
}
