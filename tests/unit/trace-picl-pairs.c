/* Pairs of operations of one processor, combined in every way, in both versions
 * of PICL. */
#include "trace-tools.h"

static const char *const trace_picl_pairs_formats[] = {"picl", "picl1"};

/* Return whether the trace contains the event, with times that differ by at
 * most `few` time units. */
static bool is_back(const struct weft_trace *trace,
                    const struct weft_event *event, uint64_t few)
{
    for (size_t i = 0; i < trace->count; i++) {
        const struct weft_event *found = &trace->events[i];
        uint64_t end = found->start + found->duration;
        uint64_t old = event->start + event->duration;
        if (found->kind == event->kind && found->rank == event->rank &&
            found->message == event->message &&
            (found->flags & ~WEFT_EVENT_SAME) == event->flags &&
            found->start + few >= event->start &&
            found->start <= event->start + few && end + few >= old &&
            end <= old + few)
            return true;
    }
    return false;
}

/* Write events and read them back; they must be preserved or rejected. */
static void trace_picl_pairs_come_back(const char *format,
                                       const struct weft_trace_info *info,
                                       const struct weft_event event[],
                                       int count)
{
    const uint64_t few = info->step ? 0 : 8; /* in microseconds */
    struct weft_error err;
    struct weft_trace trace = {0};
    struct weft_read_report report;
    char *text = try_write(format, info, event, (size_t)count, &err);
    bool read =
        text && !read_text(format, text, strlen(text), &trace, &report, &err);
    cr_expect(text ? read : err.text[0], "%s", err.text);
    if (read)
        for (int i = 0; i < count; i++)
            cr_expect(is_back(&trace, &event[i], few), "%s: %s beside %s",
                      format, event_text(&event[i]),
                      event_text(&event[i ? i - 1 : count - 1]));
    weft_trace_finish(&trace);
    free(text);
}

/* Any two operations of a processor: nested, staggered, simultaneous, or one
 * after the other. */
Test(picl_pairs, two_at_a_time_come_back_or_are_refused)
{
    static const uint8_t kinds[] = {WEFT_SEND,    WEFT_RECEIVE, WEFT_SLEEP,
                                    WEFT_COMPUTE, WEFT_CALL,    WEFT_MARK};
    static const uint32_t starts[] = {1000, 1400, 2000, 3000};
    static const uint32_t durations[] = {0, 200, 1000};
    enum { KINDS = sizeof kinds, STARTS = 4, DURATIONS = 3 };
    for (int i = 0; i < KINDS * KINDS * STARTS * DURATIONS * DURATIONS; i++) {
        int kind[] = {kinds[i % KINDS], kinds[i / KINDS % KINDS]};
        int rest = i / KINDS / KINDS;
        uint32_t start[] = {1000, starts[rest % STARTS]};
        uint32_t duration[] = {durations[rest / STARTS % DURATIONS],
                               durations[rest / STARTS / DURATIONS]};
        struct weft_event event[2];
        for (int j = 0; j < 2; j++) {
            bool transfer = kind[j] <= WEFT_RECEIVE;
            event[j] = (struct weft_event){
                .start = start[j],
                .since = start[j],
                .duration = kind[j] == WEFT_MARK ? 0 : duration[j],
                .peer = transfer ? 1 : -1,
                .dimension = -1,
                .message = transfer || kind[j] == WEFT_MARK ? 5 + j : -1,
                .bytes = transfer ? 8 : 0,
                .kind = (uint8_t)kind[j]};
        }
        for (size_t f = 0; f < 2; f++)
            trace_picl_pairs_come_back(trace_picl_pairs_formats[f],
                                       &(struct weft_trace_info){2, 1000},
                                       event, 2);
    }
}

/* Any operation during a reception that was waited for, also one that starts
 * together with it and precedes it in the trace. */
