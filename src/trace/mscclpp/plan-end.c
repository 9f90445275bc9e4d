/* The end of launches: contents of outputs, remote accesses that may be too
 * late, signals and semaphores; and why a plan does not end. */
#include "base/base.h"

#include "run.h"

#include <stdlib.h>
#include <string.h>

/* ---- end states ---------------------------------------------------------- */

static struct plan_wish plan_wish_all(const struct gpu_plan *plan, uint32_t gpu,
                                      uint64_t chunk)
{
    (void)gpu;
    return (struct plan_wish){0, plan->gpus - 1, chunk};
}

static uint64_t plan_wish_share(const struct gpu_plan *plan, uint32_t gpu)
{
    uint64_t share = plan_gpu_at(plan, gpu)->chunks[PLAN_OUTPUT] / plan->gpus;
    return share ? share : 1;
}

static struct plan_wish plan_wish_gather(const struct gpu_plan *plan,
                                         uint32_t gpu, uint64_t chunk)
{
    uint64_t share = plan_wish_share(plan, gpu);
    uint32_t from = (uint32_t)(chunk / share);
    return (struct plan_wish){from, from, chunk % share};
}

static struct plan_wish plan_wish_scatter(const struct gpu_plan *plan,
                                          uint32_t gpu, uint64_t chunk)
{
    uint64_t own = plan_gpu_at(plan, gpu)->chunks[PLAN_OUTPUT];
    return (struct plan_wish){0, plan->gpus - 1, gpu * own + chunk};
}

static struct plan_wish plan_wish_exchange(const struct gpu_plan *plan,
                                           uint32_t gpu, uint64_t chunk)
{
    uint64_t share = plan_wish_share(plan, gpu);
    uint32_t from = (uint32_t)(chunk / share);
    return (struct plan_wish){from, from, gpu * share + chunk % share};
}

static struct plan_wish plan_wish_root(const struct gpu_plan *plan,
                                       uint32_t gpu, uint64_t chunk)
{
    (void)gpu;
    uint32_t root = (uint32_t)plan->root;
    return (struct plan_wish){root, root, chunk};
}

static struct plan_wish plan_wish_before(const struct gpu_plan *plan,
                                         uint32_t gpu, uint64_t chunk)
{
    uint32_t from = (gpu + plan->gpus - 1) % plan->gpus;
    return (struct plan_wish){from, from, chunk};
}

static const struct plan_goal plan_goals[] = {
    {"allreduce", true, 1, plan_wish_all},
    {"allgather", false, 2, plan_wish_gather},
    {"reducescatter", true, 3, plan_wish_scatter},
    {"alltoall", false, 1, plan_wish_exchange},
    {"broadcast", false, 1, plan_wish_root},
    {"sendrecv", false, 0, plan_wish_before},
};

const struct plan_goal *plan_goal_find(const char *name)
{
    for (size_t i = 0; i < sizeof plan_goals / sizeof *plan_goals; i++)
        if (!strcmp(plan_goals[i].name, name))
            return &plan_goals[i];
    return NULL;
}

void plan_end_shape(const struct gpu_plan *plan, struct plan_report *report)
{
    for (uint32_t g = 0; plan->goal && g < plan->gpus; g++) {
        uint64_t chunks = plan_gpu_at(plan, g)->chunks[PLAN_OUTPUT];
        for (uint64_t c = 0; c < chunks; c++) {
            struct plan_wish wish = plan->goal->wish(plan, g, c);
            uint32_t from = wish.first;
            while (from <= wish.last && from < plan->gpus &&
                   plan_gpu_at(plan, from)->chunks[PLAN_INPUT] > wish.chunk)
                from++;
            if (from > wish.last)
                continue;
            struct plan_spot spot = {(int)g, NULL, NULL, {.rank = -1}};
            plan_fault(report, plan, WEFT_MSCCLPP_FORMAT, &spot,
                       "output chunk %llu needs input chunk %llu of GPU %u, "
                       "which does not exist",
                       (unsigned long long)c, (unsigned long long)wish.chunk,
                       from);
            break;
        }
    }
}

/* ---- contents ------------------------------------------------------------ */

/* Describe the first difference between a value and the sum over GPUs first to
 * last of one cell. */
