/* The part of a trace that figures show: the window, and each transfer with
 * both ends.
 *
 * A send event states when a transfer left and, in a run of weft, when it
 * arrives. In a foreign trace, a send may last as long as its system call, and
 * the message arrives when it is received. Receives are therefore matched with
 * sends: the i-th receive with the i-th send of the same message between the
 * same two processors. */
#include "figure.h"

#include "base/base.h"
#include "base/flight.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/unstable/ways.h>

static int compare_int(int a, int b)
{
    return (a > b) - (a < b);
}

static int transfer_compare(const void *left, const void *right)
{
    const struct view_transfer *a = left, *b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    int order = compare_int(a->source, b->source);
    if (!order)
        order = compare_int(a->destination, b->destination);
    return order ? order : compare_int(a->message, b->message);
}

/* Return whether the event is of this kind and has valid ranks at both ends. */
static bool is_end(const struct weft_trace *trace, const struct weft_event *e,
                   int kind)
{
    int size = trace->info.processors;
    return e->kind == kind && e->peer >= 0 && e->peer < size && e->rank >= 0 &&
           e->rank < size;
}

/* Set received[i] to the receive that matches send i, or NULL. Return 0, or -1
 * if out of memory. */
static int match(const struct weft_trace *trace,
                 const struct weft_event **received)
{
    struct flights flights = {0};
    int status = 0;
    for (size_t i = 0; i < trace->count && !status; i++) {
        const struct weft_event *e = &trace->events[i];
        const struct flight flight = {.id = i,
                                      .source = e->rank,
                                      .destination = e->peer,
                                      .message = e->message};
        if (is_end(trace, e, WEFT_SEND))
            status = flights_add(&flights, &flight);
    }
    for (size_t i = 0; i < trace->count && !status; i++) {
        const struct weft_event *e = &trace->events[i];
        struct flight flight;
        if (is_end(trace, e, WEFT_RECEIVE) &&
            flights_take_same(&flights, e->peer, e->rank, e->message, &flight))
            received[flight.id] = e;
    }
    flights_finish(&flights);
    return status;
}

/* Return whether the receiver took the message only after its arrival. */
static bool view_is_late(const struct weft_trace *trace,
                         const struct weft_event *receive)
{
    return receive && receive->duration == 0 && trace->info.step != 0;
}

static uint64_t view_arrival(const struct weft_trace *trace,
                             const struct weft_event *send,
                             const struct weft_event *receive)
{
    uint64_t sent = send->start + send->duration;
    if (!receive)
        return sent;
    uint64_t end = receive->start + receive->duration;
    return view_is_late(trace, receive) || end < sent ? sent : end;
}

/* Collect the transfers of the whole trace. */
static void view_join(struct view *view, const struct weft_panel *panel,
                      const struct weft_event *const *received)
{
    for (size_t i = 0; i < view->trace->count; i++) {
        const struct weft_event *e = &view->trace->events[i];
        if (!is_end(view->trace, e, WEFT_SEND))
            continue;
        struct view_transfer transfer = {
            .start = e->start,
            .end = view_arrival(view->trace, e, received[i]),
            .source = e->rank,
            .destination = e->peer,
            .message = e->message,
            .dimension = e->dimension,
            .bytes = e->bytes,
            .way = weft_event_way(&view->trace->info, e),
            .late = view_is_late(view->trace, received[i]),
            .rest = panel->one_message && e->message != panel->message,
        };
        if (transfer.end > view->makespan)
            view->makespan = transfer.end;
        if (!transfer.rest || view->keep_rest)
            view->transfer[view->transfers++] = transfer;
    }
}

static int transfers_find(struct view *view, const struct weft_panel *panel)
{
    size_t count = view->trace->count, sent = 0;
    for (size_t i = 0; i < count; i++)
        sent += is_end(view->trace, &view->trace->events[i], WEFT_SEND);
    const struct weft_event **received = calloc(count + 1, sizeof *received);
    view->transfer = malloc((sent + 1) * sizeof *view->transfer);
    int status = received && view->transfer ? match(view->trace, received) : -1;
    if (!status)
        view_join(view, panel, received);
    free(received);
    return status;
}

/* Keep only the transfers that overlap the window. */
static void transfers_cut(struct view *view)
{
    size_t kept = 0;
    for (size_t i = 0; i < view->transfers; i++) {
        const struct view_transfer *t = &view->transfer[i];
        if (view_time(view, t->start, t->end) &&
            (view_rank(view, t->source) || view_rank(view, t->destination)))
            view->transfer[kept++] = *t;
    }
    view->transfers = kept;
    qsort(view->transfer, kept, sizeof *view->transfer, transfer_compare);
}

