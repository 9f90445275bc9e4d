/* Tables of comparisons: quoting, missing values, runs that did not finish. */
#include <criterion/criterion.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <weft/plugin.h>
#include <weft/unstable/compare.h>

#include "compare/columns.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* ---- CSV, read by the rules of RFC 4180 ---------------------------------- */

#define FIELDS 64
#define BYTES 2000 /* maximum length of a field */

struct record {
    char field[FIELDS][BYTES];
    size_t fields;
};

/* Parse one record. Return the text behind it, or NULL if it is malformed. */
static const char *record_read(const char *at, struct record *record)
{
    record->fields = 0;
    for (;;) {
        char *to = record->field[record->fields++];
        bool quoted = *at == '"';
        for (at += quoted; *at; at++) {
            if (quoted && *at == '"' && *++at != '"')
                break;
            if (!quoted && strchr(",\n\r\"", *at))
                break;
            *to++ = *at;
        }
        *to = '\0';
        if (*at == '\n')
            return at + 1;
        if (*at++ != ',')
            return NULL;
    }
}

/* Return the field with this name; `names` is the header record. */
static const char *field_of(const struct record *names,
                            const struct record *record, const char *name)
{
    for (size_t i = 0; i < names->fields; i++)
        if (strcmp(names->field[i], name) == 0)
            return record->field[i];
    return "(no such column)";
}

Test(compare, fields_of_csv)
{
    static const char *const cases[][2] = {
        {"", ""},
        {"plain text; no quotes", "plain text; no quotes"},
        {"a,b", "\"a,b\""},
        {"\"", "\"\"\"\""},
        {"say \"so\"", "\"say \"\"so\"\"\""},
        {"two\nlines", "\"two\nlines\""},
        {"a\rb", "\"a\rb\""},
        {",\"\n", "\",\"\"\n\""},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct memstream text;
        struct record record;
        cr_assert_eq(memstream_open(&text), 0);
        csv_field(cases[i][0], text.out);
        putc('\n', text.out);
        char *made = memstream_close(&text, NULL);
        cr_assert(made && strlen(made) == strlen(cases[i][1]) + 1);
        cr_expect(!strncmp(made, cases[i][1], strlen(cases[i][1])),
                  "case %zu: %s", i, made);
        cr_assert(record_read(made, &record), "case %zu", i);
        cr_expect_str_eq(record.field[0], cases[i][0]);
        free(made);
    }
}

/* ---- results made by hand ------------------------------------------------ */

static const struct weft_strategy_info odd = {.name = "odd, \"quoted\""};

/* Three runs: a complete one, one without a bound, one that failed. */
static const struct weft_result results[] = {
    {.problem = "broadcast",
     .strategy = "odd, \"quoted\"",
     .network = "file:a,b.net",
     .model = "send=one,receive=one,duplex=half",
     .processors = 8,
     .steps = 6,
     .makespan = 6,
     .messages = 7,
     .lower_bound = 4,
     .bounds = 1,
     .bound = {{.name = "growth", .time = 4}},
     .ratio = 1.5,
     .busiest = 3,
     .busiest_share = 0.5,
     .busy_share = 0.25,
     .ended = true,
     .valid = true,
     .expected = true},
    {.problem = "broadcast",
     .strategy = "b",
     .network = "line:8",
     .model = "one-port",
     .processors = 8,
     .steps = 7,
     .makespan = 7,
     .messages = 9,
     .ended = true,
     .valid = true,
     .expected = true},
    {.problem = "broadcast",
     .strategy = "c",
     .network = "ring:8",
     .model = "one-port",
     .processors = 8,
     .steps = 77,
     .makespan = 77,
     .messages = 99,
     .lower_bound = 5,
     .verdict = "processor 3 said \"no\", and that was all it said to us"},
};

struct made {
    struct weft_comparison compare;
    struct weft_trial trial[COUNT(results)];
    const struct weft_trial *row[COUNT(results)];
};

static const struct weft_comparison *compare_make(struct made *made)
{
    *made = (struct made){.compare = {.problem = {"broadcast"},
                                      .problems = 1,
                                      .points = COUNT(results),
                                      .trials = COUNT(results),
                                      .rows = COUNT(results)}};
    made->compare.trial = made->trial;
    made->compare.row = made->row;
    for (size_t i = 0; i < COUNT(results); i++) {
        made->trial[i] = (struct weft_trial){.point = i,
                                             .strategy = &odd,
                                             .result = results[i],
                                             .state = WEFT_TRIAL_DONE};
        made->row[i] = &made->trial[i];
    }
    return &made->compare;
}

