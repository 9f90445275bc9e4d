/* Converts an MSCCL algorithm to a trace: its messages in unit time, and their
 * contents. */
#include "algorithm-trace.h"

#include "algorithm.h"

#include "base/base.h"
#include "base/items/items.h"

#include <stdlib.h>
#include <string.h>

/* Limit on the number of ranges of blocks and contributors that messages carry;
 * it grows with the number of steps. */
#define RANGES_MAX ((uint64_t)1 << AT_ONCE(21, 8))
#define RANGES_A_STEP 64

struct all_sent {
    /* number of ranges so far, and number of steps in the file */
    uint64_t ranges_so_far, steps;
    bool trusted; /* whether the file is trusted, so that no limit applies */
    struct weft_error *err; /* where to report errors; owned by the caller */
    struct algorithm_trace_transfer *list; /* [count] transfers, owned */
    size_t count, room;
    struct params params;
    /* buffers for the contents of one message */
    struct item_list items;
    struct algorithm_trace_carried *carried; /* [carried_room] chunks of the
                                                message */
    size_t carried_room;
    struct interval *set; /* [set_room] intervals of the GPUs that contribute to
                             a chunk */
    size_t set_room;
};

/* A chunk of a message: its block and its value. */
struct algorithm_trace_carried {
    int32_t block;
    struct value *value;
};

static int algorithm_trace_by_block(const void *x, const void *y)
{
    const struct algorithm_trace_carried *a = x, *b = y;
    return (a->block > b->block) - (a->block < b->block);
}

/* Return the block of a value; -1 if it has several or none. The result is
 * cached in the value, which may be sent many times. */
static int32_t algorithm_trace_block_of(const struct algorithm *a,
                                        struct value *value)
{
    if (value && value->number == VALUE_NEW)
        value->number = value_block(a, value);
    return value ? (int32_t)value->number : -1;
}

/* Count more ranges, and check that their total number is in proportion to the
 * file. Return 0 or -1. */
static int may_tell(struct all_sent *all, size_t ranges)
{
    uint64_t most = RANGES_MAX + all->steps * RANGES_A_STEP;
    all->ranges_so_far += ranges;
    if (all->ranges_so_far <= most || all->trusted)
        return 0;
    return weft_error_set(
        all->err, WEFT_ERROR_LIMIT, 0,
        "messages carry more than %llu ranges of blocks and "
        "contributions, in a file with so many steps" SAY_NO_LIMIT,
        (unsigned long long)most);
}

/* Add the GPUs that contribute to a sum, as ranges. Return 0 or -1. */
static int add_sum(struct all_sent *all, const struct algorithm *a,
                   const struct algorithm_trace_carried *carried)
{
    const struct value *value = carried->value;
    uint32_t input = (uint32_t)collective_input(a);
    size_t spans = 0;
    if (array_grow(&all->set, &all->set_room, value->parts, sizeof *all->set))
        return -1;
    for (uint32_t k = 0; k < value->parts; k++) {
        int32_t gpu = (int32_t)(value->part[k] / input);
        spans = spans_append(all->set, spans, gpu, gpu);
    }
    return may_tell(all, spans) ||
                   item_list_add(&all->items, carried->block, all->set, spans)
               ? -1
               : 0;
}

/* Format the contents of a message as text, and set *number to the text's
 * number in the table. *number is left at 0 if the message carries only the
 * block with its number, or contents that a list of blocks cannot represent.
 * Return 0, or -1 if out of memory. */
static int list_items(struct all_sent *all, const struct algorithm *a,
                      size_t count, uint32_t *number)
{
    struct item_list *list = &all->items;
    int status = 0;
    list->count = list->spans = 0;
    qsort(all->carried, count, sizeof *all->carried, algorithm_trace_by_block);
    for (size_t i = 0; i < count && !status; i++) {
        const struct algorithm_trace_carried *carried = &all->carried[i];
        if (carried->block < 0 ||
            (i && carried->block == all->carried[i - 1].block))
            return 0;
        status = a->collective->sums
                     ? add_sum(all, a, carried)
                     : item_list_add(list, carried->block, NULL, 0);
    }
    if (status || item_list_plain(list))
        return status;
    if (may_tell(all, list->count))
        return -1;
    char *text = item_list_text(list);
    *number = text ? params_items(&all->params, text) : 0;
    free(text);
    return *number ? 0 : -1;
}

static int algorithm_trace_sent(void *arg, const struct algorithm *a,
                                const struct thread_block *block, uint64_t end,
                                struct value *const *value, int chunks)
{
    struct all_sent *all = arg;
    size_t count = (size_t)chunks;
    uint32_t items = 0;
    if (array_grow(&all->list, &all->room, all->count + 1, sizeof *all->list) ||
        array_grow(&all->carried, &all->carried_room, count + 1,
                   sizeof *all->carried))
        return -1;
    for (size_t i = 0; i < count; i++)
        all->carried[i] = (struct algorithm_trace_carried){
            algorithm_trace_block_of(a, value[i]), value[i]};
    if (list_items(all, a, count, &items))
        return -1;
    int32_t lowest = -1;
    for (size_t i = count; i-- > 0;)
        if (all->carried[i].block >= 0)
            lowest = all->carried[i].block;
    all->list[all->count++] = (struct algorithm_trace_transfer){
        end, block->gpu, block->send, lowest, items};
    return 0;
}

