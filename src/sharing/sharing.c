/* The steps of one tick: process what ends, start transfers, let data enter
 * links. */
#include "sharing.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kernel.h"

/* Limit on the work of computing paces: a few seconds, with an allowance of
 * about ten microseconds for each transfer. */
#define SHARING_LOOKS_MAX ((uint64_t)1 << 28)
#define SHARING_LOOKS_A_TRANSFER 2048

/* Only delays of more ticks than this are counted: smaller ones may be rounding
 * errors. */
#define SHARING_DELAY (SHARING_TICKS / 1000)

/* ---- failing --------------------------------------------------------------
 */

int sharing_fail(struct sharing *s, enum weft_error_kind kind,
                 const char *format, ...)
{
    char text[sizeof s->failure.text];
    va_list arguments;
    if (s->failure.kind)
        return -1;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return weft_error_set(&s->failure, kind, 0, "%s", text);
}

int sharing_no_memory(struct sharing *s)
{
    return sharing_fail(s, WEFT_ERROR_MEMORY,
                        "no memory: %zu transfers are under way, %zu wait",
                        s->totals.under_way, s->totals.waiting);
}

const struct weft_error *sharing_failure(const struct sharing *s)
{
    return &s->failure;
}

int sharing_spend(struct sharing *s, uint64_t looks)
{
    s->totals.looks += looks;
    uint64_t most =
        SHARING_LOOKS_MAX + s->totals.transfers * SHARING_LOOKS_A_TRANSFER;
    if (s->unlimited || s->totals.looks <= most)
        return 0;
    return sharing_fail(
        s, WEFT_ERROR_LIMIT,
        "too many messages share links at once: computing their rates takes "
        "more than %llu inspections of a link" SAY_NO_LIMIT,
        (unsigned long long)most);
}

/* ---- making ---------------------------------------------------------------
 */

struct sharing *sharing_create(const struct sharing_options *options,
                               struct weft_error *err)
{
    if (options->kind != WEFT_SHARING_FAIR &&
        options->kind != WEFT_SHARING_FIFO) {
        weft_error_set(err, WEFT_ERROR_MISUSE, 0, "sharing: no such kind");
        return NULL;
    }
    struct sharing *s = calloc(1, sizeof *s);
    if (s) {
        s->network = options->network;
        s->model = *options->model;
        s->cost = *options->cost;
        s->kind = options->kind;
        s->discipline = options->kind == WEFT_SHARING_FIFO ? &sharing_lanes
                                                           : &sharing_paces;
        s->unlimited = options->unlimited;
        s->full = options->full;
        s->size = weft_network_size(options->network);
    }
    if (!s || paths_begin(s) || ports_begin(s)) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for sharing");
        sharing_destroy(s);
        return NULL;
    }
    return s;
}

void sharing_destroy(struct sharing *s)
{
    if (!s)
        return;
    ports_finish(s);
    paths_finish(s);
    ticks_finish(&s->ticks);
    free(s->flow.element);
    free(s->transfer.element);
    free(s->news);
    free(s->due);
    free(s->due_other);
    free(s->entering.place);
    free(s->changed.place);
    free(s->stack.place);
    free(s->component_arcs.place);
    free(s->fixing);
    level_heap_finish(&s->level);
    free(s);
}

/* ---- records --------------------------------------------------------------
 */

static uint32_t sharing_take_flow(struct sharing *s)
{
    uint32_t place = pool_take(&s->flow, sizeof(struct sharing_flow));
    if (place == NOTHING)
        return sharing_no_memory(s), NOTHING;
    struct sharing_flow *f = flow_at(s, place);
    *f = (struct sharing_flow){.generation = f->generation,
                               .sibling = NOTHING,
                               .follower = NOTHING,
                               .path = NOTHING};
    return place;
}

static void sharing_give_flow(struct sharing *s, uint32_t place)
{
    flow_at(s, place)->generation++;
    pool_give(&s->flow, sizeof(struct sharing_flow), place);
}

static uint32_t sharing_take_transfer(struct sharing *s, uint64_t now, int from,
                                      uint64_t tag)
{
    uint32_t place = pool_take(&s->transfer, sizeof(struct transfer));
    if (place == NOTHING)
        return sharing_no_memory(s), NOTHING;
    *transfer_at(s, place) = (struct transfer){
        .flow = NOTHING,
        .tag = tag,
        .asked = now,
        .sequence = ++s->sequence,
        .from = from,
        .port = SHARING_ANY_PORT,
        .twins = NOTHING,
    };
    return place;
}

