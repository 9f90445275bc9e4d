/* GOAL, the schedule language of LogGOPSim: for each rank its operations and
 * what each of them requires. Reading is in parse.c and play.c; what follows
 * is writing.
 *
 * A rank's operations form a chain in the order in which they are done. With
 * L = g = one step and o = G = 0 a send is done when it begins and keeps the
 * next one away for a step, and a receive is done when its message arrives;
 * so the chain alone brings most operations to their time. Where a processor
 * let time pass (it slept, or left a message lying) a `calc` of that length
 * stands in. Sends that leave together in a model with many ports are given
 * network interfaces: by their dimension, or, where that is not one peer's
 * alone, by how much further their receiver is.
 *
 * A run with LogGP costs is written for its own L, o, g and G. The simulator
 * has one processor in a rank, which takes one message at a time: a run with
 * many ports is refused, unless o = G = 0.
 *
 * The language groups by rank, so a trace is kept until its end: 40 bytes for
 * each transfer at each of its ends. */
#include "program.h"
#include "trace/io/out.h"
#include "written.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

/* The chain of one rank as it is written. */
struct chain {
    struct output *out;
    bool ports;
    const struct goal *goal;
    uint64_t now;    /* when its last operation is done in a replay */
    uint64_t gap;    /* until when its last send keeps others away, ... */
    uint64_t gap_in; /* ... and its last receive */
    uint64_t last;   /* label */
};

static bool many_ports(const struct weft_trace_info *info)
{
    struct weft_model model;
    if (!info_model(info, &model))
        return false;
    return weft_model_ports(&model, WEFT_USE_SEND) > 1 ||
           weft_model_ports(&model, WEFT_USE_RECEIVE) > 1 ||
           model.sends == WEFT_SENDS_SAME;
}

static void remark(void *arg, const char *key, const char *value)
{
    struct output *out = arg;
    out_text(out, "// ");
    out_text(out, key);
    out_text(out, ": ");
    for (size_t length; *value; value += length) { /* maybe to a terminal */
        length = weft_character_length(value);
        bool plain = length && !weft_character_controls(value);
        length = length ? length : 1;
        out_bytes(out, plain ? value : " ", plain ? length : 1);
    }
    out_text(out, "\n");
}

static int begin(void *state, struct output *out,
                 const struct weft_trace_info *info)
{
    struct goal *goal = state;
    goal->processors = info->processors;
    goal->ports = many_ports(info);
    goal->loggp = info_loggp(info, &goal->cost);
    if (goal->loggp && goal->ports &&
        (goal->cost.overhead || goal->cost.per_byte))
        return out_fail(out, WEFT_ERROR_MISUSE,
                        "LogGOPSim has one processor in a rank, which "
                        "takes one message at a time: a run with several "
                        "ports and o or G above 0 cannot be told to it");
    if (!info->processors)
        return out_fail(out, WEFT_ERROR_MISUSE,
                        "GOAL has at least one rank, and the trace no "
                        "processor");
    params_each(info, remark, out);
    out_text(out, "num_ranks ");
    out_signed(out, info->processors);
    out_text(out, "\n");
    return 0;
}

