/* broadcast, reduce and matvec: schedules, costs, rejected settings. */
#include "../settings.h"
#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

#include "../schedule.h"

struct expected {
    const char *problem, *network, *strategy;
    int root;
    const char *schedule;
};

static const struct expected schedules[] = {
    {"broadcast", "hypercube:2", "sbt", 0, "1 0 1 0 | 1 0 2 0 | 2 2 3 0"},
    {"broadcast", "hypercube:2", "sbt", 1, "1 1 0 0 | 1 1 3 0 | 2 3 2 0"},
    {"reduce", "hypercube:2", "sbt", 0, "1 3 2 0 | 2 1 0 0 | 2 2 0 0"},
    {"broadcast", "complete:2", "naive", 0, "1 0 1 0"},
    {"broadcast", "complete:4", "naive", 0, "1 0 1 0 | 2 0 2 0 | 3 0 3 0"},
    {"broadcast", "complete:4", "naive", 2, "1 2 0 0 | 2 2 1 0 | 3 2 3 0"},
    {"reduce", "complete:4", "naive", 2, "1 0 2 0 | 2 1 2 0 | 3 3 2 0"},
    {"broadcast", "hypercube:2", "binomial", 1, "1 1 3 0 | 2 1 0 0 | 2 3 2 0"},
    {"reduce", "hypercube:2", "binomial", 1, "1 0 1 0 | 1 2 3 0 | 2 3 1 0"},
    {"broadcast", "hypercube:2", "binomial", 3, "1 3 1 0 | 2 1 0 0 | 2 3 2 0"},
    {"reduce", "hypercube:2", "binomial", 3, "1 0 1 0 | 1 2 3 0 | 2 1 3 0"},
    {"broadcast", "complete:3", "binomial", 0, "1 0 2 0 | 2 0 1 0"},
    {"broadcast", "complete:3", "binomial", 2, "1 2 1 0 | 2 2 0 0"},
    /* a missing partner leaves its step idle */
    {"broadcast", "line:6", "binomial", 0,
     "1 0 4 0 | 2 0 2 0 | 3 0 1 0 | 3 2 3 0 | 3 4 5 0"},
    {"reduce", "line:6", "binomial", 0,
     "1 1 0 0 | 1 3 2 0 | 1 5 4 0 | 2 2 0 0 | 3 4 0 0"},
    {"broadcast", "mesh:2x4", "binomial", 0,
     "1 0 4 0 | 2 0 2 0 | 2 4 6 0 | 3 0 1 0 | 3 2 3 0 | 3 4 5 0 | 3 6 7 0"},
    {"matvec", "mesh:2x2", "broadcast-reduce", 0,
     "1 0 2 0 | 1 1 3 0 | 2 1 0 0 | 2 3 2 0"},
};

static struct weft_experiment one_to_all_make(const char *problem,
                                              const char *network,
                                              const char *strategy, int root)
{
    struct weft_experiment e = experiment_of(problem);
    set(&e, "network", network);
    set(&e, "strategy", strategy);
    set_number(&e, "root", root);
    return e;
}

Test(one_to_all, schedules)
{
    for (size_t i = 0; i < sizeof schedules / sizeof schedules[0]; i++) {
        const struct expected *x = &schedules[i];
        struct weft_experiment e =
            one_to_all_make(x->problem, x->network, x->strategy, x->root);
        struct weft_result result;
        struct weft_error err = {0};
        char *text;
        cr_assert_eq(schedule_run(&e, &text, &result, &err), 0, "%s", err.text);
        cr_assert_str_eq(text, x->schedule, "%s %s %s: %s", x->problem,
                         x->network, x->strategy, text);
        free(text);
        weft_result_finish(&result);
    }
}

/* Get the transfers of a run, sorted. @returns their number */
static size_t transfers_of(const struct weft_experiment *e,
                           struct transfer **transfers)
{
    struct weft_trace trace = {0};
    const struct weft_sink sink = weft_trace_collect(&trace);
    const struct weft_sink *const sinks[] = {&sink};
    struct weft_result result;
    cr_assert_eq(weft_run(e, sinks, 1, &result, NULL), 0);
    size_t count = schedule_transfers(&trace, transfers);
    weft_trace_finish(&trace);
    weft_result_finish(&result);
    return count;
}

