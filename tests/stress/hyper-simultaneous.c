/* Simultaneous broadcasts (Stamoulis, Tsitsiklis): all sets of sources of small
 * cubes, samples of larger ones, several packets at a processor. */
#include "fewer.h"
#include "hyper.h"

static int prefix_steps(int d, int k)
{
    return 2 * ceiling(k, d) + 4 * d;
}

/* Check that phase 1 consists of 2 (2^d - 1) + d transfers of message 0 in
 * slots 1 .. 2d + 1, and that phase 2 stays within its slots. */
static void check_phases(const struct run *run, int k)
{
    const struct weft_trace *trace = &run->trace;
    int d = run->d, first = 0;
    for (size_t i = 0; i < trace->count; i++) {
        const struct weft_event *e = &trace->events[i];
        if (e->kind != WEFT_SEND)
            continue;
        bool early = (int)e->start <= 2 * d;
        MUST(early == (e->message == 0), "slot %d message %d",
             (int)e->start + 1, e->message);
        first += early;
    }
    MUST(first == 2 * ((1 << d) - 1) + d, "%d transfers", first);
    double second = ceiling(k, d) + d - 1;
    MUST(measure_of(run, "phase 1 slots") == 2 * d + 1, "d = %d", d);
    MUST(measure_of(run, "phase 2 slots") == second, "d = %d", d);
    MUST(measure_of(run, "phase 2 slots used") <= second, "d = %d", d);
    MUST(measure_of(run, "phase 3 slots") == ceiling(k, d) + d, "d = %d", d);
}

static void prefix_set(int d, unsigned set)
{
    struct run run;
    int k = __builtin_popcount(set);
    run_init(&run, "simultaneous", "prefix", d);
    add_set(&run, set);
    run_go(&run);
    MUST((int)run.result.steps == prefix_steps(d, k), "d = %d, set %x", d, set);
    check_phases(&run, k);
    run_finish(&run);
}

static void test_prefix(void)
{
    for (int d = 1; d <= FEWER(3, 2); d++)
        for (unsigned set = 1; set < 1U << (1 << d); set++)
            prefix_set(d, set);
    for (unsigned set = 1; set < 1U << 16; set += FEWER(331, 3331))
        prefix_set(4, set);
    unsigned state = 1;
    for (int d = 1; d <= 7; d++)
        for (int k = 1; k <= 40; k = 2 * k + 1) {
            struct run run;
            run_init(&run, "simultaneous", "prefix", d);
            add_random(&run, k, &state);
            set_number(&run.experiment, "bytes", k);
            MUST(steps_of(&run) == prefix_steps(d, k), "d = %d, K = %d", d, k);
        }
}

/* Other costs make the slots longer but don't change their number. */
static void test_cost(void)
{
    static const char *const strategies[] = {"prefix", "random", "unbalanced",
                                             "ranked"};
    for (size_t i = 0; i < sizeof strategies / sizeof *strategies; i++) {
        struct run run;
        int steps[2];
        for (int costly = 0; costly < 2; costly++) {
            run_init(&run, "simultaneous", strategies[i], 4);
            set(&run.experiment, "sources", "1,7,7,12");
            if (costly) {
                set(&run.experiment, "cost", "ts=5,tw=3,th=2");
                set_number(&run.experiment, "bytes", 100);
            }
            steps[costly] = steps_of(&run);
        }
        MUST(steps[0] == steps[1], "%s: %d and %d", strategies[i], steps[0],
             steps[1]);
    }
}

static void test_random(void)
{
    for (int d = 1; d <= 6; d++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            struct run run;
            run_init(&run, "simultaneous", "random", d);
            set(&run.experiment, "sources", "all");
            set_number(&run.experiment, "seed", seed);
            run_go(&run);
            int peak = (int)measure_of(&run, "largest tree load");
            MUST((int)run.result.steps == 2 * peak + 2 * d - 1,
                 "d = %d, largest load %d", d, peak);
            MUST(peak >= ceiling(1 << d, d), "d = %d", d);
            run_finish(&run);
        }
}

/* Test the random generator against precomputed tree loads. */
static void test_generator(void)
{
    static const int loads[][4] = {{3, 1, 3, 2}, {5, 2, 9, 5}, {6, 3, 15, 7}};
    for (int i = 0; i < 3; i++) {
        struct run run;
        run_init(&run, "simultaneous", "random", loads[i][0]);
        set(&run.experiment, "sources", "all");
        set_number(&run.experiment, "seed", (uint64_t)loads[i][1]);
        run_go(&run);
        MUST(measure_of(&run, "largest tree load") == loads[i][2] &&
                 measure_of(&run, "smallest tree load") == loads[i][3],
             "d = %d", loads[i][0]);
        run_finish(&run);
    }
}

/* Erratum B6: with few packets the largest load is often above e K/d. */
static void test_loads(void)
{
    static const struct {
        const char *sources;
        double low, high;
    } shares[] = {
        {"random:8", 0.45, 0.55},
        {"random:16", 0.06, 0.11},
        {"random:64", 0, 0.003},
    };
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        struct run run;
        run_init(&run, "simultaneous", "random", 8);
        set(&run.experiment, "sources", shares[i].sources);
        run_go(&run);
        double share = measure_of(&run, "share with load above eK/d");
        MUST(share >= shares[i].low && share <= shares[i].high, "%s: %g",
             shares[i].sources, share);
        run_finish(&run);
    }
}

static void test_refused(void)
{
    static const struct {
        const char *strategy, *sources;
    } wrong[] = {
        {"pair", "0"},       {"pair", "0,1,2"},       {"pair", "3,3"},
        {"pair", "all"},     {"ranked", "0,1,2,3"},   {"ranked", "all"},
        {"prefix", "0,8"},   {"prefix", "-1"},        {"prefix", ""},
        {"prefix", "0,"},    {"prefix", ",0"},        {"prefix", "0;1"},
        {"prefix", "every"}, {"prefix", "random:0"},  {"prefix", "random:9"},
        {"prefix", "0 1"},   {"prefix", "random:2x"}, {"random", "random:"},
    };
    struct run run;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        run_init(&run, "simultaneous", wrong[i].strategy, 3);
        if (weft_experiment_set(&run.experiment, "sources", wrong[i].sources,
                                NULL) == 0)
            run_refused(&run);
    }
    run_init(&run, "simultaneous", "prefix", 3);
    set(&run.experiment, "network", "ring:8");
    run_refused(&run);
}

int main(void)
{
    test_prefix();
    test_cost();
    test_random();
    test_generator();
    test_loads();
    test_refused();
    return 0;
}