static int window_set(struct view *view, const struct weft_window *window,
                      struct weft_error *err)
{
    const struct weft_trace_info *info = &view->trace->info;
    int size = info->processors;
    view->first = window->processor;
    int64_t last = window->processors
                       ? (int64_t)window->processor + window->processors - 1
                       : size - 1;
    if (view->first < 0 || view->first >= size || last < view->first ||
        last >= size)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "processors %d..%" PRId64
                              " are not all in the trace's 0..%d",
                              view->first, last, size - 1);
    view->last = (int)last;
    uint64_t from = window->step ? window->step - 1 : 0;
    uint64_t most = UINT64_MAX / view->unit;
    uint64_t all = steps_of(view->makespan, view->unit);
    char begins[WEFT_TIME_MAX], ends[WEFT_TIME_MAX];
    if (from >= all && view->steps)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "the window begins at step %" PRIu64
                              ", the trace ends at %" PRIu64,
                              from + 1, all);
    if (from >= all)
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "the window begins at %s %s, the trace ends at "
            "%s %s",
            clock_print(begins, info, view->clock, from), view->clock->name,
            clock_print(ends, info, view->clock, all), view->clock->name);
    uint64_t steps = window->steps ? window->steps : all - from;
    if (steps > most - from)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "a window of %" PRIu64
                              " steps ends after the largest time of a trace",
                              steps);
    view->begin = from * view->unit;
    view->end = (from + steps) * view->unit;
    return 0;
}

/* Find the end of the run. The trace of a real machine ends with its last
 * record of any kind. */
static void makespan_find(struct view *view)
{
    for (size_t i = 0; i < view->trace->count; i++) {
        const struct weft_event *e = &view->trace->events[i];
        if ((e->kind == WEFT_COMPUTE || !view->steps) &&
            e->start + e->duration > view->makespan)
            view->makespan = e->start + e->duration;
    }
}

static int view_empty(const struct view *view, struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_EMPTY, 0,
                          "the trace has no %s: nothing to draw",
                          view->silent ? "events" : "messages");
}

static bool has_chosen(const struct view *view)
{
    for (size_t i = 0; i < view->transfers; i++)
        if (!view->transfer[i].rest)
            return true;
    return false;
}

int view_init(struct view *view, const struct weft_panel *panel,
              const char *what, struct weft_error *err)
{
    *view = (struct view){.trace = panel->trace,
                          .keep_rest = view->keep_rest,
                          .silent = view->silent};
    if (!panel->trace)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "a %s figure needs a trace", what);
    if (panel->trace->info.processors <= 0)
        return view_empty(view, err);
    view->steps = panel->trace->info.step != 0;
    view->unit = view->steps ? panel->trace->info.step : 1;
    makespan_find(view);
    if (transfers_find(view, panel))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    if (panel->one_message && !has_chosen(view))
        return weft_error_set(err, WEFT_ERROR_EMPTY, 0,
                              "message %d is not in the trace", panel->message);
    if (!view->transfers && (!view->silent || !panel->trace->count))
        return view_empty(view, err);
    if (view->makespan == 0)
        view->makespan = 1;
    view->clock = weft_time_unit(&panel->trace->info, view->makespan);
    if (window_set(view, &panel->window, err))
        return -1;
    transfers_cut(view);
    return 0;
}

void view_finish(struct view *view)
{
    free(view->transfer);
    view->transfer = NULL;
}

bool view_rank(const struct view *view, int rank)
{
    return rank >= view->first && rank <= view->last;
}

bool view_time(const struct view *view, uint64_t start, uint64_t end)
{
    return start < view->end && (end > view->begin || start >= view->begin);
}

uint64_t view_step(const struct view *view, uint64_t start)
{
    return start / view->unit + 1;
}

int panel_network(struct weft_panel *panel, struct weft_network **made,
                  struct weft_error *err)
{
    *made = NULL;
    const char *name = panel->trace && !panel->network
                           ? weft_trace_info_get(&panel->trace->info, "network")
                           : NULL;
    if (!name || weft_network_reads_file(name))
        return 0;
    struct weft_error why;
    *made = weft_network_create_untrusted(name, WEFT_NETWORK_SEED, &why);
    if (!*made && why.kind == WEFT_ERROR_MEMORY)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the figure");
    if (*made && weft_network_size(*made) != panel->trace->info.processors) {
        weft_network_destroy(*made);
        *made = NULL;
    }
    panel->network = *made;
    return 0;
}
