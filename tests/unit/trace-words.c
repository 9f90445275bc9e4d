/* Words about the run, whatever they are, come back in every format that keeps
 * them. */
#include "trace-tools.h"

#include <criterion/criterion.h>

static const char *const formats[] = {"csv", "schedule", "chrome", "picl",
                                      "picl1"};
#define FORMATS (sizeof formats / sizeof *formats)

static const struct weft_event transfer[] = {
    {.start = 0,
     .duration = 1,
     .since = 0,
     .rank = 0,
     .peer = 1,
     .message = 3,
     .bytes = 8,
     .dimension = -1,
     .kind = WEFT_SEND},
    {.start = 0,
     .duration = 1,
     .since = 0,
     .rank = 1,
     .peer = 0,
     .message = 3,
     .bytes = 8,
     .dimension = -1,
     .kind = WEFT_RECEIVE},
};

static void come_back(const char *format,
                      const struct weft_parameter *parameter, size_t count)
{
    const struct weft_trace_info info = {2, 1000000, 1, count, parameter};
    struct weft_trace back;
    struct weft_error err;
    char *text = try_write(format, &info, transfer, 2, &err);
    cr_assert(text, "%s: %s", format, err.text);
    cr_assert_eq(read_text(format, text, strlen(text), &back, NULL, &err), 0,
                 "%s: line %u: %s\n%s", format, err.line, err.text, text);
    cr_expect_eq(back.count, 2, "%s: %zu", format, back.count);
    cr_assert_eq(back.info.parameters, count, "%s: %zu\n%s", format,
                 back.info.parameters, text);
    for (size_t i = 0; i < count; i++) {
        cr_expect_str_eq(back.info.parameter[i].key, parameter[i].key, "%s",
                         format);
        cr_expect_str_eq(back.info.parameter[i].value, parameter[i].value, "%s",
                         format);
    }
    weft_trace_finish(&back);
    free(text);
}

Test(words, of_any_characters)
{
    static const char *const words[] = {
        "a\nb",    "k: x",          "a=b",  "+p",       "%41",      " sp ",
        "#",       "\\x41",         "\\",   "\\n",      "\x1b[31m", "\"'<&",
        "-911",    "\xd1\x8f",      "a\tb", "\x7f",     "1,2",      "// ",
        "\u202ex", "weft:0001:a=b", "{\"",  "start,end"};
    enum { WORDS = sizeof words / sizeof *words };
    struct weft_parameter parameter[WORDS];
    for (size_t i = 0; i < WORDS; i++)
        parameter[i] = (struct weft_parameter){words[i], words[WORDS - 1 - i]};
    for (size_t f = 0; f < FORMATS; f++)
        come_back(formats[f], parameter, WORDS);
}

/* As long as may be, and of what is escaped; one byte more is refused. */
Test(words, of_any_length)
{
    static const char *const keys[] = {"k", "a key of many characters,"
                                            " many more than others have, and"
                                            " still some, so that no buffer"
                                            " of a hundred and twenty-eight"
                                            " holds it"};
    for (size_t k = 0; k < 2; k++)
        for (int more = 0; more < 2; more++) {
            size_t length = PARAMETER_BYTES_MAX - strlen(keys[k]);
            char *value = calloc(1, length + 2);
            memset(value, k ? '\x01' : 'v', length + (size_t)more);
            const struct weft_parameter parameter = {keys[k], value};
            const struct weft_trace_info info = {2, 1000000, 1, 1, &parameter};
            struct weft_error err;
            for (size_t f = 0; f < FORMATS; f++) {
                if (!more) {
                    come_back(formats[f], &parameter, 1);
                    continue;
                }
                cr_expect_null(try_write(formats[f], &info, transfer, 2, &err));
                cr_expect(strstr(err.text, "more than 200000 bytes"), "%s: %s",
                          formats[f], err.text);
            }
            free(value);
        }
}

/* What Chrome's JSON would make longer, or take for its own. */
Test(words, refused)
{
    char *bytes = calloc(1, PARAMETER_BYTES_MAX);
    memset(bytes, '\xff', PARAMETER_BYTES_MAX / 2);
    const char *statistics[] = {NULL, NULL};
    const struct weft_parameter no_text = {"k", bytes};
    const struct weft_parameter reserved = {"weft_items", "a"};
    struct weft_trace_info info = {2, 1000000, 1, 1, &no_text};
    struct weft_error err;
    cr_expect_null(try_write("chrome", &info, transfer, 2, &err));
    cr_expect(strstr(err.text, "more than 200000 bytes"), "%s", err.text);
    info.parameters = 0;
    info.statistics = statistics;
    statistics[1] = bytes;
    cr_expect_null(try_write("csv", &info, transfer, 2, &err));
    cr_expect(strstr(err.text, "more than 200000 bytes"), "%s", err.text);
    info.statistics = NULL;
    info.parameters = 1;
    info.parameter = &reserved;
    cr_expect_null(try_write("chrome", &info, transfer, 2, &err));
    cr_expect(strstr(err.text, "weft_items"), "%s", err.text);
    come_back("csv", &reserved, 1);
    free(bytes);
}

/* In a file of weft's own they are wrong; in that of others they are left out,
 * and counted. */
Test(words, too_long_in_chrome)
{
    static const char *const before[] = {
        "{\"metadata\":{\"processors\":1,\"unit_ns\":1000,\"step\":1,\"a\":\"",
        "{\"metadata\":{\"a\":\""};
    static const char behind[] =
        "\",\"b\":\"kept\"},\"traceEvents\":[\n{\"ph\":\"X\",\"name\":\"n\","
        "\"tid\":0,\"ts\":1,\"dur\":2}\n]}\n";
    for (int foreign = 0; foreign < 2; foreign++) {
        struct weft_trace back;
        struct weft_read_report report = {.events = 0};
        struct weft_error err;
        char *text = calloc(1, PARAMETER_BYTES_MAX + 400);
        char *end = stpcpy(text, before[foreign]);
        memset(end, 'v', PARAMETER_BYTES_MAX);
        strcpy(end + PARAMETER_BYTES_MAX, behind);
        int status =
            read_text("chrome", text, strlen(text), &back, &report, &err);
        if (foreign) {
            cr_expect_eq(status, 0, "%s", err.text);
            cr_expect_str_eq(weft_trace_info_get(&back.info, "b"), "kept");
            cr_expect_eq(report.skipped, 1, "%s", report.skipped_what);
        } else {
            cr_expect(strstr(err.text, "more than 200000 bytes"), "%s",
                      err.text);
        }
        weft_trace_finish(&back);
        free(text);
    }
}

/* Nothing can be said of nothing. */
Test(words, without_a_key)
{
    static const char text[] =
        "{\"metadata\":{\"processors\":2,\"unit_ns\":1000,\"step\":1,"
        "\"\":\"lost\",\"a\":\"kept\"},\"traceEvents\":[\n]}\n";
    struct weft_trace back;
    struct weft_error err;
    cr_assert_eq(read_text("chrome", text, sizeof text - 1, &back, NULL, &err),
                 0, "%s", err.text);
    cr_expect_eq(back.info.parameters, 1);
    cr_expect_str_eq(weft_trace_info_get(&back.info, "a"), "kept");
    weft_trace_finish(&back);
}