Test(compare, csv_of_rows)
{
    static const char *const expected[][2 + COUNT(results)] = {
        {"problem", "broadcast", "broadcast", "broadcast"},
        {"network", "file:a,b.net", "line:8", "ring:8"},
        {"model", "send=one,receive=one,duplex=half", "one-port", "one-port"},
        {"strategy", "odd, \"quoted\"", "b", "c"},
        {"processors", "8", "8", "8"},
        {"steps", "6", "7", ""},
        {"time", "6", "7", ""},
        {"lower_bound", "4", "", "5"},
        {"ratio", "1.5", "", ""},
        {"valid", "yes", "yes", "no"},
        {"verdict", "", "", results[2].verdict},
        {"messages", "7", "9", ""},
        {"blocks", "", "", ""},
        {"volume", "", "", ""},
        {"bytes", "0", "0", ""},
        {"conflicts", "0", "0", "0"},
        {"busiest", "3", "0", ""},
        {"busiest_share", "0.5", "0", ""},
        {"busy_share", "0.25", "0", ""},
        {"bound_by", "growth", "", ""},
        {"own_bound", "", "", ""},
        {"message_bytes", "", "", ""},
        {"round_count", "", "", ""},
    };
    struct made made;
    struct record names, record;
    char *csv = weft_comparison_csv(compare_make(&made), NULL);
    cr_assert_not_null(csv);
    const char *at = record_read(csv, &names);
    cr_assert_eq(names.fields, COUNT(expected));
    for (size_t row = 0; row < COUNT(results); row++) {
        cr_assert(at && (at = record_read(at, &record)), "row %zu", row);
        cr_expect_eq(record.fields, names.fields, "row %zu", row);
        for (size_t i = 0; i < COUNT(expected); i++)
            cr_expect_str_eq(field_of(&names, &record, expected[i][0]),
                             expected[i][1 + row], "row %zu: %s", row,
                             expected[i][0]);
    }
    cr_expect_eq(*at, '\0');
    free(csv);
}

Test(compare, text_of_rows)
{
    struct made made;
    char *text = weft_comparison_text(compare_make(&made), 0, NULL);
    cr_assert_not_null(text);
    char *whole = strstr(text, "file:a,b.net"), *unknown = strstr(text, "line"),
         *failed = strstr(text, "ring");
    cr_assert(whole && unknown && failed, "%s", text);
    cr_expect(strstr(whole, " 1.500 ") < unknown && strstr(whole, " 1.500 "));
    char bound[20], ratio[20];
    cr_assert_eq(
        sscanf(unknown, "line:8 8 one-port b 7 %19s %19s", bound, ratio), 2);
    cr_expect_str_eq(bound, "-");
    cr_expect_str_eq(ratio, "-");
    cr_expect(strstr(failed, "processor 3 said \"no\",") &&
                  !strstr(failed, "to us"),
              "a verdict is cut: %s", failed);
    cr_expect(!strstr(failed, "77") && !strstr(failed, "99"),
              "numbers of a run that failed: %s", failed);
    free(text);
}

/* The verdict stays even on the narrowest terminal. */
Test(compare, narrow_text)
{
    struct made made;
    for (int columns = 1; columns < 140; columns++) {
        char *text = weft_comparison_text(compare_make(&made), columns, NULL);
        cr_assert_not_null(text);
        bool all = strstr(text, "mean util. ") || strstr(text, "mean util.\n");
        bool said =
            strstr(text, "columns that do not fit the terminal:") != NULL;
        cr_expect(strstr(text, "strategy"), "%d columns", columns);
        cr_expect(all || said, "%d columns: %s", columns, text);
        free(text);
    }
}

Test(compare, numbers_by_name)
{
    static const struct {
        const char *name, *format;
        double value;
    } numbers[] = {
        {"steps", "%.0f", 6},    {"time", "%.0f", 12},
        {"messages", "%.0f", 7}, {"conflicts", "%.0f", 2},
        {"ratio", "%.4f", 1.5},  {"busy-share", "%.4f", 0.25},
    };
    struct weft_result result = results[0];
    result.makespan = 12;
    result.conflicts = 2;
    for (size_t i = 0; i < COUNT(numbers); i++) {
        const char *format;
        cr_expect_eq(compare_number(&result, numbers[i].name, &format),
                     numbers[i].value, "%s", numbers[i].name);
        cr_expect_str_eq(format, numbers[i].format);
    }
}

/* ---- whole comparisons ----------------------------------------------------
 */

/* Plan a comparison; `axes` lists names and values: "network", "line:4", ...,
 * NULL. */
