/* Error messages for comparisons in which nothing could be run, and for runs
 * that failed. */
#include "compare/compare-unfit.h"

#include "common/command.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <weft/bound.h>

/* Return whether an earlier row has the same strategy and problem. */
static bool is_repeated(const struct weft_comparison *compare, size_t index)
{
    const struct weft_trial *trial = compare->unfit[index];
    for (size_t i = 0; i < index; i++)
        if (compare->unfit[i]->problem == trial->problem &&
            !strcmp(compare->unfit[i]->strategy->name, trial->strategy->name))
            return true;
    return false;
}

/* Name the network of each problem, which fits all of its strategies unless
 * settings exclude them. */
static void suggest_networks(const struct weft_comparison *compare)
{
    for (size_t i = 0; i < compare->problems; i++) {
        const struct weft_problem_info *problem =
            weft_problem_find(compare->problem[i]);
        if (problem && problem->network)
            fprintf(stderr, "weft: try weft compare %s -n %s\n", problem->name,
                    problem->network);
    }
}

/* Print how to avoid the conflicts that ended runs, unless the option is
 * given. */
static void suggest_sharing(const struct weft_comparison *compare)
{
    bool conflicts = false;
    for (size_t i = 0; i < compare->rows; i++) {
        const struct weft_result *result = &compare->row[i]->result;
        conflicts |= result->conflicts && !result->ended;
    }
    if (conflicts && weft_comparison_axis(compare, "sharing") < 0)
        fprintf(stderr, "weft: try --sharing fair: messages wait for ports and "
                        "share links instead of conflicting\n");
}

int complain_of_unfit(const struct weft_comparison *compare)
{
    for (size_t i = 0; i < compare->unfits; i++) {
        char what[96];
        const struct weft_trial *trial = compare->unfit[i];
        snprintf(what, sizeof what, "%s %s", compare->problem[trial->problem],
                 trial->strategy->name);
        if (!is_repeated(compare, i))
            complain(EXIT_MISUSE, what, &trial->err);
    }
    suggest_networks(compare);
    return EXIT_MISUSE;
}

int complain_of_failed(const struct weft_comparison *compare, bool undrawn)
{
    int status = EXIT_GOOD;
    char what[WEFT_NETWORK_NAME_MAX + 40];
    for (size_t i = 0; i < compare->rows; i++) {
        const struct weft_trial *job = compare->row[i];
        struct weft_error why;
        if (job->result.expected)
            continue;
        snprintf(what, sizeof what, "%s on %s", job->strategy->name,
                 job->result.network);
        weft_error_set(
            &why,
            job->result.not_judged ? WEFT_ERROR_NOT_JUDGED : WEFT_ERROR_RULE, 0,
            "%s%s", job->result.verdict,
            undrawn && !job->result.ended ? "; no figure is drawn" : "");
        complain(EXIT_FAILED, what, &why);
        if (status != EXIT_FAILED)
            status = job->result.not_judged ? EXIT_NOT_JUDGED : EXIT_FAILED;
    }
    suggest_sharing(compare);
    return status;
}

int complain_of_bounds(const struct weft_comparison *compare)
{
    struct weft_error err;
    int status = EXIT_GOOD;
    for (size_t i = 0; i < compare->rows; i++)
        if (weft_bound_check(&compare->row[i]->result, &err))
            status = complain(EXIT_FAILED, NULL, &err);
    return status;
}
