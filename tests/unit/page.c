/* The page as a file: its numbers are those of the trace, its text is escaped,
 * and runs that cannot be shown are rejected without creating a file. */
#include "../impossible.h"
#include "figures.h"
#include "schedules.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/problem.h>
#include <weft/trace.h>
#include <weft/unstable/page.h>
#include <zlib.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static char page_folder[] = "/tmp/weft-unit-page-XXXXXX";

static void page_enter(void)
{
    cr_assert(mkdtemp(page_folder));
    cr_assert_eq(chdir(page_folder), 0);
}

static void page_leave(void)
{
    unlink("a.html");
    cr_expect_eq(rmdir(page_folder), 0, "something was left in %s",
                 page_folder);
}

TestSuite(page, .init = page_enter, .fini = page_leave);

/* ---- distances that are asked for --------------------------------------- */

/* numbers of calls, and of calls with another `to` than before */
static size_t asked, turns;
static int asked_to = -1;

int __real_weft_network_distance(const struct weft_network *network, int from,
                                 int to);
int __wrap_weft_network_distance(const struct weft_network *network, int from,
                                 int to);
int __wrap_weft_network_distance(const struct weft_network *network, int from,
                                 int to)
{
    asked++;
    turns += to != asked_to;
    asked_to = to;
    return __real_weft_network_distance(network, from, to);
}