static void unit_compare_plan(struct weft_comparison *compare,
                              const char *problem, const char *strategies,
                              int jobs, const char *const *axes)
{
    struct weft_error err = {0};
    const struct weft_setting *setting;
    *compare = (struct weft_comparison){
        .problem = {problem}, .problems = 1, .jobs = jobs};
    for (size_t i = 0; (setting = weft_setting(i)); i++) {
        if (!strcmp(setting->name, "strategy") && strategies)
            cr_assert_eq(weft_values_add(&compare->strategies, setting,
                                         strategies, &err),
                         0, "%s", err.text);
        for (const char *const *axis = axes; *axis; axis += 2)
            if (!strcmp(setting->name, axis[0])) {
                struct weft_compared_axis *new = &compare->axis[compare->axes];
                new->setting = setting;
                compare->axes++;
                cr_assert_eq(
                    weft_values_add(&new->values, setting, axis[1], &err), 0,
                    "%s", err.text);
            }
    }
    cr_assert_eq(weft_comparison_plan(compare, &err), 0, "%s", err.text);
}

static void unit_compare_run(struct weft_comparison *compare,
                             const char *problem, const char *strategies,
                             int jobs, const char *const *axes)
{
    struct weft_error err = {0};
    unit_compare_plan(compare, problem, strategies, jobs, axes);
    cr_assert_eq(weft_comparison_run(compare, NULL, &err), 0, "%s", err.text);
}

static size_t axis_of(const struct weft_comparison *compare, const char *name)
{
    int axis = weft_comparison_axis(compare, name);
    cr_assert_geq(axis, 0, "%s", name);
    return (size_t)axis;
}

/* 20 steps suffice for the small cube but not for the larger one. */
Test(compare, a_failed_row)
{
    static const char *const axes[] = {"network", "hypercube:3..4",
                                       "limit-steps", "20", NULL};
    struct weft_comparison compare;
    struct record names, small, large;
    unit_compare_run(&compare, "successive", "rotated", 0, axes);
    size_t network = axis_of(&compare, "network");
    char *csv = weft_comparison_pivot(&compare, network, "steps", true, NULL);
    const char *at = record_read(csv, &names);
    at = at ? record_read(at, &small) : NULL;
    cr_assert(at && record_read(at, &large), "%s", csv);
    cr_expect_str_eq(names.field[0], "network");
    cr_expect_str_eq(small.field[0], "hypercube:3");
    cr_expect_str_eq(small.field[2], "17");
    cr_expect_str_eq(large.field[0], "hypercube:4");
    cr_expect_str_eq(large.field[1], "16", "its processors are known");
    cr_expect_str_eq(large.field[2], "", "its steps are not");
    free(csv);
    char *text = weft_comparison_text(&compare, 0, NULL);
    cr_expect(strstr(text, "not finished within 20 steps"), "%s", text);
    free(text);
    char *svg = weft_comparison_plot(&compare, network, "steps", NULL, NULL);
    cr_expect(strstr(svg, "; not drawn: rotated, failed"));
    free(svg);
    weft_comparison_finish(&compare);
}

/* If only some runs of a line have a bound, the line has none, whatever their
 * order. */
Test(compare, a_bound_of_some)
{
    static const char *const models[] = {"all-port,one-port",
                                         "one-port,all-port"};
    for (size_t i = 0; i < COUNT(models); i++) {
        const char *const axes[] = {"network", "complete:4..8", "model",
                                    models[i], NULL};
        struct weft_comparison compare;
        struct record names, line;
        unit_compare_run(&compare, "scatter", "binomial", 0, axes);
        size_t network = axis_of(&compare, "network");
        char *csv =
            weft_comparison_pivot(&compare, network, "steps", true, NULL);
        const char *at = record_read(csv, &names);
        for (int lines = 0; lines < 2; lines++) {
            at = at ? record_read(at, &line) : NULL;
            cr_assert(at, "%s", csv);
            cr_expect_str_eq(field_of(&names, &line, "bound"), "", "%s", csv);
        }
        free(csv);
        weft_comparison_finish(&compare);
    }
}

