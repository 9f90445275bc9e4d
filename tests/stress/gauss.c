/* gauss, run on the machine and replayed by the checker: document A's
 * formulas, small systems with every strategy, other networks and models,
 * data from a file, refusals. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "../replay.h"

static int failures;

static void fail(const struct weft_experiment *e, const struct weft_result *r,
                 const char *text)
{
    failures++;
    fprintf(stderr,
            "%s %s n %d t_comp %llu seed %llu: %llu time units, bound %llu; "
            "%s\n",
            e->strategy, e->network, e->size, (unsigned long long)e->t_comp,
            (unsigned long long)e->seed, (unsigned long long)r->makespan,
            (unsigned long long)r->lower_bound, text);
}

/* Run; `time` < 0: any. */
static void check(const struct weft_experiment *e, const char *model,
                  int64_t time)
{
    struct weft_result r;
    struct weft_error err = {0};
    int status = replay_run(e, model, &r, &err);
    if (status || !r.valid || r.lower_bound > r.steps ||
        (time >= 0 && r.makespan != (uint64_t)time) ||
        r.messages != (uint64_t)e->size * (uint64_t)(r.processors - 1))
        fail(e, &r, err.text);
    weft_result_finish(&r);
}

/* p divides n: the times are the formulas, whatever t_comp is. */
static void check_formulas(int d, int rows, uint64_t t_comp)
{
    char network[32];
    struct weft_experiment e = weft_experiment_default("gauss");
    int n = rows << d;
    int64_t computing = (int64_t)n * rows * (int64_t)t_comp;
    snprintf(network, sizeof network, "hypercube:%d", d);
    e.network = network;
    e.size = n;
    e.t_comp = t_comp;
    e.seed = (uint64_t)(n + d);
    e.strategy = "synchronised";
    check(&e, "shouting", n * d + computing);
    e.strategy = "rotated";
    check(&e, "shouting", 2 * n + d - 2 + computing);
    e.strategy = "interleaved";
    if (d >= 3 && d <= 4)
        check(&e, "shouting", 5 * (n - 1) / 2 + d + computing);
    else
        check(&e, "shouting", -1);
    e.strategy = "greedy";
    check(&e, "shouting", -1);
    /* every row as soon as its owner has it; messages that come too early
     * wait their turn */
    e.spacing = 0;
    e.order = WEFT_ORDER_BUFFERED;
    e.strategy = "rotated";
    check(&e, "shouting", -1);
}

/* Any n >= p, several seeds, every strategy. */
static void check_sizes(int d)
{
    static const char *const strategies[] = {"synchronised", "interleaved",
                                             "rotated", "greedy"};
    char network[32];
    snprintf(network, sizeof network, "hypercube:%d", d);
    for (int extra = 0; extra < 4; extra++)
        for (size_t s = 0; s < 4; s++) {
            struct weft_experiment e = weft_experiment_default("gauss");
            e.network = network;
            e.strategy = strategies[s];
            e.size = (1 << d) + extra * 3;
            e.seed = (uint64_t)extra << 33 | s;
            e.t_comp = (uint64_t)extra;
            check(&e, "shouting", -1);
            e.order = WEFT_ORDER_BUFFERED;
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
            struct weft_experiment e = weft_experiment_default("gauss");
            e.network = networks[i];
            e.strategy = "greedy";
            e.size = 12 + (int)i;
            e.t_comp = k;
            if (strcmp(models[k], "all-port") == 0)
                e.order = WEFT_ORDER_BUFFERED;
            check(&e, models[k], -1);
        }
}

/* Switches between the processors: every message over a route. */
static void check_switches(void)
{
    struct weft_experiment e = weft_experiment_default("gauss");
    e.network = "tree:8";
    e.strategy = "greedy";
    e.size = 16;
    check(&e, "one-port", -1);
    check(&e, "one-port-duplex", -1);
}

/* A message takes ts + tw words: the formula holds with that slot. */
static void check_cost(void)
{
    struct weft_experiment e = weft_experiment_default("gauss");
    e.network = "hypercube:3";
    e.size = 16;
    e.t_comp = 5;
    e.cost = (struct weft_cost){.ts = 100, .tw = 2};
    int64_t slot = 100 + 2 * (16 + 2);
    e.strategy = "synchronised";
    check(&e, "shouting", 16 * 3 * slot + 16 * 2 * 5);
    e.strategy = "rotated";
    check(&e, "shouting", (2 * 16 + 1) * slot + 16 * 2 * 5);
}

static int run_data(const char *numbers, int n, const char *network,
                    struct weft_error *err)
{
    char path[] = "/tmp/weft-gauss-XXXXXX";
    struct weft_experiment e = weft_experiment_default("gauss");
    struct weft_result r;
    int file = mkstemp(path);
    if (file < 0 ||
        write(file, numbers, strlen(numbers)) != (ssize_t)strlen(numbers))
        abort();
    close(file);
    e.network = network;
    e.data = path;
    e.size = n;
    int status = weft_run(&e, NULL, 0, &r, err);
    weft_result_finish(&r);
    unlink(path);
    return status;
}

/* x + y = 3, x - y = 1, with a zero where no exchange would divide by it;
 * then a singular one; then too few numbers. */
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
    struct weft_experiment e = weft_experiment_default("gauss");
    struct weft_result r;
    struct weft_error err = {0};
    e.network = network;
    e.strategy = strategy;
    e.model = model;
    e.size = n;
    int status = weft_run(&e, NULL, 0, &r, &err);
    if (status == 0 || !weft_is_misuse(errno) || !strstr(err.text, reason))
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
    check_refused("hypercube:5", "greedy", NULL, -1, "rows");
    check_refused("ring:8", "rotated", NULL, 64, "hypercube");
    check_refused("hypercube:3", "rotated", "one-port", 64, "forbids");
    return failures != 0;
}
