/* GOAL, the schedule language of LogGOPSim: for each rank, its operations and
 * their dependences. parse.c, binary.c and play.c read it; this file,
 * arrange.c, chain.c and written-play.c write it.
 *
 * The operations of a rank form a chain in the order in which they are
 * executed. With L = g = one step and o = G = 0, a send ends when it begins and
 * delays the next one by a step, and a receive ends when its message arrives,
 * so the chain alone reproduces most times. Where a processor let time pass (it
 * slept, or took a message late), a `calc` of this duration is inserted. Sends
 * at the same time in a model with many ports use different network interfaces:
 * the interface is the dimension or, if a dimension has several peers, the
 * distance between the ranks.
 *
 * A run with LogGP costs is written for its own L, o, g and G. The simulator
 * has one processor per rank, which takes one message at a time, so a run with
 * many ports is rejected unless o = G = 0.
 *
 * A trace that would be read back differently is rejected, except that the
 * times of a trace without steps may change.
 *
 * The language is grouped by rank, so the trace is kept in memory until its
 * end: 72 bytes for each end of a transfer. */
#include "program.h"
#include "trace/io/out.h"
#include "written.h"

#include "base/base.h"
#include "base/keys.h"
#include "base/text/origins.h"

#include <stdlib.h>
#include <string.h>

static bool many_ports(const struct weft_trace_info *info)
{
    struct weft_model model;
    if (!info_model(info, &model))
        return false;
    return weft_model_ports(&model, WEFT_USE_SEND) > 1 ||
           weft_model_ports(&model, WEFT_USE_RECEIVE) > 1 ||
           model.sends == WEFT_SENDS_SAME;
}

static void trace_goal_remark(void *arg, const char *key, const char *value)
{
    params_write_line(arg, "// ", key, value);
}

static int trace_goal_begin(void *state, struct output *out,
                            const struct weft_trace_info *info)
{
    struct goal *goal = state;
    goal->processors = info->processors;
    goal->ports = many_ports(info);
    goal_costs(&goal->costs, info);
    goal->timed = info->step || goal->costs.loggp;
    goal->first = UINT64_MAX;
    if (goal->costs.loggp && goal->ports &&
        (goal->costs.cost.overhead || goal->costs.cost.per_byte))
        return out_fail(out, WEFT_ERROR_MISUSE,
                        "LogGOPSim has one processor in a rank, which "
                        "takes one message at a time: a run with several "
                        "ports and o or G above 0 cannot be expressed in it");
    if (!info->processors)
        return out_fail(out, WEFT_ERROR_MISUSE,
                        "GOAL has at least one rank, and the trace no "
                        "processor");
    params_each(info, trace_goal_remark, out);
    out_text(out, "num_ranks ");
    out_signed(out, info->processors);
    out_text(out, "\n");
    return 0;
}

static int trace_goal_add(struct goal *goal, struct output *out,
                          const struct weft_event *event)
{
    bool transfer = event->kind == WEFT_SEND || event->kind == WEFT_RECEIVE;
    uint64_t begin = event_begin(event);
    goal->first = begin < goal->first ? begin : goal->first;
    if (!transfer && event->kind != WEFT_COMPUTE)
        return 0;
    if (transfer && event->peer < 0)
        return out_fail(out, WEFT_ERROR_MISUSE,
                        "a schedule for LogGOPSim names both ends of a "
                        "transfer; processor %d at time %llu does not",
                        event->rank, (unsigned long long)event->start);
    if (transfer && event->peer == event->rank)
        return out_fail(out, WEFT_ERROR_MISUSE,
                        "GOAL has no transfer of a rank to itself, such as "
                        "that of processor %d at time %llu",
                        event->rank, (unsigned long long)event->start);
    if (transfer && event->message < 0)
        return out_fail(out, WEFT_ERROR_MISUSE,
                        "GOAL numbers messages; the %s of processor %d at time "
                        "%llu has none",
                        weft_event_names[event->kind], event->rank,
                        (unsigned long long)event->start);
    if (event->start - event_origin(goal->timed, goal->first) >
            GOAL_CALCS_MAX ||
        event->duration > GOAL_CALC_MAX)
        return out_fail(out, WEFT_ERROR_LIMIT,
                        "times in GOAL are at most 2^62, and durations at most "
                        "2^50; the %s of processor %d at time %llu lasts %llu",
                        weft_event_names[event->kind], event->rank,
                        (unsigned long long)event->start,
                        (unsigned long long)event->duration);
    if (event->kind == WEFT_COMPUTE && !event->duration)
        return out_fail(out, WEFT_ERROR_MISUSE,
                        "GOAL has no computation that takes no time, such as "
                        "that of processor %d at time %llu",
                        event->rank, (unsigned long long)event->start);
    if (array_grow(&goal->operation, &goal->capacity, goal->count + 1,
                   sizeof *goal->operation))
        return -1;
    goal->operation[goal->count] = (struct operation){
        .time =
            event->start + (event->kind == WEFT_RECEIVE ? event->duration : 0),
        .duration = event->duration,
        .rank = event->rank,
        .peer = event->peer,
        .message = event->message,
        .bytes = event->bytes,
        .dimension = event->dimension,
        .kind = event->kind,
        .order = (uint32_t)goal->count,
    };
    goal->count++;
    return 0;
}