static void check_reversal(const char *network, const char *strategy, int steps,
                           int root)
{
    struct weft_experiment e =
        one_to_all_make("broadcast", network, strategy, root);
    struct transfer *there, *back;
    size_t count = transfers_of(&e, &there);
    e.problem = "reduce";
    cr_assert_eq(transfers_of(&e, &back), count);
    for (size_t i = 0; i < count; i++)
        back[i] =
            (struct transfer){steps + 1 - back[i].slot, back[i].destination,
                              back[i].source, there[i].message};
    qsort(back, count, sizeof *back, transfer_compare);
    for (size_t i = 0; i < count; i++)
        cr_assert_eq(transfer_compare(&there[i], &back[i]), 0, "%s %s root %d",
                     network, strategy, root);
    free(there);
    free(back);
}

Test(one_to_all, a_reduction_is_the_broadcast_reversed)
{
    for (int root = 0; root < 11; root++) {
        check_reversal("ring:11", "binomial", 4, root);
        check_reversal("line:11", "binomial", 4, root);
        check_reversal("mesh:3x4", "binomial", 4, root);
        check_reversal("torus:3x4", "binomial", 4, root);
        check_reversal("hypercube:4", "binomial", 4, root);
        check_reversal("hypercube:4", "sbt", 4, root);
    }
}

static struct weft_result one_to_all_run(const struct weft_experiment *e)
{
    struct weft_result result;
    struct weft_error err = {0};
    cr_assert_eq(weft_run(e, NULL, 0, &result, &err), 0, "%s", err.text);
    cr_assert(result.valid);
    return result;
}

Test(one_to_all, costs_are_those_of_equation_4_1)
{
    static const char *const problems[] = {"broadcast", "reduce"};
    for (int i = 0; i < 2; i++)
        for (int d = 1; d <= 5; d++) {
            char network[20];
            sprintf(network, "hypercube:%d", d);
            struct weft_experiment e =
                one_to_all_make(problems[i], network, NULL, 1);
            set(&e, "cost", "ts=100,tw=3,th=1000");
            set_number(&e, "bytes", 80);
            struct weft_result r = one_to_all_run(&e);
            cr_assert_eq(r.makespan, (uint64_t)d * (100 + 3 * 10));
            weft_result_finish(&r);
            set(&e, "strategy", "naive");
            set(&e, "cost", "ts=100,tw=3,th=0");
            r = one_to_all_run(&e);
            cr_assert_eq(r.makespan, ((1ull << d) - 1) * (100 + 3 * 10));
            weft_result_finish(&r);
        }
}

/* The steps on a tree take 2d, 2d - 2, ..., 2 hops. */
Test(one_to_all, hops_cost_too)
{
    static const char *const problems[] = {"broadcast", "reduce"};
    for (int i = 0; i < 2; i++) {
        struct weft_experiment e =
            one_to_all_make(problems[i], "tree:16", NULL, 5);
        set(&e, "cost", "ts=10,tw=0,th=1");
        struct weft_result r = one_to_all_run(&e);
        cr_assert_eq(r.makespan, 4 * 10 + (8 + 6 + 4 + 2) - 4);
        weft_result_finish(&r);
        set(&e, "network",
            "line:13"); /* unequal hops in one step, but no conflict */
        r = one_to_all_run(&e);
        weft_result_finish(&r);
    }
}

Test(one_to_all, ascending_dimensions_share_links)
{
    struct weft_experiment e =
        one_to_all_make("broadcast", "line:8", "binomial", 0);
    set(&e, "dimensions", "ascending");
    struct weft_result r;
    struct weft_error err = {0};
    cr_assert_eq(weft_run(&e, NULL, 0, &r, &err), -1);
    cr_assert_eq(err.kind, WEFT_ERROR_RULE);
    cr_assert_not_null(strstr(err.text, "step 2"), "%s", err.text);
    cr_assert_not_null(strstr(err.text, "over the link"), "%s", err.text);
    weft_result_finish(&r);
    set(&e, "on-conflict", "report");

    cr_assert_eq(weft_run(&e, NULL, 0, &r, &err), 0, "%s", err.text);
    cr_assert_gt(r.conflicts, 0);
    cr_assert_eq(r.steps, 3);
    weft_result_finish(&r);
    set(&e, "network", "hypercube:3"); /* no conflicts on a hypercube */
    set(&e, "on-conflict", "fail");
    r = one_to_all_run(&e);
    cr_assert_eq(r.conflicts, 0);
    weft_result_finish(&r);
}

struct one_to_all_refusal {
    const char *problem, *network, *strategy;
    int root;
    const char *model, *dimensions, *op;
    const char *says;
};

