/* The times and states in a paje trace. */
#include "trace-tools.h"

/* Get the state of a container at a time, from the lines of PajeSetState;
 * `last` is the time of the last line. Fails if time goes backwards. */
static void state_at(const char *text, int container, double when,
                     char state[16], double *last)
{
    char copy[256];
    *last = 0;
    strcpy(state, "none");
    for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
        int code, end = 0, track;
        double time;
        char value[16];
        size_t length = strcspn(line, "\n");
        if (length >= sizeof copy)
            continue;
        memcpy(copy, line, length);
        copy[length] = '\0';
        if (sscanf(copy, "%d %lf %n", &code, &time, &end) != 2 || code < 6)
            continue;
        cr_expect_geq(time, *last, "%s: the time is earlier than before", copy);
        *last = time;
        if (code == 8 && time <= when &&
            sscanf(copy + end, "S p%d %15s", &track, value) == 2 &&
            track == container)
            strcpy(state, value);
    }
}

static const struct {
    uint64_t step;
    int container;
    double when; /* ms */
    const char *state;
} states[] = {
    /* a run: a wait, a send during a computation; the send of processor 2 ends
     * last */
    {1, 0, 0.5, "c"},
    {1, 0, 2.5, "c"},
    {1, 0, 5.5, "c"},
    {1, 0, 8.5, "i"},
    {1, 1, 0.5, "w"},
    {1, 1, 3.5, "r1"},
    {1, 2, 9.5, "s2"},
    /* the same as a real trace: the first event is at 0 */
    {0, 0, 0.5, "c"},
    {0, 1, 0.5, "w"},
    {0, 2, 9.5, "s2"},
};

static const struct weft_event trace_paje_run[] = {
    {0, 8, 0, 0, -1, -1, 0, -1, WEFT_COMPUTE, 0},
    {0, 0, 0, 1, 0, -1, 0, 0, WEFT_WAIT, 0},
    {2, 3, 2, 0, 1, 1, 8, 0, WEFT_SEND, 0},
    {2, 3, 0, 1, 0, 1, 8, 0, WEFT_RECEIVE, WEFT_EVENT_WAITED},
    {4, 20, 4, 2, 1, 2, 8, 0, WEFT_SEND, 0},
    {4, 2, 4, 1, 2, 2, 8, 0, WEFT_RECEIVE, 0},
};
#define TRACE_PAJE_RUN (sizeof trace_paje_run / sizeof *trace_paje_run)

Test(paje, states)
{
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        struct weft_event events[TRACE_PAJE_RUN];
        const struct weft_trace_info info = {3, 1000000, states[i].step, 0,
                                             NULL};
        char state[16];
        double last;
        memcpy(events, trace_paje_run, sizeof events);
        for (size_t k = 0; k < TRACE_PAJE_RUN && !states[i].step; k++) {
            events[k].start += 1700000000000;
            events[k].since += 1700000000000;
        }
        char *text = write_text("paje", &info, events, TRACE_PAJE_RUN);
        state_at(text, states[i].container, states[i].when / 1000, state,
                 &last);
        cr_expect_str_eq(state, states[i].state, "case %zu: %s", i, state);
        cr_expect(last > 0.0239999 && last < 0.0240001, "the end is %f", last);
        free(text);
    }
}

/* A real trace without recorded computations counts as computing whenever it
 * does nothing else. */
Test(paje, computing_is_not_idle)
{
    static const struct weft_event events[] = {
        {10, 1, 10, 0, 1, 1, 8, -1, WEFT_SEND, 0},
        {10, 0, 10, 1, 0, -1, 0, -1, WEFT_WAIT, 0},
        {12, 0, 10, 1, 0, 1, 8, -1, WEFT_RECEIVE, WEFT_EVENT_WAITED},
        {20, 1, 20, 0, 1, 2, 8, -1, WEFT_SEND, 0},
        {20, 0, 20, 1, -1, -1, 0, -1, WEFT_MARK, 0},
    };
    static const char *const expected[] = {"c", "c"};
    const struct weft_trace_info info = {2, 1000000, 0, 0, NULL};
    for (int i = 0; i < 2; i++) {
        char state[16];
        double last;
        char *text = write_text("paje", &info, events, 5);
        state_at(text, i, 0.005, state, &last);
        cr_expect_str_eq(state, expected[i], "%d: %s", i, state);
        free(text);
    }
}
