/* The PICL writers: golden fragments, the order of records in the file, and
 * pairs of entry and exit records. */
#include "trace-tools.h"

static const struct weft_parameter trace_picl_parameters[] = {
    {"network", "hypercube:1"}};
static const struct weft_trace_info trace_picl_info = {2, 1000000, 1, 1,
                                                       trace_picl_parameters};

/* Processor 1 waits for message 7 of processor 0, stores it and replies;
 * meanwhile processor 0 computes, and then receives the reply. */
static const struct weft_event trace_picl_dialogue[] = {
    {0, 1, 0, 0, 1, 7, 1024, 0, WEFT_SEND, 0},
    {0, 0, 0, 1, 0, -1, 0, 0, WEFT_WAIT, 0},
    {0, 1, 0, 1, 0, 7, 1024, 0, WEFT_RECEIVE, WEFT_EVENT_WAITED},
    {1, 3, 1, 0, -1, -1, 0, -1, WEFT_COMPUTE, 0},
    {1, 0, 1, 1, -1, 7, 1024, -1, WEFT_STORE, 0},
    {1, 1, 1, 1, 0, 8, 16, 0, WEFT_SEND, 0},
    {2, 2, 2, 1, -1, -1, 0, -1, WEFT_SLEEP, 0},
    {4, 0, 4, 0, 1, 8, 16, 0, WEFT_RECEIVE, 0},
    {4, 0, 4, 0, -1, 99, 0, -1, WEFT_MARK, 0},
};
#define TRACE_PICL_DIALOGUE                                                    \
    (sizeof trace_picl_dialogue / sizeof *trace_picl_dialogue)

/* Compare two texts, and print them from their first difference on. */
static void expect_text(const char *text, const char *expected)
{
    size_t same = 0;
    while (text[same] && text[same] == expected[same])
        same++;
    while (same && text[same - 1] != '\n')
        same--;
    cr_expect_str_eq(text, expected, "got %.60s expected %.60s", text + same,
                     expected + same);
}

Test(picl, golden)
{
    char *text = write_text("picl", &trace_picl_info, trace_picl_dialogue,
                            TRACE_PICL_DIALOGUE);
    expect_text(text, "-3 -901 0.000000 0 0 0\n-3 -901 0.000000 1 0 0\n"
                      "-2 -904 0.000000 0 0 3 2 1 1 1\n"
                      "-2 -904 0.000000 1 0 3 2 1 1 1\n"
                      "-2 -911 0.000000 0 0 2 \"%d %s\" 16 weft:0003:step=1\n"
                      "-2 -911 0.000000 0 0 2 \"%d %s\" 22 "
                      "weft:0001:processors=2\n"
                      "-2 -911 0.000000 0 0 2 \"%d %s\" 25 "
                      "weft:0002:unit_ns=1000000\n"
                      "-2 -911 0.000000 0 0 2 \"%d %s\" 29 "
                      "weft:0004:network=hypercube:1\n"
                      "-3 7 0.000001 0 0 0 2\n"
                      "-3 -52 0.000001 1 0 2 2 1 0\n"
                      "-3 -21 0.000002 0 0 3 2 1024 1 1\n"
                      "-4 -52 0.000996 1 0 3 2 1024 1 0\n"
                      "-3 7 0.000997 1 0 0 2\n"
                      "-4 -21 0.000999 0 0 0\n"
                      "-2 7 0.001000 1 0 1 2 1024\n"
                      "-3 0 0.001000 0 0 1 2 1\n"
                      "-4 7 0.001001 1 0 0 2\n"
                      "-3 8 0.001002 1 0 0 2\n"
                      "-3 -21 0.001003 1 0 3 2 16 1 0\n"
                      "-4 -21 0.001999 1 0 0\n"
                      "-3 -601 0.002000 1 0 0\n"
                      "-4 0 0.003999 0 0 1 2 1\n"
                      "-4 -601 0.003999 1 0 0\n"
                      "-3 -51 0.004000 0 0 2 2 1 1\n"
                      "-4 -51 0.004001 0 0 3 2 16 1 1\n"
                      "-4 7 0.004002 0 0 0 2\n"
                      "-3 8 0.004003 0 0 0 2\n"
                      "-2 99 0.004004 0 0 0 2\n"
                      "-4 8 0.004005 0 0 0 2\n-4 8 0.004005 1 0 0 2\n"
                      "-2 -12 0.004006 0 0 0\n-2 -12 0.004006 1 0 0\n"
                      "-4 -901 0.004007 0 0 0\n-4 -901 0.004007 1 0 0\n");
    free(text);
}

Test(picl1, golden)
{
    char *text = write_text("picl1", &trace_picl_info, trace_picl_dialogue,
                            TRACE_PICL_DIALOGUE);
    expect_text(text,
                "1 0 0 0 0 0 0\n1 0 0 1 0 0 0\n"
                "11 0 0 0 0 0\n11 0 0 1 0 0\n"
                "14 0 0 0 4 4 0\n14 0 0 1 4 4 0\n"
                "16 0 0 0 weft:0001:processors=2\n"
                "16 0 0 0 weft:0002:unit_ns=1000000\n"
                "16 0 0 0 weft:0003:step=1\n"
                "16 0 0 0 weft:0004:network=hypercube:1\n"
                "7 0 1 1 1\n11 0 1 1 0 0\n20 0 1 0 7 0 0\n"
                "4 0 2 0 1 1 1024\n11 0 2 0 0 0\n"
                "8 0 996 1 0 1 1024\n11 0 996 1 0 995\n20 0 997 1 7 0 0\n"
                "11 0 999 0 0 997\n20 0 1000 0 0 1 0\n"
                "22 0 1000 1 2 7 1024\n21 0 1001 1 7 0 0\n20 0 1002 1 8 0 0\n"
                "4 0 1003 1 0 1 16\n11 0 1003 1 0 995\n11 0 1999 1 0 1991\n"
                "21 0 3999 0 0 1 0\n"
                "6 0 4000 0 1 1 16\n11 0 4000 0 0 997\n11 0 4001 0 0 998\n"
                "21 0 4002 0 7 0 0\n20 0 4003 0 8 0 0\n15 0 4004 0 99\n"
                "21 0 4005 0 8 0 0\n21 0 4005 1 8 0 0\n"
                "11 0 4006 0 0 998\n11 0 4006 1 0 1991\n"
                "12 0 4006 0 1 16 1 1024 0\n12 0 4006 1 1 1024 1 16 0\n"
                "19 0 4006 0 0\n19 0 4006 1 0\n13 0 4007 0\n13 0 4007 1\n");
    free(text);
}