/* Add a copy to a transfer, after its other copies. */
static uint32_t sharing_add_copy(struct sharing *s, uint32_t transfer, int to)
{
    uint32_t place = sharing_take_flow(s);
    if (place == NOTHING)
        return NOTHING;
    struct transfer *t = transfer_at(s, transfer);
    struct sharing_flow *f = flow_at(s, place);
    f->to = to;
    f->transfer = transfer;
    f->copy = t->copies++;
    t->going++;
    if (t->flow == NOTHING)
        t->flow = place;
    else
        flow_at(s, t->last_flow)->sibling = place;
    t->last_flow = place;
    return place;
}

int sharing_schedule(struct sharing *s, uint32_t flow, enum flow_kind kind,
                     uint64_t at)
{
    if (at > SHARING_TICK_MAX)
        return sharing_fail(
            s, WEFT_ERROR_LIMIT,
            "something ends beyond the end of time, 2^62 ticks");
    flow_at(s, flow)->kind = kind;
    return ticks_put(s, flow, at) ? sharing_no_memory(s) : 0;
}

static uint64_t sharing_later(uint64_t tick, uint64_t by)
{
    return by > SHARING_TICK_MAX ? SHARING_NEVER : tick + by;
}

/* ---- asking ---------------------------------------------------------------
 */

int sharing_send(struct sharing *s, uint64_t now, const struct sharing_ask *ask)
{
    uint32_t place = sharing_take_transfer(s, now, ask->from, ask->tag);
    if (place == NOTHING)
        return -1;
    transfer_at(s, place)->bytes = ask->bytes;
    transfer_at(s, place)->way = ask->way;
    transfer_at(s, place)->port = ask->port;
    transfer_at(s, place)->again = ask->again;
    for (int i = 0; i < ask->copies; i++)
        if (sharing_add_copy(s, place, ask->to[i]) == NOTHING)
            return -1;
    s->totals.waiting++;
    return ports_ask(s, place) ? sharing_no_memory(s) : 0;
}

int sharing_join(struct sharing *s, uint64_t now, int from, int to,
                 uint64_t tag)
{
    const struct transfer_queue *queue = &s->ports.endpoint[from].transfers;
    if (queue->first == NOTHING)
        return 0;
    const struct transfer *last = transfer_at(s, queue->last);
    if (last->tag != tag || last->asked != now)
        return 0;
    return sharing_add_copy(s, queue->last, to) == NOTHING ? -1 : 1;
}

int sharing_compute(struct sharing *s, uint64_t now, int rank, uint64_t ticks,
                    uint64_t tag)
{
    uint32_t place = sharing_take_transfer(s, now, rank, tag);
    if (place == NOTHING || sharing_add_copy(s, place, rank) == NOTHING)
        return -1;
    transfer_at(s, place)->bytes = ticks;
    transfer_at(s, place)->computes = true;
    return ports_ask(s, place) ? sharing_no_memory(s) : 0;
}

int sharing_wake(struct sharing *s, uint64_t now, int rank, uint64_t at,
                 uint64_t tag)
{
    uint32_t place = sharing_take_transfer(s, now, rank, tag);
    uint32_t flow =
        place == NOTHING ? NOTHING : sharing_add_copy(s, place, rank);
    if (flow == NOTHING)
        return -1;
    transfer_at(s, place)->start = now;
    transfer_at(s, place)->number = ++s->number;
    return sharing_schedule(s, flow, FLOW_WOKEN, at);
}

/* ---- news -----------------------------------------------------------------
 */

static int sharing_tell(struct sharing *s, uint32_t transfer,
                        enum sharing_what what, int to, uint64_t first,
                        uint64_t now)
{
    const struct transfer *t = transfer_at(s, transfer);
    if (s->news_count == s->news_room &&
        array_grow(&s->news, &s->news_room, s->news_count + 1, sizeof *s->news))
        return sharing_no_memory(s);
    s->news[s->news_count++] = (struct sharing_news){
        .what = what,
        .from = t->from,
        .to = to,
        .tag = t->tag,
        .asked = t->asked,
        .start = t->start,
        .first = first,
        .end = now,
    };
    return 0;
}

