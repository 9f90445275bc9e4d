/* Experiment files: what is accepted, what is rejected and where, and that the
 * schema and the table of settings agree. */
#include <criterion/criterion.h>
#include <libxml/parser.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <weft/unstable/experiment.h>

#include "../settings.h"

static struct weft_experiment_file *experiment_read_text(const char *text,
                                                         struct weft_error *err)
{
    return weft_experiment_file_parse(text, strlen(text), NULL, err);
}

Test(experiment, a_run_is_read)
{
    struct weft_error err = {0};
    struct weft_experiment_file *file = experiment_read_text(
        "<experiment title='T'>\n"
        "<run problem='gauss' network='mesh:2x4' t-comp='3' spacing='0'>\n"
        "  <trace file='a.trf.gz'/><trace file='b' format='chrome'/>\n"
        "  <figure kind='gantt' file='c.svg' processors='1..3' steps='4'\n"
        "    message='0' tour='yes' title='&lt;x&amp;y&#65;'/>\n"
        "</run></experiment>",
        &err);
    cr_assert(file, "%u: %s", err.line, err.text);
    cr_expect_str_eq(file->title, "T");
    cr_assert_eq(file->items, 1);
    const struct weft_item *item = file->item;
    cr_expect_eq(item->kind, WEFT_ITEM_RUN);
    cr_expect_eq(item->line, 2);
    cr_expect_str_eq(item->experiment.problem, "gauss");
    cr_expect_str_eq(given(&item->experiment, "network"), "mesh:2x4");
    cr_expect_eq(given_number(&item->experiment, "t-comp", -1), 3);
    cr_expect_eq(given_number(&item->experiment, "spacing", -1), 0);
    cr_expect_null(given(&item->experiment, "seed"));
    cr_expect_eq(item->parameters, 3);
    cr_assert_eq(item->outputs, 3);
    cr_expect_str_eq(item->output[0].format, "picl");
    cr_expect_str_eq(item->output[1].format, "chrome");
    const struct weft_output *figure = &item->output[2];
    cr_expect_str_eq(figure->format, "gantt");
    cr_expect_str_eq(figure->title, "<x&yA");
    cr_expect_eq(figure->panel.window.processor, 1);
    cr_expect_eq(figure->panel.window.processors, 3);
    cr_expect_eq(figure->panel.window.step, 4);
    cr_expect_eq(figure->panel.window.steps, 1);
    cr_expect(figure->panel.one_message && figure->panel.message == 0);
    cr_expect(figure->panel.tour);
    weft_experiment_file_destroy(file);
}

Test(experiment, the_last_range_changes_fastest)
{
    struct weft_error err = {0};
    struct weft_experiment_file *file = experiment_read_text(
        "<experiment><compare problem='stream' packets='7'>"
        "<table file='t'/><range network='complete:8..32'/>"
        "<range seed='5,1..9+4'/></compare></experiment>",
        &err);
    cr_assert(file, "%u: %s", err.line, err.text);
    const struct weft_item *item = file->item;
    size_t strategies = 0, choice[WEFT_RANGES_MAX];
    while (weft_strategy("stream", strategies))
        strategies++;
    cr_expect(item->every_strategy);
    cr_assert_eq(weft_item_runs(item), 3 * 4 * strategies);
    struct weft_experiment e =
        weft_item_experiment(item, (2 * 4 + 3) * strategies + 1, choice);
    cr_expect_str_eq(given(&e, "network"), "complete:32");
    cr_expect_eq(given_number(&e, "seed", 0), 9);
    cr_expect_eq(given_number(&e, "packets", 0), 7);
    cr_expect_str_eq(given(&e, "strategy"), weft_strategy("stream", 1)->name);
    cr_expect(choice[0] == 2 && choice[1] == 3 && choice[2] == 1);
    weft_experiment_file_destroy(file);
}

#define EXPERIMENT_RUN "<experiment>\n<run problem='successive'"
#define IN_RUN(text) EXPERIMENT_RUN ">\n" text "</run></experiment>"
#define COMPARE(text)                                                          \
    "<experiment>\n<compare problem='successive'>" text                        \
    "</compare></experiment>"

