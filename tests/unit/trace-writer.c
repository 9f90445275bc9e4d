/* Writers: names of targets, files that remain on disk, gzip. */
#include "trace-tools.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <weft/trace.h>
#include <zlib.h>

static const struct weft_parameter trace_writer_parameters[] = {
    {"network", "ring:2"}, {"note", "a\\b\nc"}};
static const struct weft_trace_info trace_writer_info = {
    2, 1000000, 1, 2, trace_writer_parameters};

static struct weft_event trace_writer_transfer(uint64_t slot, int from, int to,
                                               int id)
{
    return (struct weft_event){.start = slot - 1,
                               .duration = 1,
                               .since = slot - 1,
                               .rank = from,
                               .peer = to,
                               .message = id,
                               .bytes = 8,
                               .dimension = -1,
                               .kind = WEFT_SEND};
}

static char trace_writer_folder[] = "/tmp/weft-trace-XXXXXX";

static void trace_writer_enter(void)
{
    cr_assert(mkdtemp(trace_writer_folder));
    cr_assert_eq(chdir(trace_writer_folder), 0);
}

static void trace_writer_leave(void)
{
    cr_expect_eq(rmdir(trace_writer_folder), 0, "something was left in %s",
                 trace_writer_folder);
}

TestSuite(writer, .init = trace_writer_enter, .fini = trace_writer_leave);

/* Write `count` transfers, in slots 1, 2, ... */
static int write_some(const char *target, unsigned count,
                      struct weft_error *err)
{
    struct weft_writer *writer = weft_writer_open(target, err);
    if (!writer)
        return -1;
    const struct weft_sink *sink = weft_writer_sink(writer);
    sink->begin(sink->arg, &trace_writer_info);
    for (unsigned i = 0; i < count; i++) {
        struct weft_event event =
            trace_writer_transfer(i + 1, i % 2, (i + 1) % 2, 7);
        struct weft_event both[] = {event, event};
        both[1].kind = WEFT_RECEIVE;
        both[1].rank = event.peer;
        both[1].peer = event.rank;
        sink->events(sink->arg, both, 2);
    }
    sink->end(sink->arg);
    return weft_writer_close(writer, err);
}

static size_t contents(const char *path, char *text, size_t size)
{
    gzFile file = gzopen(path, "r");
    cr_assert(file);
    int count = gzread(file, text, (unsigned)size - 1);
    cr_assert_geq(count, 0);
    cr_assert_eq(gzclose(file), Z_OK);
    text[count] = '\0';
    return (size_t)count;
}

static const char *const trace_writer_schedule =
    "# processors: 2\n# unit_ns: 1000000\n"
    "# step: 1\n# network: ring:2\n"
    "# note: a\\\\b\\nc\n1 0 1 7\n2 1 0 7\n";

Test(writer, schedule_with_parameters)
{
    struct weft_error err;
    char text[300];
    cr_assert_eq(write_some("a.sched", 2, &err), 0, "%s", err.text);
    contents("a.sched", text, sizeof text);
    cr_expect_str_eq(text, trace_writer_schedule);
    unlink("a.sched");
}

Test(writer, format_before_the_name)
{
    struct weft_error err;
    char text[300];
    cr_assert_eq(write_some("schedule:a.csv.gz", 2, &err), 0, "%s", err.text);
    contents("a.csv.gz", text, sizeof text);
    cr_expect_str_eq(text, trace_writer_schedule);
    unlink("a.csv.gz");
}

Test(writer, one_gzip_member_of_many_blocks)
{
    static char plain[4 << 20], packed[4 << 20];
    struct weft_error err;
    cr_assert_eq(write_some("a.csv", 50000, &err), 0);
    cr_assert_eq(write_some("b.csv.gz", 50000, &err), 0);
    cr_expect_gt(contents("a.csv", plain, sizeof plain), 3u << 19);
    contents("b.csv.gz", packed, sizeof packed);
    cr_expect_str_eq(plain, packed);

    static unsigned char raw[2 << 20];
    FILE *file = fopen("b.csv.gz", "r");
    z_stream z = {.next_in = raw,
                  .next_out = (Bytef *)packed,
                  .avail_out = sizeof packed};
    z.avail_in = (uInt)fread(raw, 1, sizeof raw, file);
    fclose(file);
    cr_assert_eq(inflateInit2(&z, MAX_WBITS + 16), Z_OK);
    cr_expect_eq(inflate(&z, Z_FINISH), Z_STREAM_END);
    cr_expect_eq(z.avail_in, 0, "a second member follows");
    inflateEnd(&z);
    unlink("a.csv");
    unlink("b.csv.gz");
}

Test(writer, a_full_disk_is_told)
{
    struct weft_error err;
    cr_expect_eq(write_some("csv:/dev/full", 1, &err), -1);
    cr_expect_eq(err.system, ENOSPC);
    cr_expect(strstr(err.text, "/dev/full"), "%s", err.text);
}

/* Each format rejects times that could not be read again. */
Test(writer, times_out_of_range_are_told)
{
    static const char *const formats[] = {"picl", "picl1", "chrome", "paje"};
    static const struct weft_event late[] = {
        {(uint64_t)1 << 50, 1, 0, 0, -1, -1, 0, -1, WEFT_COMPUTE, 0},
        {1, (uint64_t)1 << 50, 0, 0, -1, -1, 0, -1, WEFT_COMPUTE, 0}};
    for (int i = 0; i < 8; i++) {
        struct weft_error err;
        char target[40];
        snprintf(target, sizeof target, "%s:late", formats[i / 2]);
        struct weft_writer *writer = weft_writer_open(target, &err);
        const struct weft_sink *sink = weft_writer_sink(writer);
        sink->begin(sink->arg, &trace_writer_info);
        cr_expect_eq(sink->events(sink->arg, &late[i % 2], 1),
                     WEFT_ERROR_LIMIT);
        sink->end(sink->arg);
        cr_expect_eq(weft_writer_close(writer, &err), -1);
        cr_expect_eq(err.kind, WEFT_ERROR_LIMIT, "%s", target);
        cr_expect(strstr(err.text, "too late for format"), "%s", err.text);
        cr_expect_neq(access("late", F_OK), 0);
    }
}

