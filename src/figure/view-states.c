/* Collects the states of the processors of a view, as the statistics define
 * them. */
#include "view-states.h"

#include "base/base.h"

#include <stdlib.h>

static int view_states_keep(void *arg, const struct state_span *span)
{
    struct view_states *states = arg;
    if (array_grow(&states->span, &states->room, states->count + 1,
                   sizeof *states->span))
        return -1;
    states->span[states->count++] = *span;
    return 0;
}

static int view_states_replay(struct states *states, const struct view *view)
{
    const struct weft_trace *trace = view->trace;
    for (size_t i = 0; i < trace->count; i++)
        if (event_possible(&trace->events[i], trace->info.processors) &&
            states_event(states, &trace->events[i]))
            return -1;
    return states_end(states);
}

/* Keep only the spans in the window, cut at its edges. */
static void cut(struct view_states *states, const struct view *view)
{
    size_t kept = 0;
    for (size_t i = 0; i < states->count; i++) {
        struct state_span span = states->span[i];
        if (span.start < view->begin)
            span.start = view->begin;
        if (span.end > view->end)
            span.end = view->end;
        if (span.state == STATE_OPEN)
            span.state = states->open;
        if (view_rank(view, span.rank) && span.start < span.end)
            states->span[kept++] = span;
    }
    states->count = kept;
}

int view_states_init(struct view_states *kept, const struct view *view)
{
    *kept = (struct view_states){0};
    struct states states;
    int status =
        states_init(&states, view->trace->info.processors, &view->trace->info);
    states.each = view_states_keep;
    states.arg = kept;
    if (!status)
        status = view_states_replay(&states, view);
    kept->open = states_open(&states);
    states_finish(&states);
    if (!status)
        cut(kept, view);
    return status;
}

void view_states_finish(struct view_states *states)
{
    free(states->span);
    states->span = NULL;
}