static void sharing_delay_add(struct sharing_delay *delay, uint64_t ticks)
{
    delay->count += ticks > SHARING_DELAY;
    delay->sum += ticks;
    delay->most = ticks > delay->most ? ticks : delay->most;
}

int sharing_expect_first(struct sharing *s, uint32_t flow, uint64_t at)
{
    uint32_t place = sharing_take_flow(s);
    if (place == NOTHING)
        return -1;
    struct sharing_flow *first = flow_at(s, place), *f = flow_at(s, flow);
    first->transfer = f->transfer;
    first->copy = f->copy;
    first->to = f->to;
    f->first = at;
    return sharing_schedule(s, place, FLOW_FIRST, at);
}

/* ---- ending ---------------------------------------------------------------
 */

/* Free a transfer when it has neither copies nor flows that occupy a port. */
static void sharing_finish(struct sharing *s, uint32_t place)
{
    const struct transfer *t = transfer_at(s, place);
    if (t->going || t->leaving)
        return;
    if (t->twins != NOTHING)
        blocks_give(&s->route, t->twins, t->twins_size);
    pool_give(&s->transfer, sizeof *t, place);
}

/* Process the arrival of a transfer's last copy. */
static int sharing_over(struct sharing *s, uint32_t place, uint64_t now)
{
    struct transfer *t = transfer_at(s, place);
    sharing_delay_add(&s->totals.links, t->slow);
    s->totals.under_way--;
    if (sharing_tell(s, place, SHARING_OVER, -1, t->start, now) ||
        (!s->cost.loggp && ports_release_sender(s, t)))
        return sharing_no_memory(s);
    sharing_finish(s, place);
    return 0;
}

static int sharing_arrive(struct sharing *s, uint32_t flow, uint64_t now)
{
    struct sharing_flow *f = flow_at(s, flow);
    struct transfer *t = transfer_at(s, f->transfer);
    uint32_t transfer = f->transfer;
    uint64_t slow = now - t->start - f->alone;
    t->slow = slow > t->slow ? slow : t->slow;
    if (sharing_tell(s, transfer, SHARING_ARRIVED, f->to,
                     s->cost.loggp ? f->first : t->start, now) ||
        (!s->cost.loggp && ports_release_receiver(s, t, f->to)))
        return sharing_no_memory(s);
    if (s->kind == WEFT_SHARING_FIFO && f->twin != NOTHING)
        blocks_give(&s->route, f->twin, path_at(s, f->path)->hops);
    paths_leave(s, f->path);
    sharing_give_flow(s, flow);
    return --t->going ? 0 : sharing_over(s, transfer, now);
}

/* LogGP: occupy the send port until a tick, from which the next message may
 * leave. */
static int sharing_hold_port(struct sharing *s, uint32_t transfer, uint64_t at)
{
    uint32_t flow = sharing_take_flow(s);
    if (flow == NOTHING)
        return -1;
    flow_at(s, flow)->transfer = transfer;
    transfer_at(s, transfer)->leaving++;
    return sharing_schedule(s, flow, FLOW_PORT, at);
}

/* LogGP: return by how many ticks the gap exceeds the overhead o. */
static uint64_t sharing_gap(const struct sharing *s)
{
    uint64_t o = s->cost.overhead, g = s->cost.gap;
    return (g > o ? g - o : 0) * SHARING_TICKS;
}

int sharing_leave_links(struct sharing *s, uint32_t transfer, uint64_t at)
{
    if (sharing_hold_port(s, transfer, at + sharing_gap(s)))
        return -1;
    transfer_at(s, transfer)->leaving--;
    return 0;
}

int sharing_through(struct sharing *s, uint32_t flow, uint64_t now)
{
    const struct sharing_flow *lead = flow_at(s, flow);
    uint32_t transfer = lead->transfer;
    uint64_t head = lead->head;
    if (s->cost.loggp && sharing_leave_links(s, transfer, now))
        return -1;
    for (uint32_t next; flow != NOTHING; flow = next) {
        const struct sharing_flow *f = flow_at(s, flow);
        uint64_t at = now + (f->head - head) + f->tail;
        next = f->follower;
        if (at > now ? sharing_schedule(s, flow, FLOW_TAIL, at)
                     : sharing_arrive(s, flow, now))
            return -1;
    }
    return 0;
}

static int sharing_end_first(struct sharing *s, uint32_t flow, uint64_t now)
{
    const struct sharing_flow *f = flow_at(s, flow);
    uint32_t transfer = f->transfer;
    int to = f->to;
    sharing_give_flow(s, flow);
    return sharing_tell(s, transfer, SHARING_FIRST, to, now, now);
}

