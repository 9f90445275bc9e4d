/* Lower bounds for the trace that was checked. */
#include "check/check-bounds.h"

#include "common/command.h"
#include "common/reading.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/bound.h>
#include <weft/machine.h>
#include <weft/model.h>
#include <weft/plugin.h>
#include <weft/unstable/ways.h>

/* ---- settings in the trace ----------------------------------------------- */

/* Read the goal file for the network's number of processors. If no network is
 * known, the file may state the number itself; otherwise use the trace's,
 * although a trace need not use all processors. */
static int read_goal(struct check_words *words,
                     const struct weft_trace_info *info)
{
    const char *spec = weft_trace_info_get(info, "network");
    struct weft_network *named =
        words->network || !spec
            ? NULL
            : weft_network_create_untrusted(spec, WEFT_NETWORK_SEED, NULL);
    const struct weft_network *network =
        words->network ? words->network : named;
    int size = network ? weft_network_size(network) : 0;
    words->goal = read_goal_file(words->goal_file, size, &words->wrong);
    if (!words->goal && !network && words->wrong.kind == WEFT_ERROR_FORMAT) {
        words->wrong = (struct weft_error){.kind = WEFT_ERROR_NONE};
        words->goal =
            read_goal_file(words->goal_file, info->processors, &words->wrong);
    }
    weft_network_destroy(named);
    if (!words->goal)
        return -1;
    weft_check_set_goal(words->checker, words->goal);
    return 0;
}

/* Return whether weft can create this network, named by a trace, without
 * reading a file. */
static bool may_name(const char *spec)
{
    struct weft_network *network =
        weft_network_create_untrusted(spec, WEFT_NETWORK_SEED, NULL);
    weft_network_destroy(network);
    return network;
}

static bool check_bounds_set(struct weft_experiment *experiment,
                             const char *name, const char *value)
{
    struct weft_error err;
    return !value || !weft_experiment_set(experiment, name, value, &err);
}

/* Set a value that the trace contains, unless it names a plug-in, which would
 * be executed. */
static bool set_from_info(struct weft_experiment *experiment, const char *name,
                          const struct weft_trace_info *info)
{
    const char *word = weft_trace_info_get(info, name);
    return !word ||
           (!weft_is_plugin(word) && check_bounds_set(experiment, name, word));
}

/* Create the goal of a plug-in's problem for the given network or else for the
 * trace's; if neither can be used, for a complete network of the trace's size.
 */
static int pose_problem(struct check_words *words,
                        const struct weft_trace_info *info)
{
    struct weft_experiment experiment = weft_experiment_default(words->problem);
    const char *named = weft_trace_info_get(info, "problem");
    const char *spec = words->network ? weft_network_name(words->network)
                                      : weft_trace_info_get(info, "network");
    const struct weft_setting *row;
    char any[32];
    snprintf(any, sizeof any, "complete:%d", info->processors);
    if (!spec || (!words->network && !may_name(spec)))
        spec = any;
    for (size_t i = 0; (row = weft_problem_setting(words->problem, i)); i++)
        if (named && !strcmp(named, words->problem))
            set_from_info(&experiment, row->name, info);
    check_bounds_set(&experiment, "network", spec);
    words->goal = weft_experiment_goal(&experiment, &words->wrong);
    if (!words->goal)
        return -1;
    weft_check_set_goal(words->checker, words->goal);
    return 0;
}

static int check_bounds_begin(void *arg, const struct weft_trace_info *info)
{
    struct check_words *words = arg;
    if ((words->goal_file && read_goal(words, info)) ||
        (words->problem && pose_problem(words, info)))
        return -1;
    const char *bytes = weft_trace_info_get(info, "bytes");
    words->given.items = info->items;
    if (bytes && weft_trace_info_get(info, "blocks"))
        words->block_bytes = strtoull(bytes, NULL, 10);
    int status = words->collect.begin(words->collect.arg, info);
    if (status)
        return status;
    return words->check->begin(words->check->arg, info);
}

