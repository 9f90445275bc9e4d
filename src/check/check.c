/* The public interface of the checker: options, a sink for events, a
 * verdict. */
#include "check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
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
    copies_finish(&check->copies);
    copies_finish(&check->passing);
    reservations_finish(&check->delayed);
    reservations_finish(&check->claims);
    weft_network_destroy(check->own_network);
    holdings_finish(&check->holdings);
    item_list_finish(&check->carried);
    names_finish(&check->names);
    free(check->said);
    weft_goal_destroy(check->own_goal);
    if (check->problem && check->problem->finish && check->state)
        check->problem->finish(check);
    free(check->state);
    free(check);
}

/* ---- findings -------------------------------------------------------- */

uint64_t check_slot(const struct weft_check *check, uint64_t time)
{
    uint64_t slots = check->step == 1 ? time : time / check->step;
    return slots + (slots < UINT64_MAX);
}

static bool check_before(const struct weft_finding *a, uint64_t slot, int rank)
{
    return a->slot < slot || (a->slot == slot && a->rank <= rank);
}

/* Make room for a finding among those kept, sorted by slot and processor, then
 * in the order of discovery. Return NULL if it ranks too low. */
static struct weft_finding *checker_room(struct weft_check_result *result,
                                         uint64_t slot, int rank)
{
    int kept = result->kept;
    int i = kept;
    while (i && !check_before(&result->finding[i - 1], slot, rank))
        i--;
    if (i == WEFT_FINDINGS_KEPT)
        return NULL;
    if (kept < WEFT_FINDINGS_KEPT)
        result->kept = ++kept;
    memmove(&result->finding[i + 1], &result->finding[i],
            (size_t)(kept - 1 - i) * sizeof *result->finding);
    return &result->finding[i];
}

static void find_va(struct weft_check *check, uint64_t slot, int rank,
                    const char *place, const char *format, va_list arguments)
{
    check->result.findings++;
    if (check->options.told)
        check->options.told(check->options.told_arg, slot, rank);
    struct weft_finding *finding = checker_room(&check->result, slot, rank);
    if (!finding)
        return;
    finding->slot = slot;
    finding->rank = rank;
    char *text = finding->text;
    size_t size = sizeof finding->text;
    int length = snprintf(text, size, "%s", place);
    if (rank >= 0)
        length += snprintf(text + length, size - (size_t)length,
                           ", processor " WHO, rank);
    length += snprintf(text + length, size - (size_t)length, ": ");
    vsnprintf(text + length, size - (size_t)length, format, arguments);
}

/* The trace's name of a processor takes precedence over the network's. */
static const char *check_name_of(const void *arg, int rank)
{
    const struct weft_check *check = arg;
    const char *name = names_get(&check->names, rank);
    if (name || !check->options.network)
        return name;
    return weft_network_vertex_name(check->options.network, rank);
}

void check_name(struct weft_check *check)
{
    struct weft_check_result *result = &check->result;
    for (int i = 0; i < result->kept; i++)
        who_name(result->finding[i].text, sizeof result->finding[i].text,
                 check_name_of, check);
}

static const char *place_text(const struct weft_check *check, uint64_t slot,
                              int rank, char *text, size_t size)
{
    if (rank < 0)
        return "at the start";
    snprintf(text, size, "%s %" PRIu64, check->step_known ? "step" : "time",
             check->step_known ? slot : slot - 1);
    return text;
}

void check_find(struct weft_check *check, uint64_t slot, int rank,
                const char *format, ...)
{
    char place[40];
    va_list arguments;
    va_start(arguments, format);
    find_va(check, slot, rank,
            place_text(check, slot, rank, place, sizeof place), format,
            arguments);
    va_end(arguments);
}

void check_blame(struct weft_check *check, uint64_t slot, int rank,
                 const char *format, ...)
{
    char place[40];
    va_list arguments;
    va_start(arguments, format);
    check->result.solved = false;
    find_va(check, slot, rank,
            place_text(check, slot, rank, place, sizeof place), format,
            arguments);
    va_end(arguments);
}

void check_blame_end(struct weft_check *check, int rank, const char *format,
                     ...)
{
    va_list arguments;
    va_start(arguments, format);
    check->result.solved = false;
    find_va(check, UINT64_MAX, rank, "at the end", format, arguments);
    va_end(arguments);
}
