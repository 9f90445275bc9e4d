/* Runs an experiment, and replays its trace with the checker, which shares no
 * code with the machine. For tests. */
#ifndef WEFT_TESTS_REPLAY_H
#define WEFT_TESTS_REPLAY_H

#include <stdio.h>
#include <stdlib.h>
#include <weft/check.h>
#include <weft/problem.h>

#include "settings.h"

/* Run; the checker must find the same number of steps and transfers, no
 * conflict, and the problem solved. @returns 0, or -1 with an error message */
static inline int replay_run(const struct weft_experiment *experiment,
                             const char *model, struct weft_result *result,
                             struct weft_error *err)
{
    struct weft_model rules;
    struct weft_network *network =
        weft_network_create(given(experiment, "network"), err);
    if (!network || weft_model_parse(model, &rules, err))
        abort();
    const struct weft_check_options options = {
        .network = network,
        .model = &rules,
        .problem = experiment->problem,
        .order = (enum weft_order)given_number(experiment, "order", 0),
        .root = (int)given_number(experiment, "root", 0),
        .stores_too = true,
    };
    struct weft_check *check = weft_check_create(&options, err);
    if (!check)
        abort();
    const struct weft_sink *sinks[] = {weft_check_sink(check)};
    struct weft_experiment e = *experiment;
    set(&e, "model", model);
    int status = weft_run(&e, sinks, 1, result, err);
    const struct weft_check_result *found = weft_check_result(check);
    if (status == 0 &&
        (found->makespan != result->makespan ||
         found->messages != result->messages || found->conflicts != 0 ||
         found->unmatched != 0 || !found->solved || result->conflicts != 0 ||
         result->outcome.untaken != 0))
        status = weft_error_set(err, 0, 0, "the checker disagrees: %s",
                                found->kept ? found->finding[0].text : "");
    weft_check_destroy(check);
    weft_network_destroy(network);
    return status;
}

#endif
