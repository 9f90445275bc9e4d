/* Schedules from files: reads them, sorts them by processor, and executes them.
 *
 * A processor executes its events in the order of their times; simultaneous
 * sends are posted together. If the times are whole slots (schedules, traces of
 * runs in unit time, also as GOAL files), the processor waits for the start of
 * each slot; if they are those of a run with the plan's costs, it waits for the
 * time of each event; otherwise (MSCCL, other GOAL files, costs that differ
 * from the trace's) it continues as soon as all earlier events are complete.
 * Message numbers determine the order in which the messages of a pair are
 * received. */
#include "script.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/items/items.h"
#include "general.h"
#include "shared.h"

#include <weft/unstable/ways.h>

#define PROCESSORS_MOST ((size_t)8192)
#define LOOKS_MOST ((uint64_t)1 << 28)

/* ---- reading ---- */

bool script_does(const struct weft_event *event)
{
    return event->kind == WEFT_SEND || event->kind == WEFT_RECEIVE ||
           (event->kind == WEFT_COMPUTE && event->duration);
}

/* Return whether the format defines dependences but no times, like MSCCL. */
static bool tells_order_only(const char *format)
{
    return strcmp(format, "msccl") == 0;
}

/* Return whether each transfer takes one slot, and each computation whole
 * slots. */
static bool keeps_to_slots(const struct weft_trace *trace)
{
    uint64_t step = trace->info.step;
    for (size_t i = 0; i < trace->count; i++) {
        const struct weft_event *event = &trace->events[i];
        if (script_does(event) &&
            (!step || event->start % step ||
             (event->kind == WEFT_COMPUTE ? event->duration % step != 0
                                          : event->duration != step)))
            return false;
    }
    return true;
}

/* Return whether the trace is of a run with costs, whose times follow from the
 * costs. */
static bool has_costs(const struct weft_trace_info *info)
{
    return info->step && weft_trace_info_get(info, "cost");
}

static int script_allocate(struct script *script)
{
    size_t events = script->trace.count + 1;
    size_t processors = (size_t)script->trace.info.processors + 1;
    script->first = calloc(processors + 1, sizeof *script->first);
    script->own = calloc(events, sizeof *script->own);
    script->slot_of = calloc(events, sizeof *script->slot_of);
    script->begin = calloc(events, sizeof *script->begin);
    script->items = calloc(events, sizeof *script->items);
    script->blocks = calloc(events, sizeof *script->blocks);
    script->carries = calloc(processors, sizeof *script->carries);
    script->aside = calloc(processors, sizeof *script->aside);
    return script->first && script->own && script->slot_of && script->begin &&
                   script->items && script->blocks && script->carries &&
                   script->aside
               ? 0
               : -1;
}

/* The order of simultaneous actions: receives of messages that have arrived,
 * then sends, which proceed concurrently with the other actions. */
enum script_turn { TURN_ARRIVED, TURN_SEND, TURN_OTHER, SCRIPT_TURNS };

static enum script_turn turn_of(const struct weft_event *event)
{
    if (event->kind == WEFT_SEND)
        return TURN_SEND;
    return event->duration ? TURN_OTHER : TURN_ARRIVED;
}

/* Append those of the simultaneous events i to end - 1 that belong to this
 * turn. */
static void deal_slot(struct script *script, size_t i, size_t end, int turn)
{
    const struct weft_event *events = script->trace.events;
    for (; i < end; i++)
        if (script_does(&events[i]) &&
            (script->in_turn ? (int)turn_of(&events[i]) == turn : !turn))
            script->own[script->first[events[i].rank]++] = i;
}

/* Distribute the events, which are sorted by time, to the processors. If times
 * matter, the events of a slot are simultaneous and ordered by turn. */
static void script_deal(struct script *script)
{
    const struct weft_trace *trace = &script->trace;
    size_t *first = script->first;
    for (size_t i = 0; i < trace->count; i++)
        if (script_does(&trace->events[i]))
            first[trace->events[i].rank + 1]++;
    for (int r = 0; r < trace->info.processors; r++)
        first[r + 1] += first[r];
    for (size_t i = 0, end; i < trace->count; i = end) {
        for (end = i + 1; end < trace->count &&
                          trace->events[end].start == trace->events[i].start;)
            end++;
        for (int turn = 0; turn < SCRIPT_TURNS; turn++)
            deal_slot(script, i, end, turn);
    }
    memmove(first + 1, first, (size_t)trace->info.processors * sizeof *first);
    first[0] = 0;
}