Test(one_to_all, refuses_with_one_clear_line)
{
    static const struct one_to_all_refusal refusals[] = {
        {"broadcast", "hypercube:3", NULL, 8, NULL, NULL, NULL,
         "processors 0 to 7"},
        {"reduce", "ring:5", NULL, 5, NULL, NULL, NULL, "processors 0 to 4"},
        {"broadcast", "line:4", "sbt", 0, NULL, NULL, NULL, "hypercube"},
        {"broadcast", NULL, "sbt", 0, "one-port", NULL, NULL, "shouting"},
        {"reduce", NULL, "sbt", 0, "shouting", NULL, NULL, "receive=all"},
        {"broadcast", NULL, NULL, 0, NULL, "upwards", NULL,
         "value of --dimensions"},
        {"reduce", NULL, NULL, 0, NULL, NULL, "sun", "did you mean 'sum'"},
        {"reduce", NULL, NULL, 0, NULL, "ascending", "compose", "rank order"},
        {"reduce", "torus:3x5", NULL, 0, NULL, NULL, "compose", "rank order"},
        {"matvec", "mesh:4x5", NULL, 0, NULL, NULL, NULL, "square mesh"},
        {"matvec", "mesh:2x2x2", NULL, 0, NULL, NULL, NULL, "square mesh"},
        {"matvec", "torus:4x4", NULL, 0, NULL, NULL, NULL, "mesh"},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const struct one_to_all_refusal *x = &refusals[i];
        struct weft_experiment e =
            one_to_all_make(x->problem, x->network, x->strategy, x->root);
        set(&e, "model", x->model);
        struct weft_result r = {0};
        struct weft_error err = {0};
        int status =
            weft_experiment_set(&e, "dimensions", x->dimensions, &err) ||
            weft_experiment_set(&e, "op", x->op, &err) ||
            weft_run(&e, NULL, 0, &r, &err);
        cr_assert(status, "row %zu", i);
        cr_assert(weft_error_is_misuse(&err), "row %zu", i);
        cr_assert_not_null(strstr(err.text, x->says), "row %zu: %s", i,
                           err.text);
        weft_result_finish(&r);
    }
}

struct product {
    const char *network;
    int n;
    double y[8];
};

Test(one_to_all, matvec_of_the_default_numbers)
{
    static const struct product products[] = {
        {"mesh:4x4", 4, {70, 41, 56, 60}},
        {"mesh:8x8", 8, {166, 176, 153, 218, 162, 194, 193, 192}},
    };
    for (int i = 0; i < 2; i++) {
        struct weft_experiment e =
            one_to_all_make("matvec", products[i].network, NULL, 0);
        struct weft_result r = one_to_all_run(&e);
        int n = products[i].n;
        cr_assert_eq(r.measures, n);
        for (int k = 0; k < n; k++)
            cr_assert_eq(r.measure[k].value, products[i].y[k]);
        cr_assert_eq(r.messages, (uint64_t)(2 * n * (n - 1)));
        weft_result_finish(&r);
    }
}

static char *write_numbers(const char *text)
{
    static char path[] = "/tmp/weft-numbers-XXXXXX";
    strcpy(path + strlen(path) - 6, "XXXXXX");
    int file = mkstemp(path);
    cr_assert(file >= 0);
    cr_assert_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    return path;
}

Test(one_to_all, matvec_of_own_numbers)
{
    struct weft_experiment e = one_to_all_make("matvec", "mesh:2x2", NULL, 0);
    set(&e, "data",
        write_numbers("# A\n1e-3 2.5\n\n-1 0.1 # x follows\n 3\t-4\n"));
    struct weft_result r = one_to_all_run(&e);
    cr_assert_eq(r.measure[0].value, 1e-3 * 3 + 2.5 * -4);
    cr_assert_eq(r.measure[1].value, -1.0 * 3 + 0.1 * -4);
    weft_result_finish(&r);
    unlink(given(&e, "data"));
}

Test(one_to_all, matvec_refuses_bad_files)
{
    static const char *const texts[] = {"1 2 3 4 5",     "1 2 3 4 5 6 7",
                                        "1 2 3 4 5 six", "1 2 3 4 5 nan",
                                        "1 2,3 4 5 6 7", ""};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct weft_experiment e =
            one_to_all_make("matvec", "mesh:2x2", NULL, 0);
        set(&e, "data", write_numbers(texts[i]));
        struct weft_result r;
        struct weft_error err = {0};
        cr_assert_eq(weft_run(&e, NULL, 0, &r, &err), -1);
        cr_assert_eq(err.kind, WEFT_ERROR_FORMAT, "'%s'", texts[i]);
        cr_assert(err.text[0]);
        weft_result_finish(&r);
        unlink(given(&e, "data"));
    }
}