static void plan_end_difference(const struct gpu_plan *plan,
                                const struct plan_sum *value,
                                const struct plan_wish *wish, uint32_t cell,
                                char *text, size_t size)
{
    uint64_t scale = plan->chunk / plan->cell;
    uint32_t next = wish->first; /* the next GPU that is expected */
    for (uint32_t i = 0; i < value->parts; i++) {
        const struct plan_part *part = &value->part[i];
        bool own = part->cell == cell && part->first >= wish->first &&
                   part->last <= wish->last;
        if (own && part->first == next) {
            next = part->last + 1;
            continue;
        }
        if (own)
            break;
        snprintf(text, size, "it contains input chunk %llu of GPU %u",
                 (unsigned long long)(part->cell / scale), part->first);
        return;
    }
    snprintf(text, size, "input chunk %llu of GPU %u is missing",
             (unsigned long long)wish->chunk, next);
}

/* Check a cell of an output. Return whether it is right. */
static bool plan_end_cell(struct plan_run *run, uint32_t gpu, uint64_t at,
                          const struct plan_wish *wish)
{
    const struct gpu_plan *plan = run->plan;
    uint64_t scale = plan->chunk / plan->cell;
    uint32_t want = (uint32_t)(wish->chunk * scale + at % scale);
    struct plan_cell *cell =
        &run->cell[plan_gpu_at(plan, gpu)->origin[PLAN_OUTPUT] + at];
    struct plan_sum *value = plan_cell_value(run, cell, gpu);
    char text[120] = "it holds nothing";
    bool packets = cell->form == PLAN_HALF || cell->form == PLAN_REST;
    bool right = value == run->unknown && value;
    if (packets)
        snprintf(text, sizeof text, "it holds packets");
    else if (value && !right)
        right = value->parts == 1 && value->part->cell == want &&
                value->part->first == wish->first &&
                value->part->last == wish->last;
    if (value && !right && !packets)
        plan_end_difference(plan, value, wish, want, text, sizeof text);
    plan_value_drop(run, value);
    if (right || run->stopped)
        return right;
    struct plan_spot spot = {(int)gpu,
                             NULL,
                             cell->write ? &run->access[cell->write].place
                                         : NULL,
                             {(int)gpu, 'o', at * plan->cell, plan->cell}};
    plan_fault(run->report, plan, WEFT_MSCCLPP_WRONG, &spot,
               "output chunk %llu: %s", (unsigned long long)(at / scale), text);
    return false;
}

static void plan_end_contents(struct plan_run *run, uint32_t gpu)
{
    const struct gpu_plan *plan = run->plan;
    uint64_t scale = plan->chunk / plan->cell;
    uint64_t chunks = plan_gpu_at(plan, gpu)->chunks[PLAN_OUTPUT];
    for (uint64_t c = 0; plan->goal && c < chunks && !run->stopped; c++) {
        struct plan_wish wish = plan->goal->wish(plan, gpu, c);
        for (uint64_t k = 0; k < scale; k++)
            if (!plan_end_cell(run, gpu, c * scale + k, &wish))
                break;
    }
}

/* ---- remote accesses ----------------------------------------------------- */

void plan_end_guest(struct plan_run *run, uint32_t gpu,
                    const struct plan_guest *guest,
                    const struct plan_stamp *end)
{
    const struct plan_access *access = &run->access[guest->access];
    const struct gpu_plan *plan = run->plan;
    bool executed = end && plan_stamp_at(run, end, PLAN_EO,
                                         access->component) >= access->epoch;
    bool known = end && plan_stamp_at(run, end, PLAN_HB, access->component) >=
                            access->epoch;
    struct plan_spot spot = {-1,
                             &access->place,
                             NULL,
                             {(int)gpu, "ios"[guest->span.buffer],
                              guest -> span.start, guest->span.length}};
    const char *buffer = guest->span.buffer == PLAN_INPUT ? "input" : "output";
    if (guest->writes && !executed)
        plan_fault(run->report, plan, WEFT_MSCCLPP_LATE, &spot,
                   "it may write the %s of GPU %u after the end of that GPU's "
                   "launch",
                   buffer, gpu);
    else if (guest->writes && !known && run->options->strict)
        plan_fault(run->report, plan, WEFT_MSCCLPP_LATE, &spot,
                   "a relaxed signal alone orders its write to the %s of GPU "
                   "%u before the end of that GPU's launch",
                   buffer, gpu);
    else if (guest->writes && !known)
        plan_remark(run->report, plan, WEFT_MSCCLPP_RELAXED, &spot,
                    "a relaxed signal alone orders its write to the %s of GPU "
                    "%u before the end of that GPU's launch",
                    buffer, gpu);
    else if (!guest->writes && !executed)
        (run->options->reuse ? plan_fault : plan_remark)(
            run->report, plan, WEFT_MSCCLPP_REUSE, &spot,
            "it may read the %s of GPU %u after the end of that GPU's launch",
            buffer, gpu);
}