/* Every kind of error: its kind, its line, and words of its message. */
static const struct {
    const char *text;
    enum weft_error_kind kind;
    unsigned line;
    const char *said[2];
} wrong[] = {
    {"", WEFT_ERROR_FORMAT, 1, {"empty"}},
    {"rubbish", WEFT_ERROR_FORMAT, 1, {"Start tag expected"}},
    {"<experiment>\n<run>", WEFT_ERROR_FORMAT, 2, {"remature end"}},
    {"\n<!DOCTYPE experiment>\n<experiment/>",
     WEFT_ERROR_FORMAT,
     2,
     {"DOCTYPE"}},
    {"<!DOCTYPE a [<!ENTITY a 'aa'><!ENTITY b '&a;&a;'>]><experiment/>",
     WEFT_ERROR_FORMAT,
     1,
     {"DOCTYPE"}},
    {"<experiment title='&x;'/>", WEFT_ERROR_FORMAT, 1, {"'x' not defined"}},
    {"<experiment/>",
     WEFT_ERROR_MISUSE,
     1,
     {"'experiment'", "expected run, compare, optimum or"}},
    {"<run/>",
     WEFT_ERROR_MISUSE,
     1,
     {"'run': not expected here; expected experiment"}},
    {"<experiment xmlns='urn:x'/>",
     WEFT_ERROR_MISUSE,
     1,
     {"without a namespace"}},
    {"<experiment>\n<walk/></experiment>",
     WEFT_ERROR_MISUSE,
     2,
     {"'walk': not expected in 'experiment'",
      "run, compare, optimum or figure"}},
    {EXPERIMENT_RUN "/></experiment>",
     WEFT_ERROR_MISUSE,
     2,
     {"is empty; expected setting, trace or figure"}},
    {IN_RUN("hello"), WEFT_ERROR_MISUSE, 2, {"'run': holds text"}},
    {IN_RUN("<trace file='a.trf'>x</trace>"),
     WEFT_ERROR_MISUSE,
     3,
     {"expected nothing"}},
    {IN_RUN("<trace/>"),
     WEFT_ERROR_MISUSE,
     3,
     {"'trace': expected an attribute 'file'"}},
    {IN_RUN("<trace fil='a.trf'/>"),
     WEFT_ERROR_MISUSE,
     3,
     {"'fil'", "mean 'file'"}},
    {IN_RUN("<trace file='a.trf' xml:id='a'/>"),
     WEFT_ERROR_MISUSE,
     3,
     {"xml:id"}},
    {IN_RUN("<trace file='a'/>"),
     WEFT_ERROR_MISUSE,
     3,
     {"'a' names no format"}},
    {IN_RUN("<trace file='a.trf' format='pickl'/>"),
     WEFT_ERROR_UNKNOWN,
     3,
     {"trace format 'pickl'", "'picl'"}},
    {IN_RUN("<trace file='../a.trf'/>"), WEFT_ERROR_MISUSE, 3, {"no folder"}},
    {IN_RUN("<trace file='.a.trf'/>"), WEFT_ERROR_MISUSE, 3, {"'.a.trf'"}},
    {IN_RUN("<trace file='a&#10;.trf'/>"),
     WEFT_ERROR_MISUSE,
     3,
     {"control character"}},
    {IN_RUN("<trace file='manifest.txt' format='csv'/>"),
     WEFT_ERROR_MISUSE,
     3,
     {"not"}},
    {IN_RUN("<trace file='a.trf'/>\n<trace file='a.trf'/>"),
     WEFT_ERROR_MISUSE,
     4,
     {"'a.trf' is written twice"}},
    {IN_RUN("<figure kind='gant' file='a'/>"),
     WEFT_ERROR_UNKNOWN,
     3,
     {"'gantt'"}},
    {IN_RUN("<figure kind='plot' file='a'/>"),
     WEFT_ERROR_UNKNOWN,
     3,
     {"kind of figure"}},
    {IN_RUN("<figure kind='gantt' file='a' steps='0..4'/>"),
     WEFT_ERROR_MISUSE,
     3,
     {"'0..4' is not a range A..B between 1"}},
    {IN_RUN("<figure kind='gantt' file='a' message='1..2'/>"),
     WEFT_ERROR_MISUSE,
     3,
     {"expected one number"}},
    {IN_RUN("<figure kind='gantt' file='a' tour='maybe'/>"),
     WEFT_ERROR_MISUSE,
     3,
     {"'tour' is 'maybe'; expected yes or no"}},
    {EXPERIMENT_RUN " root='x'><trace file='a.trf'/></run></experiment>",
     WEFT_ERROR_MISUSE,
     2,
     {"'run': root takes a whole number", "'x'"}},
    {EXPERIMENT_RUN
     " network='hyperqube:3'><trace file='a.trf'/></run></experiment>",
     WEFT_ERROR_UNKNOWN,
     2,
     {"hyperqube", "hypercube"}},
    {EXPERIMENT_RUN " engine='thread'><trace file='a.trf'/></run></experiment>",
     WEFT_ERROR_UNKNOWN,
     2,
     {"engine 'thread'", "'threads'"}},
    {"<experiment><run problem='sucessive'><trace file='a.trf'/></run>"
     "</experiment>",
     WEFT_ERROR_UNKNOWN,
     1,
     {"'sucessive'", "'successive'"}},
    {"<experiment><figure name='successive-9' file='a'/></experiment>",
     WEFT_ERROR_UNKNOWN,
     1,
     {"figure 'successive-9'"}},
    {COMPARE("<range seed='1..3'/>"), WEFT_ERROR_MISUSE, 2, {"writes nothing"}},
    {COMPARE("<table file='a'/><range/>"),
     WEFT_ERROR_MISUSE,
     2,
     {"one setting, not 0"}},
    {COMPARE("<range seed='1' root='2'/>"), WEFT_ERROR_MISUSE, 2, {"not 2"}},
    {COMPARE("<range seed='1'/>\n<range seed='2'/>"),
     WEFT_ERROR_MISUSE,
     3,
     {"twice"}},
    {COMPARE("<range seed='3..1'/>"),
     WEFT_ERROR_MISUSE,
     2,
     {"'range': seed 3..1"}},
    {COMPARE("<range strategy='rotated,none'/>"),
     WEFT_ERROR_UNKNOWN,
     2,
     {"'none'"}},
    {COMPARE("<range seed='1..100'/><range root='0..99'/>"),
     WEFT_ERROR_MISUSE,
     2,
     {"more than 4096 runs"}},
    {COMPARE("<range model='shouting,all-port'/><plot file='a'/>"),
     WEFT_ERROR_MISUSE,
     2,
     {"cannot be plotted"}},
    {COMPARE("<plot file='a' value='step'/>"),
     WEFT_ERROR_MISUSE,
     2,
     {"'value' is 'step'; expected steps, time"}},
};

