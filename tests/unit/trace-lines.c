/* The line-based formats csv and schedule: written files are read again, the
 * order of lines does not matter, errors are reported. */
#include "trace-tools.h"

#include <zlib.h>

static const struct weft_parameter trace_lines_parameters[] = {
    {"network", "ring:3"}, {"note", "a\\n\\\nb: #"}};
static const struct weft_trace_info trace_lines_info = {3, 500, 1, 2,
                                                        trace_lines_parameters};

static const struct weft_event all_kinds[] = {
    {0, 1, 0, 0, 1, 7, 8, 0, WEFT_SEND, 0},
    {0, 1, 0, 0, 2, 7, 8, 1, WEFT_SEND, WEFT_EVENT_SAME},
    {0, 0, 0, 1, 0, -1, 0, -1, WEFT_WAIT, 0},
    {0, 1, 0, 1, 0, 7, 8, 0, WEFT_RECEIVE, WEFT_EVENT_WAITED},
    {0, 1, 0, 2, 0, 7, 8, 1, WEFT_RECEIVE, 0},
    {1, 0, 1, 0, -1, -1, 0, -1, WEFT_WAIT, 0},
    {1, 0, 1, 1, -1, 7, 8, -1, WEFT_STORE, 0},
    {1, 4, 1, 1, -1, -1, 0, -1, WEFT_SLEEP, 0},
    {1, 3, 1, 2, -1, -1, 0, -1, WEFT_COMPUTE, 0},
    {4, 0, 4, 2, -1, 5, 0, -1, WEFT_MARK, 0},
    {4, 0, 4, 1, -1, 5, 0, -1, WEFT_TASK, 0},
    {7, 0, 7, 1, -1, 5, 0, -1, WEFT_DONE, 0},
    {4, 1, 4, 2, 0, 7, 8, 3, WEFT_SEND, 0},
    {4, 1, 1, 0, 2, 7, 8, 3, WEFT_RECEIVE, WEFT_EVENT_WAITED},
};
#define ALL (sizeof all_kinds / sizeof *all_kinds)

Test(csv, keeps_everything)
{
    struct weft_event sorted[ALL];
    memcpy(sorted, all_kinds, sizeof sorted);
    weft_events_sort(sorted, ALL);
    char *text = write_text("csv", &trace_lines_info, sorted, ALL);
    struct weft_trace trace;
    struct weft_error err;
    cr_assert_eq(read_text(NULL, text, strlen(text), &trace, NULL, &err), 0,
                 "%s", err.text);
    expect_info(&trace.info, &trace_lines_info);
    expect_events(&trace, sorted, ALL);
    weft_trace_finish(&trace);
    free(text);
}

Test(csv, is_as_documented)
{
    char *text = write_text("csv", &trace_lines_info, all_kinds, 3);
    cr_expect_str_eq(text,
                     "# processors: 3\n# unit_ns: 500\n# step: 1\n"
                     "# network: ring:3\n# note: a\\\\n\\\\\\nb: #\n"
                     "start,end,kind,processor,peer,message,bytes,dimension\n"
                     "0,1,send,0,1,7,8,0\n0,1,send,0,2,7,8,1\n"
                     "0,0,wait,1,0,,,\n");
    free(text);
}

/* The header has a column for items, but this message has none. */
Test(csv, an_empty_field_stays)
{
    static const char text[] =
        "# processors: 2\n# unit_ns: 500\n# step: 1\n"
        "start,end,kind,processor,peer,message,bytes,dimension,items\n"
        "0,1,send,0,1,7,8,0,\n";
    struct weft_trace trace;
    struct weft_error err;
    cr_assert_eq(read_text(NULL, text, sizeof text - 1, &trace, NULL, &err), 0,
                 "%s", err.text);
    char *again = write_text("csv", &trace.info, trace.events, trace.count);
    cr_expect_str_eq(again, text);
    weft_trace_finish(&trace);
    free(again);
}