/* All values in all formats, with a model whose name has commas. */
Test(compare, every_pivot)
{
    static const char *const axes[] = {
        "network", "line:4,ring:5", "model",
        "one-port,send=one,receive=one,duplex=full", NULL};
    static const char *const values[] = {"steps",  "time",      "messages",
                                         "blocks", "volume",    "bytes",
                                         "ratio",  "conflicts", "busy-share"};
    struct weft_comparison compare;
    struct weft_error err = {0};
    unit_compare_run(&compare, "broadcast", NULL, 0, axes);
    cr_expect_null(weft_comparison_pivot(&compare, 0, "mesages", true, &err));
    cr_expect_eq(err.kind, WEFT_ERROR_UNKNOWN);
    cr_expect(strstr(err.text, "did you mean 'messages'"), "%s", err.text);
    cr_expect_null(weft_comparison_plot(&compare, 0, "share", NULL, &err));
    cr_expect_eq(err.kind, WEFT_ERROR_UNKNOWN);
    for (size_t axis = 0; axis < compare.axes; axis++)
        for (size_t v = 0; v < COUNT(values); v++) {
            struct record names, record;
            char *csv =
                weft_comparison_pivot(&compare, axis, values[v], true, NULL);
            char *text =
                weft_comparison_pivot(&compare, axis, values[v], false, NULL);
            cr_assert(csv && text);
            const char *at = record_read(csv, &names);
            size_t lines = 0;
            for (; at && *at; lines++) {
                at = record_read(at, &record);
                cr_assert(at, "%s: %s", values[v], csv);
                cr_expect_eq(record.fields, names.fields, "%s", csv);
                for (size_t i = 0; i < record.fields; i++)
                    cr_expect(strstr(text, record.field[i]));
            }
            cr_expect_eq(lines, compare.axis[axis].values.count);
            free(csv);
            free(text);
        }
    weft_comparison_finish(&compare);
}

/* Create networks whose names share a long prefix. Return their folder, to be
 * freed by the caller. */
static char *make_networks(char *paths[3], char *names)
{
    char folder[] = "/tmp/weft-compare-XXXXXX", middle[240];
    cr_assert_not_null(mkdtemp(folder));
    memset(middle, 'm', sizeof middle - 1);
    middle[sizeof middle - 1] = '\0';
    *names = '\0';
    for (int i = 0; i < 3; i++) {
        cr_assert_geq(asprintf(&paths[i], "%s/%s%d", folder, middle, i), 0);
        FILE *file = fopen(paths[i], "w");
        cr_assert_not_null(file);
        for (int link = 0; link < 3 + i; link++)
            fprintf(file, "%d %d\n", link, link + 1);
        fclose(file);
        sprintf(names + strlen(names), "%sfile:%s", i ? "," : "", paths[i]);
    }
    return strdup(folder);
}

/* Long CSV fields and legends of figures are not truncated. */
Test(compare, long_names)
{
    char *paths[3], names[BYTES], *folder = make_networks(paths, names);
    const char *axes[] = {"network", names, "root", "0..1", NULL};
    struct weft_comparison compare;
    struct record head, record;
    unit_compare_run(&compare, "broadcast", "binomial", 0, axes);
    char *csv = weft_comparison_csv(&compare, NULL);
    char *lines = weft_comparison_pivot(&compare, 0, "steps", true, NULL);
    char *columns = weft_comparison_pivot(&compare, 1, "steps", true, NULL);
    char *svg = weft_comparison_plot(&compare, 1, "steps", NULL, NULL);
    cr_assert(csv && lines && columns && svg);
    const char *row = record_read(csv, &head), *line = strchr(lines, '\n') + 1;
    for (size_t i = 0; i < 6; i++) {
        row = record_read(row, &record);
        cr_expect_str_eq(field_of(&head, &record, "network") + 5, paths[i / 2]);
    }
    cr_assert(record_read(columns, &head));
    for (size_t i = 0; i < 3; i++) {
        line = record_read(line, &record);
        cr_expect_str_eq(record.field[0] + 5, paths[i]);
        cr_expect_str_eq(head.field[2 + i] + 5, paths[i]);
        cr_expect(strstr(svg, paths[i]), "a line is lost");
        unlink(paths[i]);
        free(paths[i]);
    }
    rmdir(folder);
    free(folder);
    free(csv);
    free(lines);
    free(columns);
    free(svg);
    weft_comparison_finish(&compare);
}

static size_t count_of(const char *text, const char *what)
{
    size_t count = 0;
    while ((text = strstr(text, what))) {
        text += strlen(what);
        count++;
    }
    return count;
}

/* Two runs of equal size are two points of a line. */
Test(compare, points_of_one_size)
{
    static const char *const axes[] = {"network", "mesh:2x8,mesh:4x4,mesh:1x16",
                                       NULL};
    struct weft_comparison compare;
    unit_compare_run(&compare, "broadcast", "binomial", 0, axes);
    char *svg = weft_comparison_plot(&compare, 0, "steps", NULL, NULL);
    cr_expect_eq(count_of(svg, "class=\"mark\""), 3 + 1, "with the legend: %s",
                 svg);
    free(svg);
    weft_comparison_finish(&compare);
}

