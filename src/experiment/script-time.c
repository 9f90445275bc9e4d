/* Computes when the slots of a schedule begin.
 *
 * Each slot lasts as long as its longest transfer; idle slots, and slots with
 * computations, last at least one slot of the plan. */
#include "script.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "general.h"
#include "shared.h"

#include <weft/unstable/ways.h>

static uint64_t script_time_time_of(const struct plan *plan,
                                    const struct weft_event *send, size_t bytes)
{
    return plan->cost.loggp
               ? weft_cost_period(&plan->cost, bytes)
               : weft_way_time(
                     plan->network, &plan->cost, send->rank, send->peer,
                     weft_event_way(&plan->script->trace.info, send), bytes);
}

uint64_t script_computing(const struct plan *plan,
                          const struct weft_event *event)
{
    const struct script *script = plan->script;
    return script->ordered
               ? steps_of(event->duration,
                          weft_trace_info_ticks(&script->trace.info))
               : event->duration / script->trace.info.step * plan->slot;
}

/* Compare two sends of a slot by receiver: with shared links, the order in
 * which sends are posted matters, and must not depend on the file. */
static int script_time_by_peer(const void *one, const void *other, void *arg)
{
    const size_t *a = one, *b = other;
    const struct weft_event *events = arg;
    if (events[*a].peer != events[*b].peer)
        return events[*a].peer < events[*b].peer ? -1 : 1;
    return (*a > *b) - (*a < *b);
}

static bool script_time_together(const struct script *script, size_t a,
                                 size_t b)
{
    return script->slot_of[a] == script->slot_of[b] &&
           script->trace.events[b].kind == WEFT_SEND;
}

static void script_time_sort(struct script *script)
{
    int processors = script->trace.info.processors;
    for (int r = 0; r < processors; r++)
        for (size_t i = script->first[r], next; i < script->first[r + 1];
             i = next) {
            size_t first = script->own[i];
            for (next = i + 1;
                 next < script->first[r + 1] &&
                 script_time_together(script, first, script->own[next]);)
                next++;
            if (script->trace.events[first].kind == WEFT_SEND)
                qsort_r(script->own + i, next - i, sizeof *script->own,
                        script_time_by_peer, script->trace.events);
        }
}

uint64_t script_begin(const struct script *script, size_t event)
{
    if (script->ordered)
        return script->timed ? script->trace.events[event].start : 0;
    return script->begin[script->slot_of[event]];
}

/* Return whether the costs of the plan equal those of the file, which the user
 * may have repeated. */
static bool keeps_cost(const struct weft_trace_info *info,
                       const struct plan *plan)
{
    const char *text = weft_trace_info_get(info, "cost");
    char stated[WEFT_COST_TEXT], planned[WEFT_COST_TEXT];
    struct weft_cost cost;
    struct weft_error ignored;
    if (!text || weft_cost_parse(text, &cost, &ignored))
        return false;
    weft_cost_print(&cost, stated);
    weft_cost_print(&plan->cost, planned);
    return !strcmp(stated, planned);
}

static bool keeps_bytes(const struct weft_trace_info *info,
                        const struct plan *plan)
{
    const char *text = weft_trace_info_get(info, "bytes");
    struct weft_error ignored;
    size_t bytes = 0;
    return !plan_chosen(plan, &setting_bytes) ||
           (text && !script_block(text, &bytes, &ignored) &&
            bytes == plan->length);
}

/* Return whether all durations are the same as in the run that the trace
 * records. */
static bool keeps_times(const struct script *script, const struct plan *plan)
{
    const struct weft_trace_info *info = &script->trace.info;
    const char *network = weft_trace_info_get(info, "network");
    return keeps_cost(info, plan) && script->bytes_kept &&
           info->step == plan->slot && network &&
           !strcmp(network, weft_network_name(plan->network));
}

/* State of computing the times at which slots begin. */
struct script_time_beat {
    uint64_t begin, longest; /* start and duration of the current slot */
    uint64_t number;         /* number of the current slot in the file */
    /* number of the first slot after all computations so far */
    uint64_t computed;
};

