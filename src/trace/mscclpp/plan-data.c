/* Operations that move data: a range is read cell by cell, reduced and written.
 * Packets are waited for. A put through a port channel is queued. */
#include "base/base.h"

#include "run.h"

#include <string.h>

/* An operation whose ranges are in run->span: sources, then targets. */
struct plan_work {
    struct plan_run *run;
    struct plan_runner *runner;
    const struct plan_op *op;
    size_t sources, targets;
    uint64_t cells;
    struct plan_actor reader, writer; /* `writer` knows what it has read */
};

static void plan_data_collect(struct plan_work *work,
                              const struct plan_op *pipeline, bool target)
{
    struct plan_run *run = work->run;
    const struct gpu_plan *plan = run->plan;
    const struct plan_op *op = work->op;
    const struct plan_runner *runner = work->runner;
    struct plan_slice list = target ? op->target : op->source;
    for (uint32_t i = 0; i < list.count; i++) {
        const struct plan_entry *entry = plan_entry_at(plan, list, i);
        uint32_t width = plan_width(plan, runner->block, entry);
        if (array_grow(&run->span, &run->span_room, run->spans + width,
                       sizeof *run->span)) {
            plan_run_stop(run);
            return;
        }
        for (uint32_t w = 0; w < width; w++)
            plan_span_of(
                plan, runner->block, op, entry, plan_letter(op, target, i), w,
                pipeline,
                runner->at.iteration == UINT64_MAX ? 0 : runner->at.iteration,
                &run->span[run->spans++]);
    }
}

/* ---- packets ------------------------------------------------------------- */

/* Are all packets there? Otherwise the block waits for the first that is not.
 */
static bool plan_data_arrived(struct plan_work *work)
{
    struct plan_run *run = work->run;
    struct plan_runner *runner = work->runner;
    uint64_t total = work->sources * work->cells;
    for (; runner->packet < total; runner->packet++) {
        const struct plan_span *span = &run->span[runner->packet / work->cells];
        uint64_t at = runner->packet % work->cells * run->plan->cell;
        if (!span->packet || plan_packet_there(run, span, runner->launch, at))
            continue;
        uint64_t cell = plan_cell_of(run, span, runner->launch, at);
        plan_await(run, runner, PLAN_AT_PACKET, (uint32_t)cell,
                   &run->cell[cell].waiting);
        return false;
    }
    runner->packet = 0;
    return true;
}

/* Record which packet a cell is made of. */
static void plan_data_source(struct plan_work *work,
                             const struct plan_span *span, uint64_t at)
{
    struct plan_run *run = work->run;
    uint64_t cell = plan_cell_of(run, span, work->runner->launch, at);
    if (array_grow(&run->source, &run->source_room, 2 * work->sources + 2,
                   sizeof *run->source)) {
        plan_run_stop(run);
        return;
    }
    run->source[run->sources++] = run->cell[cell].write;
}

/* Let the threads that write the cell know what the packets bring. The cells of
 * a range usually have packets of the same operations. */
static void plan_data_learn(struct plan_work *work)
{
    struct plan_run *run = work->run;
    size_t count = run->sources;
    if (!count || run->stopped)
        return;
    uint32_t *before = run->source + count;
    if (work->writer.access &&
        !memcmp(before, run->source, count * sizeof *before))
        return;
    memcpy(before, run->source, count * sizeof *before);
    struct plan_clock *clock = plan_clock_copy(run, &work->reader.known);
    for (size_t i = 0; clock && i < count; i++) {
        struct plan_stamp stamp = run->access[run->source[i]].stamp;
        plan_clock_join(run, clock, &stamp, true);
        plan_learn(run, work->runner, &stamp, PLAN_NONE, true);
        uint64_t time = run->access[run->source[i]].time;
        if (time > work->runner->time)
            work->runner->time = time;
    }
    if (!clock)
        return;
    plan_stamp_drop(run, &work->writer.known);
    struct plan_access *reader = &run->access[work->reader.access];
    uint32_t component = reader->component, epoch = reader->epoch;
    uint32_t reads = reader->reads;
    uint32_t access = plan_access_add(run, &work->runner->at,
                                      work->runner->launch, component, epoch);
    if (!access)
        return;
    run->access[access].instance = work->reader.access;
    work->writer.access = access;
    work->writer.known = work->reader.known;
    work->writer.known.clock = clock;
    if (reads != PLAN_NONE) {
        work->writer.known.own[1] = reads;
        work->writer.known.count[1] = epoch;
    }
    run->access[access].stamp = plan_stamp_share(work->writer.known);
}