static const struct weft_event two_slots[] = {
    {0, 1, 0, 0, 1, 7, 0, -1, WEFT_SEND, 0},
    {0, 1, 0, 1, 0, 7, 0, -1, WEFT_RECEIVE, 0},
    {1, 1, 1, 1, 0, 9, 0, -1, WEFT_SEND, 0},
    {1, 1, 1, 1, 2, 9, 0, -1, WEFT_SEND, WEFT_EVENT_SAME},
    {1, 1, 1, 0, 1, 9, 0, -1, WEFT_RECEIVE, 0},
    {1, 1, 1, 2, 1, 9, 0, -1, WEFT_RECEIVE, 0},
};

Test(schedule, in_any_order)
{
    static const char text[] = "  2 1 0 9 # a remark\n\n2 1 2 9\r\n#x\n1 0 1 7";
    struct weft_event sorted[6];
    struct weft_trace trace;
    struct weft_error err;
    memcpy(sorted, two_slots, sizeof sorted);
    weft_events_sort(sorted, 6);
    cr_assert_eq(
        read_text("schedule", text, sizeof text - 1, &trace, NULL, &err), 0,
        "%s", err.text);
    expect_events(&trace, sorted, 6);
    cr_expect_eq(trace.info.processors, 3);
    cr_expect_eq(trace.info.step, 1);
    char *again = write_text("schedule", &trace.info, trace.events, 6);
    cr_expect_str_eq(again, "# processors: 3\n# unit_ns: 1000000\n# step: 1\n"
                            "1 0 1 7\n2 1 0 9\n2 1 2 9\n");
    free(again);
    weft_trace_finish(&trace);
}

Test(schedule, only_whole_slots_are_written)
{
    static const struct weft_event sends[] = {
        {5, 5, 5, 0, 1, 7, 0, -1, WEFT_SEND, 0},
        {5, 10, 5, 0, 1, 7, 0, -1, WEFT_SEND, 0},
        {5, 0, 5, 0, 1, 7, 0, -1, WEFT_SEND, 0},
        {6, 5, 6, 0, 1, 7, 0, -1, WEFT_SEND, 0},
        {5, 10, 5, 0, 1, 7, 0, -1, WEFT_RECEIVE, 0},
        {(uint64_t)5 << 60, 5, 0, 0, 1, 7, 0, -1, WEFT_SEND, 0},
    };
    const struct weft_trace_info run = {2, 1000, 5, 0, NULL};
    for (size_t i = 0; i < sizeof sends / sizeof *sends; i++) {
        struct weft_error err;
        struct weft_writer *writer = weft_writer_open("schedule:slots", &err);
        const struct weft_sink *sink = weft_writer_sink(writer);
        sink->begin(sink->arg, &run);
        sink->events(sink->arg, &sends[i], 1);
        struct weft_event other = sends[i];
        other.kind = sends[i].kind == WEFT_SEND ? WEFT_RECEIVE : WEFT_SEND;
        other.rank = sends[i].peer;
        other.peer = sends[i].rank;
        sink->events(sink->arg, &other, 1);
        sink->end(sink->arg);
        cr_expect_eq(weft_writer_close(writer, &err), i ? -1 : 0, "%zu", i);
        cr_expect(!i || strstr(err.text, "whole steps of 5"), "%s", err.text);
        cr_expect_eq(access("slots", F_OK), i ? -1 : 0);
        unlink("slots");
    }
}

/* Check that a trace that a schedule cannot express is rejected with a
 * reason. */
static void expect_no_schedule(const struct weft_event *events, size_t count,
                               const char *why)
{
    const struct weft_trace_info run = {3, 1000, 1, 0, NULL};
    struct weft_error err;
    struct weft_writer *writer = weft_writer_open("schedule:none", &err);
    const struct weft_sink *sink = weft_writer_sink(writer);
    sink->begin(sink->arg, &run);
    sink->events(sink->arg, events, count);
    sink->end(sink->arg);
    cr_expect_eq(weft_writer_close(writer, &err), why ? -1 : 0, "%s", err.text);
    cr_expect(!why || strstr(err.text, why), "%s", err.text);
    unlink("none");
}