/* The number of parallel jobs must not change the result. */
Test(compare, jobs)
{
    static const char *const axes[] = {"network", "hypercube:2..4", "model",
                                       "one-port,all-port", NULL};
    char *first = NULL;
    for (int jobs = 1; jobs <= 5; jobs += 2) {
        struct weft_comparison compare;
        unit_compare_run(&compare, "broadcast", NULL, jobs, axes);
        cr_expect_eq(compare.rows + compare.unfits, compare.trials);
        char *csv = weft_comparison_csv(&compare, NULL);
        cr_assert_not_null(csv);
        if (first)
            cr_expect_str_eq(csv, first, "%d jobs", jobs);
        else
            first = strdup(csv);
        free(csv);
        weft_comparison_finish(&compare);
    }
    free(first);
}

/* A row's bound depends only on its question, not on other rows or their
 * order. */
Test(compare, bounds_beside_other_rows)
{
    static const char *const axes[] = {
        "network", "complete:4..8", "model", "one-port-duplex,all-port",
        "cost",    "ts=10",         NULL};
    static const char *const strategies[] = {
        "ring", "rabenseifner,ring", "ring,rabenseifner,recursive-doubling"};
    uint64_t bound[4] = {0};
    for (size_t i = 0; i < COUNT(strategies); i++) {
        struct weft_comparison compare;
        size_t of_ring = 0;
        unit_compare_run(&compare, "allreduce", strategies[i], 1 + (int)i,
                         axes);
        for (size_t k = 0; k < compare.rows; k++) {
            const struct weft_trial *row = compare.row[k];
            if (strcmp(row->strategy->name, "ring") != 0)
                continue;
            cr_assert_lt(of_ring, COUNT(bound));
            cr_expect_gt(row->result.lower_bound, 0);
            if (i)
                cr_expect_eq(row->result.lower_bound, bound[of_ring]);
            bound[of_ring++] = row->result.lower_bound;
        }
        cr_expect_eq(of_ring, COUNT(bound));
        weft_comparison_finish(&compare);
    }
}

/* In unit time strategies choose their vector length, so an own bound must use
 * the vector of its own row. */
Test(compare, own_bounds_of_other_vectors)
{
    static const char *const axes[] = {"network",  "torus:3x4",   "model",
                                       "one-port", "on-conflict", "report",
                                       NULL};
    struct weft_comparison compare;
    size_t judged = 0;
    unit_compare_run(&compare, "allreduce", NULL, 1, axes);
    for (size_t i = 0; i < compare.rows; i++) {
        const struct weft_result *r = &compare.row[i]->result;
        judged += r->valid && r->own_bound;
        cr_expect(!r->valid || r->own_bound <= r->makespan, "%s: %d above %d",
                  r->strategy, (int)r->own_bound, (int)r->makespan);
    }
    cr_expect_gt(judged, 0);
    weft_comparison_finish(&compare);
}

static atomic_int begun, released;

/* Run until the watch allows the end. */
static int patient(struct weft_processor *self, struct weft_work *work)
{
    (void)self, (void)work;
    atomic_fetch_add(&begun, 1);
    while (!atomic_load(&released))
        usleep(1000);
    return 0;
}

/* Stop as soon as a trial runs, and release it when asked again. */
static bool stop_and_release(void *arg, size_t finished)
{
    int *stops = arg;
    (void)finished;
    if (*stops)
        atomic_store(&released, 1);
    *stops += atomic_load(&begun) > 0;
    return !*stops;
}

Test(compare, a_stop_that_joins)
{
    static const struct weft_own_strategy own = {
        .problem = "barrier", .name = "patient", .function = patient};
    static const char *const axes[] = {"network", "ring:3..9", NULL};
    struct weft_comparison compare;
    struct weft_error err = {0};
    int stops = 0;
    size_t done = 0;
    cr_assert_eq(weft_strategy_add(&own, WEFT_VERSION), 0);
    unit_compare_plan(&compare, "barrier", "patient", 2, axes);
    struct weft_watch watch = {stop_and_release, &stops, .join = true};
    cr_expect_eq(weft_comparison_run(&compare, &watch, &err), 1);
    cr_expect_geq(stops, 2, "it is asked while the trials end");
    for (size_t i = 0; i < compare.trials; i++)
        done += compare.trial[i].state == WEFT_TRIAL_DONE;
    cr_expect(done == 1 || done == 2, "%zu", done);
    cr_expect(atomic_load(&begun) >= 3);
    weft_comparison_finish(&compare);
}
