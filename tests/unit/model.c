/* Models: the clash rules compared with written tables, and their names. */
#include <criterion/criterion.h>
#include <limits.h>
#include <string.h>
#include <weft/model.h>

#define S WEFT_USE_SEND
#define R WEFT_USE_RECEIVE
#define C WEFT_USE_COMPUTE

/* Two uses, and the rule that they violate in each model ("": none). */
struct truth {
    struct weft_use a, b;
    const char *shouting, *all_port, *one_port, *duplex;
};

static const struct truth truths[] = {
    {{S, 1, 7}, {S, 2, 7}, "", "", "two sends", "two sends"},
    {{S, 1, 7}, {S, 2, 8}, "two messages", "", "two sends", "two sends"},
    {{S, 1, 7}, {S, 1, 7}, "arc", "arc", "arc", "arc"},
    {{S, 1, 7}, {S, 1, 8}, "two messages", "arc", "two sends", "two sends"},
    {{S, 1, 7, 3}, {S, 2, 7, 3}, "", "", "two sends", "two sends"},
    {{S, 1, 7, 3}, {S, 2, 7}, "two messages", "", "two sends", "two sends"},
    {{S, 1, 7, 3}, {S, 1, 7, 3}, "arc", "arc", "arc", "arc"},
    {{S, 1, 7, 3}, {S, 1, 7}, "two messages", "arc", "two sends", "two sends"},
    {{R, 1, 7},
     {R, 2, 7},
     "two receptions",
     "",
     "two receptions",
     "two receptions"},
    {{R, 1, 7},
     {R, 2, 8},
     "two receptions",
     "",
     "two receptions",
     "two receptions"},
    {{R, 1, 7},
     {R, 1, 7},
     "two receptions",
     "arc",
     "two receptions",
     "two receptions"},
    {{R, 1, 7},
     {R, 1, 8},
     "two receptions",
     "arc",
     "two receptions",
     "two receptions"},
    {{S, 1, 7},
     {R, 1, 7},
     "sending and receiving",
     "",
     "sending and receiving",
     ""},
    {{S, 1, 7},
     {R, 2, 8},
     "sending and receiving",
     "",
     "sending and receiving",
     ""},
    {{S, 1, 7},
     {C, -1, -1},
     "computing and communicating",
     "",
     "computing and communicating",
     ""},
    {{R, 1, 7},
     {C, -1, -1},
     "computing and communicating",
     "",
     "computing and communicating",
     ""},
    {{C, -1, -1},
     {C, -1, -1},
     "two computations",
     "two computations",
     "two computations",
     "two computations"},
};

static void model_check(const char *name, const struct truth *t,
                        const char *rule)
{
    struct weft_model model;
    cr_assert_eq(weft_model_parse(name, &model, NULL), 0);
    const struct weft_rule *ab = weft_model_clash(&model, &t->a, &t->b);
    const struct weft_rule *ba = weft_model_clash(&model, &t->b, &t->a);
    cr_assert_eq(ab, ba);
    cr_assert_str_eq(ab ? ab->name : "", rule, "%s, row %d", name,
                     (int)(t - truths));
    if (ab)
        cr_assert_not_null(ab->text);
}

Test(model, clash_follows_the_truth_table)
{
    for (size_t i = 0; i < sizeof truths / sizeof truths[0]; i++) {
        const struct truth *t = &truths[i];
        model_check("shouting", t, t->shouting);
        model_check("send=same,receive=one,duplex=half", t, t->shouting);
        model_check("all-port", t, t->all_port);
        model_check("send=all,receive=all,duplex=full", t, t->all_port);
        model_check("one-port", t, t->one_port);
        model_check("duplex=half,receive=one,send=one", t, t->one_port);
        model_check("one-port-duplex", t, t->duplex);
    }
}

Test(model, rules_are_independent)
{
    struct weft_model m;
    const struct weft_use sends = {S, 1, 7}, receives = {R, 2, 8};
    const struct weft_use other = {R, 3, 8}, more = {S, 4, 9};
    cr_assert_eq(weft_model_parse("send=all,receive=one,duplex=half", &m, NULL),
                 0);
    cr_assert_null(weft_model_clash(&m, &sends, &more));
    cr_assert_not_null(weft_model_clash(&m, &receives, &other));
    cr_assert_not_null(weft_model_clash(&m, &sends, &receives));
    cr_assert_eq(weft_model_parse("send=one,receive=all,duplex=full", &m, NULL),
                 0);
    cr_assert_not_null(weft_model_clash(&m, &sends, &more));
    cr_assert_null(weft_model_clash(&m, &receives, &other));
    cr_assert_null(weft_model_clash(&m, &sends, &receives));
}

