/* The details of events are preserved by csv and chrome, whatever their
 * characters and the kind of the event; other formats leave them out. */
#include "trace-tools.h"

#include <criterion/criterion.h>
#include <weft/unstable/details.h>

static const struct weft_details detail_lists[] = {
    {{"5", "MPI_COMM_WORLD", "ring.c:17"}},
    {{"any", "a, \"b\"", "x,y.c:1"}},
    {{"2147483647", "", "\"\".f90:3"}},
    {{"-1", "caf\xc3\xa9 {[\\n", ""}},
    {{"007", "", ""}},
    {{"", "#", "# a: b"}},
};
#define LISTS (sizeof detail_lists / sizeof *detail_lists)

/* One event of each kind, with receives that end a wait, and a store of what
 * was received: writers fold these. */
static const struct weft_event detail_events[] = {
    {.kind = WEFT_TASK, .rank = 0, .peer = -1, .message = 3, .dimension = -1},
    {.kind = WEFT_SEND,
     .duration = 4,
     .rank = 0,
     .peer = 1,
     .message = 1,
     .bytes = 8,
     .dimension = 0},
    {.kind = WEFT_WAIT, .rank = 1, .peer = 0, .message = -1, .dimension = 0},
    {.kind = WEFT_RECEIVE,
     .duration = 4,
     .rank = 1,
     .peer = 0,
     .message = 1,
     .bytes = 8,
     .dimension = 0,
     .flags = WEFT_EVENT_WAITED},
    {.kind = WEFT_SEND,
     .start = 4,
     .duration = 4,
     .since = 4,
     .rank = 0,
     .peer = 1,
     .message = 2,
     .bytes = 8,
     .dimension = 0},
    {.kind = WEFT_STORE,
     .start = 4,
     .since = 4,
     .rank = 1,
     .peer = -1,
     .message = 1,
     .bytes = 8,
     .dimension = -1},
    {.kind = WEFT_WAIT,
     .start = 4,
     .since = 4,
     .rank = 1,
     .peer = -1,
     .message = -1,
     .dimension = -1},
    {.kind = WEFT_RECEIVE,
     .start = 6,
     .duration = 2,
     .since = 4,
     .rank = 1,
     .peer = 0,
     .message = 2,
     .bytes = 8,
     .dimension = 0,
     .flags = WEFT_EVENT_WAITED},
    {.kind = WEFT_SLEEP,
     .start = 8,
     .duration = 1,
     .since = 8,
     .rank = 0,
     .peer = -1,
     .message = -1,
     .dimension = -1},
    {.kind = WEFT_COMPUTE,
     .start = 8,
     .duration = 1,
     .since = 8,
     .rank = 1,
     .peer = -1,
     .message = -1,
     .dimension = -1},
    {.kind = WEFT_MARK,
     .start = 9,
     .since = 9,
     .rank = 0,
     .peer = -1,
     .message = 7,
     .dimension = -1},
    {.kind = WEFT_DONE,
     .start = 9,
     .since = 9,
     .rank = 0,
     .peer = -1,
     .message = 3,
     .dimension = -1},
    {.kind = WEFT_PRESENT,
     .start = 9,
     .since = 9,
     .rank = 1,
     .peer = -1,
     .message = -1,
     .dimension = -1},
};
#define EVENTS (sizeof detail_events / sizeof *detail_events)

static const char *details_text(const struct weft_trace_info *info,
                                const struct weft_event *event)
{
    static char line[4][3 * WEFT_DETAIL_MAX];
    static int next;
    struct weft_details found;
    bool any = weft_event_details(info, event, &found);
    char *to = line[next++ % 4];
    sprintf(to, "%s <%s> <%s> <%s>", any ? "some" : "none", found.text[0],
            found.text[1], found.text[2]);
    return to;
}

/* Write events in a format, read them, and compare all and their details. */
static void details_come_back(const char *format,
                              const struct weft_trace_info *info,
                              const struct weft_event *events)
{
    struct weft_trace back;
    struct weft_error err;
    char *text = write_text(format, info, events, EVENTS);
    cr_assert_eq(read_text(format, text, strlen(text), &back, NULL, &err), 0,
                 "%s: line %u: %s\n%s", format, err.line, err.text, text);
    cr_assert_eq(back.count, EVENTS, "%s: %zu\n%s", format, back.count, text);
    for (size_t i = 0; i < EVENTS; i++) {
        cr_expect_str_eq(event_text(&back.events[i]), event_text(&events[i]),
                         "%s", format);
        cr_expect_str_eq(details_text(&back.info, &back.events[i]),
                         details_text(info, &events[i]), "%s, event %zu\n%s",
                         format, i, text);
    }
    char *again = write_text(format, &back.info, back.events, back.count);
    cr_expect_str_eq(again, text);
    weft_trace_finish(&back);
    free(again);
    free(text);
}