/* ---- cells --------------------------------------------------------------- */

static void plan_data_twice(struct plan_work *work, struct plan_part twice)
{
    struct plan_run *run = work->run;
    const struct gpu_plan *plan = run->plan;
    struct plan_spot spot = {
        -1, &run->access[work->reader.access].place, NULL, {.rank = -1}};
    plan_fault(run->report, plan, WEFT_MSCCLPP_TWICE, &spot,
               "it adds input chunk %llu of GPU %u twice",
               (unsigned long long)(twice.cell / (plan->chunk / plan->cell)),
               twice.first);
}

/* Add a value to a sum; consumes both references. */
static struct plan_sum *plan_data_add(struct plan_work *work,
                                      struct plan_sum *sum,
                                      struct plan_sum *value)
{
    struct plan_run *run = work->run;
    struct plan_part twice = {.cell = PLAN_NONE};
    struct plan_sum *result;
    if (!sum)
        return value;
    if (sum == run->unknown || value == run->unknown)
        result = plan_value_share(run->unknown);
    else
        result = plan_value_sum(run, sum, value, &twice);
    plan_value_drop(run, sum);
    plan_value_drop(run, value);
    if (twice.cell != PLAN_NONE && !work->op->extremes)
        plan_data_twice(work, twice);
    return result;
}

/* Half a packet is data only for a copy. */
static void plan_data_half(struct plan_work *work, const struct plan_span *span,
                           uint64_t at)
{
    struct plan_run *run = work->run;
    struct plan_spot spot = {-1,
                             &run->access[work->reader.access].place,
                             NULL,
                             {(int)span->gpu, "ios"[span->buffer],
                              span -> start + at, run -> plan -> cell}};
    plan_fault(run->report, run->plan, WEFT_MSCCLPP_UNWRITTEN, &spot,
               "it reads data in buffer %c of GPU %u, which holds packets",
               "ios"[span->buffer], span -> gpu);
}

/* Read the sources, and write their sum to the targets. */
static void plan_data_move(struct plan_work *work,
                           const struct plan_span *source, size_t sources,
                           const struct plan_span *target, size_t targets,
                           uint64_t at, bool waited)
{
    struct plan_run *run = work->run;
    struct plan_sum *sum = NULL;
    enum plan_form form = PLAN_PLAIN, held;
    bool raw = sources == 1 && targets && !target->packet;
    run->sources = 0;
    for (size_t i = 0; i < sources && !run->stopped; i++) {
        bool packet = source[i].packet;
        struct plan_sum *value = plan_cell_read(run, &work->reader, &source[i],
                                                at, packet && waited, &held);
        bool half = !packet && (held == PLAN_HALF || held == PLAN_REST);
        if (half && raw)
            form = held;
        else if (half)
            plan_data_half(work, &source[i], at);
        if (packet && waited)
            plan_data_source(work, &source[i], at);
        sum = plan_data_add(work, sum, value);
    }
    plan_data_learn(work);
    const struct plan_actor *writer =
        work->writer.access ? &work->writer : &work->reader;
    for (size_t i = 0; i < targets && !run->stopped; i++)
        plan_cell_write(run, writer, &target[i], at, plan_value_share(sum),
                        form);
    plan_value_drop(run, sum);
}

/* ---- transfers ----------------------------------------------------------- */

/* Return the number of the block in a cell, or -1. In a reduction a block is
 * combined, and its number does not show what a GPU has. */
static int64_t plan_data_block(struct plan_run *run,
                               const struct plan_span *span, uint32_t launch)
{
    const struct gpu_plan *plan = run->plan;
    struct plan_cell *cell = &run->cell[plan_cell_of(run, span, launch, 0)];
    struct plan_sum *value = plan_cell_value(run, cell, span->gpu);
    int64_t block = -1;
    bool sums = plan->goal && plan->goal->sums;
    if (value && value->parts == 1 && !sums)
        block = (int64_t)value->part->first *
                    (int64_t)plan_gpu_at(plan, 0)->chunks[PLAN_INPUT] +
                value->part->cell / (int64_t)(plan->chunk / plan->cell);
    plan_value_drop(run, value);
    return block < INT32_MAX ? block : -1;
}

