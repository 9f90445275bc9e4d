/* The timetables of `stream`, played round by round without the machine: every
 * send has its reception, processors send only what they hold, and all receive
 * everything in the number of rounds stated by Bruck, Cypher and Ho. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include <weft/setting.h>
#include <weft/unstable/tree.h>

#include "../settings.h"

#include <problem/stream/stream.h>

/* Make a plan without a run, with only the members that the strategies'
 * prepare() reads. */
static int stream_make(struct plan *plan, const struct weft_strategy *strategy,
                       int n, int packets, int trees, struct weft_error *err)
{
    struct weft_experiment e = weft_experiment_default("stream");
    set_number(&e, "packets", packets);
    if (trees)
        set_number(&e, "trees", trees);
    *plan = (struct plan){.strategy = strategy, .size = n};
    const struct weft_setting *row;
    for (size_t i = 0; (row = weft_problem_setting("stream", i)); i++)
        plan_value_add(plan, row, weft_experiment_get(&e, row->name), NULL);
    return strategy->prepare(plan, err);
}

static void stream_finish(struct plan *plan)
{
    plan->strategy->finish(plan);
}

/* Play one round; held[v][k]: packet k reached v before this round. */
static int64_t play(const struct stream_schedule *s, int64_t round, char *held)
{
    struct stream_action *all = malloc((size_t)s->n * sizeof *all);
    int64_t moved = 0;
    for (int v = 0; v < s->n; v++) {
        all[v] = (struct stream_action){.to = -1, .from = -1};
        s->act(s, v, round, &all[v]);
        const struct stream_action *a = &all[v];
        cr_assert(a->to < s->n && a->to != v && a->from != v);
        cr_assert(a->to < 0 || held[v * s->packets + a->sends],
                  "n %d m %d round %d: %d has no packet %d", s->n, s->packets,
                  (int)round, v, a->sends);
    }
    for (int v = 0; v < s->n; v++) {
        const struct stream_action *a = &all[v];
        if (a->to >= 0)
            cr_assert(all[a->to].from == v && all[a->to].receives == a->sends);
        if (a->from < 0)
            continue;
        cr_assert(all[a->from].to == v && all[a->from].sends == a->receives);
        cr_assert_eq(held[v * s->packets + a->receives]++, 0,
                     "n %d m %d round %d: %d has packet %d already", s->n,
                     s->packets, (int)round, v, a->receives);
        moved++;
    }
    free(all);
    return moved;
}

static void stream_check(const struct weft_strategy *strategy, int trees, int n,
                         int packets, int64_t rounds)
{
    struct plan plan;
    cr_assert_eq(stream_make(&plan, strategy, n, packets, trees, NULL), 0);
    const struct stream_schedule *s = plan.schedule;
    cr_assert_eq(s->rounds, rounds, "%s n %d m %d: %d, not %d rounds",
                 strategy->info.name, n, packets, (int)s->rounds, (int)rounds);
    char *held = calloc((size_t)n, (size_t)packets);
    memset(held, 1, (size_t)packets);
    int64_t moved = 0, last = 0;
    for (int64_t round = 1; round <= s->rounds; round++) {
        last = play(s, round, held);
        moved += last;
    }
    cr_assert(n == 1 || last > 0, "the last round is empty");
    cr_assert_eq(moved, (int64_t)packets * (n - 1));
    free(held);
    stream_finish(&plan);
}

static int log2_of(int n)
{
    int q = 0;
    while (1 << q < n)
        q++;
    return q;
}

static const int counts[] = {1, 2, 3, 5, 8, 13};
#define COUNTS (sizeof counts / sizeof counts[0])

Test(stream, baselines_have_their_rounds)
{
    for (int n = 1; n <= 40; n++)
        for (size_t i = 0; i < COUNTS; i++) {
            int m = counts[i];
            stream_check(&stream_path, 0, n, m, n > 1 ? m + n - 2 : 0);
            stream_check(&stream_binomial, 0, n, m, m * log2_of(n));
        }
}

Test(stream, binary_on_any_size)
{
    for (int h = 2; h <= 7; h++)
        for (size_t i = 0; i < COUNTS; i++)
            stream_check(&stream_binary, 0, (1 << h) - 1, counts[i],
                         2 * counts[i] + 2 * h - 4);
    /* n = 2: one child, a packet in every round; n = 4 .. 6: the leftmost or
     * rightmost leaf is last */
    stream_check(&stream_binary, 0, 1, 5, 0);
    stream_check(&stream_binary, 0, 2, 5, 5);
    stream_check(&stream_binary, 0, 4, 5, 10);
    stream_check(&stream_binary, 0, 5, 5, 11);
    stream_check(&stream_binary, 0, 6, 5, 11);
}

Test(stream, edst_meets_the_lower_bound)
{
    for (int q = 0; q <= 7; q++)
        for (int m = 1; m <= 3 * q + 2; m++)
            stream_check(&stream_edst, 0, 1 << q, m, q ? m + q - 1 : 0);
}

Test(stream, edst_refuses_other_sizes)
{
    for (int n = 3; n < 70; n++) {
        struct plan plan;
        struct weft_error err = {0};
        if ((n & (n - 1)) == 0)
            continue;
        cr_assert_eq(stream_make(&plan, &stream_edst, n, 2, 0, &err), -1);
        cr_assert_eq(err.kind, WEFT_ERROR_MISUSE);
        stream_finish(&plan);
    }
}

/* Return t + d, with t from its definition; m packets take m + t + d rounds. */
static int stream_depth(int n, int d)
{
    int beta = (n - 1 - (n - 1) % d - d) / d % d;
    int s = ((n - 1) / d * d - beta * d) / d;
    return weft_fibonacci_order(d, s) + d;
}

Test(stream, fibonacci_has_its_rounds)
{
    for (int d = 3; d <= 7; d += 2)
        for (int n = d * d + d + 1; n <= 140; n++)
            for (size_t i = 0; i < COUNTS; i++)
                stream_check(&stream_fibonacci, d, n, counts[i],
                             counts[i] + stream_depth(n, d));
    stream_check(&stream_fibonacci, 3, 22, 10, 17);
    stream_check(&stream_fibonacci, 3, 28, 10, 17);
    stream_check(&stream_fibonacci, 3, 30, 10, 17);
    stream_check(&stream_fibonacci, 5, 777, 10, 10 + stream_depth(777, 5));
}

Test(stream, fibonacci_few_processors)
{
    for (int d = 3; d <= 11; d += 2)
        for (int n = d + 1; n <= 3 * d; n++) {
            struct plan plan;
            cr_assert_eq(
                stream_make(&plan, &stream_fibonacci, n, 2 * d, d, NULL), 0);
            const struct stream_schedule *s = plan.schedule;
            int64_t rounds = s->rounds;
            stream_finish(&plan);
            stream_check(&stream_fibonacci, d, n, 2 * d, rounds);
            cr_assert(rounds <= 2 * d + d + d - 2);
            cr_assert(n > d + 1 || rounds == 2 * d + d - 1);
        }
}

Test(stream, fibonacci_without_a_way)
{
    for (int n = 1; n <= 3; n++) {
        struct plan plan;
        struct weft_error err = {0};
        cr_assert_eq(stream_make(&plan, &stream_fibonacci, n, 2, 0, &err), -1);
        cr_assert_eq(err.kind, WEFT_ERROR_MISUSE);
        stream_finish(&plan);
    }
}
