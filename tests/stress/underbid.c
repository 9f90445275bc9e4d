/* No valid run is below a lower bound: every strategy of every problem on
 * networks of all kinds, with switches and with processors that pass messages
 * on, in every kind of model, with several costs. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include <weft/problem.h>

#include "../settings.h"
#include "fewer.h"

/* Processors and switches in a row; the text of files. */
#define CHAIN "a s1\ns1 s2\ns2 s3\ns3 b\nswitch s1 s2 s3\n"
#define MIXED "0 1\n1 s\ns 2\ns 3\n3 0\nswitch s\n"
#define LANES "0 1 x2\n1 2 x3\n2 3\n3 0 x2\n"

static const char *const networks[] = {
    "hypercube:1",
    "hypercube:3",
    "ring:3",
    "ring:8",
    "line:4",
    "mesh:2x4",
    "torus:3x3",
    "tree:4",
    "tree:8",
    "star:5",
    "complete:2",
    "complete:8",
    "complete:9",
    "hyperx:3x3",
    "switch:6",
    "fat-tree:2x2",
    "fat-tree:2x3",
    "dragonfly:2x1x1",
    "dragonfly:2x1x2",
    "random:8x3",
    "petersen",
    "debruijn:2x3",
    CHAIN,
    MIXED,
    LANES,
};
static const char *const models[] = {
    "shouting",
    "all-port",
    "one-port",
    "one-port-duplex",
    "send=same,receive=all,duplex=half",
    "send=same,receive=one,duplex=full",
    "send=all,receive=one,duplex=full",
    "send=one,receive=all,duplex=full",
    "send=2,receive=2,duplex=full",
    "send=2,receive=1,duplex=half",
};
static const char *const costs[] = {NULL, "ts=7,tw=2", "ts=5,tw=1,th=3"};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static int runs;

static int check(const struct weft_experiment *e, const char *what)
{
    struct weft_result r;
    struct weft_error err = {0};
    int below = 0;
    if (!weft_run(e, NULL, 0, &r, &err) && r.valid) {
        runs++;
        for (int i = 0; i < r.bounds; i++)
            below |= r.bound[i].time > r.makespan;
        if (below)
            printf("%s: %" PRIu64 " is below %" PRIu64 "\n", what, r.makespan,
                   r.lower_bound);
    }
    weft_result_finish(&r);
    return below;
}

static int check_all(const char *problem, const char *strategy,
                     const char *network)
{
    int below = 0;
    for (size_t m = 0; m < COUNT(models); m++)
        for (size_t c = 0; c < COUNT(costs); c += FEWER(1, 4)) {
            struct weft_experiment e = experiment_of(problem);
            char what[400];
            set(&e, "strategy", strategy);
            set(&e, "network", network);
            set(&e, "model", models[m]);
            set(&e, "cost", costs[c]);
            snprintf(what, sizeof what, "%s %s on %s, %s, %s", problem,
                     strategy, network, models[m], costs[c] ? costs[c] : "");
            below += check(&e, what);
        }
    return below;
}

/* The name of a network, which is a file's text where it has several lines; a
 * file that was made is named. */
static const char *name_of(const char *network, char *path, char name[80])
{
    if (!strchr(network, '\n'))
        return network;
    int file = mkstemp(path);
    ssize_t length = (ssize_t)strlen(network);
    if (file < 0 || write(file, network, (size_t)length) != length ||
        close(file))
        abort();
    snprintf(name, 80, "file:%s", path);
    return name;
}

static int check_network(const char *network)
{
    const struct weft_problem_info *problem;
    const struct weft_strategy_info *strategy;
    char path[] = "/tmp/weft-underbid-XXXXXX", name[80];
    const char *spec = name_of(network, path, name);
    int below = 0;
    for (size_t i = 0; (problem = weft_problem(i)); i++)
        for (size_t k = 0; (strategy = weft_strategy(problem->name, k)); k++)
            below += check_all(problem->name, strategy->name, spec);
    if (spec != network)
        unlink(path);
    return below;
}

int main(void)
{
    int below = 0;
    for (size_t n = 0; n < COUNT(networks); n += FEWER(1, 3))
        below += check_network(networks[n]);
    printf("%d valid runs, %d below a bound\n", runs, below);
    return below != 0;
}