/* Return the time by which a processor does the action of an event. With shared
 * links, a reception lasts from the start of the transfer, but is done when the
 * message arrives; until then, the processor may send. */
static uint64_t script_due(const struct weft_event *event)
{
    return event->kind == WEFT_RECEIVE ? event->start + event->duration
                                       : event->start;
}

static int script_by_due(const void *one, const void *other, void *arg)
{
    const size_t *a = one, *b = other;
    const struct weft_event *events = arg;
    uint64_t x = script_due(&events[*a]), y = script_due(&events[*b]);
    bool first = events[*a].kind == WEFT_RECEIVE,
         second = events[*b].kind == WEFT_RECEIVE;
    if (x != y)
        return x < y ? -1 : 1;
    if (first != second)
        return first ? -1 : 1;
    return (*a > *b) - (*a < *b);
}

/* Order the events of each processor in the trace of a run whose messages
 * shared links. */
static void script_sort_shared(struct script *script)
{
    for (int r = 0; r < script->trace.info.processors; r++)
        qsort_r(script->own + script->first[r],
                script->first[r + 1] - script->first[r], sizeof *script->own,
                script_by_due, script->trace.events);
}

static void find_slots(struct script *script)
{
    const struct weft_trace *trace = &script->trace;
    uint64_t last = UINT64_MAX;
    for (size_t i = 0; i < trace->count; i++) {
        if (!script_does(&trace->events[i]))
            continue;
        script->slots += trace->events[i].start != last;
        last = trace->events[i].start;
        script->slot_of[i] = script->slots - 1;
    }
}

/* Count the blocks of each message. Return 0, or -1 if out of memory. */
static int script_count_blocks(struct script *script)
{
    const struct weft_trace *trace = &script->trace;
    struct item_list list = {0};
    int status = 0;
    for (size_t i = 0; i < trace->count && !status; i++) {
        const struct weft_event *event = &trace->events[i];
        const char *text = weft_event_items(&trace->info, event), *end;
        uint32_t blocks = !text;
        list.count = list.spans = 0;
        if (text && item_list_parse(&list, text, &end))
            status = -1;
        for (size_t k = 0; text && k < list.count; k++)
            blocks += (uint32_t)(list.item[k].blocks.last -
                                 list.item[k].blocks.first + 1);
        script->blocks[i] = blocks;
    }
    item_list_finish(&list);
    return status;
}

int script_read(struct script *script, const char *file, bool trusted,
                struct weft_error *err)
{
    struct weft_read_report report;
    struct weft_sink sink = weft_trace_collect(&script->trace);
    script->trusted = trusted;
    if ((trusted ? weft_trace_read_trusted : weft_trace_read)(file, &sink,
                                                              &report, err))
        return -1;
    /* reject the file, because an incomplete schedule is a different
     * schedule */
    if (report.wrong) {
        *err = report.first_wrong;
        return -1;
    }
    script->ordered =
        tells_order_only(report.format) || !keeps_to_slots(&script->trace);
    script->in_turn = !script->ordered || has_costs(&script->trace.info);
    if (script_allocate(script) || script_count_blocks(script))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    script_deal(script);
    if (weft_trace_info_ticks(&script->trace.info) > 1)
        script_sort_shared(script);
    find_slots(script);
    return script->slots ? 0
                         : weft_error_set(err, WEFT_ERROR_WRONG, 0,
                                          "it has no transfers");
}

void script_finish(struct script *script)
{
    free(script->first);
    free(script->own);
    free(script->slot_of);
    free(script->begin);
    free(script->items);
    free(script->blocks);
    free(script->carries);
    for (int r = 0; script->aside && r < script->trace.info.processors; r++)
        aside_table_finish(&script->aside[r]);
    free(script->aside);
    free(script->zeros);
    weft_trace_finish(&script->trace);
}

/* ---- limits and engine ---- */

/* Return the limit on the number of processors. A waiting processor has a
 * stack, some 6 kB in total. The limits allow 46 MB for a short file and 22
 * more bytes per byte of the file (an event has at least four bytes). */
size_t script_most(const struct script *script)
{
    return PROCESSORS_MOST + script->trace.count / 64;
}

