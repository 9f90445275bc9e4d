/* Text from untrusted sources: valid characters, and what is safe for a
 * terminal. */
#include <base/base.h>

#include <criterion/criterion.h>
#include <string.h>
#include <weft/event.h>

Test(text, length_of_a_character)
{
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {
        {"", 0},
        {"a", 1},
        {"\x7f", 1},
        {"\x80", 0},                 /* continuation byte */
        {"\xc3\xa9", 2},             /* e acute */
        {"\xc3", 0},                 /* cut */
        {"\xc0\xaf", 0},             /* overlong slash */
        {"\xe2\x82\xac", 3},         /* euro */
        {"\xe0\x9f\xbf", 0},         /* too long */
        {"\xed\xa0\x80", 0},         /* a surrogate */
        {"\xee\x80\x80", 3},         /* next after the surrogates */
        {"\xf0\x9f\x98\x80", 4},     /* a face */
        {"\xf4\x90\x80\x80", 0},     /* beyond the last character */
        {"\xf8\x88\x80\x80\x80", 0}, /* five-byte sequence */
        {"\xff", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(weft_character_length(cases[i].text), cases[i].length,
                     "case %zu", i);
}

Test(text, plain)
{
    static const char *const cases[][2] = {
        {"as it is: \xc3\xa9 \xe2\x82\xac", "as it is: \xc3\xa9 \xe2\x82\xac"},
        {"\x1b[31mred\x07\n\t", "?[31mred???"},
        {"\x9b[0m \xc2\x9b[0m \xc2\xa0", "?[0m ??[0m \xc2\xa0"},
        {"\xc3", "?"},
        {"a\xe2\x80\xae"
         "b\xe2\x81\xa6\xe2\x80\x8f",
         "a???b??????"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[60];
        strcpy(text, cases[i][0]);
        text_make_plain(text);
        cr_expect_str_eq(text, cases[i][1]);
    }
}

Test(text, what_is_cut_says_so)
{
    static const char *const cases[][2] = {
        {"", ""},
        {"seven..", "seven.."},
        {"eight...", "eigh..."},
        {"a longer one", "a lo..."},
        {"\u00e4\u00e4\u00e4\u00e4", "\u00e4\u00e4..."},
        {"a\u00e4\u00e4\u00e4\u00e4", "a\u00e4..."}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[8];
        text_cut(text, sizeof text, cases[i][0]);
        cr_expect_str_eq(text, cases[i][1]);
    }
}

Test(text, errors_are_plain)
{
    struct weft_error err;
    weft_error_set(&err, WEFT_ERROR_FORMAT, 0, "'%s'", "\x1b]0;x\x07");
    cr_expect_str_eq(err.text, "'?]0;x?'");
}

Test(text, characters_that_control_a_terminal)
{
    static const char *const control[] = {
        "",           "\n",         "\x1b[2J",      "\x7f",
        "\xc2\x80",   "\xc2\x9f",   "\u200b",       "\u202e",
        "\u2028",     "\ufeff",     "\xef\xbf\xbf", "\u034f",
        "\u115f",     "\u1160",     "\u17b5",       "\u180e",
        "\u3164",     "\uffa0",     "\ufff0",       "\U0001bca0",
        "\U0001d17a", "\U000e0000", "\U000e0041",   "\U000e01ef",
        "\U000e0fff"};
    static const char *const plain[] = {
        " ",          "~",         "\xc2\xa0", "\xc3\xa9",   "\xe2\x82\xac",
        "\u2010",     "\u202f",    "\ufffd",   "\U0001f600", "\xff",
        "\ufe0f",     "\ufe00",    "\u180b",   "\u1100",     "\uffa1",
        "\U000dffff", "\U000e1000"};
    for (size_t i = 0; i < sizeof control / sizeof *control; i++)
        cr_expect(weft_character_controls(control[i]), "%zu", i);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        cr_expect(!weft_character_controls(plain[i]), "%zu", i);
}

/* ---- times --------------------------------------------------------------- */

struct printed {
    uint64_t unit_ns, time;
    const char *text, *unit;
};

Test(text, times_are_exact_in_the_unit_that_fits)
{
    static const struct printed all[] = {
        {1, 0, "0", "ns"},
        {1, 9999, "9999", "ns"},
        {1, 10000, "10", "us"},
        {1, 37175, "37.175", "us"},
        {1, 12500000, "12.5", "ms"},
        {1, 9999999999, "9999.999999", "ms"},
        {1, 1707417525500000001, "1707417525.500000001", "s"},
        {1000, 1707417525500001, "1707417525.500001", "s"},
        {250, 1001, "250.25", "us"},
        {1, UINT64_MAX, "18446744073.709551615", "s"},
        {1000000, UINT64_MAX, "18446744073709552", "s"},
        {0, UINT64_MAX, "18446744073709551615", "time units"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const struct weft_trace_info info = {.unit_ns = all[i].unit_ns};
        const struct weft_time_unit *unit = weft_time_unit(&info, all[i].time);
        char text[WEFT_TIME_MAX];
        weft_time_print(text, &info, unit, all[i].time,
                        weft_time_decimals(&info, unit, all[i].time));
        cr_expect_str_eq(text, all[i].text);
        cr_expect_str_eq(unit->name, all[i].unit);
    }
}

Test(text, times_are_rounded)
{
    const struct weft_trace_info info = {.unit_ns = 1};
    const struct weft_time_unit *ms = weft_time_unit(&info, 10000000);
    char text[WEFT_TIME_MAX];
    cr_expect_str_eq(weft_time_print(text, &info, ms, 1999499, 3), "1.999");
    cr_expect_str_eq(weft_time_print(text, &info, ms, 1999500, 3), "2.000");
    cr_expect_str_eq(weft_time_print(text, &info, ms, 1499999, 0), "1");
    cr_expect_str_eq(weft_time_print(text, &info, ms, 1500000, -1), "2");
}