Test(model, names)
{
    static const char *const names[] = {"shouting", "all-port", "one-port",
                                        "one-port-duplex"};
    size_t i = 0;
    for (; weft_model(i); i++) {
        struct weft_model m;
        cr_assert_str_eq(weft_model(i)->name, names[i]);
        cr_assert_eq(weft_model_parse(names[i], &m, NULL), 0);
        cr_assert_str_eq(m.name, names[i]);
        cr_assert_not_null(m.summary);
    }
    cr_assert_eq(i, 4);
    struct weft_model m;
    weft_model_parse("duplex=full,send=one,receive=all", &m, NULL);
    cr_assert_str_eq(m.name, "send=one,receive=all,duplex=full");
}

struct model_refusal {
    const char *text;
    enum weft_error_kind kind;
    const char *says;
};

Test(model, refuses_with_one_clear_line)
{
    static const struct model_refusal refusals[] = {
        {"shoutin", WEFT_ERROR_UNKNOWN, "did you mean 'shouting'"},
        {"", WEFT_ERROR_UNKNOWN, "unknown model ''"},
        {"send=one", WEFT_ERROR_MISUSE, "write send="},
        {"send=one,receive=one", WEFT_ERROR_MISUSE, "write send="},
        {"send=one,send=one,duplex=half", WEFT_ERROR_MISUSE,
         "'send' is given twice"},
        {"send=many,receive=one,duplex=half", WEFT_ERROR_UNKNOWN,
         "value of send="},
        {"send=one,receive=same,duplex=half", WEFT_ERROR_UNKNOWN,
         "value of receive="},
        {"sent=one,receive=one,duplex=half", WEFT_ERROR_UNKNOWN,
         "did you mean 'send'"},
        {"send=one,receive=one,duplex=half,", WEFT_ERROR_MISUSE, "no '='"},
        {"send=one,receive,duplex=half", WEFT_ERROR_MISUSE,
         "'receive' has no '='"},
        {"send=,receive=one,duplex=half", WEFT_ERROR_UNKNOWN, "value of send="},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        struct weft_model m;
        struct weft_error err = {0};
        cr_assert_eq(weft_model_parse(refusals[i].text, &m, &err), -1);
        cr_assert_eq(err.kind, refusals[i].kind, "%s", refusals[i].text);
        cr_assert_not_null(strstr(err.text, refusals[i].says), "%s: %s",
                           refusals[i].text, err.text);
    }
}

Test(model, costs)
{
    struct weft_cost c;
    cr_assert_eq(weft_cost_parse("tw=2,ts=10", &c, NULL), 0);
    cr_assert(c.ts == 10 && c.tw == 2 && c.th == 0);
    cr_assert_eq(weft_cost_time(&c, 0, 1), 10);
    cr_assert_eq(weft_cost_time(&c, 1, 1), 12);
    cr_assert_eq(weft_cost_time(&c, 8, 1), 12);
    cr_assert_eq(weft_cost_time(&c, 9, 7), 14);
    cr_assert_eq(weft_cost_parse("th=5", &c, NULL), 0);
    cr_assert_eq(weft_cost_time(&c, 800, 1), 1);
    cr_assert_eq(weft_cost_time(&c, 800, 4), 15);
    cr_assert_eq(weft_cost_parse("ts=1000000000,tw=1000000000,th=0", &c, NULL),
                 0);
    cr_assert_eq(weft_cost_time(&c, (size_t)1 << 32, 1),
                 1000000000u + ((uint64_t)1 << 29) * 1000000000u);
}

Test(model, loggp)
{
    struct weft_cost c;
    char text[WEFT_COST_TEXT];
    cr_assert_eq(weft_cost_parse("loggp:L=10,o=2,g=40,G=3", &c, NULL), 0);
    cr_assert(c.loggp && c.latency == 10 && c.overhead == 2 && c.gap == 40 &&
              c.per_byte == 3);
    cr_expect_eq(weft_cost_time(&c, 1, 5), 14);
    cr_expect_eq(weft_cost_time(&c, 0, 1), 14);
    cr_expect_eq(weft_cost_time(&c, 9, 1), 14 + 8 * 3);
    cr_expect_eq(weft_cost_period(&c, 9), 40 + 8 * 3);
    cr_expect_eq(weft_cost_sending(&c, 9), 2);
    cr_expect_eq(weft_cost_receiving(&c, 9), 2 + 8 * 3);
    cr_expect_eq(weft_cost_gap(&c, 9), 40 + 8 * 3);
    cr_expect_not(weft_cost_is_unit(&c));
    weft_cost_print(&c, text);
    cr_expect_str_eq(text, "loggp:L=10,o=2,g=40,G=3");
    cr_assert_eq(weft_cost_parse("loggp:G=1", &c, NULL), 0);
    cr_expect_eq(weft_cost_time(&c, 1, 1), 1);
    cr_assert_eq(weft_cost_parse("ts=7,th=1", &c, NULL), 0);
    cr_expect(!c.loggp && weft_cost_gap(&c, 9) == 0 &&
              weft_cost_sending(&c, 9) == 7 && weft_cost_receiving(&c, 9) == 7);
    weft_cost_print(&c, text);
    cr_expect_str_eq(text, "ts=7,tw=0,th=1");
    cr_assert_eq(weft_cost_parse("ts=1", &c, NULL), 0);
    cr_expect(weft_cost_is_unit(&c));
}