void plan_end_launch(struct plan_run *run, uint32_t gpu,
                     const struct plan_stamp *end)
{
    struct plan_host *host = &run->host[gpu];
    size_t kept = 0;
    for (size_t i = 0; i < host->guests; i++)
        if (run->access[host->guest[i].access].launch <= host->launch)
            plan_end_guest(run, gpu, &host->guest[i], end);
        else
            host->guest[kept++] = host->guest[i];
    host->guests = kept;
    plan_end_contents(run, gpu);
}

/* ---- signals and semaphores ---------------------------------------------- */

static void plan_end_signals(struct plan_run *run, uint32_t type)
{
    static const char *const names[] = {"memory", "port"};
    const struct gpu_plan *plan = run->plan;
    const struct plan_channel *end = plan->channel[type].at;
    for (size_t i = 0; i < plan->channel[type].count; i++) {
        const struct plan_queue *queue = &run->signal[type][i];
        if (queue->sent == queue->taken)
            continue;
        struct plan_spot spot = {-1, &queue->last, NULL, {.rank = -1}};
        plan_fault(run->report, plan, WEFT_MSCCLPP_UNTAKEN, &spot,
                   "%llu signals on its %s channel to GPU %u, but only %llu "
                   "waits there",
                   (unsigned long long)queue->sent, names[type], end[i].gpu,
                   (unsigned long long)queue->taken);
    }
}

void plan_end_check(struct plan_run *run)
{
    const struct gpu_plan *plan = run->plan;
    for (uint32_t t = 0; t < 2; t++)
        plan_end_signals(run, t);
    for (uint32_t g = 0; g < plan->gpus; g++) {
        struct plan_slice slice = plan_gpu_at(plan, g)->semaphores;
        for (uint32_t i = 0; i < slice.count; i++) {
            const struct plan_queue *queue = &run->semaphore[slice.first + i];
            struct plan_spot spot = {(int)g, NULL, NULL, {.rank = -1}};
            if (queue->sent != queue->taken)
                plan_fault(run->report, plan, WEFT_MSCCLPP_SEMAPHORE, &spot,
                           "semaphore %u is acquired %llu times and released "
                           "%llu times",
                           i, (unsigned long long)queue->taken,
                           (unsigned long long)queue->sent);
        }
    }
}

/* ---- deadlock ------------------------------------------------------------ */

/* What a blocked thread block waits for. */
struct plan_search {
    struct plan_run *run;
    const struct plan_runner *waiter;
    struct plan_place found;
};

/* Does an operation of a thread block end the wait? */
static bool plan_helps(struct plan_search *search, uint32_t b,
                       const struct plan_op *op, const struct plan_op *pipeline,
                       uint64_t iteration)
{
    struct plan_run *run = search->run;
    const struct gpu_plan *plan = run->plan;
    const struct plan_runner *waiter = search->waiter;
    const struct plan_block *block = plan_block_at(plan, b);
    enum plan_act act = op->kind->act;
    if (waiter->waits == PLAN_AT_SEMAPHORE) {
        for (uint32_t i = 0; act == PLAN_RELEASE && i < op->semaphores.count;
             i++)
            if (plan_gpu_at(plan, block->gpu)->semaphores.first +
                    plan_number(&plan->id, op->semaphores, i) ==
                waiter->object)
                return true;
        return false;
    }
    if (waiter->waits == PLAN_AT_SIGNAL) {
        const struct plan_op *wait = plan_place_op(plan, &waiter->at);
        bool signals = act == PLAN_SIGNAL || op->kind->signals;
        for (uint32_t i = 0;
             signals && op->channel == wait->channel && i < op->ids.count; i++)
            if (plan_other_end(plan, op->channel,
                               plan_channel_of(plan, block, op, i)) ==
                waiter->object)
                return true;
        return false;
    }
    for (uint32_t i = 0; act == PLAN_DATA && i < op->target.count; i++) {
        const struct plan_entry *entry = plan_entry_at(plan, op->target, i);
        for (uint32_t w = 0; w < plan_width(plan, block, entry); w++) {
            struct plan_span span;
            plan_span_of(plan, block, op, entry, plan_letter(op, true, i), w,
                         pipeline, iteration, &span);
            uint64_t first = plan_cell_of(run, &span, waiter->launch, 0);
            if (span.packet && waiter->object >= first &&
                waiter->object < first + 2 * (span.length / plan->cell))
                return true;
        }
    }
    return waiter->waits == PLAN_AT_BARRIER && act == PLAN_BARRIER &&
           block->gpu == waiter->block->gpu &&
           op->barrier == run->barrier[waiter->object].id &&
           &run->runner[b] != waiter && run->runner[b].waits != PLAN_AT_BARRIER;
}

