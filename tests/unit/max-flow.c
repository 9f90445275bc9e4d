/* Maximum flow, compared with all cuts of small networks. */
#include <base/numbers/max-flow.h>
#include <criterion/criterion.h>

#define VERTICES 6

static uint64_t max_flow_state;

static int max_flow_draw(int below)
{
    max_flow_state =
        max_flow_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((max_flow_state >> 33) % (uint64_t)below);
}

/* Return the minimum capacity of a set that contains the first vertex but not
 * the last. */
static int64_t cheapest(const struct flow *flow, const int64_t *capacity)
{
    int64_t least = INT64_MAX;
    for (int set = 0; set < 1 << VERTICES; set++) {
        int64_t sum = 0;
        if (!(set & 1) || set >> (VERTICES - 1))
            continue;
        for (int i = 0; i < flow->edges; i++)
            if (set >> flow->end[i][0] & 1 && !(set >> flow->end[i][1] & 1))
                sum += capacity[i];
        least = sum < least ? sum : least;
    }
    return least;
}

/* Return the capacity of the cut found by the flow. */
static int64_t met(const struct flow *flow, const int64_t *capacity)
{
    int64_t sum = 0;
    for (int i = 0; i < flow->edges; i++)
        if (!flow_behind(flow, flow->end[i][0]) &&
            flow_behind(flow, flow->end[i][1]))
            sum += capacity[i];
    return sum;
}

static void try(struct flow *flow, int64_t *capacity)
{
    for (int i = 0; i < flow->edges; i++) {
        capacity[i] = max_flow_draw(3) ? max_flow_draw(10) : 0;
        flow_set(flow, i, capacity[i]);
    }
    int64_t least = cheapest(flow, capacity);
    for (int again = 0; again < 2; again++) {
        cr_assert_eq(flow_run(flow, 0, VERTICES - 1, least + 1), least);
        cr_assert_eq(met(flow, capacity), least);
        cr_assert_eq(flow_run(flow, 0, VERTICES - 1, least / 2), least / 2);
    }
}

Test(max_flow, is_the_least_cut)
{
    int64_t capacity[20];
    for (int round = 0; round < 200; round++) {
        struct flow flow = {.vertices = VERTICES};
        for (int i = 0; i < 4 + max_flow_draw(16); i++)
            cr_assert_geq(flow_add(&flow, max_flow_draw(VERTICES),
                                   max_flow_draw(VERTICES)),
                          0);
        cr_assert_eq(flow_build(&flow), 0);
        for (int i = 0; i < 5; i++)
            try(&flow, capacity);
        flow_finish(&flow);
    }
}

Test(max_flow, ends_when_it_is_too_much_work)
{
    struct flow flow = {.vertices = 3, .most = 1};
    flow_add(&flow, 0, 1);
    flow_add(&flow, 1, 2);
    cr_assert_eq(flow_build(&flow), 0);
    flow_set(&flow, 0, 5);
    flow_set(&flow, 1, 4);
    cr_expect_eq(flow_run(&flow, 0, 2, 9), -1);
    flow.most = 0;
    cr_expect_eq(flow_run(&flow, 0, 2, 9), 4);
    cr_expect(flow_behind(&flow, 2));
    cr_expect(!flow_behind(&flow, 1));
    flow_finish(&flow);
}