static char *read_file(const char *name)
{
    FILE *file = fopen(name, "r");
    cr_assert(file);
    cr_assert_eq(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    rewind(file);
    char *text = calloc((size_t)size + 1, 1);
    cr_assert(text);
    cr_assert_eq(fread(text, 1, (size_t)size, file), (size_t)size);
    fclose(file);
    return text;
}

static char *read_page(void)
{
    return read_file("a.html");
}

/* Check that a file of the data alone has the facts and numbers of the page. */
static void compare_data(struct weft_page *page)
{
    struct weft_error err = {0};
    cr_assert_eq(weft_page_write_data(page, "a.json", &err), 0, "%s", err.text);
    char *text = read_page(), *data = read_file("a.json");
    static const char *const parts[][2] = {{"id=\"runs\">", ""},
                                           {"columns-first0\">", "\"first\":"},
                                           {"columns-all0\">", "\"all\":"},
                                           {"data-all0\">", "\"allData\":\""}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *at = strstr(text, parts[i][0]) + strlen(parts[i][0]);
        const char *same = strstr(data, parts[i][1]) + strlen(parts[i][1]);
        /* in the page, the first object ends here; in the data file it
         * continues, so omit its '}' */
        size_t length = strcspn(at, "<") - !i;
        cr_expect_eq(strncmp(at, same, length), 0, "%s", parts[i][0]);
    }
    free(text);
    free(data);
    cr_assert_eq(unlink("a.json"), 0);
}

/* Return the page of one run on a network; the caller frees the text. */
static char *page_on(const struct weft_trace *trace, const char *title,
                     const struct weft_network *network)
{
    struct weft_error err = {0};
    struct weft_page *page = weft_page_create(title);
    weft_page_network(page, network);
    const struct weft_sink *sink = weft_page_add(page, "a run");
    cr_assert_eq(sink->begin(sink->arg, &trace->info), 0);
    cr_assert_eq(sink->events(sink->arg, trace->events, trace->count), 0);
    cr_assert_eq(sink->end(sink->arg), 0);
    cr_assert_eq(weft_page_write(page, "a.html", &err), 0, "%s", err.text);
    compare_data(page);
    weft_page_destroy(page);
    return read_page();
}

static char *page_of(const struct weft_trace *trace, const char *title)
{
    return page_on(trace, title, NULL);
}

/* ---- the columns ----------------------------------------------------------
 */

static int digit(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* Return the contents of an element, decoded from base64 and inflated. */
static unsigned char *bytes_of(const char *page, const char *id, uLongf *size)
{
    char tag[80];
    snprintf(tag, sizeof tag, "<script type=\"text/plain\" id=\"%s\">", id);
    const char *at = strstr(page, tag);
    cr_assert(at, "no %s", id);
    at += strlen(tag);
    size_t length = strcspn(at, "<"), count = 0;
    unsigned char *packed = malloc(length + 1), *bytes = malloc(1 << 20);
    cr_assert(packed && bytes);
    unsigned word = 0;
    for (size_t i = 0; i < length && digit(at[i]) >= 0; i++) {
        word = word << 6 | (unsigned)digit(at[i]);
        if (i % 4)
            packed[count++] = (unsigned char)(word >> (6 - 2 * (i % 4)));
    }
    *size = 1 << 20;
    cr_assert_eq(uncompress(bytes, size, packed, count), Z_OK);
    free(packed);
    return bytes;
}

/* Return element `index` of a column, whose numbers may be stored as
 * differences. */
static uint64_t element(const char *page, const unsigned char *bytes,
                        const char *column, size_t index)
{
    char name[40], truth[8];
    int width, used;
    long count;
    const char *list = strstr(page, "id=\"columns-all0\">[");
    cr_assert(list);
    list = strchr(list, '[') + 1;
    for (const unsigned char *at = bytes;
         sscanf(list, "[\"%39[^\"]\",%d,%ld,%7[a-z]]%n", name, &width, &count,
                truth, &used) == 4;
         at += (count * width + 7) / 8 * 8,
                             list += used + (list[used] == ',')) {
        uint64_t sum = 0;
        if (strcmp(name, column) != 0)
            continue;
        cr_assert_lt(index, (size_t)count, "%s", column);
        for (size_t i = truth[0] == 't' ? 0 : index; i <= index; i++) {
            uint64_t number = 0;
            for (int k = width; k--;)
                number = number << 8 | at[i * (size_t)width + (size_t)k];
            sum += number;
        }
        return sum;
    }
    cr_assert_fail("no column %s", column);
    return 0;
}

Test(page, its_columns_are_the_events)
{
    struct weft_trace trace =
        trace_of(cube3_rotated, 8, "hypercube:3", "shouting");
    char *page = page_of(&trace, NULL);
    uLongf size;
    unsigned char *bytes = bytes_of(page, "data-all0", &size);
    for (size_t i = 0; i < trace.count; i++) {
        const struct weft_event *e = &trace.events[i];
        cr_expect_eq(element(page, bytes, "start", i), e->start);
        cr_expect_eq(element(page, bytes, "duration", i), e->duration);
        cr_expect_eq(element(page, bytes, "kind", i), e->kind);
        cr_expect_eq(element(page, bytes, "rank", i), (uint64_t)e->rank);
    }
    cr_expect(strstr(page, "[\"network\",\"hypercube:3\"]"));
    cr_expect(strstr(page, "default-src 'none'"));
    free(bytes);
    free(page);
    weft_trace_finish(&trace);
}

/* Contents of messages: "3-4:0-1+6,9" is [3, 4, 2, 0, 1, 6, 6, 9, 9, 0]. They
 * are numbered in the order of the events, not by their index in the table,
 * which depends on the engine. */
Test(page, it_has_what_messages_carry)
{
    static const uint64_t words[] = {1, 1, 1, 2, 2, 3, 4, 2,
                                     0, 1, 6, 6, 9, 9, 0};
    struct weft_trace trace = trace_of("1 0 1 1 | 1 2 3 3", 8, NULL, NULL);
    uint32_t texts[2];
    trace.info.items = weft_items_create();
    texts[0] = weft_items_add(trace.info.items, "3-4:0-1+6,9");
    texts[1] = weft_items_add(trace.info.items, "1:2");
    for (size_t i = 0, sends = 0; i < trace.count; i++)
        if (trace.events[i].kind == WEFT_SEND)
            trace.events[i].items = texts[1 - sends++];
    char *page = page_of(&trace, NULL);
    uLongf size;
    unsigned char *bytes = bytes_of(page, "data-all0", &size);
    for (size_t i = 0; i < COUNT(words); i++)
        cr_expect_eq(element(page, bytes, "itemsWord", i), words[i], "%zu", i);
    for (size_t i = 0; i < trace.count; i++)
        cr_expect_eq(element(page, bytes, "items", i),
                     trace.events[i].items ? 3 - trace.events[i].items : 0);
    free(bytes);
    free(page);
    weft_items_destroy(trace.info.items);
    trace.info.items = NULL;
    weft_trace_finish(&trace);
}

/* Distances are computed once per send, grouped by receiver, because networks
 * that search for them cache the last result. */
Test(page, links_are_counted_once)
{
    struct weft_trace trace =
        trace_of(cube3_rotated, 8, "hypercube:3", "shouting");
    struct weft_network *ring = weft_network_create("ring:8", NULL);
    size_t sends = 0;
    asked = turns = 0;
    char *page = page_on(&trace, NULL, ring);
    size_t once = asked, changed = turns;
    uLongf size;
    unsigned char *bytes = bytes_of(page, "data-all0", &size);
    for (size_t i = 0; i < trace.count; i++) {
        const struct weft_event *e = &trace.events[i];
        bool send = e->kind == WEFT_SEND;
        int hops = send ? weft_network_distance(ring, e->rank, e->peer) : 0;
        sends += send;
        cr_expect_eq(element(page, bytes, "hops", i), (uint64_t)hops);
    }
    cr_expect(sends > 8 && once == sends, "%zu for %zu sends", once, sends);
    cr_expect_leq(changed, 8);
    free(bytes);
    free(page);
    weft_network_destroy(ring);
    weft_trace_finish(&trace);
}

/* A network passed by the caller has precedence if its size fits. */
Test(page, a_network_is_given)
{
    static const struct {
        const char *told, *given, *shown;
    } rows[] = {
        {"hypercube:3", NULL, "\"network\":{\"name\":\"hypercube:3\""},
        {"hypercube:3", "ring:8", "\"network\":{\"name\":\"ring:8\""},
        {"file:x", "ring:8", "\"network\":{\"name\":\"ring:8\""},
        {"file:x", NULL, NULL},
        {"hypercube:3", "ring:9", NULL},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct weft_trace trace =
            trace_of(cube3_rotated, 8, rows[i].told, "shouting");
        struct weft_network *network =
            rows[i].given ? weft_network_create(rows[i].given, NULL) : NULL;
        char *page = page_on(&trace, NULL, network);
        const char *found = strstr(page, "\"network\":{");
        cr_expect(rows[i].shown ? found && !strncmp(found, rows[i].shown,
                                                    strlen(rows[i].shown))
                                : !found,
                  "row %zu", i);
        free(page);
        weft_network_destroy(network);
        weft_trace_finish(&trace);
    }
}

/* The verdict is listed among the facts and escaped. */
Test(page, a_verdict_is_given)
{
    struct weft_error err;
    struct weft_trace trace = trace_of("1 0 1 1", 2, NULL, NULL);
    struct weft_page *page = weft_page_create(NULL);
    cr_expect_eq(weft_page_verdict(page, "{}", &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
    const struct weft_sink *sink = weft_page_add(page, "a");
    cr_expect_eq(weft_page_verdict(page, "", &err), -1);
    cr_expect_eq(weft_page_verdict(page, "[]", &err), -1);
    cr_assert_eq(sink->begin(sink->arg, &trace.info), 0);
    cr_assert_eq(sink->events(sink->arg, trace.events, trace.count), 0);
    cr_assert_eq(sink->end(sink->arg), 0);
    cr_expect_eq(weft_page_verdict(page, "{\"text\":\"before\"}", &err), 0);
    cr_expect_eq(weft_page_verdict(page, "{\"text\":\"</script><b>\"}", &err),
                 0);
    cr_assert_eq(weft_page_write(page, "a.html", &err), 0, "%s", err.text);
    char *text = read_page();
    cr_expect(strstr(text, ",\"verdict\":{\"text\":"
                           "\"\\u003c/script>\\u003cb>\"}}]}</script>"));
    free(text);
    weft_page_destroy(page);
    weft_trace_finish(&trace);
}

/* ---- text ------------------------------------------------------------------
 */

static int page_times(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text++)
        count++;
    return count;
}

/* No title or parameter can break the elements of the page. */
Test(page, text_stays_text)
{
    static const char *const evil[] = {
        "</script><script>alert(1)</script>",
        "</title><img src=x onerror=alert(1)>",
        "<!-- <script> ]]> \\u003c/script>",
        "\"'&<>\xe2\x80\xae right to left \xe2\x80\xa8 a line",
        "\xff\xfe not UTF-8 \x01\x1b[31m\x7f",
    };
    struct weft_trace trace = trace_of("1 0 1 1", 2, NULL, NULL);
    char *plain = page_of(&trace, "plain");
    for (size_t i = 0; i < COUNT(evil); i++) {
        const struct weft_parameter parameter[] = {{"problem", evil[i]},
                                                   {evil[i], "value"}};
        struct weft_trace named = trace;
        named.info.parameters = COUNT(parameter);
        named.info.parameter = parameter;
        char *page = page_of(&named, evil[i]);
        cr_expect_eq(page_times(page, "<script"), page_times(plain, "<script"),
                     "%zu", i);
        cr_expect_eq(page_times(page, "</script"),
                     page_times(plain, "</script"), "%zu", i);
        cr_expect_eq(page_times(page, "<img"), page_times(plain, "<img"), "%zu",
                     i);
        cr_expect_eq(page_times(page, "</title"), page_times(plain, "</title"),
                     "%zu", i);
        cr_expect_eq(page_times(page, "\xe2\x80\xae"),
                     page_times(plain, "\xe2\x80\xae"), "%zu", i);
        cr_expect_null(strchr(page, '\x01'));
        cr_expect_null(strchr(page, '\x1b'));
        cr_expect_null(strchr(page, '\x7f'));
        cr_expect_null(strchr(page, '\xff'));
        free(page);
    }
    free(plain);
    weft_trace_finish(&trace);
}

/* Very long names are truncated. */
Test(page, long_text_is_cut)
{
    struct weft_trace trace = trace_of("1 0 1 1", 2, NULL, NULL);
    char *name = malloc(1 << 20);
    cr_assert(name);
    memset(name, 'n', 1 << 20);
    name[(1 << 20) - 1] = '\0';
    char *plain = page_of(&trace, "plain");
    const struct weft_parameter parameter = {"problem", name};
    struct weft_trace named = trace;
    named.info.parameters = 1;
    named.info.parameter = &parameter;
    char *page = page_of(&named, name);
    cr_expect_lt(strlen(page), strlen(plain) + 20000);
    free(name);
    free(page);
    free(plain);
    weft_trace_finish(&trace);
}

/* ---- what is refused --------------------------------------------------------
 */

Test(page, what_cannot_be_a_page)
{
    struct weft_error err = {0};
    struct weft_trace trace = trace_of("1 0 1 1", 2, NULL, NULL);
    struct weft_page *page = weft_page_create(NULL);
    const struct weft_sink *sink = weft_page_add(page, "nothing");
    cr_assert_eq(sink->begin(sink->arg, &trace.info), 0);
    cr_expect_eq(weft_page_write(page, "a.html", &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_STOPPED, "%s", err.text);
    cr_assert_eq(sink->end(sink->arg), 0);
    cr_expect_eq(weft_page_write(page, "a.html", &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_EMPTY, "%s", err.text);
    cr_expect(strstr(err.text, "nothing"), "%s", err.text);
    weft_page_destroy(page);
    /* more events than a page can hold; they must not be read */
    page = weft_page_create(NULL);
    sink = weft_page_add(page, "large");
    cr_assert_eq(sink->begin(sink->arg, &trace.info), 0);
    cr_expect_neq(
        sink->events(sink->arg, trace.events, WEFT_PAGE_EVENTS_MAX + 1), 0);
    cr_expect_eq(weft_page_check(page, &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_LIMIT);
    cr_expect(strstr(err.text, "12582912 events") &&
                  strstr(err.text, "--steps A..B"),
              "%s", err.text);
    weft_page_destroy(page);
    /* impossible events, with any value of errno */
    page = weft_page_create(NULL);
    sink = weft_page_add(page, "impossible");
    cr_assert_eq(sink->begin(sink->arg, &trace.info), 0);
    trace.events->rank = 2;
    errno = 0;
    cr_expect_neq(sink->events(sink->arg, trace.events, 1), 0);
    cr_expect_eq(weft_page_check(page, &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_FORMAT, "%s", err.text);
    trace.events->rank = 0;
    weft_page_destroy(page);
    /* a path that cannot be written */
    page = weft_page_create(NULL);
    sink = weft_page_add(page, NULL);
    cr_assert_eq(sink->begin(sink->arg, &trace.info), 0);
    cr_assert_eq(sink->events(sink->arg, trace.events, trace.count), 0);
    cr_assert_eq(sink->end(sink->arg), 0);
    cr_expect_eq(weft_page_write(page, "none/a.html", &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_SYSTEM);
    cr_expect_eq(access("a.html", F_OK), -1);
    /* events after the end of a run */
    cr_expect_neq(sink->end(sink->arg), 0);
    cr_expect_neq(sink->events(sink->arg, trace.events, 1), 0);
    cr_expect_eq(weft_page_check(page, &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_MISUSE, "%s", err.text);
    weft_page_destroy(page);
    weft_trace_finish(&trace);
}

Test(page, impossible_events_are_refused)
{
    struct weft_error err;
    for (size_t i = 0; i < IMPOSSIBLE; i++) {
        struct weft_page *page = weft_page_create(NULL);
        cr_expect_neq(impossible_told(weft_page_add(page, "a"), i), 0, "%zu",
                      i);
        cr_expect_eq(weft_page_check(page, &err), -1, "%zu", i);
        cr_expect_eq(err.kind, WEFT_ERROR_FORMAT, "%zu: %s", i, err.text);
        weft_page_destroy(page);
    }
}
