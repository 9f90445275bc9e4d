/* The public interface of the checker: options, a sink for events, a
 * verdict. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "problem.h"

const char *weft_check_problem(size_t index)
{
    for (size_t i = 0; postcondition_table[i]; i++)
        if (i == index)
            return postcondition_table[i]->name;
    return NULL;
}

const struct check_problem *check_problem_find(const char *name)
{
    for (size_t i = 0; postcondition_table[i]; i++)
        if (!strcmp(postcondition_table[i]->name, name))
            return postcondition_table[i];
    return NULL;
}

static int check_status_of(const struct weft_check *check, int status)
{
    return status && check->too_much ? (int)WEFT_ERROR_LIMIT
                                     : sink_status(status);
}

/* The functions of the checker's sink. */
static int checker_begin(void *arg, const struct weft_trace_info *info)
{
    return check_status_of(arg, check_begin(arg, info));
}

static int checker_events(void *arg, const struct weft_event *event,
                          size_t count)
{
    return check_status_of(arg, check_events(arg, event, count));
}

static int checker_end(void *arg)
{
    return check_status_of(arg, check_end(arg));
}

struct weft_check *weft_check_create(const struct weft_check_options *options,
                                     struct weft_error *err)
{
    const struct check_problem *problem = NULL;
    if (options->goal)
        problem = goal_judge(options->goal);
    if (options->problem && !options->goal &&
        !(problem = check_problem_find(options->problem))) {
        weft_unknown(err, "problem", options->problem, weft_check_problem);
        return NULL;
    }
    if (options->network &&
        options->root >= weft_network_size(options->network)) {
        weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                       "root %d: %s has processors 0 to %d", options->root,
                       weft_network_name(options->network),
                       weft_network_size(options->network) - 1);
        return NULL;
    }
    struct weft_check *check = calloc(1, sizeof *check);
    if (!check) {
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for the checker");
        return NULL;
    }
    check->options = *options;
    check->problem = problem;
    if (found_init(check, options->keep ? options->keep : WEFT_FINDINGS_KEPT)) {
        weft_check_destroy(check);
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for the checker");
        return NULL;
    }
    check->sink =
        (struct weft_sink){checker_begin, checker_events, checker_end, check};
    return check;
}

void weft_check_set_goal(struct weft_check *check, const struct weft_goal *goal)
{
    check->options.goal = goal;
    check->problem = goal_judge(goal);
}

const struct weft_sink *weft_check_sink(struct weft_check *check)
{
    return &check->sink;
}

const struct weft_check_result *weft_check_result(struct weft_check *check)
{
    return &check->result;
}

void weft_check_destroy(struct weft_check *check)
{
    if (!check)
        return;
    for (int rank = 0; check->ports && rank < check->processors; rank++)
        port_free(check->ports[rank]);
    free(check->ports);
    loggp_finish(check);
    acts_finish(&check->acts);
    match_finish(&check->match);
    reservations_finish(&check->arcs);
    reservations_finish(&check->loads);
    copies_finish(&check->copies);
    copies_finish(&check->passing);
    copies_finish(&check->leaving);
    reservations_finish(&check->delayed);
    copies_finish(&check->arriving);
    reservations_finish(&check->claims);
    weft_network_destroy(check->own_network);
    holdings_finish(&check->holdings);
    item_list_finish(&check->carried);
    names_finish(&check->names);
    free(check->phase_end);
    free(check->said);
    free(check->found);
    free(check->room);
    weft_goal_destroy(check->own_goal);
    if (check->problem && check->problem->finish && check->state)
        check->problem->finish(check);
    free(check->state);
    free(check);
}

uint64_t check_slot(const struct weft_check *check, uint64_t time)
{
    uint64_t slots = check->step == 1 ? time : time / check->step;
    return slots + (slots < UINT64_MAX);
}
