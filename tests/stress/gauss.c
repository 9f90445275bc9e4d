/* gauss, run on the machine and replayed by the checker: the formulas of
 * Desprez et al., small systems with every strategy, other networks and models,
 * data from a file, rejected input. */
#include <string.h>
#include <unistd.h>

#include "../replay.h"
#include "../settings.h"

static int failures;

static void fail(const struct weft_experiment *e, const struct weft_result *r,
                 const char *text)
{
    failures++;
    fprintf(stderr,
            "%s %s n %d t_comp %d seed %d: %llu time units, bound %llu; "
            "%s\n",
            given(e, "strategy"), given(e, "network"),
            (int)given_number(e, "size", 0), (int)given_number(e, "t-comp", 1),
            (int)given_number(e, "seed", 1), (unsigned long long)r->makespan,
            (unsigned long long)r->lower_bound, text);
}

/* Run and check; `time` < 0: any time. */
static void check(const struct weft_experiment *e, const char *model,
                  int64_t time)
{
    struct weft_result r;
    struct weft_error err = {0};
    int status = replay_run(e, model, &r, &err);
    if (status || !r.valid || r.lower_bound > r.makespan ||
        (time >= 0 && r.makespan != (uint64_t)time) ||
        r.messages !=
            (uint64_t)given_number(e, "size", 0) * (uint64_t)(r.processors - 1))
        fail(e, &r, err.text);
    weft_result_finish(&r);
}

/* With greedy spacing messages may overtake: the run then solves the system but
 * violates the order. */
static void check_early(const struct weft_experiment *e)
{
    struct weft_result r;
    struct weft_error err = {0};
    int status = weft_run(e, NULL, 0, &r, &err);
    if (!r.ended || (!r.valid && !strstr(r.verdict, "(order program)")) ||
        (status && err.kind != WEFT_ERROR_WRONG))
        fail(e, &r, r.verdict);
    weft_result_finish(&r);
}

/* If p divides n, times equal the formulas, for any t_comp. */
static void check_formulas(int d, int rows, uint64_t t_comp)
{
    char network[32];
    struct weft_experiment e = experiment_of("gauss");
    int n = rows << d;
    int64_t computing = (int64_t)n * rows * (int64_t)t_comp;
    snprintf(network, sizeof network, "hypercube:%d", d);
    set(&e, "network", network);
    set_number(&e, "size", n);
    set_number(&e, "t-comp", t_comp);
    set_number(&e, "seed", n + d);
    set(&e, "strategy", "synchronised");
    check(&e, "shouting", n * d + computing);
    set(&e, "strategy", "rotated");
    check(&e, "shouting", 2 * n + d - 2 + computing);
    set(&e, "strategy", "woven");
    check(&e, "shouting", (d == 1 ? n : 2 * n + d - 3) + computing);
    set(&e, "strategy", "interleaved");
    if (d >= 3 && d <= 4)
        check(&e, "shouting", 5 * (n - 1) / 2 + d + computing);
    else
        check(&e, "shouting", -1);
    set(&e, "strategy", "greedy");
    check(&e, "shouting", -1);
    set_number(&e, "spacing", 0);
    set(&e, "strategy", "rotated");
    check_early(&e);
}

/* Test any n >= p, several seeds and every strategy. */
static void check_sizes(int d)
{
    static const char *const strategies[] = {"synchronised", "interleaved",
                                             "rotated", "woven", "greedy"};
    char network[32];
    snprintf(network, sizeof network, "hypercube:%d", d);
    for (int extra = 0; extra < 4; extra++)
        for (size_t s = 0; s < 5; s++) {
            struct weft_experiment e = experiment_of("gauss");
            set(&e, "network", network);
            set(&e, "strategy", strategies[s]);
            set_number(&e, "size", (1 << d) + extra * 3);
            set_number(&e, "seed", (uint64_t)extra << 33 | s);
            set_number(&e, "t-comp", extra);
            check(&e, "shouting", -1);
            set(&e, "order", "buffered");
            check(&e, "all-port", -1);
        }
}