Test(schedule, one_slot_for_both_ends)
{
    struct weft_event events[] = {
        {0, 1, 0, 0, 1, 7, 0, -1, WEFT_SEND, 0},
        {0, 1, 0, 0, 2, 7, 0, -1, WEFT_SEND, 0},
        {0, 1, 0, 1, 0, 7, 0, -1, WEFT_RECEIVE, 0},
        {0, 1, 0, 2, 0, 7, 0, -1, WEFT_RECEIVE, 0},
        {1, 1, 1, 2, 0, 8, 0, -1, WEFT_SEND, 0},
    };
    expect_no_schedule(events, 5, "message 8, which");
    expect_no_schedule(events, 3, "message 7, which");
    expect_no_schedule(events, 4, NULL);
    events[3].duration = 0; /* taken after its arrival */
    events[3].start = 4;
    expect_no_schedule(events, 4, NULL);
    events[3] = events[2];
    events[3].start = 1; /* delayed by one slot */
    events[2].rank = 2;
    expect_no_schedule(events, 4, "another step");
    events[3].start = 0; /* a different message */
    events[3].message = 6;
    expect_no_schedule(events, 4, "another step");
    events[0].message = -1;
    expect_no_schedule(events, 1, "needs both ends");
    events[0].message = 1;
    events[0].peer = -1;
    expect_no_schedule(events, 1, "needs both ends");
}

/* Times of any size are preserved. */
Test(csv, late_times)
{
    static const uint64_t late[] = {
        999999999999999999u,     1000000000000000000u, INT64_MAX,
        (uint64_t)INT64_MAX + 1, UINT64_MAX - 1,       UINT64_MAX};
    struct weft_event events[12];
    for (int i = 0; i < 6; i++) {
        events[2 * i] = (struct weft_event){late[i], 0, late[i], 1,         0,
                                            -1,      0, -1,      WEFT_WAIT, 0};
        events[2 * i + 1] = (struct weft_event){
            late[i], 0, late[i], 1, 0, 3, 8, -1, WEFT_RECEIVE, 2};
    }
    events[1].duration = 1;
    char *text = write_text("csv", &trace_lines_info, events, 12);
    struct weft_trace trace;
    struct weft_error err;
    cr_assert_eq(read_text(NULL, text, strlen(text), &trace, NULL, &err), 0,
                 "%s", err.text);
    expect_events(&trace, events, 12);
    weft_trace_finish(&trace);
    free(text);
}

Test(schedule, larger_than_memory_and_backwards)
{
    enum { TRACE_LINES_COUNT = 700000 };
    char *text = malloc(TRACE_LINES_COUNT * 20), *at = text;
    for (int i = TRACE_LINES_COUNT; i > 0; i--)
        at += sprintf(at, "%d 0 1 %d\n", i, i % 10);
    struct weft_trace trace;
    struct weft_error err;
    cr_assert_eq(
        read_text("schedule", text, (size_t)(at - text), &trace, NULL, &err), 0,
        "%s", err.text);
    cr_expect_eq(trace.count, 2 * TRACE_LINES_COUNT);
    for (size_t i = 0; i < trace.count; i++)
        cr_assert(trace.events[i].start == i / 2 &&
                  trace.events[i].kind == (i % 2 ? WEFT_RECEIVE : WEFT_SEND));
    weft_trace_finish(&trace);
    free(text);
}

static void trace_lines_expect_mistake(const char *format, const char *text,
                                       unsigned line, const char *part)
{
    struct weft_trace trace;
    struct weft_error err;
    cr_expect_eq(read_text(format, text, strlen(text), &trace, NULL, &err), -1,
                 "%s was read", text);
    cr_expect_eq(err.kind, WEFT_ERROR_FORMAT, "%s", text);
    cr_expect_eq(err.line, line, "%s: line %u", text, err.line);
    cr_expect(strstr(err.text, part), "%s: %s", text, err.text);
    cr_expect_eq(trace.count, 0);
    weft_trace_finish(&trace);
}

