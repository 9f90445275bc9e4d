/* What a strategy needs of a model (its row's `needs`) is enough, and no more
 * than enough; a weaker model is refused unless conflicts are expected. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <weft/problem.h>

static const char *const words[3][4] = {
    {"one", "same", "all"}, {"one", "all"}, {"half", "full"}};

/* The model, with one of its three words a step weaker. False: it has none. */
static bool weaken(const struct weft_model *model, int which, char text[64])
{
    int level[3] = {(int)model->sends, (int)model->receives,
                    (int)model->duplex};
    if (!level[which]--)
        return false;
    snprintf(text, 64, "send=%s,receive=%s,duplex=%s", words[0][level[0]],
             words[1][level[1]], words[2][level[2]]);
    return true;
}

/* 0, or the errno of the run. */
static int run(const char *problem, const struct weft_strategy_info *strategy,
               const char *model, bool conflicts_said)
{
    struct weft_experiment e = weft_experiment_default(problem);
    struct weft_error err = {0};
    struct weft_result r;
    e.strategy = strategy->name;
    e.model = model;
    e.packets = strcmp(problem, "stream") == 0 ? 6 : 0;
    e.size = strcmp(problem, "gauss") == 0 ? 16 : 0;
    e.on_conflict_set = conflicts_said;
    e.on_conflict = WEFT_CONFLICT_FAIL;
    int code = weft_run(&e, NULL, 0, &r, &err) ? errno : 0;
    if (weft_is_misuse(code))
        cr_expect_not_null(strstr(err.text, strategy->needs), "%s", err.text);
    weft_result_finish(&r);
    return code;
}

static void check(const char *problem,
                  const struct weft_strategy_info *strategy)
{
    struct weft_model needs;
    char weaker[64];
    cr_assert_eq(weft_model_parse(strategy->needs, &needs, NULL), 0);
    cr_expect_eq(run(problem, strategy, strategy->needs, false), 0, "%s %s",
                 problem, strategy->name);
    for (int which = 0; which < 3; which++) {
        if (!weaken(&needs, which, weaker))
            continue;
        cr_expect(weft_is_misuse(run(problem, strategy, weaker, false)),
                  "%s %s, %s", problem, strategy->name, weaker);
        cr_expect_eq(run(problem, strategy, weaker, true), EPROTO, "%s %s, %s",
                     problem, strategy->name, weaker);
    }
}

Test(needs, are_enough_and_no_more)
{
    const struct weft_problem_info *problem;
    const struct weft_strategy_info *strategy;
    int found = 0;
    for (size_t i = 0; (problem = weft_problem(i)); i++)
        for (size_t j = 0; (strategy = weft_strategy(problem->name, j)); j++)
            if (strategy->needs) {
                check(problem->name, strategy);
                found++;
            }
    cr_expect_geq(found, 19, "%d", found);
}

Test(needs, two_processors_share_one_link)
{
    static const char *const runs[][2] = {{"successive", "rotated"},
                                          {"successive", "interleaved"},
                                          {"broadcast", "sbt"},
                                          {"reduce", "sbt"},
                                          {"gauss", "rotated"}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct weft_experiment e = weft_experiment_default(runs[i][0]);
        struct weft_error err = {0};
        struct weft_result r;
        e.strategy = runs[i][1];
        e.network = "hypercube:1";
        e.model = "one-port";
        cr_expect_eq(weft_run(&e, NULL, 0, &r, &err), 0, "%s: %s", runs[i][1],
                     err.text);
        weft_result_finish(&r);
    }
}