size_t script_bytes(const struct script *script, const struct plan *plan,
                    size_t event)
{
    size_t said = script->trace.events[event].bytes;
    return (said || script->timed) && script->bytes_kept
               ? said
               : script->blocks[event] * plan->length;
}

/* Return the engine. By default, fibers, which suffice because most processors
 * of a schedule wait. */
const char *script_engine(const struct plan *plan)
{
    const char *engine = plan_text(plan, &setting_engine);
    return engine || !plan->script ? engine : "fibers";
}

uint64_t script_looks(const struct script *script)
{
    return script->trusted ? 0 : LOOKS_MOST;
}

int script_items(struct script *script, struct weft_items *items)
{
    const struct weft_trace *trace = &script->trace;
    for (size_t i = 0; i < trace->count; i++) {
        const char *text = weft_event_items(&trace->info, &trace->events[i]);
        if (text && !(script->items[i] = weft_items_add(items, text)))
            return -1;
    }
    return 0;
}

int script_check_ways(struct script *script, const struct weft_network *network,
                      struct weft_error *err)
{
    const struct weft_trace *trace = &script->trace;
    for (size_t i = 0; i < trace->count; i++) {
        const struct weft_event *event = &trace->events[i];
        const char *way = event->kind == WEFT_SEND
                              ? weft_event_way(&trace->info, event)
                              : NULL;
        int arc[2];
        if (!way)
            continue;
        script->ways = true;
        if (!weft_network_has_way(network, event->rank, way, event->peer, arc))
            return weft_error_set(
                err, WEFT_ERROR_WRONG, 0,
                "slot %llu: no link from %d to %d over which message %d from "
                "%d to %d may go",
                (unsigned long long)(event->start / trace->info.step + 1),
                arc[0], arc[1], event->message, event->rank, event->peer);
    }
    return 0;
}

/* ---- doing it ---- */

/* Send or post one message. Its data do not matter, so it is sent as a token
 * that points to what it carries, unless several processes need actual bytes.
 * Return 0 or -1. */
static int script_send_one(struct weft_processor *self, const struct plan *plan,
                           size_t i, bool posted)
{
    const struct script *script = plan->script;
    const struct weft_event *event = &script->trace.events[i];
    size_t bytes = script_bytes(script, plan, i);
    int id = event->message < 0 ? 0 : event->message, to = event->peer;
    uint32_t *items = &script->items[i];
    script->carries[event->rank] = *items;
    if (script->zeros)
        return posted ? weft_post(self, to, id, script->zeros, bytes)
                      : weft_send(self, to, id, script->zeros, bytes);
    return posted ? weft_post_token(self, to, id, items, bytes)
                  : weft_send_token(self, to, id, items, bytes);
}

/* Send one message, or post several simultaneous ones together. Return 0 or
 * -1. */
static int script_send(struct weft_processor *self, const struct plan *plan,
                       const size_t *own, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (script_send_one(self, plan, own[i], count > 1))
            return -1;
    return count > 1 ? weft_step(self) : 0;
}

static int other(struct weft_processor *self, const struct plan *plan,
                 const struct weft_event *event)
{
    return event->kind == WEFT_RECEIVE
               ? aside_receive(self, &plan->script->aside[event->rank], event)
               : weft_compute(self, script_computing(plan, event));
}

static bool is_send(const struct script *script, size_t i)
{
    return script->trace.events[i].kind == WEFT_SEND;
}

static int do_all(struct weft_processor *self, const struct plan *plan,
                  const size_t *own, size_t count)
{
    const struct script *script = plan->script;
    for (size_t i = 0, next; i < count; i = next) {
        size_t slot = script->slot_of[own[i]];
        bool sends = is_send(script, own[i]);
        if (weft_round_begin(self, (uint64_t)slot + 1,
                             script_begin(script, own[i])))
            return -1;
        for (next = i + 1; sends && next < count &&
                           script->slot_of[own[next]] == slot &&
                           is_send(script, own[next]);)
            next++;
        if (sends ? script_send(self, plan, own + i, next - i)
                  : other(self, plan, &script->trace.events[own[i]]))
            return -1;
    }
    return aside_end(self, &script->aside[weft_rank(self)]);
}

int script_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    const struct script *script = plan->script;
    int rank = weft_rank(self);
    if (rank >= script->trace.info.processors)
        return 0;
    return do_all(self, plan, script->own + script->first[rank],
                  script->first[rank + 1] - script->first[rank]);
}
