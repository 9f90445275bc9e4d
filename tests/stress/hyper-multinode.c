/* Multinode broadcast, scatter and gather (Stamoulis, Tsitsiklis; lecture
 * notes). */
#include "fewer.h"
#include "hyper.h"

static void test_necklace(void)
{
    static const int steps[] = {0, 1, 2, 3, 4, 7, 11, 19, 32, 57};
    for (int d = 1; d <= FEWER(9, 7); d++) {
        struct run run;
        run_init(&run, "multinode", "necklace", d);
        run_go(&run);
        int p = 1 << d;
        MUST((int)run.result.steps == steps[d], "d = %d", d);
        MUST(run.result.lower_bound == run.result.steps, "d = %d", d);
        MUST((int)run.result.messages == p * (p - 1), "d = %d", d);
        MUST(run.result.conflicts == 0, "d = %d", d);
        run_finish(&run);
    }
}

static void test_split(void)
{
    for (int d = 1; d <= FEWER(8, 7); d++) {
        struct run run;
        run_init(&run, "multinode", "split", d);
        run_go(&run);
        int peak = ceiling(1 << d, d);
        MUST((int)run.result.steps == 2 * peak + 2 * d - 1, "d = %d", d);
        MUST(measure_of(&run, "phase 2 slots") == peak + d - 1, "d = %d", d);
        MUST(measure_of(&run, "phase 3 slots") == peak + d, "d = %d", d);
        run_finish(&run);
    }
}

/* Check the number of (step, arc) pairs used more than once, and the maximum
 * number of packets on an arc. */
static void test_isolated(void)
{
    static const int pairs[] = {0, 0, 0, 8, 48, 192, 640, 1920, 5376};
    static const int most[] = {0, 1, 1, 2, 3, 6, 10, 20, 35};
    for (int d = 1; d <= FEWER(8, 7); d++) {
        struct run run;
        run_init(&run, "multinode", "isolated", d);
        run_go(&run);
        MUST((int)run.result.steps == d, "d = %d", d);
        MUST((int)run.result.conflicts == pairs[d], "d = %d: %d", d,
             (int)run.result.conflicts);
        MUST(measure_of(&run, "most packets on an arc") == most[d], "d = %d",
             d);
        run_finish(&run);
    }
}

/* `isolated` must fail with --on-conflict fail. */
static void test_isolated_fails(void)
{
    struct run run;
    struct weft_error err = {0};
    run_init(&run, "multinode", "isolated", 3);
    set(&run.experiment, "on-conflict", "fail");

    MUST(weft_run(&run.experiment, NULL, 0, &run.result, &err) == -1 &&
             err.kind == WEFT_ERROR_RULE,
         "%s", err.text);
    MUST(!run.result.valid, "valid");
    run_finish(&run);
}

/* Test every root of small cubes and some roots of larger ones. */
static void test_rooted(const char *problem)
{
    for (int d = 1; d <= FEWER(8, 7); d++) {
        int p = 1 << d, stride = d <= FEWER(5, 2) ? 1 : p / 3 - 1;
        for (int root = 0; root < p; root += stride) {
            struct run run;
            run_init(&run, problem, "necklace", d);
            set_number(&run.experiment, "root", root);
            set_number(&run.experiment, "bytes", 8 + root % 5);
            run_go(&run);
            MUST((int)run.result.steps == ceiling(p - 1, d),
                 "%s, d = %d, root %d", problem, d, root);
            MUST(run.result.own_bound == run.result.steps, "d = %d", d);
            run_finish(&run);
        }
    }
}

static void test_refused(void)
{
    static const char *const problems[] = {"multinode", "scatter", "gather"};
    struct run run;
    for (int i = 0; i < 3; i++) {
        run_init(&run, problems[i], "necklace", 3);
        set(&run.experiment, "network", "ring:8");
        run_refused(&run);
        run_init(&run, problems[i], "necklace", 3);
        set_number(&run.experiment, "root", 8);
        if (i)
            run_refused(&run);
    }
}

int main(void)
{
    test_necklace();
    test_split();
    test_isolated();
    test_isolated_fails();
    test_rooted("scatter");
    test_rooted("gather");
    test_refused();
    return 0;
}