/* Return the number of blocks in a message: 4 for "3-5,8", 3 for "3-5:0-2".
 * Sets *last to the highest block. Without a list, the length of the message
 * determines the number. */
static uint64_t blocks_of(const struct check_words *words,
                          const struct weft_event *event, int64_t *last)
{
    const char *items = weft_event_items(&words->given, event);
    uint64_t bytes = words->block_bytes, blocks = 0;
    *last = event->message;
    if (!items)
        return bytes && event->bytes > bytes ? (event->bytes - 1) / bytes + 1
                                             : 1;
    while (*items) {
        char *end;
        long first = strtol(items, &end, 10), to = first;
        if (*end == '-')
            to = strtol(end + 1, &end, 10);
        blocks += to < first ? 1 : (uint64_t)(to - first) + 1;
        *last = to > *last ? to : *last;
        end += strcspn(end, ", "); /* a way may follow */
        items = *end == ',' ? end + 1 : "";
    }
    return blocks;
}

static int check_bounds_events(void *arg, const struct weft_event *event,
                               size_t count)
{
    struct check_words *words = arg;
    for (size_t i = 0; i < count; i++) {
        words->computes = words->computes || event[i].kind == WEFT_COMPUTE;
        if (event[i].kind != WEFT_SEND)
            continue;
        int64_t last;
        uint64_t blocks = blocks_of(words, &event[i], &last);
        words->most = blocks > words->most ? blocks : words->most;
        words->longest =
            event[i].bytes > words->longest ? event[i].bytes : words->longest;
        words->highest = last > words->highest ? last : words->highest;
    }
    return words->check->events(words->check->arg, event, count);
}

static int check_bounds_end(void *arg)
{
    const struct check_words *words = arg;
    return words->check->end(words->check->arg);
}

void check_words_init(struct check_words *words, struct weft_check *check,
                      const char *goal_file, const char *problem,
                      const struct weft_network *network)
{
    *words = (struct check_words){.checker = check,
                                  .check = weft_check_sink(check),
                                  .goal_file = goal_file,
                                  .problem = problem,
                                  .network = network,
                                  .highest = -1};
    words->collect = weft_trace_collect(&words->trace);
    words->sink = (struct weft_sink){check_bounds_begin, check_bounds_events,
                                     check_bounds_end, words};
}

int check_words_complain(const struct check_words *words)
{
    return words->goal_file ? complain_of_file(words->goal_file, &words->wrong)
                            : complain(EXIT_FAILED, NULL, &words->wrong);
}

void check_words_finish(struct check_words *words)
{
    weft_trace_finish(&words->trace);
    weft_goal_destroy(words->goal);
}

/* ---- the experiment ------------------------------------------------------ */

/* Set network, model, order and root as the checker determined them; order and
 * root only if the problem has them. The root may have been derived from the
 * trace. */
static bool set_basis(struct weft_experiment *experiment,
                      const struct check_words *words,
                      const struct weft_check_result *result)
{
    static const enum weft_check_part parts[] = {
        WEFT_CHECK_NETWORK, WEFT_CHECK_MODEL, WEFT_CHECK_ORDER,
        WEFT_CHECK_ROOT};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const struct weft_check_basis *basis = &result->basis[parts[i]];
        bool rule =
            parts[i] == WEFT_CHECK_NETWORK || parts[i] == WEFT_CHECK_MODEL;
        bool known = basis->from != WEFT_CHECK_NOT;
        if (rule && !known)
            return false;
        if (known &&
            !check_bounds_set(experiment, weft_check_part_names[parts[i]],
                              basis->word))
            return false;
    }
    const char *lane =
        words->network ? weft_network_lane(words->network) : NULL;
    if (!lane)
        lane = weft_trace_info_get(&words->trace.info, "lane");
    return check_bounds_set(experiment, "lane", lane);
}

