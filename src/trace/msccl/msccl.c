/* MSCCL XML: read as a trace, and judged by its own rules.
 *
 * document.c reads the file, connect.c finds who meets whom, execute.c runs the
 * steps (clocks.c: what is in order, cells.c: what is where), finish.c and
 * expect.c say whether the end is what it must be. */
#include "algorithm.h"

#include "base/base.h"
#include "trace/format.h"

#include <stdlib.h>
#include <string.h>

/* ---- judging ---- */

static void count(const struct algorithm *a, struct weft_msccl_result *result)
{
    snprintf(result->name, sizeof result->name, "%s", a->name);
    snprintf(result->collective, sizeof result->collective, "%s",
             a->collective->name);
    result->gpus = a->gpus;
    result->chunks = a->chunks;
    result->blocks = a->blocks;
    for (size_t i = 0; i < a->blocks; i++) {
        result->steps += a->block[i].steps;
        for (size_t s = 0; s < a->block[i].steps; s++)
            result->messages += a->block[i].step[s].type->sends;
    }
}

static int judge_layout(const struct algorithm *a, bool in_place,
                        struct weft_msccl_run *run, struct weft_error *err)
{
    struct findings findings = {.count = 0};
    run->asked = in_place ? a->in_place : a->out_of_place;
    int status = run->asked ? algorithm_execute(a, in_place, NULL, &findings,
                                                &run->steps, err)
                            : 0;
    run->finding = findings.list;
    run->findings = findings.kept;
    run->found = findings.count;
    return status;
}

/* What keeps it from being run at all is wrong in any layout. */
static int judge(struct algorithm *a, struct weft_msccl_result *result,
                 struct weft_error *err)
{
    struct findings findings = {.count = 0};
    int status = algorithm_connect(a, &findings, err);
    if (!status && findings.failed)
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (status || findings.count) {
        struct weft_msccl_run *run =
            a->out_of_place ? &result->out_of_place : &result->in_place;
        *run = (struct weft_msccl_run){true, 0, findings.count, findings.kept,
                                       findings.list};
        return status;
    }
    free(findings.list);
    return judge_layout(a, false, &result->out_of_place, err) ||
                   judge_layout(a, true, &result->in_place, err)
               ? -1
               : 0;
}

int weft_msccl_check(const char *path, struct weft_msccl_result *result,
                     struct weft_error *err)
{
    struct algorithm a;
    *result = (struct weft_msccl_result){.gpus = 0};
    struct input *in = in_open(path, err);
    if (!in)
        return -1;
    int status = algorithm_read(&a, in, err);
    in_close(in);
    if (!status) {
        count(&a, result);
        status = judge(&a, result, err);
    }
    algorithm_finish(&a);
    return status;
}

bool weft_msccl_valid(const struct weft_msccl_result *result)
{
    return !result->out_of_place.found && !result->in_place.found;
}

void weft_msccl_finish(struct weft_msccl_result *result)
{
    free(result->out_of_place.finding);
    free(result->in_place.finding);
    *result = (struct weft_msccl_result){.gpus = 0};
}

/* ---- as a trace ---- */

struct transfer {
    uint64_t slot;
    int32_t from, to, message;
};

struct all_sent {
    struct transfer *list; /* [count], owned */
    size_t count, room;
};

static int sent(void *arg, const struct algorithm *a,
                const struct thread_block *block, uint64_t end,
                struct value *const *value, int chunks)
{
    struct all_sent *transfers = arg;
    uint32_t input = (uint32_t)collective_input(a), lowest = UINT32_MAX;
    for (int i = 0; i < chunks; i++)
        for (uint32_t k = 0; value[i] && k < value[i]->parts; k++) {
            uint32_t part = value[i]->part[k];
            uint32_t number = (uint32_t)a->collective->number(
                a, (int)(part / input), (int)(part % input));
            lowest = number < lowest ? number : lowest;
        }
    if (array_grow(&transfers->list, &transfers->room, transfers->count + 1,
                   sizeof *transfers->list))
        return -1;
    transfers->list[transfers->count++] =
        (struct transfer){end, block->gpu, block->send,
                          lowest == UINT32_MAX ? -1 : (int32_t)lowest};
    return 0;
}

static int compare(const void *x, const void *y)
{
    const struct transfer *a = x, *b = y;
    int order = (a->slot > b->slot) - (a->slot < b->slot);
    if (!order)
        order = (a->from > b->from) - (a->from < b->from);
    if (!order)
        order = (a->to > b->to) - (a->to < b->to);
    if (!order)
        order = (a->message > b->message) - (a->message < b->message);
    return order;
}

