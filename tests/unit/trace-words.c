/* Parameters of the run with unusual texts are preserved by every format that
 * stores them. */
#include "trace-tools.h"

#include <criterion/criterion.h>

static const char *const trace_words_formats[] = {"csv",  "schedule", "chrome",
                                                  "picl", "picl1",    "goal"};
#define FORMATS (sizeof trace_words_formats / sizeof *trace_words_formats)

static struct weft_trace trace_words_transfer;

static void make_transfer(void)
{
    static const char text[] = "1 0 1 3\n";
    struct weft_error err;
    cr_assert_eq(read_text("schedule", text, sizeof text - 1,
                           &trace_words_transfer, NULL, &err),
                 0, "%s", err.text);
}

static void free_transfer(void)
{
    weft_trace_finish(&trace_words_transfer);
}

TestSuite(words, .init = make_transfer, .fini = free_transfer);

static void trace_words_come_back(const char *format,
                                  const struct weft_parameter *parameter,
                                  size_t count)
{
    const struct weft_trace_info info = {2, 1000000, 1, count, parameter};
    struct weft_trace back;
    struct weft_error err;
    char *text = write_text(format, &info, trace_words_transfer.events,
                            trace_words_transfer.count);
    cr_assert_eq(read_text(format, text, strlen(text), &back, NULL, &err), 0,
                 "%s: line %u: %s\n%s", format, err.line, err.text, text);
    cr_expect_eq(back.count, trace_words_transfer.count, "%s: %zu", format,
                 back.count);
    expect_info(&back.info, &info);
    weft_trace_finish(&back);
    free(text);
}

/* Check that a format rejects such parameters, with this reason. */
static void trace_words_expect_refused(const char *format,
                                       const struct weft_trace_info *info,
                                       const char *why)
{
    struct weft_error err;
    cr_expect_null(try_write(format, info, trace_words_transfer.events,
                             trace_words_transfer.count, &err));
    cr_expect(strstr(err.text, why), "%s: %s", format, err.text);
}

Test(words, of_any_characters)
{
    static const char *const words[] = {
        "a\nb",     "k: x",      "a=b",        "+p",        "%41",
        " sp ",     "#",         "\\x41",      "\\",        "\\n",
        "\x1b[31m", "\"'<&",     "-911",       "\xd1\x8f",  "a\tb",
        "\x7f",     "1,2",       "// ",        "\u202ex",   "weft:0001:a=b",
        "{\"",      "start,end", "\U000e0041", "\U0001d173"};
    enum { WORDS = sizeof words / sizeof *words };
    struct weft_parameter parameter[WORDS];
    for (size_t i = 0; i < WORDS; i++)
        parameter[i] = (struct weft_parameter){words[i], words[WORDS - 1 - i]};
    for (size_t f = 0; f < FORMATS; f++)
        trace_words_come_back(trace_words_formats[f], parameter, WORDS);
}

/* Texts of maximum length, also with characters that are escaped; one more byte
 * is rejected. */
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
            for (size_t f = 0; f < FORMATS; f++) {
                if (!more) {
                    trace_words_come_back(trace_words_formats[f], &parameter,
                                          1);
                    continue;
                }
                trace_words_expect_refused(trace_words_formats[f], &info,
                                           "more than 200000 bytes");
            }
            free(value);
        }
}

/* Texts that would become too long in Chrome's JSON, or be taken for its own
 * keys. */
Test(words, refused)
{
    char *bytes = calloc(1, PARAMETER_BYTES_MAX);
    memset(bytes, '\xff', PARAMETER_BYTES_MAX / 2);
    const char *statistics[] = {NULL, NULL};
    const struct weft_parameter no_text = {"k", bytes};
    const struct weft_parameter reserved = {"weft_items", "a"};
    struct weft_trace_info info = {2, 1000000, 1, 1, &no_text};
    trace_words_expect_refused("chrome", &info, "more than 200000 bytes");
    info.parameters = 0;
    info.statistics = statistics;
    statistics[1] = bytes;
    trace_words_expect_refused("csv", &info, "more than 200000 bytes");
    info.statistics = NULL;
    info.parameters = 1;
    info.parameter = &reserved;
    trace_words_expect_refused("chrome", &info, "weft_items");
    trace_words_come_back("csv", &reserved, 1);
    free(bytes);
}

/* In weft's own files such texts are errors; in others they are skipped and
 * counted. */
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

/* Each error is reported with its reason. */
Test(words, wrong)
{
    static const struct {
        const char *format, *text, *why;
    } cases[] = {
        {"csv", "# processors: 2\n# in_calls.7: 5\n",
         "in_calls of an unknown processor"},
        {"schedule", "# processors: 2\n# statistics.2: x\n1 0 1 0\n",
         "statistics of an unknown processor"},
        {"csv", "# in_calls.0: 5\n", "in_calls of an unknown"},
        {"csv", "# processors: 2\n# in_calls.1: soon\n",
         "in_calls is not a time"},
        {"schedule", "# step: x\n", "invalid value of step"},
        {"goal", "// unit_ns: 0\nnum_ranks 1\n", "invalid value of unit_ns"},
        {"csv", "# processors: 1048577\n", "at most 1048576"},
        {"chrome",
         "{\"metadata\":{\"processors\":2,\"in_calls.7\":5},"
         "\"traceEvents\":[\n]}\n",
         "in_calls of an unknown processor"},
        {"picl",
         "-3 -911 0.0 0 0 1 3 weft:0001:processors=2\n"
         "-3 -911 0.0 0 0 1 3 weft:0002:in_calls.7=5\n",
         "in_calls of an unknown processor"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct weft_trace back;
        struct weft_error err;
        cr_expect(read_text(cases[i].format, cases[i].text,
                            strlen(cases[i].text), &back, NULL, &err),
                  "case %zu", i);
        cr_expect(strstr(err.text, cases[i].why), "case %zu: %s", i, err.text);
        weft_trace_finish(&back);
    }
}

/* A parameter without a key is ignored. */
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