static int trace_goal_events(void *state, struct output *out,
                             const struct weft_event *event, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (trace_goal_add(state, out, &event[i]))
            return -1;
    return 0;
}

/* Subtract the origin from all times, so that a trace without steps begins at
 * 0. */
static void shift(struct goal *goal)
{
    uint64_t origin = event_origin(goal->timed, goal->first);
    for (size_t i = 0; i < goal->count; i++)
        goal->operation[i].time -= origin;
}

static int trace_goal_end(void *state, struct output *out)
{
    struct goal *goal = state;
    size_t next = 0;
    shift(goal);
    if (goal_arrange(goal))
        return -1;
    if (goal->crowd)
        return goal_refuse(out, goal->crowd,
                           "is at the same time as another one of the same "
                           "pair or of more than 256");
    for (int rank = 0; rank < goal->processors; rank++)
        if (goal_write_rank(goal, rank, &next, out))
            return -1;
    return goal->costs.loggp ? goal_replay(goal, out) : 0;
}

static void trace_goal_finish(void *state)
{
    struct goal *goal = state;
    free(goal->operation);
    goal_free(&goal->written);
}

/* Recognise the binary form, or the word num_ranks after blanks and comments.
 */
static bool trace_goal_recognise(const char *head, size_t length)
{
    if (goal_is_binary(head, length))
        return true;
    const char *end = head + length;
    while (head < end && strchr("/ \t\r\n", *head) && *head) {
        bool slash = *head == '/' && end - head > 1;
        const char *close = slash && head[1] == '*' ? "*/" : "\n";
        const char *last = slash ? memmem(head + 2, (size_t)(end - head) - 2,
                                          close, strlen(close))
                                 : head;
        if (!last)
            return false;
        head = last + (slash ? strlen(close) : 1);
    }
    return end - head > 10 && !memcmp(head, "num_ranks ", 10);
}

/* Sort keys for the operations by start and rank. The operations stay where
 * they are: moving them costs more than reading them once in another order.
 * Return 0, or -1 if out of memory. */
static int trace_goal_sort(const struct goal_program *program,
                           const struct goal_times *times, struct keys *keys)
{
    if (keys_reserve(keys, program->operations))
        return -1;
    for (size_t i = 0; i < program->operations; i++)
        keys->key[i] = (struct sort_key){
            times[i].start, (uint64_t)program->operation[i].rank, 0};
    keys_sort(keys, program->operations);
    keys_settle(keys);
    return 0;
}

/* Simulate a program, and pass its events to a sink. */
static int trace_goal_tell(struct goal_program *program,
                           const struct weft_sink *sink, struct weft_error *err)
{
    struct goal_costs costs;
    struct event_batch batch;
    struct keys keys = {0};
    goal_costs(&costs, &program->params.info);
    struct goal_times *times = goal_play(program, &costs, err);
    int status = times ? trace_goal_sort(program, times, &keys) : -1;
    if (!status)
        status = event_batch_begin(&batch, sink, &program->params.info);
    for (size_t i = 0; i < program->operations && !status; i++) {
        size_t at = keys.key[i].index;
        if (!goal_has_event(&program->operation[at]))
            continue;
        const struct weft_event event = goal_event(program, &costs, times, at);
        status = event_batch_add(&batch, &event);
    }
    if (!status)
        status = event_batch_end(&batch);
    keys_finish(&keys);
    free(times);
    return status;
}

static int trace_goal_read(struct input *in, const struct weft_sink *sink,
                           struct weft_read_report *report,
                           struct weft_error *err)
{
    struct goal_program program;
    size_t length;
    const char *head = in_head(in, &length);
    (void)report;
    int status = head && goal_is_binary(head, length)
                     ? goal_parse_binary(&program, in, err)
                     : goal_parse(&program, in, err);
    if (!status && !program.own &&
        !weft_trace_info_get(&program.params.info, ORIGIN_KEY) &&
        params_add(&program.params, ORIGIN_KEY, "goal") == WEFT_ERROR_MEMORY)
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    program.params.info.parameter = program.params.list;
    if (!status)
        status = trace_goal_tell(&program, sink, err);
    goal_free(&program);
    return status;
}

const struct weft_format trace_goal = {
    .info = {.name = "goal",
             .ending = ".goal",
             .summary = "schedule for the LogGOPSim and ATLAHS simulators",
             .reads = true,
             .writes = true},
    .state = sizeof(struct goal),
    .begin = trace_goal_begin,
    .events = trace_goal_events,
    .end = trace_goal_end,
    .finish = trace_goal_finish,
    .recognise = trace_goal_recognise,
    .read = trace_goal_read,
};