static int algorithm_trace_compare(const void *x, const void *y)
{
    const struct algorithm_trace_transfer *a = x, *b = y;
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

/* Report why an algorithm does not end. Races and empty cells are not errors
 * here. */
static int algorithm_trace_refuse(const struct findings *findings,
                                  struct weft_error *err)
{
    size_t reason = findings->reason ? findings->reason - 1 : 0;
    if (reason >= findings->kept)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    const struct weft_msccl_finding *first = &findings->list[reason];
    return weft_error_set(err, WEFT_ERROR_FORMAT, 0,
                          "gpu %d, thread block %d, step %d: %s", first->gpu,
                          first->block, first->step, first->text);
}

/* Collect the messages of an algorithm. It must end, but wrong contents of
 * cells are allowed. */
static int algorithm_trace_run(struct algorithm *a, struct all_sent *transfers,
                               struct weft_error *err)
{
    struct findings findings = {.count = 0};
    struct listener listener = {algorithm_trace_sent, transfers};
    transfers->err = err;
    for (size_t i = 0; i < a->blocks; i++)
        transfers->steps += a->block[i].steps;
    uint64_t steps = 0;
    int status = algorithm_connect(a, &findings, err);
    bool whole = !status && !findings.count;
    if (whole)
        status = algorithm_execute(a, !a->out_of_place, NULL, &listener,
                                   &findings, &steps, err);
    if (!status && (!whole || findings.reason))
        status = algorithm_trace_refuse(&findings, err);
    free(findings.list);
    return status;
}

int transfers_emit(struct algorithm_trace_transfer *list, size_t transfers,
                   const struct weft_trace_info *info,
                   const struct weft_sink *sink, struct weft_error *err)
{
    size_t count = transfers * 2;
    uint64_t step = info->step;
    struct weft_event *event = calloc(count + 1, sizeof *event);
    struct event_batch batch;
    if (!event)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (transfers)
        qsort(list, transfers, sizeof *list, algorithm_trace_compare);
    for (size_t i = 0; i < transfers; i++) {
        const struct algorithm_trace_transfer *t = &list[i];
        event[2 * i] = (struct weft_event){.start = (t->slot - 1) * step,
                                           .duration = step,
                                           .rank = t->from,
                                           .peer = t->to,
                                           .message = t->message,
                                           .dimension = -1,
                                           .kind = WEFT_SEND,
                                           .items = t->items};
        event[2 * i + 1] = event[2 * i];
        event[2 * i + 1].kind = WEFT_RECEIVE;
        event[2 * i + 1].items = 0;
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

/* Return the problem of weft that a collective corresponds to, or NULL. */
static const char *algorithm_trace_problem_of(const struct algorithm *a)
{
    if (a->collective->also_problem && a->chunks > 1)
        return a->collective->also_problem;
    bool several = a->collective->single && a->chunks != a->gpus;
    return several ? NULL : a->collective->problem;
}

static int algorithm_trace_describe(const struct algorithm *a,
                                    struct params *params)
{
    const char *problem = algorithm_trace_problem_of(a);
    bool each = !strcmp(a->collective->name, "alltoall");
    int64_t blocks = (int64_t)a->chunks * (each ? a->gpus : 1);
    if (a->collective->own)
        blocks = (int64_t)a->input * (a->collective->sums ? 1 : a->gpus);
    return params_add_integer(params, "processors", a->gpus) ||
           (problem && params_add(params, "problem", problem)) ||
           params_add_integer(params, "blocks", blocks) ||
           (a->collective->rooted &&
            params_add_integer(params, "root", a->root)) ||
           (a->name[0] && params_add(params, "strategy", a->name));
}

int transfers_read(struct input *in, const struct weft_sink *sink,
                   struct weft_read_report *report, struct weft_error *err)
{
    struct algorithm a;
    struct all_sent all = {.count = 0};
    struct params *params = &all.params;
    params_init(params);
    params->info.paired = true;
    all.trusted = in_trusted(in);
    (void)report;
    int status =
        algorithm_read(&a, in, err) || algorithm_trace_run(&a, &all, err);
    if (!status && algorithm_trace_describe(&a, params))
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (!status) {
        params->info.parameter = params->list;
        status = transfers_emit(all.list, all.count, &params->info, sink, err);
    }
    params_finish(params);
    item_list_finish(&all.items);
    free(all.carried);
    free(all.set);
    free(all.list);
    algorithm_finish(&a);
    return status ? -1 : 0;
}