Test(experiment, what_is_wrong_is_said)
{
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct weft_error err = {.text = "untouched"};
        struct weft_experiment_file *file =
            experiment_read_text(wrong[i].text, &err);
        cr_expect_null(file, "%s", wrong[i].text);
        cr_expect_eq(err.kind, wrong[i].kind, "%s: kind %d, %s", wrong[i].text,
                     (int)err.kind, err.text);
        cr_expect_eq(err.line, wrong[i].line, "%s: line %u", wrong[i].text,
                     err.line);
        for (int k = 0; k < 2 && wrong[i].said[k]; k++)
            cr_expect(strstr(err.text, wrong[i].said[k]), "%s\n  said: %s",
                      wrong[i].text, err.text);
        cr_expect(!strchr(err.text, '\n'));
        weft_experiment_file_destroy(file);
    }
}

Test(experiment, not_longer_than_allowed)
{
    size_t size = WEFT_EXPERIMENT_FILE_MAX + 1;
    char *text = malloc(size);
    memset(text, ' ', size);
    struct weft_error err;
    cr_expect_null(weft_experiment_file_parse(text, size, NULL, &err));
    cr_expect_eq(err.kind, WEFT_ERROR_LIMIT);
    free(text);
}

static bool in_table(const char *name)
{
    for (size_t i = 0; weft_setting(i); i++)
        if (strcmp(weft_setting(i)->name, name) == 0)
            return true;
    return false;
}

/* The schema's settings are those of the table. */
Test(experiment, the_schema_has_the_table_of_settings)
{
    const char *text = weft_experiment_schema();
    const char *at = strstr(text, "<define name=\"settings\">");
    cr_assert(at);
    const char *end = strstr(at, "</define>");
    size_t count = 0, settings = 0;
    char name[64];
    while ((at = strstr(at, "<attribute name=\"")) && at < end) {
        cr_assert_eq(sscanf(at, "<attribute name=\"%63[^\"]", name), 1);
        cr_expect(in_table(name), "'%s' is no setting", name);
        count++;
        at++;
    }
    for (; weft_setting(settings); settings++) {
        snprintf(name, sizeof name, "<attribute name=\"%s\"/>",
                 weft_setting(settings)->name);
        cr_expect(strstr(text, name), "the schema lacks %s", name);
    }
    cr_expect_eq(count, settings);
}

/* Data files outside the folder of the experiment file are rejected, in a run
 * or a range, read from a file or from memory, unless the file is trusted. */
Test(experiment, numbers_from_elsewhere_are_not_read)
{
    static const char *const forms[] = {
        "<experiment><run problem='matvec' data='%s'><trace file='a.csv'/>"
        "</run></experiment>",
        "<experiment><compare problem='matvec'><range data='%s'/>"
        "<table file='a.csv'/></compare></experiment>",
    };
    char text[400], path[] = "experiment-XXXXXX";
    close(mkstemp(path));
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct weft_error err = {0};
        snprintf(text, sizeof text, forms[i], "/dev/null");
        cr_expect_null(experiment_read_text(text, &err));
        cr_expect(err.line && strstr(err.text, "not below"), "%s", err.text);
        FILE *out = fopen(path, "w");
        cr_assert(out && fputs(text, out) >= 0 && !fclose(out));
        cr_expect_null(weft_experiment_file_read(path, &err));
        struct weft_experiment_file *file =
            weft_experiment_file_read_trusted(path, &err);
        cr_expect(file, "%s", err.text);
        weft_experiment_file_destroy(file);
        snprintf(text, sizeof text, forms[i], path);
        file = experiment_read_text(text, &err);
        cr_expect(file, "%s", err.text);
        weft_experiment_file_destroy(file);
    }
    unlink(path);
}