Test(schedule, mistakes)
{
    trace_lines_expect_mistake("schedule", "1 0 1 1\n1 0 1\n", 2,
                               "a line must be");
    trace_lines_expect_mistake("schedule", "1 0 1 1 1\n", 1, "a line must be");
    trace_lines_expect_mistake("schedule", "1 0 1 1 via\n", 1, "a way must");
    trace_lines_expect_mistake("schedule", "1 0 1 1 via 2,\n", 1, "a way must");
    trace_lines_expect_mistake("schedule", "1 0 1 1 via 2 3\n", 1,
                               "a line must be");
    trace_lines_expect_mistake("schedule", "0 0 1 1\n", 1, "from 1");
    trace_lines_expect_mistake("schedule", "1 0 -1 1\n", 1, "a line must be");
    trace_lines_expect_mistake("schedule", "1 0 1048576 1\n", 1, "processor");
    trace_lines_expect_mistake("schedule", "1 0 1 2147483648\n", 1,
                               "expected blocks");
    trace_lines_expect_mistake("schedule", "999999999999999999999 0 1 2\n", 1,
                               "line");
    trace_lines_expect_mistake(
        "schedule", "# step: 99999999999\n999999999999 0 1 2\n", 2, "2^62");
    trace_lines_expect_mistake("schedule", "# step: 0\n1 0 1 2\n", 2, "step");
    trace_lines_expect_mistake("schedule", "# processors: 2\n\n1 0 2 2\n", 3,
                               "the trace has 2");
    trace_lines_expect_mistake("schedule", "# processors: -2\n1 0 2 2\n", 1,
                               "value of processors");
    trace_lines_expect_mistake("schedule", "# unit_ns: 0\n1 0 2 2\n", 1,
                               "value of unit_ns");
    trace_lines_expect_mistake("schedule", "\n1 0 x 1\n", 2, ": '1 0 x 1'");
    /* five numbers are neither a schedule nor an old PICL trace */
    trace_lines_expect_mistake(NULL, "1 0 1 1 1\n", 0, "not in a trace format");
}

#define HEADER "start,end,kind,processor,peer,message,bytes,dimension\n"

/* A malformed line does not affect the other lines. */
Test(csv, malformed_lines_are_left_out)
{
    static const char text[] =
        "# processors: 2\n" HEADER "0,1,compute,0,,,,\n1,2,compute,1,,,8\n"
        "2,1,compute,1,,,,\n4,5,compute,2,,,,\n"
        "3,4,compute,1,,,,\n5,6,comp";
    struct weft_trace trace;
    struct weft_read_report report;
    struct weft_error err;
    cr_assert_eq(read_text("csv", text, strlen(text), &trace, &report, &err), 0,
                 "%s", err.text);
    cr_expect_eq(trace.count, 2);
    cr_expect_eq(report.wrong, 4);
    cr_expect_str_eq(report.skipped_what,
                     "4 malformed lines (the first: line 4)");
    cr_expect(strstr(report.first_wrong.text, "numbers or empty"), "%s",
              report.first_wrong.text);
    weft_trace_finish(&trace);
}

Test(csv, mistakes)
{
    trace_lines_expect_mistake("csv", HEADER "2,1,send,0,1,1,1,0\n", 2,
                               "before the start");
    trace_lines_expect_mistake("csv", HEADER "2,3,sent,0,1,1,1,0\n", 2, "kind");
    trace_lines_expect_mistake("csv", HEADER "2,3,send,,1,1,1,0\n", 2,
                               "processor");
    trace_lines_expect_mistake("csv", HEADER "2,3,send,0,1,1,1\n", 2,
                               "numbers or empty");
    trace_lines_expect_mistake("csv", HEADER "2,3,send,0,1,1,4294967296,0\n", 2,
                               "numbers or empty");
    trace_lines_expect_mistake("csv", HEADER "2,3,send,0,1,1,1,0,0\n", 2,
                               "lowest block");
    trace_lines_expect_mistake("csv", HEADER "2,3", 2, "kind");
    trace_lines_expect_mistake("csv",
                               HEADER "2,18446744073709551616,send,0,1,1,1,0\n",
                               2, "2^64: '2,1844");
    trace_lines_expect_mistake(NULL, "hello\n", 0, "not in a trace format");
}

