/* The canonical schedule: one line `slot src dst msg` per transfer, sorted as
 * integers, after comment lines with the parameters of the run.
 *
 * Only whole slots can be written: a transfer that begins within a slot (runs
 * with other costs than unit time) is refused. */
#include "out.h"

#include "../base/base.h"

#include <errno.h>
#include <stdlib.h>

/* The transfers of one processor in one slot, until the next one begins. */
struct state {
    uint64_t step;
    uint64_t start;
    int32_t rank;
    size_t count, capacity;
    struct transfer {
        int32_t destination, message;
    } * transfer; /* [capacity] */
};

static int begin(void *arg, struct weft_out *out,
                 const struct weft_trace_info *info)
{
    struct state *state = arg;
    state->step = info->step;
    if (!info->step)
        return weft_out_fail(out, EINVAL,
                             "a trace without steps cannot be "
                             "written as a schedule");
    weft_params_write(info, out);
    return 0;
}

static int compare(const void *a, const void *b)
{
    const struct transfer *x = a, *y = b;
    int32_t p = x->destination, q = y->destination;
    if (p == q) {
        p = x->message;
        q = y->message;
    }
    return (p > q) - (p < q);
}

static void write_transfers(struct state *state, struct weft_out *out)
{
    if (state->count > 1)
        qsort(state->transfer, state->count, sizeof *state->transfer, compare);
    uint64_t slot = state->start / state->step + 1;
    for (size_t i = 0; i < state->count; i++) {
        char *at = weft_put_number(weft_out_room(out), slot);
        *at++ = ' ';
        at = weft_put_signed(at, state->rank);
        *at++ = ' ';
        at = weft_put_signed(at, state->transfer[i].destination);
        *at++ = ' ';
        at = weft_put_signed(at, state->transfer[i].message);
        *at++ = '\n';
        weft_out_used(out, at);
    }
    state->count = 0;
}

static int add(struct state *state, struct weft_out *out,
               const struct weft_event *event)
{
    if (event->start != state->start || event->rank != state->rank) {
        write_transfers(state, out);
        state->start = event->start;
        state->rank = event->rank;
    }
    if (event->start % state->step)
        return weft_out_fail(out, EINVAL,
                             "a schedule holds whole slots of %llu time units; "
                             "processor %d sends at time %llu",
                             (unsigned long long)state->step, event->rank,
                             (unsigned long long)event->start);
    if (weft_grow(&state->transfer, &state->capacity, state->count + 1,
                  sizeof *state->transfer))
        return -1;
    state->transfer[state->count++] =
        (struct transfer){event->peer, event->message};
    return 0;
}

static int events(void *arg, struct weft_out *out,
                  const struct weft_event *event, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (event[i].kind == WEFT_SEND && add(arg, out, &event[i]))
            return -1;
    return 0;
}

static int end(void *arg, struct weft_out *out)
{
    write_transfers(arg, out);
    return 0;
}

static void finish(void *arg)
{
    struct state *state = arg;
    free(state->transfer);
}

const struct weft_format trace_schedule = {
    .info = {"schedule", ".sched", "one line per transfer: slot src dst msg",
             .reads = false, .writes = true},
    .state = sizeof(struct state),
    .begin = begin,
    .events = events,
    .end = end,
    .finish = finish,
};