/* Set a size of a problem that the trace does not name; `text` must live as
 * long as the experiment. A size whose default is the minimum needs no value,
 * because bounds do not decrease with size. The number of packets follows from
 * the blocks if the problem was solved. */
static bool set_size(struct weft_experiment *experiment,
                     const struct weft_setting *row,
                     const struct check_words *words, bool solved,
                     char text[24])
{
    if (row->kind != WEFT_SETTING_NUMBER)
        return row->check != NULL; /* a word: checked as given */
    if (strtoll(row->standard, NULL, 10) == row->low)
        return true;
    if (strcmp(row->name, "packets") != 0 || !solved || words->highest < 0)
        return false;
    snprintf(text, 24, "%" PRId64, words->highest + 1);
    return check_bounds_set(experiment, row->name, text);
}

/* Set the problem's own settings from the trace. Returns false if sizes that
 * bounds depend on are unknown: the trace does not name the problem, the run
 * read a file, or the strategy chose the packets. */
static bool set_own(struct weft_experiment *experiment,
                    const struct check_words *words, bool solved, char text[24])
{
    const struct weft_trace_info *info = &words->trace.info;
    const char *named = weft_trace_info_get(info, "problem");
    bool same = named && !strcmp(named, experiment->problem);
    const struct weft_setting *row;
    for (size_t i = 0;
         (row = weft_problem_setting(experiment->problem, i)) != NULL; i++) {
        bool file = row->kind == WEFT_SETTING_TEXT && !row->standard;
        bool judged = weft_experiment_get(experiment, row->name);
        bool size = row->kind != WEFT_SETTING_WORD && row->standard;
        const char *told = weft_trace_info_get(info, row->name);
        if (judged || !strcmp(row->name, "root"))
            continue;
        bool chosen = solved && !strcmp(row->name, "packets");
        bool open = size && !told && (!same || chosen);
        if (file ? told != NULL
                 : open && !set_size(experiment, row, words, solved, text))
            return false;
        if (same && !file && !set_from_info(experiment, row->name, info))
            return false;
    }
    return true;
}

/* Set the cost of the trace; by default, a transfer takes one step. */
static bool set_cost(struct weft_experiment *experiment, char text[64],
                     const struct weft_trace_info *info)
{
    const char *cost = weft_trace_info_get(info, "cost");
    snprintf(text, 64, "ts=%" PRIu64 ",tw=0,th=0",
             info->step / weft_trace_info_ticks(info));
    return check_bounds_set(experiment, "cost", cost ? cost : text) &&
           set_from_info(experiment, "bytes", info) &&
           set_from_info(experiment, "seed", info);
}

/* Return the length of the vector in bytes, computed from the blocks, or 0 if
 * it is unknown. With costs, the length is part of the question. */
static uint64_t set_vector(struct weft_experiment *experiment,
                           const struct check_words *words, bool solved)
{
    struct weft_error err;
    struct weft_cost cost;
    const struct weft_choice *given = weft_experiment_get(experiment, "cost");
    if (weft_setting_check("vector", experiment->problem, &err) || !solved ||
        !words->block_bytes || words->highest < 0)
        return 0;
    uint64_t vector = words->block_bytes * (uint64_t)(words->highest + 1);
    if (given && !weft_cost_parse(given->text, &cost, &err) &&
        !weft_cost_is_unit(&cost) && !weft_experiment_get(experiment, "vector"))
        weft_experiment_set_number(experiment, "vector", (int64_t)vector, &err);
    return vector;
}

/* Return whether the transfer of a block takes one step of the trace. */
static bool same_units(const struct weft_experiment *experiment, uint64_t step,
                       struct weft_error *err)
{
    struct weft_experiment block = *experiment;
    struct weft_bounds bounds;
    block.no_bounds = true;
    return weft_experiment_set(&block, "vector", NULL, err) ||
           weft_experiment_bounds(&block, &bounds, err) || bounds.slot == step;
}