/* Find an operation that a thread block has still to do and that ends the
 * wait. */
static bool plan_search_block(struct plan_search *search, uint32_t b)
{
    const struct plan_runner *runner = &search->run->runner[b];
    const struct gpu_plan *plan = search->run->plan;
    uint32_t ops = runner->block->ops.count;
    bool later =
        search->run->host[runner->block->gpu].launch <= search->waiter->launch;
    for (uint32_t i = later ? runner->at.op : ops; i < ops; i++) {
        const struct plan_op *op =
            plan_op_at(plan, runner->block->ops.first + i);
        search->found = (struct plan_place){b, i, UINT64_MAX, 0};
        if (runner != search->waiter || i > runner->at.op)
            if (plan_helps(search, b, op, NULL, 0))
                return true;
        for (uint32_t k = 0; k < op->inner.count; k++) {
            search->found.iteration =
                i == runner->at.op && runner->at.iteration != UINT64_MAX
                    ? runner->at.iteration
                    : 0;
            search->found.inner = k;
            if (plan_helps(search, b,
                           PLAN_AT(plan, plan_op, inner, op->inner.first + k),
                           op, search->found.iteration))
                return true;
        }
    }
    return false;
}

static bool plan_search_all(struct plan_search *search)
{
    for (uint32_t b = 0; b < search->run->plan->blocks; b++)
        if (plan_search_block(search, b))
            return true;
    return false;
}

/* Is a thread block in a cycle of thread blocks that wait for one another? */
static bool plan_in_circle(const uint32_t *next, uint32_t block,
                           uint32_t blocks)
{
    uint32_t at = next[block];
    for (uint32_t i = 0; i < blocks && at != PLAN_NONE; i++) {
        if (at == block)
            return true;
        at = next[at];
    }
    return false;
}

static void plan_end_blocked(struct plan_run *run, uint32_t b,
                             const struct plan_search *search, bool found,
                             bool circle)
{
    static const char *const what[] = {
        [PLAN_AT_SIGNAL] = "a signal",
        [PLAN_AT_SEMAPHORE] = "a semaphore",
        [PLAN_AT_PACKET] = "a packet",
        [PLAN_AT_BARRIER] = "other thread blocks",
        [PLAN_AT_FLUSH] = "a port channel",
    };
    const struct plan_runner *runner = &run->runner[b];
    struct plan_spot spot = {
        -1, &runner->at, found ? &search->found : NULL, {.rank = -1}};
    char place[80] = "that never comes", peer[40] = "";
    if (found)
        plan_place_text(run->plan, &search->found, place, sizeof place);
    if (runner->waits == PLAN_AT_SIGNAL) {
        const struct plan_op *op = plan_place_op(run->plan, &runner->at);
        const struct plan_channel *ends = run->plan->channel[op->channel].at;
        snprintf(peer, sizeof peer, " from GPU %u", ends[runner->object].peer);
    }
    bool nothing = runner->waits == PLAN_AT_PACKET && !found;
    plan_fault(run->report, run->plan,
               nothing ? WEFT_MSCCLPP_UNWRITTEN : WEFT_MSCCLPP_DEADLOCK, &spot,
               "it waits forever for %s%s%s%s%s", what[runner->waits],
               found ? "" : peer, found ? " of " : " ", place,
               circle ? ", in a cycle" : "");
}

void plan_end_deadlock(struct plan_run *run)
{
    uint32_t blocks = run->plan->blocks;
    struct plan_search *search = calloc(blocks + 1, sizeof *search);
    uint32_t *next = calloc(blocks + 1, sizeof *next);
    for (uint32_t b = 0; search && next && b < blocks; b++) {
        const struct plan_runner *runner = &run->runner[b];
        search[b] = (struct plan_search){.run = run, .waiter = runner};
        next[b] = PLAN_NONE;
        if (runner->waits != PLAN_ENDED && plan_search_all(&search[b]))
            next[b] = search[b].found.block;
    }
    for (uint32_t b = 0; search && next && b < blocks; b++)
        if (run->runner[b].waits != PLAN_ENDED)
            plan_end_blocked(run, b, &search[b], next[b] != PLAN_NONE,
                             plan_in_circle(next, b, blocks));
    if (!search || !next)
        plan_run_stop(run);
    free(search);
    free(next);
}
