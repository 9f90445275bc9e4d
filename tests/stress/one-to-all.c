/* broadcast and reduce on every kind of network, with many sizes, every root
 * and every operator; matvec with many sizes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/check.h>
#include <weft/network.h>
#include <weft/problem.h>

#include "../settings.h"
#include "fewer.h"

static int failures;

static int ceil_log2(int p)
{
    int steps = 0;
    while (1 << steps < p)
        steps++;
    return steps;
}

/* Run with the checker attached. @returns as weft_run(); *clean: whether the
 * checker found nothing */
static int run(const struct weft_experiment *e, struct weft_result *r,
               struct weft_error *err, bool *clean)
{
    struct weft_model model;
    struct weft_network *network =
        weft_network_create(given(e, "network"), NULL);
    const char *name = given(e, "model");
    if (!name)
        name = strcmp(given(e, "strategy"), "sbt") ? "one-port" : "all-port";
    weft_model_parse(name, &model, NULL);
    const struct weft_check_options options = {
        .network = network,
        .model = &model,
        .problem = strcmp(e->problem, "matvec") ? e->problem : NULL,
        .root = (int)given_number(e, "root", 0),
    };
    struct weft_check *check = weft_check_create(&options, err);
    const struct weft_sink *const sinks[] = {weft_check_sink(check)};
    int status = weft_run(e, sinks, 1, r, err);
    const struct weft_check_result *verdict = weft_check_result(check);
    *clean = status ||
             (verdict->solved && !verdict->findings &&
              verdict->messages == r->messages && verdict->steps == r->steps);
    if (!*clean && verdict->kept)
        fprintf(stderr, "%s\n", verdict->finding[0].text);
    weft_check_destroy(check);
    weft_network_destroy(network);
    return status;
}

/* Check steps, messages, conflicts and postcondition, also with the checker. */
static void check(const struct weft_experiment *e, uint64_t steps,
                  uint64_t messages)
{
    struct weft_result r;
    struct weft_error err = {0};
    bool clean;
    int status = run(e, &r, &err, &clean);
    if (status || !r.valid || r.steps != steps || r.messages != messages ||
        r.conflicts || r.lower_bound > r.makespan || r.outcome.untaken ||
        !clean) {
        failures++;
        fprintf(stderr,
                "%s %s %s root %d op %s: %s; %llu steps (%llu), %llu messages "
                "(%llu), %llu conflicts, bound %llu\n",
                e->problem, given(e, "strategy"), given(e, "network"),
                (int)given_number(e, "root", 0),
                given(e, "op") ? given(e, "op") : "-", err.text,
                (unsigned long long)r.steps, (unsigned long long)steps,
                (unsigned long long)r.messages, (unsigned long long)messages,
                (unsigned long long)r.conflicts,
                (unsigned long long)r.lower_bound);
    }
    weft_result_finish(&r);
}

static const char *const operators[] = {"sum", "product", "min", "max",
                                        "compose"};

static void check_reductions(struct weft_experiment e, uint64_t steps, int p,
                             bool by_rank)
{
    e.problem = "reduce";
    for (size_t i = 0; i < 5; i++) {
        set(&e, "op", operators[i]);
        set_number(&e, "bytes", 1 + (given_number(&e, "root", 0) + p) % 19);
        if (by_rank || i < 4)
            check(&e, steps, (uint64_t)p - 1);
    }
}

/* Check a network; `steps` < 0: ceil(log2 p) steps. */
static void check_network(const char *spec, int steps, bool by_rank)
{
    struct weft_network *network = weft_network_create(spec, NULL);
    int p = weft_network_size(network);
    int d = steps < 0 ? ceil_log2(p) : steps;
    struct weft_experiment e = experiment_of("broadcast");
    set(&e, "network", spec);
    for (int root = 0; root < p; root += p < FEWER(24, 2) ? 1 : 7) {
        set_number(&e, "root", root);
        set(&e, "strategy", "binomial");
        check(&e, (uint64_t)d, (uint64_t)p - 1);
        check_reductions(e, (uint64_t)d, p, by_rank);
        set(&e, "strategy", "naive");
        check(&e, (uint64_t)p - 1, (uint64_t)p - 1);
        check_reductions(e, (uint64_t)p - 1, p, true);
        if (strcmp(weft_network_kind(network), "hypercube"))
            continue;
        set(&e, "strategy", "sbt");
        check(&e, (uint64_t)d, (uint64_t)p - 1);
        check_reductions(e, (uint64_t)d, p, true);
        set(&e, "model", "shouting");
        check(&e, (uint64_t)d, (uint64_t)p - 1);
        set(&e, "model", NULL);
    }
    weft_network_destroy(network);
}

static void check_sizes(const char *format, int low, int high)
{
    for (int p = low; p <= high; p += p < FEWER(12, 3) ? 1 : 5) {
        char spec[40];
        snprintf(spec, sizeof spec, format, p);
        check_network(spec, -1, true);
    }
}

static void check_meshes(void)
{
    static const char *const meshes[] = {
        "mesh:1x2",  "mesh:2x2",   "mesh:4x4",   "mesh:3x5",   "mesh:5x3",
        "mesh:2x7",  "mesh:2x2x2", "mesh:2x3x4", "mesh:3x3x3", "mesh:4x4x2",
        "torus:4x4", "torus:2x4",  "torus:4x2x4"};
    for (size_t i = 0; i < sizeof meshes / sizeof meshes[0]; i++)
        check_network(meshes[i], -1, true);
    check_network("torus:3x5", 5, false);
    check_network("torus:6x2", 4, false);
    check_network("torus:3x3x3", 6, false);
}

static void check_products(void)
{
    for (int n = 2; n <= 16; n += n < 9 ? 1 : 7) {
        char spec[40];
        snprintf(spec, sizeof spec, "mesh:%dx%d", n, n);
        struct weft_experiment e = experiment_of("matvec");
        set(&e, "network", spec);
        set(&e, "strategy", "broadcast-reduce");
        check(&e, 2 * (uint64_t)ceil_log2(n), 2 * (uint64_t)(n * (n - 1)));
    }
}

int main(void)
{
    check_sizes("hypercube:%d", 1, 5);
    check_sizes("line:%d", 2, 24);
    check_sizes("ring:%d", 3, 24);
    check_sizes("complete:%d", 2, 24);
    check_sizes("star:%d", 2, 12);
    for (int p = 2; p <= 32; p *= 2)
        check_sizes("tree:%d", p, p);
    check_meshes();
    check_products();
    return failures != 0;
}