/* Every combination of lists for two neighbours, so that folded events have
 * equal and different details. */
Test(details, come_back)
{
    struct weft_items *details = weft_items_create();
    struct weft_trace_info info = {
        .processors = 2, .unit_ns = 1000, .details = details};
    for (size_t a = 0; a <= LISTS; a++)
        for (size_t b = 0; b <= LISTS; b++) {
            struct weft_event events[EVENTS];
            memcpy(events, detail_events, sizeof events);
            for (size_t i = 0; i < EVENTS; i++) {
                size_t list = i % 2 ? a : b;
                events[i].items = 0;
                if (list < LISTS)
                    cr_assert_eq(weft_details_add(details, &detail_lists[list],
                                                  &events[i].items),
                                 0);
            }
            details_come_back("csv", &info, events);
            details_come_back("chrome", &info, events);
        }
    weft_items_destroy(details);
}

/* Without a table, numbers in events mean nothing, and files are as before. */
Test(details, none_without_table)
{
    static const char *const formats[] = {"csv", "chrome"};
    const struct weft_trace_info info = {.processors = 2, .unit_ns = 1000};
    struct weft_event events[EVENTS];
    memcpy(events, detail_events, sizeof events);
    for (size_t k = 0; k < 2; k++) {
        char *plain = write_text(formats[k], &info, detail_events, EVENTS);
        cr_expect_null(strstr(plain, "communicator"));
        for (size_t i = 0; i < EVENTS; i++)
            events[i].items = (uint32_t)i;
        char *numbered = write_text(formats[k], &info, events, EVENTS);
        cr_expect_str_eq(numbered, plain);
        free(plain);
        free(numbered);
    }
}

/* Texts are made plain when they are added. */
Test(details, of_any_bytes)
{
    struct weft_items *table = weft_items_create();
    const struct weft_trace_info info = {.details = table};
    struct weft_details found, odd = {{"1\n2", "\x1b[2J\xff\xe2\x80\xae", ""}},
                               nothing = {{""}};
    memset(odd.text[WEFT_DETAIL_LINE], 'a', WEFT_DETAIL_MAX - 1);
    struct weft_event event;
    cr_assert_eq(weft_details_add(table, &odd, &event.items), 0);
    cr_expect(weft_event_details(&info, &event, &found));
    cr_expect_str_eq(found.text[WEFT_DETAIL_TAG], "1?2");
    cr_expect_str_eq(found.text[WEFT_DETAIL_COMMUNICATOR], "?[2J??");
    cr_expect_eq(strlen(found.text[WEFT_DETAIL_LINE]), WEFT_DETAIL_MAX - 1);
    cr_expect_eq(weft_details_add(table, &nothing, &event.items), 0);
    cr_expect_eq(event.items, 0);
    const struct weft_event none = {.items = 77};
    cr_expect_not(weft_event_details(&info, &none, &found));
    cr_expect_str_eq(found.text[WEFT_DETAIL_LINE], "");
    weft_items_destroy(table);
}

/* Malformed files are refused or their lines left out, and no file has both
 * tables. */
Test(details, of_wrong_files)
{
    static const char head[] =
        "start,end,kind,processor,peer,message,bytes,dimension";
    static const char *const rows[] = {
        "0,1,send,0,1,1,8,0,5,\"world,a.c:1",
        "0,1,send,0,1,1,8,0,5,world",
        "0,1,send,0,1,1,8,0,5,world,a.c:1,x",
        "0,1,send,0,1,1,8,0,5,\"world\"x,a.c:1",
    };
    struct weft_trace trace;
    struct weft_error err;
    char text[500];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int size =
            sprintf(text, "%s,tag,communicator,line\n%s\n", head, rows[i]);
        cr_expect_neq(read_text("csv", text, (size_t)size, &trace, NULL, &err),
                      0, "%s", rows[i]);
        cr_expect_eq(err.line, 2);
        weft_trace_finish(&trace);
    }
    int size = sprintf(text,
                       "%s,tag,communicator,line\n%s,items\n"
                       "0,1,send,0,1,1,8,0,5,world,a.c:1\n",
                       head, head);
    cr_expect_eq(read_text("csv", text, (size_t)size, &trace, NULL, &err), 0,
                 "%s", err.text);
    cr_expect_null(trace.info.items);
    weft_trace_finish(&trace);
    size = sprintf(text,
                   "%s,items\n%s,tag,communicator,line\n"
                   "0,1,send,0,1,1,8,0,\"1-2\"\n",
                   head, head);
    cr_expect_eq(read_text("csv", text, (size_t)size, &trace, NULL, &err), 0,
                 "%s", err.text);
    cr_expect_null(trace.info.details);
    weft_trace_finish(&trace);
}
