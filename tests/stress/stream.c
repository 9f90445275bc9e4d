/* Tests of the problem `stream`, run on the machine and replayed by the
 * checker: every transfer of small schedules, the number of rounds of every
 * strategy, every root, and settings that must be rejected. */
#include <string.h>

#include "../replay.h"
#include "../schedule.h"
#include "../settings.h"

static int failures;

/* ---- transfer by transfer ---- */

static const struct example {
    const char *network, *strategy;
    int root, trees, packets;
    const char *schedule;
} examples[] = {
    {"complete:13", "fibonacci", 0, 3, 2,
     "1 0 1 0 | 2 0 5 1 | 2 1 2 0 | 3 1 3 0 | 3 2 5 0 | 3 5 6 1 | 4 1 4 0 | "
     "4 3 6 0 | 4 5 7 1 | 4 6 9 1 | 5 2 9 0 | 5 3 7 0 | 5 4 12 0 | 5 5 8 1 | "
     "5 7 3 1 | 6 3 8 0 | 6 4 10 0 | 6 6 1 1 | 6 7 4 1 | 6 8 11 1 | "
     "7 4 11 0 | 7 7 2 1 | 7 8 12 1 | 8 8 10 1"},
    {"complete:13", "fibonacci", 0, 3, 3,
     "1 0 1 0 | 2 0 5 1 | 2 1 2 0 | 3 0 9 2 | 3 1 3 0 | 3 2 5 0 | 3 5 6 1 | "
     "4 1 4 0 | 4 3 6 0 | 4 5 7 1 | 4 6 9 1 | 4 9 10 2 | 5 2 9 0 | 5 3 7 0 | "
     "5 4 12 0 | 5 5 8 1 | 5 7 3 1 | 5 9 11 2 | 5 10 1 2 | 6 3 8 0 | "
     "6 4 10 0 | 6 6 1 1 | 6 7 4 1 | 6 8 11 1 | 6 9 12 2 | 6 11 2 2 | "
     "7 4 11 0 | 7 7 2 1 | 7 8 12 1 | 7 10 5 2 | 7 11 3 2 | 7 12 8 2 | "
     "8 8 10 1 | 8 11 4 2 | 8 12 6 2 | 9 12 7 2"},
    {"complete:8", "edst", 0, 0, 2,
     "1 0 1 0 | 2 0 2 1 | 2 1 3 0 | 3 0 4 1 | 3 1 5 0 | 3 2 6 1 | 3 3 7 0 | "
     "4 0 1 1 | 4 2 3 1 | 4 3 2 0 | 4 4 5 1 | 4 5 4 0 | 4 6 7 1 | 4 7 6 0"},
    {"complete:8", "edst", 0, 0, 3,
     "1 0 1 0 | 2 0 2 1 | 2 1 3 0 | 3 0 4 2 | 3 1 5 0 | 3 2 6 1 | 3 3 7 0 | "
     "4 0 1 2 | 4 2 3 1 | 4 3 2 0 | 4 4 5 2 | 4 5 4 0 | 4 6 7 1 | 4 7 6 0 | "
     "5 0 2 2 | 5 1 3 2 | 5 3 1 1 | 5 4 6 2 | 5 5 7 2 | 5 6 4 1 | 5 7 5 1"},
    {"complete:3", "path", 1, 0, 2, "1 1 2 0 | 2 1 2 1 | 2 2 0 0 | 3 2 0 1"},
    {"complete:4", "binomial", 0, 0, 2,
     "1 0 2 0 | 2 0 1 0 | 2 2 3 0 | 3 0 2 1 | 4 0 1 1 | 4 2 3 1"},
    {"complete:4", "binomial", 3, 0, 1, "1 3 1 0 | 2 1 0 0 | 2 3 2 0"},
    {"complete:5", "binary", 0, 0, 2,
     "1 0 1 0 | 2 0 2 0 | 2 1 3 0 | 3 0 1 1 | 3 1 4 0 | 4 0 2 1 | 4 1 3 1 | "
     "5 1 4 1"},
};

static void check_example(const struct example *x)
{
    struct weft_experiment e = experiment_of("stream");
    struct weft_result r;
    struct weft_error err = {0};
    char *text;
    set(&e, "network", x->network);
    set(&e, "strategy", x->strategy);
    set_number(&e, "root", x->root);
    if (x->trees)
        set_number(&e, "trees", x->trees);
    set_number(&e, "packets", x->packets);
    if (schedule_run(&e, &text, &r, &err) || strcmp(text, x->schedule)) {
        failures++;
        fprintf(stderr, "%s %s: %s\n  is     %s\n  not    %s\n", x->network,
                x->strategy, err.text, text, x->schedule);
    }
    free(text);
    weft_result_finish(&r);
}

/* ---- rounds ---- */