Test(model, bad_costs)
{
    static const char *const bad[] = {"",
                                      "ts",
                                      "ts=",
                                      "ts=x",
                                      "ts=-1",
                                      "ts=1.5",
                                      "tq=1",
                                      "ts=1,",
                                      "ts=1 ",
                                      "ts=1,ts=2",
                                      "ts=10000000000",
                                      ",ts=1",
                                      "=1",
                                      "ts=1,tw",
                                      "ts==1",
                                      "ts=1;tw=2",
                                      "loggp:",
                                      "loggp:L",
                                      "loggp",
                                      "loggp:l=1",
                                      "loggp:L=1,L=2",
                                      "loggp:ts=1",
                                      "loggp:o=-1",
                                      "L=1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct weft_cost c = {3, 2, 1};
        struct weft_error err = {0};
        cr_assert_eq(weft_cost_parse(bad[i], &c, &err), -1, "%s", bad[i]);
        cr_assert(weft_error_is_misuse(&err), "%s", bad[i]);
        cr_assert(err.text[0] && c.ts == 3, "%s", bad[i]);
    }
}

Test(model, nothing_is_no_model_and_no_cost)
{
    struct weft_model model;
    struct weft_cost cost;
    struct weft_error err = {0};
    cr_expect_eq(weft_model_parse(NULL, &model, &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
    err.kind = WEFT_ERROR_NONE;
    cr_expect_eq(weft_cost_parse(NULL, &cost, &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_MISUSE);
    cr_expect_eq(weft_cost_parse("tq=1", &cost, &err), -1);
    cr_expect_eq(err.kind, WEFT_ERROR_UNKNOWN);
}

static const struct {
    const char *text, *name;
    int sends, receives;
} counted[] = {
    {"send=2,receive=4,duplex=full", "send=2,receive=4,duplex=full", 2, 4},
    {"duplex=half,receive=all,send=1024", "send=1024,receive=all,duplex=half",
     1024, INT_MAX},
    {"send=all,receive=3,duplex=half", "send=all,receive=3,duplex=half",
     INT_MAX, 3},
    {"send=same,receive=2,duplex=half", "send=same,receive=2,duplex=half", 1,
     2},
    {"send=1,receive=1,duplex=full", "send=one,receive=one,duplex=full", 1, 1},
    {"one-port", "one-port", 1, 1},
    {"all-port", "all-port", INT_MAX, INT_MAX},
};

Test(model, ports_are_counted)
{
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++) {
        struct weft_error err;
        struct weft_model m;
        cr_assert_eq(weft_model_parse(counted[i].text, &m, &err), 0, "%s",
                     err.text);
        cr_expect_str_eq(m.name, counted[i].name);
        cr_expect_eq(weft_model_ports(&m, S), counted[i].sends);
        cr_expect_eq(weft_model_ports(&m, R), counted[i].receives);
        cr_expect_eq(weft_model_ports(&m, C), 1);
        struct weft_use one = {R, 1, 7}, two = {R, 2, 8}, same = {R, 1, 8};
        bool many = counted[i].receives > 1;
        cr_expect_eq(weft_model_clash(&m, &one, &two) == NULL, many);
        cr_expect_eq(weft_model_clash(&m, &one, &same) == &weft_rule_arc, many);
    }
    static const char *const wrong[] = {
        "send=0,receive=1,duplex=full",
        "send=1025,receive=1,duplex=full",
        "send=-1,receive=1,duplex=full",
        "send=2x,receive=1,duplex=full",
        "send=,receive=1,duplex=full",
        "send=1,receive=1,duplex=2",
        "send=99999999999999999999,receive=1,duplex=half"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct weft_error err = {0};
        struct weft_model m;
        cr_expect_eq(weft_model_parse(wrong[i], &m, &err), -1, "%s", wrong[i]);
        cr_expect(weft_error_is_misuse(&err), "%s", err.text);
    }
}
