/* Matches the two ends of each connection (from, to, channel), and each wait
 * with its step. */
#include "algorithm.h"

#include "base/base.h"

#include <stdarg.h>
#include <stdlib.h>

void finding_add(struct findings *findings, const struct thread_block *block,
                 size_t step, const char *format, ...)
{
    va_list arguments;
    findings->count++;
    if (findings->kept >= FINDINGS_MAX)
        return;
    if (array_grow(&findings->list, &findings->room, findings->kept + 1,
                   sizeof *findings->list)) {
        findings->failed = true;
        return;
    }
    struct weft_msccl_finding *finding = &findings->list[findings->kept++];
    *finding = (struct weft_msccl_finding){
        block->gpu, block->id, step == SIZE_MAX ? -1 : (int)step, ""};
    va_start(arguments, format);
    vsnprintf(finding->text, sizeof finding->text, format, arguments);
    va_end(arguments);
}

/* One end of a connection. */
struct connect_end {
    int from, to, channel;
    size_t block;
};

static int connect_compare(const void *x, const void *y)
{
    const struct connect_end *a = x, *b = y;
    int order = (a->from > b->from) - (a->from < b->from);
    if (!order)
        order = (a->to > b->to) - (a->to < b->to);
    if (!order)
        order = (a->channel > b->channel) - (a->channel < b->channel);
    if (!order)
        order = (a->block > b->block) - (a->block < b->block);
    return order;
}

static bool connect_is_same(const struct connect_end *a,
                            const struct connect_end *b)
{
    return a->from == b->from && a->to == b->to && a->channel == b->channel;
}

/* Collect the ends of connections: those that send, or those that receive. */
static size_t connect_collect(const struct algorithm *a, bool senders,
                              struct connect_end *ends)
{
    size_t count = 0;
    for (size_t i = 0; i < a->blocks; i++) {
        const struct thread_block *block = &a->block[i];
        int peer = senders ? block->send : block->receive;
        if (peer < 0)
            continue;
        ends[count++] = (struct connect_end){senders ? block->gpu : peer,
                                             senders ? peer : block->gpu,
                                             block->channel, i};
    }
    qsort(ends, count, sizeof *ends, connect_compare);
    return count;
}

static void find_shared(const struct algorithm *a,
                        const struct connect_end *ends, size_t count,
                        const char *what, struct findings *findings)
{
    for (size_t i = 1; i < count; i++)
        if (connect_is_same(&ends[i - 1], &ends[i]))
            finding_add(findings, &a->block[ends[i].block], SIZE_MAX,
                        "thread block %d %s over the same connection: %d to "
                        "%d, channel %d",
                        a->block[ends[i - 1].block].id, what, ends[i].from,
                        ends[i].to, ends[i].channel);
}

static void connect_join(struct algorithm *a, const struct connect_end *out,
                         size_t outs, const struct connect_end *in, size_t ins)
{
    for (size_t i = 0, k = 0; i < outs; i++) {
        while (k < ins && connect_compare(&in[k], &out[i]) < 0 &&
               !connect_is_same(&in[k], &out[i]))
            k++;
        if (k < ins && connect_is_same(&in[k], &out[i]))
            a->block[out[i].block].receiver = in[k].block;
    }
}

static int find_ends(struct algorithm *a, struct findings *findings,
                     struct weft_error *err)
{
    struct connect_end *out = malloc((a->blocks + 1) * sizeof *out);
    struct connect_end *in = malloc((a->blocks + 1) * sizeof *in);
    int status = 0;
    if (out && in) {
        size_t outs = connect_collect(a, true, out),
               ins = connect_collect(a, false, in);
        find_shared(a, out, outs, "sends", findings);
        find_shared(a, in, ins, "receives", findings);
        connect_join(a, out, outs, in, ins);
    } else {
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    }
    free(out);
    free(in);
    return status;
}

/* Find steps that need a peer although their thread block has none. */
static void find_peers(const struct algorithm *a, struct findings *findings)
{
    for (size_t i = 0; i < a->blocks; i++) {
        const struct thread_block *block = &a->block[i];
        for (size_t s = 0; s < block->steps; s++) {
            const struct step_type *type = block->step[s].type;
            if (type->sends && block->send < 0)
                finding_add(findings, block, s, "sends, but send is -1");
            else if (type->sends && block->receiver == SIZE_MAX)
                finding_add(findings, block, s,
                            "nobody receives from %d to %d, channel %d",
                            block->gpu, block->send, block->channel);
            if (type->receives && block->receive < 0)
                finding_add(findings, block, s, "receives, but recv is -1");
        }
    }
}

/* For each step of a thread block, set teller[] to the first step from there on
 * that has `tells`, or to `steps` if there is none. */
static void find_tellers(const struct thread_block *block, size_t *teller)
{
    size_t next = block->steps;
    for (size_t s = block->steps; s-- > 0;) {
        if (block->step[s].tells)
            next = s;
        teller[s] = next;
    }
}

static void find_wait(struct algorithm *a, struct thread_block *block, size_t s,
                      size_t *const *teller, struct findings *findings)
{
    struct step *step = &block->step[s];
    const struct gpu *gpu = &a->gpu[block->gpu];
    if (step->waits < 0)
        return;
    if ((size_t)step->waits >= gpu->blocks) {
        finding_add(findings, block, s, "waits for thread block %d of %zu",
                    step->waits, gpu->blocks);
        return;
    }
    size_t other = gpu->first + (size_t)step->waits;
    size_t waits_step = step->waits_step < 0 ? 0 : (size_t)step->waits_step;
    size_t steps = a->block[other].steps;
    step->target_step = waits_step < steps ? teller[other][waits_step] : steps;
    if (step->target_step == steps)
        finding_add(findings, block, s,
                    "waits for step %d of thread block %d, and no step from "
                    "there on has hasdep=1",
                    step->waits_step, step->waits);
    else
        a->block[other].step[step->target_step].waiters++;
}

static int find_waits(struct algorithm *a, struct findings *findings,
                      struct weft_error *err)
{
    size_t steps = 0, used = 0;
    for (size_t i = 0; i < a->blocks; i++)
        steps += a->block[i].steps;
    size_t *all = malloc((steps + 1) * sizeof *all);
    size_t **teller = malloc((a->blocks + 1) * sizeof *teller);
    int status = -1;
    if (all && teller) {
        for (size_t i = 0; i < a->blocks; used += a->block[i++].steps) {
            teller[i] = all + used;
            find_tellers(&a->block[i], teller[i]);
        }
        for (size_t i = 0; i < a->blocks; i++)
            for (size_t s = 0; s < a->block[i].steps; s++)
                find_wait(a, &a->block[i], s, teller, findings);
        status = 0;
    }
    free(all);
    free(teller);
    return status ? weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory") : 0;
}

int algorithm_connect(struct algorithm *a, struct findings *findings,
                      struct weft_error *err)
{
    if (find_ends(a, findings, err))
        return -1;
    find_peers(a, findings);
    return find_waits(a, findings, err);
}