static int sharing_end_port(struct sharing *s, uint32_t flow, uint64_t now)
{
    uint32_t transfer = flow_at(s, flow)->transfer;
    struct transfer *t = transfer_at(s, transfer);
    (void)now;
    sharing_give_flow(s, flow);
    if (--t->leaving)
        return 0;
    if (ports_release_sender(s, t))
        return sharing_no_memory(s);
    sharing_finish(s, transfer);
    return 0;
}

static int sharing_end_alone(struct sharing *s, uint32_t flow, uint64_t now)
{
    uint32_t transfer = flow_at(s, flow)->transfer;
    struct transfer *t = transfer_at(s, transfer);
    bool computes = t->computes;
    sharing_give_flow(s, flow);
    t->going = 0;
    if (sharing_tell(s, transfer, computes ? SHARING_COMPUTED : SHARING_WOKEN,
                     -1, t->start, now) ||
        (computes && ports_release_sender(s, t)))
        return sharing_no_memory(s);
    sharing_finish(s, transfer);
    return 0;
}

static int sharing_end_head(struct sharing *s, uint32_t flow, uint64_t now)
{
    (void)now;
    return places_add(&s->entering, flow) ? sharing_no_memory(s) : 0;
}

static int sharing_end_data(struct sharing *s, uint32_t flow, uint64_t now)
{
    return s->discipline->leave(s, flow, now);
}

static int (*const sharing_ends[])(struct sharing *s, uint32_t flow,
                                   uint64_t now) = {
    [FLOW_HEAD] = sharing_end_head,   [FLOW_FIRST] = sharing_end_first,
    [FLOW_DATA] = sharing_end_data,   [FLOW_TAIL] = sharing_arrive,
    [FLOW_PORT] = sharing_end_port,   [FLOW_COMPUTED] = sharing_end_alone,
    [FLOW_WOKEN] = sharing_end_alone,
};

/* Return the sort key of a flow among those that end at one tick: by start,
 * copy and kind. */
static uint64_t sharing_key(const struct sharing *s,
                            const struct sharing_flow *f)
{
    return transfer_at(s, f->transfer)->number << 23 | (uint64_t)f->copy << 3 |
           f->kind;
}

#define SORT_NAME dues_sort
#define SORT_ITEM struct due
#define SORT_WORD(due) ((due)->key)
#include "base/sort.h"

/* Store the flows of the first tick in s->due, in order. */
static int sharing_collect(struct sharing *s, size_t *count)
{
    uint64_t bits = 0, last = 0;
    bool sorted = true;
    size_t n = 0;
    for (uint32_t flow = ticks_take(s), next; flow != NOTHING; flow = next) {
        struct sharing_flow *f = flow_at(s, flow);
        uint64_t key = sharing_key(s, f);
        next = f->next;
        f->bucket = NULL;
        if (n == s->due_room &&
            array_grow(&s->due, &s->due_room, n + 1, sizeof *s->due))
            return sharing_no_memory(s);
        sorted &= key >= last;
        bits |= n ? key ^ last : 0;
        s->due[n++] = (struct due){last = key, flow};
    }
    *count = n;
    if (sorted)
        return 0;
    if (array_grow(&s->due_other, &s->due_other_room, n, sizeof *s->due_other))
        return sharing_no_memory(s);
    if (dues_sort(s->due, s->due_other, n, bits) != s->due) {
        struct due *due = s->due_other;
        size_t room = s->due_other_room;
        s->due_other = s->due;
        s->due_other_room = s->due_room;
        s->due = due;
        s->due_room = room;
    }
    return 0;
}

uint64_t sharing_next(const struct sharing *s)
{
    const struct coming *first = coming_heap_first(&s->ticks.heap);
    return first ? first->at : SHARING_NEVER;
}

int sharing_end(struct sharing *s, uint64_t now, struct sharing_list *list)
{
    s->news_count = 0;
    INVARIANT(sharing_next(s) >= now);
    while (sharing_next(s) == now) {
        size_t count = 0;
        if (sharing_collect(s, &count))
            return -1;
        for (size_t i = 0; i < count; i++) {
            uint32_t flow = s->due[i].flow;
            if (sharing_ends[flow_at(s, flow)->kind](s, flow, now))
                return -1;
        }
    }
    *list = (struct sharing_list){s->news, s->news_count};
    return 0;
}