/* Compute the bounds; none if they are in other units than the trace. The own
 * bound for the length of messages needs the length of a block. */
static int check_bounds_ask(struct weft_experiment *experiment,
                            const struct weft_trace_info *info,
                            struct weft_result *r, struct weft_error *err)
{
    struct weft_bound_answer answer;
    int status = weft_bound_of(experiment, NULL, &answer, err);
    if (!status)
        weft_bound_enter(&answer, r);
    weft_bound_finish(&answer);
    if (!status && weft_trace_info_get(info, "bytes"))
        status = weft_bound_enter_own(experiment, NULL, r, err);
    if (status || !same_units(experiment,
                              info->step / weft_trace_info_ticks(info), err)) {
        r->bounds = 0;
        r->lower_bound = r->own_bound = r->author_bound = 0;
        r->ratio = 0;
    }
    return status && is_of_system(err) ? -1 : 0;
}

/* Return whether the trace lacks the computation of the problem: schedules
 * contain only transfers and therefore take less time than their runs. */
static bool lacks_computing(const struct weft_experiment *experiment,
                            const struct check_words *words)
{
    const struct weft_setting *row;
    size_t i = 0;
    while ((row = weft_problem_setting(experiment->problem, i)) &&
           strcmp(row->name, "t-comp") != 0)
        i++;
    if (!row || words->computes)
        return false;
    const struct weft_choice *set = weft_experiment_get(experiment, row->name);
    return set ? set->number != 0 : strcmp(row->standard, "0") != 0;
}

/* Set the facts about the trace and its messages in the result. */
static void take_messages(struct weft_result *r,
                          const struct check_words *words,
                          const struct weft_check_result *result)
{
    uint64_t ticks = weft_trace_info_ticks(&words->trace.info);
    r->processors = result->processors;
    r->steps = result->steps;
    r->makespan = result->makespan / ticks + (result->makespan % ticks != 0);
    r->time_ticks = ticks == WEFT_TICKS ? result->makespan : 0;
    r->ended = true;
    r->message_bytes = words->longest;
    r->message_blocks = words->most;
    snprintf(r->problem, sizeof r->problem, "%.23s",
             result->basis[WEFT_CHECK_PROBLEM].word);
    snprintf(r->network, sizeof r->network, "%s",
             result->basis[WEFT_CHECK_NETWORK].word);
    snprintf(r->model, sizeof r->model, "%.63s",
             result->basis[WEFT_CHECK_MODEL].word);
    snprintf(r->strategy, sizeof r->strategy, "the trace");
}

int check_bounds(struct weft_result *r, const struct check_words *words,
                 const struct weft_check_result *result, bool valid,
                 struct weft_error *err)
{
    const struct weft_check_basis *problem = &result->basis[WEFT_CHECK_PROBLEM];
    const struct weft_trace_info *info = &words->trace.info;
    struct weft_experiment experiment = weft_experiment_default(
        words->problem ? words->problem : problem->word);
    char cost[64], packets[24]; /* texts to which the experiment refers */
    *r = (struct weft_result){.valid = valid};
    if (problem->from == WEFT_CHECK_NOT || !info->step ||
        !set_basis(&experiment, words, result) ||
        !set_own(&experiment, words, result->solved, packets) ||
        lacks_computing(&experiment, words) ||
        !set_cost(&experiment, cost, info))
        return 0;
    r->vector = set_vector(&experiment, words, result->solved);
    if (words->message_blocks)
        check_bounds_set(&experiment, "message-blocks", words->message_blocks);
    take_messages(r, words, result);
    if (weft_trace_info_ticks(info) > 1)
        check_bounds_set(&experiment, "sharing",
                         weft_trace_info_get(info, "sharing"));
    else
        check_bounds_set(&experiment, "on-conflict",
                         result->delayed ? "delay" : "report");
    return check_bounds_ask(&experiment, info, r, err);
}