/* Add events in which every processor of a hypercube sends over all links in
 * every step. */
static size_t trace_picl_all_port(struct weft_event *events, int dimensions,
                                  int steps, int some)
{
    size_t count = 0;
    for (int step = 0; step < steps; step++)
        for (int rank = 0; rank < some; rank++)
            for (int i = 0; i < 2 * dimensions; i++) {
                int dimension = i % dimensions;
                struct weft_event *event = &events[count++];
                *event = (struct weft_event){
                    .start = (uint64_t)step,
                    .since = (uint64_t)step,
                    .duration = 1,
                    .rank = rank,
                    .peer = rank ^ 1 << dimension,
                    .message = 100 * step + i,
                    .bytes = 8,
                    .dimension = (int16_t)dimension,
                    .kind = i < dimensions ? WEFT_SEND : WEFT_RECEIVE};
            }
    return count;
}

static void expect_sorted(const char *text, const char *keys)
{
    char path[] = "/tmp/weft-sort-XXXXXX", command[200];
    FILE *file = fdopen(mkstemp(path), "w");
    fputs(text, file);
    fclose(file);
    snprintf(command, sizeof command, "LC_ALL=C sort %s %s | cmp -s - %s", keys,
             path, path);
    cr_expect_eq(system(command), 0, "not in the order of sort %s", keys);
    unlink(path);
}

#define DIMENSIONS 20
#define TRACE_PICL_STEPS 2
#define SOME 13

/* Check that each processor is in at most one call at a time, and writes at
 * most one record per microsecond. */
static void trace_picl_expect_pairs(const char *text, long *in_steps)
{
    static struct {
        long last, event;
        bool inside;
    } node[SOME];
    memset(node, 0, sizeof node);
    for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
        int record, rank;
        long event, seconds, us;
        cr_assert_eq(sscanf(line, "%d %ld %ld.%ld %d", &record, &event,
                            &seconds, &us, &rank),
                     5);
        if (event < -100 || record == -2 || rank >= SOME)
            continue;
        cr_assert_gt(us, node[rank].last, "%.40s", line);
        node[rank].last = us;
        *in_steps += us < 160 * TRACE_PICL_STEPS;
        if (event >= 0)
            continue;
        cr_assert_eq(node[rank].inside, record == -4, "%.40s", line);
        cr_assert(record == -3 || event == node[rank].event);
        node[rank].inside = record == -3;
        node[rank].event = event;
    }
}

Test(picl, twenty_ports_in_steps_of_160_microseconds)
{
    static struct weft_event events[2 * DIMENSIONS * TRACE_PICL_STEPS * SOME];
    struct weft_trace_info large = {SOME, 160000, 1, 0, NULL};
    size_t count =
        trace_picl_all_port(events, DIMENSIONS, TRACE_PICL_STEPS, SOME);
    char *text = write_text("picl", &large, events, count);
    long in_steps = 0;
    trace_picl_expect_pairs(text, &in_steps);
    /* a call has two records, and two more switch to its task; the first task
     * has none before it */
    cr_expect_eq(in_steps, 4 * (long)count - SOME);
    free(text);
}

Test(picl, sorted_like_real_files)
{
    static struct weft_event events[2 * 4 * 30 * 16];
    struct weft_trace_info cube = {16, 32000, 1, 0, NULL};
    size_t count = trace_picl_all_port(events, 4, 30, 16);
    char *text = write_text("picl", &cube, events, count);
    expect_sorted(text, "-k3,3n -k2,2nr");
    free(text);
    text = write_text("picl1", &cube, events, count);
    expect_sorted(text, "-k2,2n -k3,3n -k1,1n");
    free(text);
}

static void trace_picl_expect_refused(const struct weft_trace_info *run,
                                      size_t ports)
{
    static struct weft_event events[2 * DIMENSIONS];
    struct weft_error err;
    struct weft_writer *writer = weft_writer_open("picl:/dev/null", &err);
    const struct weft_sink *sink = weft_writer_sink(writer);
    size_t count = trace_picl_all_port(events, (int)ports, 1, 1);
    int result = sink->begin(sink->arg, run);
    result = result ? result : sink->events(sink->arg, events, count);
    if (!result)
        sink->end(sink->arg);
    cr_expect_eq(weft_writer_close(writer, &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_LIMIT);
    cr_expect(strstr(err.text, "step"), "%s", err.text);
}

Test(picl, refuses_what_it_cannot_tell_apart)
{
    struct weft_trace_info tight = {SOME, 159999, 1, 0, NULL};
    trace_picl_expect_refused(&tight, DIMENSIONS);
    tight.unit_ns = 7999;
    trace_picl_expect_refused(&tight, 1);
}