Test(in, long_lines)
{
    size_t size = 3u << 20;
    char *text = malloc(size);
    memset(text, '1', size);
    struct weft_trace trace;
    struct weft_error err;
    cr_expect_eq(read_text("csv", text, size, &trace, NULL, &err), -1);
    cr_expect(strstr(err.text, "1 MiB"), "%s", err.text);
    cr_expect_eq(err.line, 1);
    weft_trace_finish(&trace);
    free(text);
}

Test(in, zero_bytes)
{
    static const struct {
        const char *format, *text;
        size_t size;
        unsigned line;
    } cases[] = {
#define CASE(format, text, line) {format, text, sizeof text - 1, line}
        CASE("schedule", "1 0 1 1\n\0\0\n", 2),
        CASE("schedule", "1 0 1 1\0\n", 1),
        CASE("csv", "\0", 1),
        CASE("picl", "-3 -901 0.0 0 0 0\n\0\n", 2),
        CASE("picl1", "1 0 0 0 0 0 0\n4 0 0 0 0 1 2 3\0 4\n", 2),
#undef CASE
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct weft_trace trace;
        struct weft_error err;
        cr_expect_eq(read_text(cases[i].format, cases[i].text, cases[i].size,
                               &trace, NULL, &err),
                     -1, "%s", cases[i].format);
        cr_expect_eq(err.line, cases[i].line, "%s", cases[i].format);
        cr_expect(strstr(err.text, "zero byte"), "%s: %s", cases[i].format,
                  err.text);
        weft_trace_finish(&trace);
    }
}

/* Compress `size` newlines into one gzip member. */
static unsigned char *compress_blank(size_t size, size_t *packed)
{
    z_stream z = {0};
    cr_assert_eq(deflateInit2(&z, 9, Z_DEFLATED, MAX_WBITS + 16, 9, 0), Z_OK);
    unsigned char *text = malloc(size);
    memset(text, '\n', size);
    size_t room = deflateBound(&z, size);
    unsigned char *out = malloc(room);
    z.next_in = text;
    z.avail_in = (uInt)size;
    z.next_out = out;
    z.avail_out = (uInt)room;
    cr_assert_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
    *packed = room - z.avail_out;
    deflateEnd(&z);
    free(text);
    return out;
}

static void expect_gzip(const unsigned char *bytes, size_t size,
                        const char *part)
{
    struct weft_trace trace;
    struct weft_error err;
    int result =
        read_text("schedule", (const char *)bytes, size, &trace, NULL, &err);
    cr_expect_eq(result, part ? -1 : 0, "%s", err.text);
    cr_expect(!part || strstr(err.text, part), "%s", err.text);
    weft_trace_finish(&trace);
}

Test(in, gzip)
{
    size_t size;
    unsigned char *bytes = compress_blank(10000, &size);
    expect_gzip(bytes, size, NULL);
    expect_gzip(bytes, size - 1, "truncated");
    expect_gzip(bytes, 2, "truncated");
    unsigned char *twice = malloc(2 * size);
    memcpy(twice, bytes, size);
    memcpy(twice + size, bytes, size);
    expect_gzip(twice, 2 * size, NULL);
    twice[2 * size - 5] ^= 1;
    expect_gzip(twice, 2 * size, "damaged");
    free(twice);
    free(bytes);
}

Test(in, bomb)
{
    size_t size;
    unsigned char *bytes = compress_blank(100u << 20, &size);
    expect_gzip(bytes, size, "--no-limit");
    struct weft_error err = {0};
    struct input *in = in_memory(bytes, size, &err);
    char part[4096];
    long count, total = 0;
    in_trust(in);
    while ((count = in_bytes(in, part, sizeof part)) > 0)
        total += count;
    cr_expect_eq(count, 0);
    cr_expect_eq(total, 100 << 20);
    in_close(in);
    free(bytes);
}
