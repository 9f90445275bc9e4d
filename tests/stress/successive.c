/* successive on hypercubes: the number of steps of Desprez et al. 1993, and
 * every transfer, computed here independently from the definitions: mu_j starts
 * at x(j), the j-th word of the Gray code, and travels level by level down the
 * binomial tree of x(j), rotated by the dimension in which x(j) and x(j+1)
 * differ. */
#include <base/sanitize.h>
#include <inttypes.h>
#include <string.h>

#include "../replay.h"
#include "../schedule.h"
#include "../settings.h"

/* Limit on d; larger cubes take too long under sanitizers. */
#define STEPS_D (SANITIZE_ADDRESS || SANITIZE_THREAD ? 7 : 10)
#define EVENTS_D 7

static const struct row {
    const char *strategy, *order;
    uint64_t steps[11]; /* by d; 0: not checked */
} rows[] = {
    {"synchronised",
     "program",
     {0, 2, 8, 24, 64, 160, 384, 896, 2048, 4608, 10240}},
    {"interleaved",
     "program",
     {0, 2, 8, 20, 41, 82, 163, 324, 645, 1286, 2567}},
    {"rotated", "program", {0, 3, 8, 17, 34, 67, 132, 261, 518, 1031, 2056}},
    /* 2p + d - 3, and 13p/8 + d - 2 from d = 3 on */
    {"woven", "program", {0, 2, 7, 16, 33, 66, 131, 260, 517}},
    {"woven", "arrival", {0, 2, 7, 16, 33, 66, 131}},
    {"woven", "buffered", {0, 2, 7, 14, 28, 55, 108, 213, 422}},
    /* the optimum, as far as it is known */
    {"optimal", "program", {0, 2, 6, 14, 29, 59}},
    {"optimal", "arrival", {0, 2, 6, 14, 29, 59}},
    {"optimal", "buffered", {0, 2, 6, 14, 26, 51}},
};

static int failures;

static struct weft_experiment experiment(const struct row *row, int d)
{
    static char network[24];
    snprintf(network, sizeof network, "hypercube:%d", d);
    struct weft_experiment e = experiment_of("successive");
    set(&e, "strategy", row->strategy);
    set(&e, "network", network);
    set(&e, "order", row->order);
    return e;
}

static void check_steps(const struct row *row, int d)
{
    struct weft_experiment e = experiment(row, d);
    struct weft_result r;
    struct weft_error err = {0};
    uint64_t p = UINT64_C(1) << d;
    if (replay_run(&e, "shouting", &r, &err) || r.steps != row->steps[d] ||
        r.messages != p * (p - 1) || r.conflicts || !r.valid ||
        r.lower_bound > r.makespan) {
        failures++;
        printf("%s, d = %d: %" PRIu64 " steps, not %" PRIu64 "; %" PRIu64
               " messages, %" PRIu64 " conflicts, bound %" PRIu64 "; %s\n",
               row->strategy, d, r.steps, row->steps[d], r.messages,
               r.conflicts, r.lower_bound, err.text);
    }
    weft_result_finish(&r);
}

/* ---- the schedules, by the definitions ---- */

static int gray(int j, int p)
{
    int i = (j - 1) % p;
    return i ^ i >> 1;
}

static int rotate_right(int word, int by, int d)
{
    int mask = (1 << d) - 1;
    return (word >> by | word << (d - by)) & mask;
}

static int start_of(const struct row *row, int j, int d)
{
    switch (row->strategy[0]) {
    case 's':
        return (j - 1) * d;
    case 'r':
        return 2 * (j - 1);
    default: /* greedy start times; this formula holds for d >= 3 */
        return d < 3 ? (j - 1) * d : 5 * (j - 1) / 2;
    }
}

static size_t expect(const struct row *row, int d, struct transfer *t)
{
    size_t count = 0;
    int p = 1 << d;
    for (int j = 1; j <= p; j++) {
        int root = gray(j, p), nu = 0;
        if (row->strategy[0] == 'r')
            nu = __builtin_ctz((unsigned)(root ^ gray(j + 1, p)));
        for (int u = 0; u < p; u++) {
            if (u == root)
                continue;
            int word = rotate_right(u ^ root, nu, d);
            int k = __builtin_ctz((unsigned)word);
            t[count++] = (struct transfer){
                start_of(row, j, d) + __builtin_popcount((unsigned)word),
                u ^ 1 << (nu + k) % d, u, j};
        }
    }
    qsort(t, count, sizeof *t, transfer_compare);
    return count;
}

static void check_events(const struct row *row, int d)
{
    struct weft_experiment e = experiment(row, d);
    struct weft_result r;
    struct weft_error err = {0};
    struct weft_trace trace = {0};
    struct transfer *found,
        *expected = calloc((size_t)1 << 2 * d, sizeof *found);
    const struct weft_sink sink = weft_trace_collect(&trace);
    const struct weft_sink *const sinks[] = {&sink};
    int status = weft_run(&e, sinks, 1, &r, &err);
    size_t count = schedule_transfers(&trace, &found), same = 0;
    size_t wanted = expect(row, d, expected);
    while (same < count && same < wanted &&
           !transfer_compare(&found[same], &expected[same]))
        same++;
    if (status || count != wanted || same < count) {
        failures++;
        printf("%s, d = %d: transfer %zu of %zu is not as defined; %s\n",
               row->strategy, d, same + 1, wanted, err.text);
    }
    free(found);
    free(expected);
    weft_trace_finish(&trace);
    weft_result_finish(&r);
}

/* Return whether this file computes the transfers of the row. */
static bool row_is_defined(const struct row *row)
{
    return strcmp(row->strategy, "woven") != 0 &&
           strcmp(row->strategy, "optimal") != 0;
}

int main(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int d = 1; d <= STEPS_D && rows[i].steps[d]; d++)
            check_steps(&rows[i], d);
        for (int d = 1; d <= EVENTS_D && row_is_defined(&rows[i]); d++)
            check_events(&rows[i], d);
    }
    return failures != 0;
}