static int add(struct goal *goal, struct output *out,
               const struct weft_event *event)
{
    bool transfer = event->kind == WEFT_SEND || event->kind == WEFT_RECEIVE;
    if (!transfer && event->kind != WEFT_COMPUTE)
        return 0;
    if (transfer && event->peer < 0)
        return out_fail(out, WEFT_ERROR_MISUSE,
                        "a schedule for LogGOPSim names both ends of a "
                        "transfer; processor %d at time %llu does not",
                        event->rank, (unsigned long long)event->start);
    if (transfer && event->peer == event->rank)
        return out_fail(out, WEFT_ERROR_MISUSE,
                        "GOAL has no transfer of a rank to itself, as that of "
                        "processor %d at time %llu",
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

static int events(void *state, struct output *out,
                  const struct weft_event *event, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (add(state, out, &event[i]))
            return -1;
    return 0;
}

static void number(struct chain *chain, const char *text, uint64_t number)
{
    out_text(chain->out, text);
    out_number(chain->out, number);
}

static void open_line(struct chain *chain, const char *word, uint64_t size)
{
    number(chain, "l", ++chain->last);
    number(chain, word, size);
}

static void close_line(struct chain *chain)
{
    out_text(chain->out, "\n");
    if (chain->last == 1)
        return;
    number(chain, "l", chain->last);
    number(chain, " requires l", chain->last - 1);
    out_text(chain->out, "\n");
}

static void calculate(struct chain *chain, uint64_t duration)
{
    if (!duration)
        return;
    if (duration > GOAL_CALC_MAX)
        out_fail(chain->out, WEFT_ERROR_LIMIT,
                 "a processor does nothing for %llu time units, and a calc of "
                 "GOAL lasts at most %llu",
                 (unsigned long long)duration,
                 (unsigned long long)GOAL_CALC_MAX);
    open_line(chain, ": calc ", duration);
    close_line(chain);
    chain->now += duration;
}

static void transfer(struct chain *chain, const struct operation *operation)
{
    bool sends = operation->kind == WEFT_SEND;
    open_line(chain, sends ? ": send " : ": recv ", operation->bytes);
    number(chain, sends ? "b to " : "b from ", (uint64_t)operation->peer);
    if (operation->message >= 0)
        number(chain, " tag ", (uint64_t)operation->message);
    if (chain->ports && operation->nic > 0 && operation->nic <= UINT8_MAX)
        number(chain, " cpu 0 nic ", operation->nic);
    close_line(chain);
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* A transfer with LogGP costs, at its own time. */
static void write_costed(struct chain *chain, const struct operation *operation)
{
    const struct weft_cost *cost = &chain->goal->cost;
    size_t bytes = operation->bytes;
    bool sends = operation->kind == WEFT_SEND;
    uint64_t gap = weft_cost_gap(cost, bytes);
    uint64_t start = operation->time - (sends ? 0 : operation->duration);
    uint64_t free = later(chain->now, sends ? chain->gap : chain->gap_in);
    if (start > (sends ? free : later(free, operation->comes)))
        calculate(chain, start - chain->now);
    transfer(chain, operation);
    chain->now = later(chain->now, start) +
                 (sends ? cost->overhead : weft_cost_receiving(cost, bytes));
    if (sends && !chain->ports)
        chain->gap = start + gap;
    else if (!sends && !chain->ports)
        chain->gap_in = start + gap;
}

static void write_operation(struct chain *chain,
                            const struct operation *operation)
{
    if (chain->goal->loggp && operation->kind != WEFT_COMPUTE) {
        write_costed(chain, operation);
        return;
    }
    uint64_t time = operation->time;
    uint64_t ready = chain->now;
    if (operation->kind == WEFT_SEND && chain->gap > ready)
        ready = chain->gap;
    bool arrives = operation->kind == WEFT_RECEIVE && operation->duration;
    if (time > ready && !arrives)
        calculate(chain, time - chain->now);
    if (operation->kind == WEFT_COMPUTE) {
        calculate(chain, operation->duration);
        return;
    }
    transfer(chain, operation);
    if (time > chain->now)
        chain->now = time;
    if (operation->kind == WEFT_SEND && !chain->ports)
        chain->gap = time + operation->duration;
}

static int end(void *state, struct output *out)
{
    struct goal *goal = state;
    size_t next = 0;
    if (goal_arrange(goal))
        return -1;
    for (int rank = 0; rank < goal->processors; rank++) {
        struct chain chain = {.out = out, .goal = goal, .ports = goal->ports};
        number(&chain, "\nrank ", (uint64_t)rank);
        out_text(out, " {\n");
        for (; next < goal->count && goal->operation[next].rank == rank; next++)
            write_operation(&chain, &goal->operation[next]);
        out_text(out, "}\n");
    }
    return out->error.kind ? -1 : 0;
}

static void finish(void *state)
{
    struct goal *goal = state;
    free(goal->operation);
}

static bool recognise(const char *head, size_t length)
{
    const char *end = head + length;
    while (head < end && (*head == '/' || *head == '\n' || *head == '\r')) {
        const char *newline = memchr(head, '\n', (size_t)(end - head));
        if (!newline)
            return false;
        head = newline + 1;
    }
    return end - head > 10 && !memcmp(head, "num_ranks ", 10);
}

static int read(struct input *in, const struct weft_sink *sink,
                struct weft_read_report *report, struct weft_error *err)
{
    struct goal_program program;
    struct event_batch batch;
    size_t count = 0;
    (void)report;
    int status = goal_parse(&program, in, err);
    struct weft_event *event = status ? NULL : goal_play(&program, &count, err);
    status = event ? 0 : -1;
    if (event) {
        program.params.info.parameter = program.params.list;
        status = event_batch_begin(&batch, sink, &program.params.info);
    }
    for (size_t i = 0; i < count && !status; i++)
        status = event_batch_add(&batch, &event[i]);
    if (!status)
        status = event_batch_end(&batch);
    free(event);
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
    .begin = begin,
    .events = events,
    .end = end,
    .finish = finish,
    .recognise = recognise,
    .read = read,
};
