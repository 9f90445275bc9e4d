/* Goals: what every problem asks for, asked in all the ways there are. */
#include <criterion/criterion.h>
#include <string.h>
#include <weft/goal.h>
#include <weft/network.h>
#include <weft/problem.h>

static const struct named {
    const char *problem, *network, *setting, *value;
    int first, blocks;
} goals[] = {
    {"broadcast", "ring:5", "root", "3", 0, 1},
    {"reduce", "ring:5", "root", "3", 0, 1},
    {"scatter", "hypercube:3", "root", "6", 0, 8},
    {"gather", "hypercube:3", "root", "6", 0, 8},
    {"multinode", "hypercube:3", "seed", "1", 0, 8},
    {"stream", "complete:6", "packets", "7", 0, 7},
    {"simultaneous", "hypercube:2", "sources", "3,0,0,2", 1, 4},
    {"successive", "ring:6", "seed", "1", 1, 6},
    {"matvec", "mesh:3x3", "seed", "1", 0, 3},
    {"gauss", "hypercube:2", "size", "11", 1, 11},
};

#define GOALS (sizeof goals / sizeof *goals)

static struct weft_goal *make(const struct named *named)
{
    struct weft_error err = {0};
    struct weft_experiment e = weft_experiment_default(named->problem);
    cr_assert_eq(weft_experiment_set(&e, "network", named->network, &err), 0);
    cr_assert_eq(weft_experiment_set(&e, named->setting, named->value, &err),
                 0);
    struct weft_goal *goal = weft_experiment_goal(&e, &err);
    cr_assert_not_null(goal, "%s: %s", named->problem, err.text);
    return goal;
}

static const struct named *find(const char *problem)
{
    for (size_t i = 0; i < GOALS; i++)
        if (!strcmp(goals[i].problem, problem))
            return &goals[i];
    return NULL;
}

Test(goal, every_problem_has_one)
{
    const struct weft_problem_info *info;
    for (size_t i = 0; (info = weft_problem(i)); i++)
        cr_assert_not_null(find(info->name), "%s", info->name);
}

/* Wishes are ascending, places are their reverse, and what is wanted is
 * somewhere at the start, in the hands of those whose part it takes. */
static void check_wishes(const struct weft_goal *goal, const char *name,
                         int rank)
{
    int p = weft_goal_processors(goal), first = weft_goal_first(goal);
    int wanted = weft_goal_wanted(goal, rank), seen = 0;
    for (int block = first - 2; block < first + weft_goal_blocks(goal) + 2;
         block++) {
        int place = weft_goal_place(goal, rank, block), takes = 0;
        if (place < 0)
            continue;
        cr_assert_eq(place, seen++, "%s", name);
        cr_assert_eq(weft_goal_want(goal, rank, place), block, "%s", name);
        for (int from = 0; from < p; from++)
            if (weft_goal_takes(goal, rank, block, from)) {
                cr_assert(weft_goal_has(goal, from, block), "%s", name);
                takes++;
            }
        cr_assert(takes >= 1, "%s: block %d of %d", name, block, rank);
        cr_assert(takes == 1 || weft_goal_combines(goal) != WEFT_GOAL_MOVE);
    }
    cr_assert_eq(seen, wanted, "%s: processor %d", name, rank);
}

Test(goal, wishes_and_places_agree)
{
    for (size_t i = 0; i < GOALS; i++) {
        struct weft_goal *goal = make(&goals[i]);
        cr_assert_eq(weft_goal_first(goal), goals[i].first, "%s",
                     goals[i].problem);
        cr_assert_eq(weft_goal_blocks(goal), goals[i].blocks, "%s",
                     goals[i].problem);
        for (int rank = 0; rank < weft_goal_processors(goal); rank++)
            check_wishes(goal, goals[i].problem, rank);
        weft_goal_destroy(goal);
    }
}

/* What a problem asks for, written as sentences. */
static bool says(const struct named *n, int rank, int block, bool start)
{
    static const int sources[] = {3, 0, 0, 2};
    static const int gray[] = {0, 1, 3, 2};
    const char *p = n->problem;
    if (!strcmp(p, "broadcast") || !strcmp(p, "stream"))
        return !start || rank == (p[0] == 'b' ? 3 : 0);
    if (!strcmp(p, "reduce"))
        return start || rank == 3;
    if (!strcmp(p, "scatter"))
        return start ? rank == 6 : rank == block;
    if (!strcmp(p, "gather"))
        return start ? rank == block : rank == 6;
    if (!strcmp(p, "multinode"))
        return !start || rank == block;
    if (!strcmp(p, "simultaneous"))
        return !start || rank == sources[block - 1];
    if (!strcmp(p, "successive"))
        return !start || rank == block - 1;
    if (!strcmp(p, "gauss"))
        return !start || rank == gray[(block - 1) % 4];
    return start ? rank / 3 == block : rank == 3 * block;
}

Test(goal, says_what_the_problem_says)
{
    for (size_t i = 0; i < GOALS; i++) {
        struct weft_goal *goal = make(&goals[i]);
        int first = weft_goal_first(goal);
        for (int rank = 0; rank < weft_goal_processors(goal); rank++)
            for (int b = first; b < first + weft_goal_blocks(goal); b++) {
                cr_assert_eq(weft_goal_has(goal, rank, b),
                             says(&goals[i], rank, b, true),
                             "%s: start, processor %d, block %d",
                             goals[i].problem, rank, b);
                cr_assert_eq(weft_goal_place(goal, rank, b) >= 0,
                             says(&goals[i], rank, b, false),
                             "%s: end, processor %d, block %d",
                             goals[i].problem, rank, b);
            }
        weft_goal_destroy(goal);
    }
}

Test(goal, a_senseless_experiment_has_none)
{
    struct weft_error err = {0};
    struct weft_experiment e = weft_experiment_default("broadcast");
    weft_experiment_set(&e, "root", "9", NULL);
    weft_experiment_set(&e, "network", "ring:5", NULL);
    cr_assert_null(weft_experiment_goal(&e, &err));
    cr_assert_eq(err.kind, WEFT_ERROR_MISUSE);
    weft_goal_destroy(NULL);
}