/* Advance to the slot of an event; the slots in between are idle or contain
 * computations. Return -1 if the time overflows. */
static int next_slot(const struct script *script, const struct plan *plan,
                     const struct weft_event *event, bool first,
                     struct script_time_beat *beat)
{
    uint64_t number = event->start / script->trace.info.step;
    uint64_t idle = first ? number : number - beat->number - 1;
    if (__builtin_mul_overflow(idle, plan->slot, &idle) ||
        __builtin_add_overflow(beat->begin, beat->longest, &beat->begin) ||
        __builtin_add_overflow(beat->begin, idle, &beat->begin))
        return -1;
    beat->number = number;
    beat->longest = beat->computed > number ? plan->slot : 0;
    return 0;
}

/* Extend the current slot for an event. Return -1 if the time overflows. */
static int lay_out(const struct plan *plan, const struct weft_event *event,
                   size_t bytes, struct script_time_beat *beat)
{
    uint64_t step = plan->script->trace.info.step, end, time = plan->slot;
    if (event->kind == WEFT_COMPUTE) {
        if (__builtin_mul_overflow(event->duration / step, time, &end))
            return -1;
        end = (event->start + event->duration) / step;
        beat->computed = end > beat->computed ? end : beat->computed;
    } else if (event->kind == WEFT_SEND) {
        time = script_time_time_of(plan, event, bytes);
    } else {
        return 0;
    }
    beat->longest = time > beat->longest ? time : beat->longest;
    return 0;
}

/* Compute the times at which slots begin. Return 0, or -1 if the time
 * overflows. */
static int script_time_find_times(struct script *script,
                                  const struct plan *plan)
{
    const struct weft_trace *trace = &script->trace;
    size_t slot = SIZE_MAX;
    struct script_time_beat beat = {.longest = 0};
    for (size_t i = 0; i < trace->count; i++) {
        const struct weft_event *event = &trace->events[i];
        if (!script_does(event))
            continue;
        if (script->slot_of[i] != slot) {
            if (next_slot(script, plan, event, slot == SIZE_MAX, &beat))
                return -1;
            slot = script->slot_of[i];
            script->begin[slot] = beat.begin;
        }
        if (lay_out(plan, event, script_bytes(script, plan, i), &beat))
            return -1;
    }
    return 0;
}

static size_t longest_message(const struct script *script,
                              const struct plan *plan)
{
    size_t most = 0;
    for (size_t i = 0; i < script->trace.count; i++) {
        size_t bytes = script->trace.events[i].kind == WEFT_SEND
                           ? script_bytes(script, plan, i)
                           : 0;
        most = bytes > most ? bytes : most;
    }
    return most;
}

int script_time(struct script *script, const struct plan *plan,
                struct weft_error *err)
{
    script->bytes_kept = keeps_bytes(&script->trace.info, plan);
    size_t most = longest_message(script, plan);
    if (plan->sharing && !script->ordered)
        script_time_sort(script);
    script->timed = keeps_times(script, plan);
    if (!script->ordered && script_time_find_times(script, plan))
        return weft_error_set(
            err, WEFT_ERROR_LIMIT, 0,
            "with these costs the schedule ends after the largest time");
    if (most > SCRIPT_BYTES_MAX)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "a message of %zu bytes is too long", most);
    if (plan_is_shared(plan))
        script->zeros = calloc(most + 1, 1);
    return script->zeros || !plan_is_shared(plan)
               ? 0
               : weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
}

int script_block(const char *text, size_t *bytes, struct weft_error *err)
{
    int64_t number;
    if (parse_number(text, NULL, 1, SCRIPT_BYTES_MAX, &number))
        return weft_error_set(
            err, WEFT_ERROR_WRONG, 0,
            "the schedule declares bytes '%.40s'; expected 1 to %zu", text,
            SCRIPT_BYTES_MAX);
    *bytes = (size_t)number;
    return 0;
}