static void plan_data_sent(struct plan_run *run, uint32_t from, uint32_t to,
                           uint64_t start, const struct plan_span *where,
                           uint32_t launch)
{
    const struct plan_listener *listener = run->listener;
    if (from == to || !listener || run->stopped)
        return;
    if (listener->sent(listener->arg, from, to, start,
                       plan_data_block(run, where, launch)))
        plan_run_stop(run);
}

/* Report the transfers of an operation and let time pass: a step for the remote
 * ranges, and for a switch one more. */
static void plan_data_time(struct plan_work *work)
{
    struct plan_run *run = work->run;
    struct plan_runner *runner = work->runner;
    const struct plan_span *span = run->span;
    size_t all = work->sources + work->targets;
    uint32_t own = runner->block->gpu;
    bool away[2] = {false, false};
    for (size_t i = 0; i < all; i++)
        away[i >= work->sources] |= span[i].gpu != own;
    bool group = strchr("sS", *work->op->kind->source) != NULL;
    uint64_t start = runner->time, second = start + (group && away[0]);
    for (size_t i = 0; i < work->sources; i++)
        plan_data_sent(run, span[i].gpu, own, start, &span[i], runner->launch);
    for (size_t i = work->sources; i < all; i++)
        plan_data_sent(run, own, span[i].gpu, second, &span[i], runner->launch);
    runner->time = away[1] ? second + 1 : start + away[0];
    run->access[work->reader.access].time = runner->time;
    if (work->writer.access)
        run->access[work->writer.access].time = runner->time;
}

/* ---- ports --------------------------------------------------------------- */

void plan_port_push(struct plan_run *run, struct plan_runner *runner,
                    uint32_t channel, uint32_t lane,
                    const struct plan_item *item)
{
    struct plan_port *port = &run->port[channel];
    if (array_grow(&port->item, &port->room, port->head + port->count + 1,
                   sizeof *port->item)) {
        plan_run_stop(run);
        return;
    }
    struct plan_item *added = &port->item[port->head + port->count++];
    *added = *item;
    added->place = runner->at;
    added->launch = runner->launch;
    added->time = runner->time;
    added->known = plan_stamp_lane(run, runner, lane);
    if (!run->seed)
        plan_port_serve(run, channel);
    else
        plan_ready(run, run->plan->blocks + channel, &port->queued);
}

/* Copy the range of an item. */
static void plan_port_copy(struct plan_run *run, struct plan_port *port,
                           const struct plan_item *item)
{
    struct plan_work work = {.run = run,
                             .runner = &run->runner[item->place.block],
                             .op = plan_place_op(run->plan, &item->place)};
    work.reader.access = plan_access_add(run, &item->place, item->launch,
                                         port->component, port->done + 1);
    work.reader.known = port->known;
    if (run->stopped)
        return;
    struct plan_access *access = &run->access[work.reader.access];
    if (item->target.packet) {
        access->stamp = plan_stamp_share(port->known);
        access->stamp.count[1]++;
    }
    access->time = port->time + 1;
    plan_touch(run, &work.reader, &item->source, false);
    plan_touch(run, &work.reader, &item->target, true);
    for (uint64_t at = 0; at < item->source.length && !run->stopped;
         at += run->plan->cell) {
        enum plan_form held;
        struct plan_sum *value =
            plan_cell_read(run, &work.reader, &item->source, at,
                           item->source.packet && item->waited, &held);
        plan_cell_write(run, &work.reader, &item->target, at, value,
                        held == PLAN_OWN_INPUT ? PLAN_PLAIN : held);
    }
    plan_data_sent(run, item->source.gpu, item->target.gpu, port->time,
                   &item->source, item->launch);
    port->time++;
}

void plan_port_serve(struct plan_run *run, uint32_t channel)
{
    struct plan_port *port = &run->port[channel];
    struct plan_item item = port->item[port->head++];
    port->count--;
    if (!port->count)
        port->head = 0;
    port->known.own[1] = PLAN_NONE;
    plan_stamp_merge(run, &port->known, &item.known);
    plan_stamp_drop(run, &item.known);
    port->known.own[1] = port->component;
    port->known.count[1] = port->done;
    port->time = item.time > port->time ? item.time : port->time;
    if (item.source.length && !run->stopped) {
        plan_port_copy(run, port, &item);
        port->known.count[1] = ++port->done;
    }
    if (item.signal && !run->stopped) {
        struct plan_signal signal = {plan_stamp_share(port->known), item.place,
                                     false, port->time};
        uint32_t other = plan_other_end(run->plan, PLAN_PORT, channel);
        if (other != PLAN_NONE)
            plan_send(run, &run->signal[PLAN_PORT][other], &signal);
        else
            plan_stamp_drop(run, &signal.stamp);
    }
    if (port->count)
        plan_ready(run, run->plan->blocks + channel, &port->queued);
    else if (port->waiting != PLAN_NONE)
        plan_wake(run, &port->waiting);
}