/* ---- starting -------------------------------------------------------------
 */

/* Start a copy without data, which uses no link. */
static int sharing_start_empty(struct sharing *s, uint32_t flow, uint64_t now)
{
    uint64_t at = now + flow_at(s, flow)->alone;
    if (s->cost.loggp && sharing_expect_first(s, flow, at))
        return -1;
    return sharing_schedule(s, flow, FLOW_TAIL, at);
}

static int sharing_start_flow(struct sharing *s, uint32_t flow, uint64_t now)
{
    const struct sharing_flow *f = flow_at(s, flow);
    if (f->head)
        return sharing_schedule(s, flow, FLOW_HEAD, now + f->head);
    return places_add(&s->entering, flow) ? sharing_no_memory(s) : 0;
}

/* Set the routes and times of all copies. */
static int sharing_route(struct sharing *s, uint32_t place)
{
    const struct transfer *t = transfer_at(s, place);
    for (uint32_t flow = t->flow; flow != NOTHING;
         flow = flow_at(s, flow)->sibling) {
        uint32_t path = paths_get(s, t->from, flow_at(s, flow)->to, t->way);
        if (path == NOTHING)
            return -1;
        struct sharing_flow *f = flow_at(s, flow);
        f->path = path;
        f->arcs = path_at(s, path)->arcs;
        f->hops = path_at(s, path)->hops;
        if (paths_times(s, f, t->bytes))
            return -1;
    }
    return t->copies > 1 && s->discipline->unite(s, place)
               ? sharing_no_memory(s)
               : 0;
}

/* LogGP: let every copy with data occupy the send port until its data have left
 * the links. */
static int sharing_keep_port(struct sharing *s, uint32_t place, uint64_t now)
{
    struct transfer *t = transfer_at(s, place);
    uint64_t o = s->cost.overhead * SHARING_TICKS;
    for (uint32_t flow = t->flow; flow != NOTHING;
         flow = flow_at(s, flow)->sibling)
        if (flow_at(s, flow)->data && !flow_at(s, flow)->follows)
            t->leaving++;
    if (t->leaving)
        return 0;
    return sharing_hold_port(s, place, now + o + sharing_gap(s));
}

static int sharing_start_transfer(struct sharing *s, uint32_t place,
                                  uint64_t now)
{
    const struct transfer *t = transfer_at(s, place);
    uint32_t first = t->flow;
    s->totals.transfers++;
    s->totals.waiting--;
    if (++s->totals.under_way > s->totals.most_under_way)
        s->totals.most_under_way = s->totals.under_way;
    sharing_delay_add(&s->totals.ports, now - t->asked);
    if (sharing_route(s, place) ||
        (s->cost.loggp && sharing_keep_port(s, place, now)))
        return -1;
    for (uint32_t flow = first; flow != NOTHING;
         flow = flow_at(s, flow)->sibling) {
        const struct sharing_flow *f = flow_at(s, flow);
        bool follows = f->follows, data = f->data > 0;
        if (s->cost.loggp && data && s->kind == WEFT_SHARING_FAIR &&
            sharing_expect_first(s, flow, now + f->head + f->tail))
            return -1;
        if (follows)
            continue;
        if (data ? sharing_start_flow(s, flow, now)
                 : sharing_start_empty(s, flow, now))
            return -1;
    }
    return 0;
}

int sharing_start(struct sharing *s, uint64_t now, struct sharing_list *list)
{
    s->news_count = 0;
    for (;;) {
        uint32_t place;
        if (ports_next(s, now, &place))
            return sharing_no_memory(s);
        if (place == NOTHING)
            break;
        struct transfer *t = transfer_at(s, place);
        t->start = now;
        t->number = ++s->number;
        if (sharing_tell(s, place, SHARING_STARTED, -1, now, now))
            return -1;
        if (t->computes ? sharing_schedule(s, t->flow, FLOW_COMPUTED,
                                           sharing_later(now, t->bytes))
                        : sharing_start_transfer(s, place, now))
            return -1;
    }
    *list = (struct sharing_list){s->news, s->news_count};
    return 0;
}

int sharing_settle(struct sharing *s, uint64_t now)
{
    return s->discipline->settle(s, now);
}

void sharing_totals(const struct sharing *s, struct sharing_totals *totals)
{
    *totals = s->totals;
}