static void check(const char *network, int n, const char *strategy, int root,
                  int trees, int packets, int64_t rounds)
{
    struct weft_experiment e = experiment_of("stream");
    struct weft_result r;
    struct weft_error err = {0};
    set(&e, "network", network);
    set(&e, "strategy", strategy);
    set_number(&e, "root", root);
    if (trees)
        set_number(&e, "trees", trees);
    set_number(&e, "packets", packets);
    set_number(&e, "bytes", 1 + (n + packets) % 17);
    int status = replay_run(&e, "one-port-duplex", &r, &err);
    if (status || !r.valid || r.steps != (uint64_t)rounds ||
        r.messages != (uint64_t)packets * (uint64_t)(n - 1) ||
        r.lower_bound > r.makespan || r.lower_bound < (uint64_t)packets) {
        failures++;
        fprintf(stderr,
                "%s %s root %d trees %d packets %d: %llu rounds, not "
                "%lld; %s\n",
                network, strategy, root, trees, packets,
                (unsigned long long)r.steps, (long long)rounds, err.text);
    }
    weft_result_finish(&r);
}

static int log2_of(int n)
{
    int q = 0;
    while (1 << q < n)
        q++;
    return q;
}

static void check_size(int n, int packets)
{
    char network[32];
    int root = (n * 7 + packets) % n, q = log2_of(n);
    snprintf(network, sizeof network, "complete:%d", n);
    check(network, n, "path", root, 0, packets, packets + n - 2);
    check(network, n, "binomial", root, 0, packets, packets * q);
    if (n == 1 << q) {
        check(network, n, "edst", root, 0, packets, packets + q - 1);
        snprintf(network, sizeof network, "hypercube:%d", q);
        check(network, n, "edst", root, 0, packets, packets + q - 1);
    }
    if (n == (1 << q) - 1 && n > 2)
        check(network, n, "binary", root, 0, packets, 2 * packets + 2 * q - 4);
}

/* rounds - m, as measured for d = 3 and 5 */
static void check_fibonacci(void)
{
    static const struct {
        int n, trees, over;
    } table[] = {
        {22, 3, 7},   {28, 3, 7},  {30, 3, 7},  {32, 3, 8},   {64, 3, 9},
        {128, 3, 10}, {32, 5, 10}, {64, 5, 11}, {128, 5, 12}, {64, 7, 14},
        {128, 7, 15}, {4, 3, 2},   {6, 5, 4},   {32, 0, 8},   {64, 0, 9},
    };
    static const int packets[] = {1, 2, 3, 10, 23};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        for (size_t k = 0; k < 5; k++) {
            char network[32];
            snprintf(network, sizeof network, "complete:%d", table[i].n);
            check(network, table[i].n, "fibonacci", (int)(i + k) % table[i].n,
                  table[i].trees, packets[k], packets[k] + table[i].over);
        }
}

/* ---- refusals ---- */

static void check_refused(const char *network, const char *strategy, int root,
                          int trees, int packets, const char *reason)
{
    struct weft_experiment e = experiment_of("stream");
    struct weft_result r;
    struct weft_error err = {0};
    set(&e, "network", network);
    set(&e, "strategy", strategy);
    set_number(&e, "root", root);
    if (trees)
        set_number(&e, "trees", trees);
    set_number(&e, "packets", packets);
    int status = weft_run(&e, NULL, 0, &r, &err);
    if (status == 0 || !weft_error_is_misuse(&err) ||
        !strstr(err.text, reason)) {
        failures++;
        fprintf(stderr, "%s %s: '%s' does not say '%s'\n", network, strategy,
                err.text, reason);
    }
    weft_result_finish(&r);
}

/* Half duplex is not enough: the run must fail with a message. */
static void check_half_duplex(void)
{
    struct weft_experiment e = experiment_of("stream");
    struct weft_result r;
    struct weft_error err = {0};
    set(&e, "model", "one-port");
    set(&e, "on-conflict", "fail");

    if (weft_run(&e, NULL, 0, &r, &err) == 0 || err.kind != WEFT_ERROR_RULE) {
        failures++;
        fprintf(stderr, "one-port: %s\n", err.text);
    }
    weft_result_finish(&r);
}

int main(void)
{
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        check_example(&examples[i]);
    static const int packets[] = {1, 2, 7};
    for (int n = 2; n <= 33; n++)
        for (size_t k = 0; k < 3; k++)
            check_size(n, packets[k]);
    check_fibonacci();
    check_refused("complete:32", "fibonacci", 0, 4, 10, "odd");
    check_refused("complete:32", "fibonacci", 0, 1, 10, "at least 3");
    check_refused("complete:20", "fibonacci", 0, 5, 10, "at least 31");
    check_refused("complete:3", "fibonacci", 0, 0, 10, "at least 4");
    check_refused("complete:31", "edst", 0, 0, 10, "power of two");
    check_refused("hypercube:3", "path", 0, 0, 10, "complete");
    check_refused("complete:8", "path", 8, 0, 10, "root");
    check_half_duplex();
    return failures != 0;
}