/* Read the packets that a port is going to send, and let the threads meet. */
static void plan_data_read(struct plan_work *work)
{
    struct plan_run *run = work->run;
    for (uint64_t k = 0; k < work->cells && !run->stopped; k++)
        plan_data_move(work, run->span, work->sources, NULL, 0,
                       k * run->plan->cell, true);
    plan_meet(run, work->runner);
}

/* Put the ranges into the queues of their channels. */
static bool plan_data_port(struct plan_work *work)
{
    struct plan_run *run = work->run;
    struct plan_runner *runner = work->runner;
    const struct plan_op *op = work->op;
    for (uint32_t i = 0; i < op->target.count && !runner->pushed; i++) {
        const struct plan_span *source = &run->span[op->kind->pairs ? i : 0];
        struct plan_item item = {.source = *source,
                                 .target = run->span[work->sources + i],
                                 .signal = op->kind->signals,
                                 .waited = !op->kind->pairs};
        plan_port_push(run, runner,
                       plan_channel_of(run->plan, runner->block, op, i), i,
                       &item);
        if (run->stopped)
            return true;
    }
    runner->pushed = op->kind->flushes;
    return !runner->pushed || plan_flush(run, runner, op);
}

/* ---- the operation ------------------------------------------------------- */

static void plan_data_begin(struct plan_work *work, bool packets)
{
    struct plan_run *run = work->run;
    struct plan_runner *runner = work->runner;
    uint32_t block = (uint32_t)(runner - run->runner);
    work->reader.access = plan_access_add(run, &runner->at, runner->launch,
                                          block, runner->phase + 1);
    work->reader.known = plan_stamp_now(run, runner);
    if (run->stopped || !packets)
        return;
    struct plan_access *access = &run->access[work->reader.access];
    access->stamp = plan_stamp_share(work->reader.known);
    if (runner->slot < run->slots) {
        access->reads = run->first_slot + block * run->slots + runner->slot++;
        access->stamp.own[1] = access->reads;
        access->stamp.count[1] = access->epoch;
    }
}

static void plan_data_all(struct plan_work *work)
{
    struct plan_run *run = work->run;
    size_t targets = work->sources;
    for (size_t i = 0; i < work->sources + work->targets; i++)
        plan_touch(run, &work->reader, &run->span[i], i >= targets);
    for (size_t i = 0; i < (work->op->kind->pairs ? work->sources : 1); i++)
        for (uint64_t k = 0; k < work->cells && !run->stopped; k++) {
            bool pairs = work->op->kind->pairs;
            plan_data_move(work, &run->span[i], pairs ? 1 : work->sources,
                           &run->span[targets + i], pairs ? 1 : work->targets,
                           k * run->plan->cell, true);
        }
}

bool plan_data(struct plan_run *run, struct plan_runner *runner,
               const struct plan_op *op, const struct plan_op *pipeline)
{
    struct plan_work work = {.run = run, .runner = runner, .op = op};
    bool port = op->kind->ports && op->channel == PLAN_PORT;
    bool waits = strchr(op->kind->source, 'p') != NULL;
    run->spans = 0;
    plan_data_collect(&work, pipeline, false);
    work.sources = run->spans;
    plan_data_collect(&work, pipeline, true);
    work.targets = run->spans - work.sources;
    if (run->stopped || !run->spans)
        return true;
    work.cells = run->span[0].length / run->plan->cell;
    if (waits && !runner->pushed && work.cells && !plan_data_arrived(&work))
        return false;
    if (!port || waits)
        plan_data_begin(&work, strpbrk(op->kind->target, "pRS") != NULL);
    if (port && waits && !run->stopped)
        plan_data_read(&work);
    if (run->stopped)
        return true;
    bool done = port ? plan_data_port(&work) : true;
    if (!port)
        plan_data_all(&work);
    if (!port && !run->stopped)
        plan_data_time(&work);
    plan_stamp_drop(run, &work.writer.known);
    return done;
}