static void check_networks(void)
{
    static const char *const networks[] = {
        "ring:8", "line:5", "mesh:3x4", "torus:3x3", "complete:9", "star:6"};
    static const char *const models[] = {"shouting", "all-port", "one-port",
                                         "one-port-duplex"};
    for (size_t i = 0; i < 6; i++)
        for (size_t k = 0; k < 4; k++) {
            struct weft_experiment e = experiment_of("gauss");
            set(&e, "network", networks[i]);
            set(&e, "strategy", "greedy");
            set_number(&e, "size", 12 + (int)i);
            set_number(&e, "t-comp", k);
            if (strcmp(models[k], "all-port") == 0)
                set(&e, "order", "buffered");
            check(&e, models[k], -1);
        }
}

/* Test networks with switches: all messages are routed. */
static void check_switches(void)
{
    struct weft_experiment e = experiment_of("gauss");
    set(&e, "network", "tree:8");
    set(&e, "strategy", "greedy");
    set_number(&e, "size", 16);
    check(&e, "one-port", -1);
    check(&e, "one-port-duplex", -1);
}

/* A message takes ts + tw words: the formula holds with this slot. */
static void check_cost(void)
{
    struct weft_experiment e = experiment_of("gauss");
    set(&e, "network", "hypercube:3");
    set_number(&e, "size", 16);
    set_number(&e, "t-comp", 5);
    set(&e, "cost", "ts=100,tw=2");
    int64_t slot = 100 + 2 * (16 + 2);
    set(&e, "strategy", "synchronised");
    check(&e, "shouting", 16 * 3 * slot + 16 * 2 * 5);
    set(&e, "strategy", "rotated");
    check(&e, "shouting", (2 * 16 + 1) * slot + 16 * 2 * 5);
}

static int run_data(const char *numbers, int n, const char *network,
                    struct weft_error *err)
{
    char path[] = "/tmp/weft-gauss-XXXXXX";
    struct weft_experiment e = experiment_of("gauss");
    struct weft_result r;
    int file = mkstemp(path);
    if (file < 0 ||
        write(file, numbers, strlen(numbers)) != (ssize_t)strlen(numbers))
        abort();
    close(file);
    set(&e, "network", network);
    set(&e, "data", path);
    set_number(&e, "size", n);
    int status = weft_run(&e, NULL, 0, &r, err);
    weft_result_finish(&r);
    unlink(path);
    return status;
}

/* Test x + y = 3, x - y = 1, which needs an exchange of rows; then a singular
 * system; then a file with too few numbers. */
static void check_data(void)
{
    struct weft_error err = {0};
    if (run_data("0 1 1\n1 1 3 # two rows\n", 2, "hypercube:1", &err)) {
        failures++;
        fprintf(stderr, "data: %s\n", err.text);
    }
    if (run_data("1 2 1\n2 4 3\n", 2, "hypercube:1", &err) == 0 ||
        !strstr(err.text, "singular")) {
        failures++;
        fprintf(stderr, "singular: %s\n", err.text);
    }
    if (run_data("1 2 1\n2 4\n", 2, "hypercube:1", &err) == 0) {
        failures++;
        fprintf(stderr, "five numbers were taken for six\n");
    }
}

static void check_refused(const char *network, const char *strategy,
                          const char *model, int n, const char *reason)
{
    struct weft_experiment e = experiment_of("gauss");
    struct weft_result r;
    struct weft_error err = {0};
    set(&e, "network", network);
    set(&e, "strategy", strategy);
    set(&e, "model", model);
    int status = weft_experiment_set_number(&e, "size", n, &err);
    r = (struct weft_result){0};
    if (!status)
        status = weft_run(&e, NULL, 0, &r, &err);
    if (status == 0 || !weft_error_is_misuse(&err) || !strstr(err.text, reason))
        fail(&e, &r, err.text);
    weft_result_finish(&r);
}

int main(void)
{
    for (int d = 1; d <= 5; d++)
        for (uint64_t t_comp = 0; t_comp <= 7; t_comp += t_comp ? 6 : 1) {
            check_formulas(d, 1, t_comp);
            check_formulas(d, 3, t_comp);
        }
    check_formulas(6, 1, 1);
    for (int d = 1; d <= 4; d++)
        check_sizes(d);
    check_networks();
    check_switches();
    check_cost();
    check_data();
    check_refused("hypercube:5", "rotated", NULL, 31, "too few");
    check_refused("hypercube:5", "greedy", NULL, -1, "--size");
    check_refused("ring:8", "rotated", NULL, 64, "hypercube");
    check_refused("hypercube:3", "rotated", "one-port", 64,
                  "does not fit model");
    return failures != 0;
}