Test(writer, nothing_is_left_of_a_dropped_file)
{
    struct weft_error err;
    struct weft_writer *writer = weft_writer_open("a.csv", &err);
    const struct weft_sink *sink = weft_writer_sink(writer);
    sink->begin(sink->arg, &trace_writer_info);
    weft_writer_abort(writer);
    cr_expect_neq(access("a.csv", F_OK), 0);
}

Test(writer, an_older_file_survives_a_failure)
{
    struct weft_error err;
    cr_assert_eq(write_some("a.sched", 2, &err), 0);
    struct weft_writer *writer = weft_writer_open("a.sched", &err);
    cr_expect_eq(weft_writer_close(writer, &err), -1, "it had no end");
    char text[300];
    contents("a.sched", text, sizeof text);
    cr_expect_str_eq(text, trace_writer_schedule);
    unlink("a.sched");
}

Test(writer, a_link_stays_a_link)
{
    struct weft_error err;
    struct stat status;
    FILE *file = fopen("a", "w");
    fclose(file);
    cr_assert_eq(symlink("a", "b.csv"), 0);
    cr_assert_eq(write_some("b.csv", 1, &err), 0);
    cr_expect_eq(lstat("b.csv", &status), 0);
    cr_expect(S_ISLNK(status.st_mode));
    cr_expect_eq(stat("a", &status), 0);
    cr_expect_gt(status.st_size, 0);
    unlink("a");
    unlink("b.csv");
}

Test(writer, unknown_formats)
{
    struct weft_error err;
    cr_expect_null(weft_writer_open("a.xyz", &err));
    cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
    cr_expect(strstr(err.text, "schedule (.sched)"), "%s", err.text);
    cr_expect_null(weft_writer_open("shedule:a", &err));
    cr_expect_eq(err.kind, WEFT_ERROR_UNKNOWN);
    cr_expect(strstr(err.text, "did you mean 'schedule'"), "%s", err.text);
    cr_expect_null(weft_writer_open("-", &err));
    cr_expect_null(weft_writer_open("nowhere/a.csv", &err));
    cr_expect_eq(err.system, ENOENT);
}

/* The report can also be read after an attempt to read a missing file. */
Test(writer, nothing_is_reported_of_no_file)
{
    static const char *const sources[] = {"none.csv", "csv:none", "shedule:a"};
    const struct weft_sink sink = {.begin = NULL};
    struct weft_error err;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        struct weft_read_report report = {.format = "x", .events = 7};
        cr_expect_eq(weft_trace_read(sources[i], &sink, &report, &err), -1);
        cr_expect_str_eq(report.format, "");
        cr_expect_eq(report.events, 0);
    }
}

Test(writer, a_schedule_holds_whole_slots)
{
    struct weft_error err;
    struct weft_writer *writer = weft_writer_open("a.sched", &err);
    const struct weft_sink *sink = weft_writer_sink(writer);
    struct weft_trace_info slow = trace_writer_info;
    slow.step = 10;
    struct weft_event event = trace_writer_transfer(4, 0, 1, 1);
    sink->begin(sink->arg, &slow);
    cr_expect_neq(sink->events(sink->arg, &event, 1), 0);
    cr_expect_eq(weft_writer_close(writer, &err), -1);
    cr_expect(strstr(err.text, "whole steps"), "%s", err.text);
}

/* A message that is received by another processor, with numbers chosen so that
 * an unkeyed sum of products could not distinguish it from the one sent. */
Test(writer, a_schedule_is_not_deceived)
{
    struct weft_error err;
    struct weft_writer *writer = weft_writer_open("a.sched", &err);
    const struct weft_sink *sink = weft_writer_sink(writer);
    struct weft_trace_info many = trace_writer_info;
    many.processors = 1 << 17;
    struct weft_event event[] = {trace_writer_transfer(1, 18247, 1, 2081102690),
                                 trace_writer_transfer(1, 35931, 0, 0)};
    event[1].kind = WEFT_RECEIVE;
    sink->begin(sink->arg, &many);
    sink->events(sink->arg, event, 2);
    cr_expect_neq(sink->end(sink->arg), 0);
    cr_expect_eq(weft_writer_close(writer, &err), -1);
    cr_expect(strstr(err.text, "in another step"), "%s", err.text);
}

/* A text that is not UTF-8 must not make the file unreadable for other
 * programs. */
Test(writer, texts_are_utf8)
{
    static const char *const texts[][2] = {
        {"a\xff"
         "b",
         "a\xef\xbf\xbd"
         "b"},
        {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", NULL},
        {"\xc0\x80", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct weft_parameter parameter = {"title", texts[i][0]};
        const struct weft_trace_info run = {1, 1000000, 1, 1, &parameter};
        char *text = write_text("chrome", &run, NULL, 0);
        struct weft_trace trace;
        struct weft_error err;
        cr_assert_eq(
            read_text("chrome", text, strlen(text), &trace, NULL, &err), 0);
        cr_expect_str_eq(weft_trace_info_get(&trace.info, "title"),
                         texts[i][1] ? texts[i][1] : texts[i][0]);
        weft_trace_finish(&trace);
        free(text);
    }
}