static int compare_events(const void *x, const void *y)
{
    const struct weft_event *a = x, *b = y;
    int order = (a->start > b->start) - (a->start < b->start);
    if (!order)
        order = (a->rank > b->rank) - (a->rank < b->rank);
    if (!order)
        order = (a->kind > b->kind) - (a->kind < b->kind);
    if (!order)
        order = (a->peer > b->peer) - (a->peer < b->peer);
    if (!order)
        order = (a->message > b->message) - (a->message < b->message);
    return order;
}

/* The first thing that is wrong is why the file cannot be read. */
static int refuse(const struct findings *findings, struct weft_error *err)
{
    if (!findings->kept)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    const struct weft_msccl_finding *first = &findings->list[0];
    return weft_error_set(err, WEFT_ERROR_FORMAT, 0,
                          "gpu %d, thread block %d, step %d: %s", first->gpu,
                          first->block, first->step, first->text);
}

/* The messages of an algorithm. What cells hold may be wrong; that it comes to
 * its end may not. */
static int run(struct algorithm *a, struct all_sent *transfers,
               struct weft_error *err)
{
    struct findings findings = {.count = 0};
    struct listener listener = {sent, transfers};
    uint64_t steps = 0;
    int status = algorithm_connect(a, &findings, err);
    bool whole = !status && !findings.count;
    if (whole)
        status = algorithm_execute(a, !a->out_of_place, &listener, &findings,
                                   &steps, err);
    if (!status && (!whole || (!steps && transfers->count + findings.count)))
        status = refuse(&findings, err);
    free(findings.list);
    return status;
}

static int tell(const struct all_sent *transfers, uint64_t step,
                const struct weft_trace_info *info,
                const struct weft_sink *sink, struct weft_error *err)
{
    size_t count = transfers->count * 2;
    struct weft_event *event = calloc(count + 1, sizeof *event);
    struct event_batch batch;
    if (!event)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (size_t i = 0; i < transfers->count; i++) {
        const struct transfer *t = &transfers->list[i];
        event[2 * i] = (struct weft_event){.start = (t->slot - 1) * step,
                                           .duration = step,
                                           .rank = t->from,
                                           .peer = t->to,
                                           .message = t->message,
                                           .dimension = -1,
                                           .kind = WEFT_SEND};
        event[2 * i + 1] = event[2 * i];
        event[2 * i + 1].kind = WEFT_RECEIVE;
        event[2 * i + 1].rank = t->to;
        event[2 * i + 1].peer = t->from;
    }
    qsort(event, count, sizeof *event, compare_events);
    int status = event_batch_begin(&batch, sink, info);
    for (size_t i = 0; i < count && !status; i++)
        status = event_batch_add(&batch, &event[i]);
    if (!status)
        status = event_batch_end(&batch);
    free(event);
    return status;
}

static int describe(const struct algorithm *a, struct params *params)
{
    char text[16];
    snprintf(text, sizeof text, "%d", a->gpus);
    return params_add(params, "processors", text) ||
           params_add(params, "problem", a->collective->name) ||
           (a->name[0] && params_add(params, "strategy", a->name));
}

static int read(struct input *in, const struct weft_sink *sink,
                struct weft_read_report *report, struct weft_error *err)
{
    struct algorithm a;
    struct all_sent transfers = {.count = 0};
    struct params params;
    params_init(&params);
    (void)report;
    int status = algorithm_read(&a, in, err) || run(&a, &transfers, err);
    if (!status && describe(&a, &params))
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (!status) {
        qsort(transfers.list, transfers.count, sizeof *transfers.list, compare);
        params.info.parameter = params.list;
        status = tell(&transfers, params.info.step, &params.info, sink, err);
    }
    params_finish(&params);
    free(transfers.list);
    algorithm_finish(&a);
    return status ? -1 : 0;
}

/* The first element, after remarks and declarations. */
static bool recognise(const char *head, size_t length)
{
    const char *end = head + length;
    const char *at = memchr(head, '<', length);
    while (at && end - at > 5 && (at[1] == '?' || at[1] == '!')) {
        at = memchr(at, '>', (size_t)(end - at));
        at = at ? memchr(at, '<', (size_t)(end - at)) : NULL;
    }
    return at && end - at > 5 && !memcmp(at, "<algo", 5) &&
           strchr(" \t\r\n>", at[5]);
}

const struct weft_format trace_msccl = {
    .info = {"msccl", ".xml", "MSCCL algorithms: schedules for GPUs",
             .reads = true, .writes = false},
    .recognise = recognise,
    .read = read,
};