Test(picl_pairs, what_was_waited_for_comes_back_as_such)
{
    static const uint8_t kinds[] = {WEFT_SEND, WEFT_RECEIVE, WEFT_COMPUTE,
                                    WEFT_MARK};
    static const uint64_t steps[] = {1, 2, 3, 5};
    enum {
        KINDS = sizeof kinds,
        TRACE_PICL_PAIRS_STEPS = 4,
        STARTS = 7,
        DURATIONS = 6
    };
    for (int i = 0; i < KINDS * TRACE_PICL_PAIRS_STEPS * STARTS * DURATIONS * 4;
         i++) {
        int rest = i / KINDS;
        uint64_t step = steps[rest % TRACE_PICL_PAIRS_STEPS];
        uint64_t start = 4 + (uint64_t)(rest / TRACE_PICL_PAIRS_STEPS % STARTS);
        uint64_t duration =
            (uint64_t)(rest / TRACE_PICL_PAIRS_STEPS / STARTS % DURATIONS);
        int way = rest / TRACE_PICL_PAIRS_STEPS / STARTS / DURATIONS;
        uint8_t kind = kinds[i % KINDS];
        bool waited = way & 1, first = way & 2;
        if ((waited && kind != WEFT_RECEIVE) || (first && start > 4))
            continue;
        struct weft_event event[] = {
            {.duration = 6, .rank = 1, .peer = 2, .message = 1, .bytes = 8},
            {.start = 3, .since = 3, .kind = WEFT_WAIT, .message = -1},
            {.start = 4,
             .since = 3,
             .duration = 5,
             .peer = 1,
             .message = 3,
             .kind = WEFT_RECEIVE,
             .flags = WEFT_EVENT_WAITED},
            {.start = start,
             .since = waited ? 3 : start,
             .duration = kind == WEFT_MARK ? 0 : duration,
             .peer = 2,
             .message = kind == WEFT_COMPUTE ? -1 : 4,
             .kind = kind,
             .flags = waited ? WEFT_EVENT_WAITED : 0},
        };
        struct weft_event other = event[3];
        if (first) {
            event[3] = event[2];
            event[2] = other;
        }
        for (size_t f = 0; f < 2; f++)
            trace_picl_pairs_come_back(
                trace_picl_pairs_formats[f],
                &(struct weft_trace_info){3, 1000000, .step = step}, event, 4);
    }
}

/* The transfer before a reception determines its message, whichever of the two
 * takes longer. */
Test(picl_pairs, the_same_number_or_none_twice)
{
    static const uint64_t durations[] = {3, 1, 0};
    static const int32_t numbers[] = {7, 8, -1};
    for (int i = 0; i < 2 * 2 * 2 * 2 * 3 * 2 * 3 * 4; i++) {
        const int rest = i / 16;
        const int32_t number = numbers[rest % 3];
        const struct weft_trace_info info = {2, i & 1 ? 1000000 : 12000,
                                             .step = i & 2 ? 1 : 2};
        const uint64_t start = 4 + (uint64_t)(rest / 18);
        const struct weft_event event[] = {
            {.duration = 5, .rank = 1, .message = 6},
            {.start = 4,
             .since = 4,
             .duration = durations[rest / 3 % 2],
             .peer = 1,
             .message = number,
             .kind = i & 4 ? WEFT_SEND : WEFT_RECEIVE},
            {.start = start,
             .since = start,
             .duration = durations[rest / 6 % 3],
             .peer = 1,
             .message = i & 8 ? number : 8,
             .kind = WEFT_RECEIVE},
            {.start = 20, .since = 20, .message = 1, .kind = WEFT_MARK},
        };
        for (size_t f = 0; f < 2; f++)
            trace_picl_pairs_come_back(trace_picl_pairs_formats[f], &info,
                                       event, 4);
    }
}

/* An operation that begins together with a wait but precedes it in the trace
 * does not end the wait. */
Test(picl_pairs, a_wait_goes_on)
{
    static const uint8_t kinds[] = {WEFT_COMPUTE, WEFT_SLEEP, WEFT_CALL,
                                    WEFT_SEND};
    for (uint64_t i = 0; i < 4 * 3 * 8; i++) {
        const struct weft_trace_info info = {2, 1000000,
                                             .step = 1 + i / 4 % 3 * 2};
        const bool sends = kinds[i % 4] == WEFT_SEND;
        const struct weft_event event[] = {
            {.duration = 5, .rank = 1, .message = 6},
            {.start = 2,
             .since = 2,
             .duration = 1 + i / 4 / 3,
             .peer = sends ? 1 : -1,
             .message = sends ? 3 : -1,
             .kind = kinds[i % 4]},
            {.start = 2, .since = 2, .kind = WEFT_WAIT, .message = -1},
            {.start = 5,
             .since = 2,
             .duration = 4,
             .peer = 1,
             .message = 7,
             .kind = WEFT_RECEIVE,
             .flags = WEFT_EVENT_WAITED},
        };
        trace_picl_pairs_come_back("picl", &info, event, 4);
    }
}
