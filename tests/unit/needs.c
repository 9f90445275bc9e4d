/* What a strategy needs of a model (`needs` in its row) is sufficient and
 * minimal; a weaker model is rejected unless conflicts are expected. */
#include "../combining.h"
#include "../settings.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <weft/problem.h>

static const char *const needs_words[3][4] = {
    {"one", "same", "all"}, {"one", "all"}, {"half", "full"}};

/* Write the model with one of its three properties a step weaker. Return false
 * if there is no weaker one. */
static bool weaken(const struct weft_model *model, int which, char text[64])
{
    int level[3] = {(int)model->sends, (int)model->receives,
                    (int)model->duplex};
    if (!level[which]--)
        return false;
    snprintf(text, 64, "send=%s,receive=%s,duplex=%s", needs_words[0][level[0]],
             needs_words[1][level[1]], needs_words[2][level[2]]);
    return true;
}

/* Return the kind of error with which the run ends. */
static enum weft_error_kind needs_run(const char *problem,
                                      const struct weft_strategy_info *strategy,
                                      const char *model, bool conflicts_said)
{
    struct weft_experiment e = experiment_of(problem);
    struct weft_error err = {0};
    struct weft_result r;
    set(&e, "strategy", strategy->name);
    set(&e, "model", model);
    bool fixed = !strncmp(strategy->name, "scatter", 7); /* always p packets */
    if (!fixed &&
        (!strcmp(problem, "stream") || !strcmp(strategy->name, "circulant") ||
         !strcmp(strategy->name, "trees")))
        set_number(&e, "packets", 6);
    /* trees of complete networks are multicasts of equal messages */
    if (!strcmp(strategy->name, "trees") ||
        (strategy->networks && strstr(strategy->networks, "hypercube")))
        set(&e, "network", "hypercube:4");
    if (combining_network(problem, strategy->name)) {
        set(&e, "network", combining_network(problem, strategy->name));
        set_number(&e, "packets", 6);
    }
    set_number(&e, "size", 16);
    set(&e, "on-conflict", conflicts_said ? "fail" : NULL);
    weft_run(&e, NULL, 0, &r, &err);
    if (weft_error_is_misuse(&err))
        cr_expect_not_null(strstr(err.text, strategy->needs), "%s", err.text);
    weft_result_finish(&r);
    return err.kind;
}

static void needs_check(const char *problem,
                        const struct weft_strategy_info *strategy)
{
    struct weft_model needs;
    char weaker[64];
    cr_assert_eq(weft_model_parse(strategy->needs, &needs, NULL), 0);
    cr_expect_eq(needs_run(problem, strategy, strategy->needs, false), 0,
                 "%s %s", problem, strategy->name);
    for (int which = 0; which < 3; which++) {
        if (!weaken(&needs, which, weaker))
            continue;
        cr_expect_eq(needs_run(problem, strategy, weaker, false),
                     WEFT_ERROR_MISUSE, "%s %s, %s", problem, strategy->name,
                     weaker);
        cr_expect_eq(needs_run(problem, strategy, weaker, true),
                     WEFT_ERROR_RULE, "%s %s, %s", problem, strategy->name,
                     weaker);
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
                needs_check(problem->name, strategy);
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
        struct weft_experiment e = experiment_of(runs[i][0]);
        struct weft_error err = {0};
        struct weft_result r;
        set(&e, "strategy", runs[i][1]);
        set(&e, "network", "hypercube:1");
        set(&e, "model", "one-port");
        cr_expect_eq(weft_run(&e, NULL, 0, &r, &err), 0, "%s: %s", runs[i][1],
                     err.text);
        weft_result_finish(&r);
    }
}
