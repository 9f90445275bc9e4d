/* Run a plan: thread blocks take turns, and each goes on until it has to wait.
 * One such run decides if every channel and semaphore has one user at each end;
 * otherwise runs in arbitrary orders follow. */
#include "base/base.h"
#include "base/numbers/splitmix.h"

#include "run.h"

#include <stdlib.h>
#include <string.h>

#define PLAN_SLOTS_MAX 8u

void plan_run_stop(struct plan_run *run)
{
    if (!run->stopped)
        weft_error_set(run->err, WEFT_ERROR_MEMORY, 0, "no memory");
    run->stopped = true;
}

/* ---- turns --------------------------------------------------------------- */

void plan_ready(struct plan_run *run, uint32_t index, bool *queued)
{
    size_t room = run->plan->blocks + run->plan->channel[PLAN_PORT].count + 1;
    if (*queued)
        return;
    *queued = true;
    run->ready[(run->ready_head + run->readies++) % room] = index;
}

/* Return the actor that continues: the first, any one, or the one of the
 * highest priority. */
static uint32_t plan_run_pick(struct plan_run *run)
{
    size_t room = run->plan->blocks + run->plan->channel[PLAN_PORT].count + 1;
    size_t chosen = run->ready_head;
    if (run->priority)
        for (size_t i = 1; i < run->readies; i++) {
            size_t at = (run->ready_head + i) % room;
            if (run->priority[run->ready[at]] >
                run->priority[run->ready[chosen]])
                chosen = at;
        }
    else if (run->seed)
        chosen =
            (run->ready_head + splitmix_draw(&run->seed) % run->readies) % room;
    uint32_t index = run->ready[chosen];
    run->ready[chosen] = run->ready[run->ready_head];
    run->ready_head = (run->ready_head + 1) % room;
    run->readies--;
    return index;
}

void plan_await(struct plan_run *run, struct plan_runner *runner,
                enum plan_waits what, uint32_t object, uint32_t *waiting)
{
    runner->waits = what;
    runner->object = object;
    runner->next = *waiting;
    *waiting = (uint32_t)(runner - run->runner);
}

void plan_wake(struct plan_run *run, uint32_t *waiting)
{
    uint32_t next = *waiting;
    *waiting = PLAN_NONE;
    while (next != PLAN_NONE) {
        struct plan_runner *runner = &run->runner[next];
        uint32_t index = next;
        next = runner->next;
        runner->waits = PLAN_RUNS;
        plan_ready(run, index, &runner->queued);
    }
}

/* ---- signals and semaphores ---------------------------------------------- */

uint32_t plan_other_end(const struct gpu_plan *plan, uint32_t type,
                        uint32_t channel)
{
    return ((const struct plan_channel *)plan->channel[type].at)[channel].pair;
}

/* Add a signal, whose stamp now belongs to the queue. */
void plan_send(struct plan_run *run, struct plan_queue *queue,
               const struct plan_signal *signal)
{
    if (queue->head && queue->head == queue->count) {
        queue->head = queue->count = 0;
    }
    if (array_grow(&queue->signal, &queue->room, queue->count + 1,
                   sizeof *queue->signal)) {
        plan_run_stop(run);
        return;
    }
    queue->signal[queue->count++] = *signal;
    queue->sent++;
    queue->last = signal->place;
    if (queue->waiting != PLAN_NONE)
        plan_wake(run, &queue->waiting);
}

/* Take a signal: the taker is ordered after it and after all signals taken
 * before. */
static void plan_take(struct plan_run *run, struct plan_queue *queue,
                      struct plan_runner *runner, uint32_t lane, bool relaxed)
{
    struct plan_signal *signal = &queue->signal[queue->head++];
    queue->taken++;
    plan_stamp_merge(run, &queue->all[PLAN_EO], &signal->stamp);
    if (!signal->relaxed)
        plan_stamp_merge(run, &queue->all[PLAN_HB], &signal->stamp);
    plan_stamp_drop(run, &signal->stamp);
    const struct plan_stamp *all = queue->all;
    if (!relaxed)
        plan_learn(run, runner, &all[PLAN_HB], lane, false);
    if (relaxed || all[PLAN_HB].clock != all[PLAN_EO].clock)
        plan_learn(run, runner, &all[PLAN_EO], lane, true);
    if (signal->time > runner->time)
        runner->time = signal->time;
}

static void plan_untaken_nobody(struct plan_run *run,
                                const struct plan_runner *runner, uint32_t peer)
{
    struct plan_spot spot = {-1, &runner->at, NULL, {.rank = -1}};
    plan_fault(run->report, run->plan, WEFT_MSCCLPP_UNTAKEN, &spot,
               "it signals to GPU %u, which has no such channel to this GPU",
               peer);
}

static bool plan_do_signal(struct plan_run *run, struct plan_runner *runner,
                           const struct plan_op *op)
{
    const struct gpu_plan *plan = run->plan;
    const struct plan_channel *ends = plan->channel[op->channel].at;
    for (uint32_t i = 0; i < op->ids.count && !run->stopped; i++) {
        uint32_t channel = plan_channel_of(plan, runner->block, op, i);
        if (ends[channel].pair == PLAN_NONE) {
            plan_untaken_nobody(run, runner, ends[channel].peer);
        } else if (op->channel == PLAN_PORT) {
            struct plan_item item = {.signal = true};
            plan_port_push(run, runner, channel, i, &item);
        } else {
            struct plan_signal signal = {plan_stamp_lane(run, runner, i),
                                         runner->at, op->kind->relaxed,
                                         runner->time};
            plan_send(run, &run->signal[PLAN_MEMORY][ends[channel].pair],
                      &signal);
        }
    }
    return true;
}

static bool plan_do_wait(struct plan_run *run, struct plan_runner *runner,
                         const struct plan_op *op)
{
    for (; runner->lane < op->ids.count && !run->stopped; runner->lane++) {
        uint32_t channel =
            plan_channel_of(run->plan, runner->block, op, runner->lane);
        struct plan_queue *queue = &run->signal[op->channel][channel];
        if (queue->head == queue->count) {
            plan_await(run, runner, PLAN_AT_SIGNAL, channel, &queue->waiting);
            return false;
        }
        plan_take(run, queue, runner, runner->lane,
                  op->kind->relaxed && op->channel == PLAN_MEMORY);
    }
    return true;
}

bool plan_flush(struct plan_run *run, struct plan_runner *runner,
                const struct plan_op *op)
{
    for (; runner->lane < op->ids.count; runner->lane++) {
        uint32_t channel =
            plan_channel_of(run->plan, runner->block, op, runner->lane);
        struct plan_port *port = &run->port[channel];
        if (port->count) {
            plan_await(run, runner, PLAN_AT_FLUSH, channel, &port->waiting);
            return false;
        }
        plan_learn(run, runner, &port->known, runner->lane, false);
        runner->time = port->time > runner->time ? port->time : runner->time;
    }
    return true;
}

static uint32_t plan_semaphore_of(const struct gpu_plan *plan,
                                  const struct plan_runner *runner,
                                  const struct plan_op *op, uint32_t lane)
{
    return plan_gpu_at(plan, runner->block->gpu)->semaphores.first +
           plan_number(&plan->id, op->semaphores, lane);
}

static bool plan_do_acquire(struct plan_run *run, struct plan_runner *runner,
                            const struct plan_op *op)
{
    const struct gpu_plan *plan = run->plan;
    const uint64_t *initial = plan->semaphore.at;
    for (; runner->lane < op->semaphores.count; runner->lane++) {
        uint32_t at = plan_semaphore_of(plan, runner, op, runner->lane);
        struct plan_queue *queue = &run->semaphore[at];
        if (queue->taken < initial[at]) {
            queue->taken++;
            continue;
        }
        if (queue->head == queue->count) {
            plan_await(run, runner, PLAN_AT_SEMAPHORE, at, &queue->waiting);
            return false;
        }
        plan_take(run, queue, runner, runner->lane, false);
    }
    return true;
}

static bool plan_do_release(struct plan_run *run, struct plan_runner *runner,
                            const struct plan_op *op)
{
    for (uint32_t i = 0; i < op->semaphores.count && !run->stopped; i++) {
        uint32_t at = plan_semaphore_of(run->plan, runner, op, i);
        struct plan_signal signal = {plan_stamp_lane(run, runner, i),
                                     runner->at, false, runner->time};
        plan_send(run, &run->semaphore[at], &signal);
    }
    return true;
}

/* ---- barriers ------------------------------------------------------------ */

static bool plan_do_nop(struct plan_run *run, struct plan_runner *runner,
                        const struct plan_op *op)
{
    (void)op;
    plan_meet(run, runner);
    return true;
}

static struct plan_barrier *plan_barrier_of(struct plan_run *run, uint32_t gpu,
                                            uint64_t id)
{
    for (size_t i = 0; i < run->barriers; i++)
        if (run->barrier[i].gpu == gpu && run->barrier[i].id == id)
            return &run->barrier[i];
    if (array_grow(&run->barrier, &run->barrier_room, run->barriers + 1,
                   sizeof *run->barrier)) {
        plan_run_stop(run);
        return NULL;
    }
    struct plan_barrier *barrier = &run->barrier[run->barriers++];
    *barrier = (struct plan_barrier){.gpu = gpu, .id = id};
    return barrier;
}

/* Join what thread blocks know at the end of a phase, and end it. */
static struct plan_clock *plan_join_blocks(struct plan_run *run,
                                           const uint32_t *block, size_t count)
{
    const struct plan_stamp none = {NULL, {PLAN_NONE, PLAN_NONE}, {0, 0}};
    struct plan_clock *clock = plan_clock_copy(run, &none);
    for (size_t i = 0; i < count && clock; i++) {
        struct plan_runner *runner = &run->runner[block[i]];
        struct plan_stamp now = plan_stamp_now(run, runner);
        now.count[0] = ++runner->phase;
        plan_clock_join(run, clock, &now, false);
        for (size_t k = 0; k < runner->knowns; k++) {
            plan_clock_join(run, clock, &runner->known[k].stamp,
                            runner->known[k].execution);
            plan_stamp_drop(run, &runner->known[k].stamp);
        }
        runner->knowns = 0;
        runner->slot = 0;
    }
    return clock;
}

static void plan_share_clock(struct plan_run *run, struct plan_runner *runner,
                             struct plan_clock *clock)
{
    plan_clock_drop(run, runner->base);
    runner->base = clock;
    clock->refs++;
}

/* Let all thread blocks of a barrier continue. */
static void plan_barrier_end(struct plan_run *run, struct plan_barrier *barrier)
{
    struct plan_clock *clock =
        plan_join_blocks(run, barrier->block, barrier->count);
    uint64_t time = 0;
    for (size_t i = 0; i < barrier->count && clock; i++) {
        uint64_t own = run->runner[barrier->block[i]].time;
        time = own > time ? own : time;
    }
    for (size_t i = 0; i < barrier->count && clock; i++) {
        struct plan_runner *runner = &run->runner[barrier->block[i]];
        plan_share_clock(run, runner, clock);
        runner->time = time;
        runner->lane = 1; /* it has passed the barrier */
        runner->waits = PLAN_RUNS;
        plan_ready(run, barrier->block[i], &runner->queued);
    }
    plan_clock_drop(run, clock);
    barrier->count = 0;
}

static bool plan_do_barrier(struct plan_run *run, struct plan_runner *runner,
                            const struct plan_op *op)
{
    if (op->barrier_blocks == 1) {
        plan_meet(run, runner);
        return true;
    }
    if (runner->lane)
        return true;
    struct plan_barrier *barrier =
        plan_barrier_of(run, runner->block->gpu, op->barrier);
    if (!barrier || array_grow(&barrier->block, &barrier->room,
                               barrier->count + 1, sizeof *barrier->block)) {
        plan_run_stop(run);
        return true;
    }
    if (barrier->count && barrier->size != op->barrier_blocks) {
        struct plan_spot spot = {-1, &runner->at, NULL, {.rank = -1}};
        plan_fault(run->report, run->plan, WEFT_MSCCLPP_FORMAT, &spot,
                   "it meets %llu thread blocks at barrier %llu, where others "
                   "meet %llu",
                   (unsigned long long)op->barrier_blocks,
                   (unsigned long long)op->barrier,
                   (unsigned long long)barrier->size);
    }
    barrier->size = op->barrier_blocks;
    barrier->block[barrier->count++] = (uint32_t)(runner - run->runner);
    runner->waits = PLAN_AT_BARRIER;
    runner->object = (uint32_t)(barrier - run->barrier);
    if (barrier->count == barrier->size)
        plan_barrier_end(run, barrier);
    return false;
}

/* ---- launches ------------------------------------------------------------ */

static void plan_launch(struct plan_run *run, uint32_t gpu,
                        struct plan_clock *clock)
{
    struct plan_host *host = &run->host[gpu];
    struct plan_slice blocks = plan_gpu_at(run->plan, gpu)->blocks;
    uint32_t component = run->plan->blocks + gpu;
    host->launch++;
    host->running = blocks.count;
    clock->at[component] = clock->at[run->components + component] =
        host->launch;
    plan_cells_begin(run, gpu);
    for (uint32_t i = 0; i < blocks.count; i++) {
        struct plan_runner *runner = &run->runner[blocks.first + i];
        plan_share_clock(run, runner, clock);
        runner->launch = host->launch;
        runner->at = (struct plan_place){blocks.first + i, 0, UINT64_MAX, 0};
        runner->waits = PLAN_RUNS;
        plan_ready(run, blocks.first + i, &runner->queued);
    }
}

static int plan_launches(const struct plan_run *run)
{
    return run->options->launches ? run->options->launches : 1;
}

/* End the launch of a GPU, and begin the next one. */
static void plan_launch_end(struct plan_run *run, uint32_t gpu)
{
    struct plan_host *host = &run->host[gpu];
    struct plan_slice blocks = plan_gpu_at(run->plan, gpu)->blocks;
    uint32_t *block = malloc((blocks.count + 1) * sizeof *block);
    struct plan_clock *clock = NULL;
    for (uint32_t i = 0; block && i < blocks.count; i++)
        block[i] = blocks.first + i;
    if (block)
        clock = plan_join_blocks(run, block, blocks.count);
    else
        plan_run_stop(run);
    free(block);
    if (!clock)
        return;
    struct plan_stamp end = {clock, {PLAN_NONE, PLAN_NONE}, {0, 0}};
    plan_end_launch(run, gpu, &end);
    if (host->launch < (uint32_t)plan_launches(run)) {
        plan_launch(run, gpu, clock);
    } else {
        host->launch++;
        run->alive--;
    }
    plan_clock_drop(run, clock);
}

/* ---- thread blocks ------------------------------------------------------- */

static void plan_advance(const struct gpu_plan *plan,
                         struct plan_runner *runner)
{
    struct plan_place *at = &runner->at;
    const struct plan_op *op =
        plan_op_at(plan, runner->block->ops.first + at->op);
    runner->lane = 0;
    runner->pushed = false;
    if (at->iteration != UINT64_MAX && ++at->inner < op->inner.count)
        return;
    at->inner = 0;
    if (at->iteration != UINT64_MAX &&
        ++at->iteration < plan_iterations(plan, op))
        return;
    at->iteration = UINT64_MAX;
    at->op++;
}

/* Enter a pipeline: return its operation, or NULL if it has none. */
static const struct plan_op *plan_enter(const struct gpu_plan *plan,
                                        struct plan_runner *runner,
                                        const struct plan_op *op)
{
    if (!op->inner.count || !plan_iterations(plan, op))
        return NULL;
    if (runner->at.iteration == UINT64_MAX)
        runner->at.iteration = 0;
    return PLAN_AT(plan, plan_op, inner, op->inner.first + runner->at.inner);
}

/* Perform the next operation. Return whether the block can continue. */
static bool plan_step(struct plan_run *run, struct plan_runner *runner)
{
    static bool (*const acts[])(struct plan_run * run,
                                struct plan_runner * runner,
                                const struct plan_op *op) = {
        [PLAN_NOP] = plan_do_nop,         [PLAN_BARRIER] = plan_do_barrier,
        [PLAN_SIGNAL] = plan_do_signal,   [PLAN_WAIT] = plan_do_wait,
        [PLAN_FLUSH] = plan_flush,        [PLAN_ACQUIRE] = plan_do_acquire,
        [PLAN_RELEASE] = plan_do_release,
    };
    const struct gpu_plan *plan = run->plan;
    if (runner->at.op == runner->block->ops.count) {
        struct plan_host *host = &run->host[runner->block->gpu];
        run->end = runner->time > run->end ? runner->time : run->end;
        runner->waits = PLAN_ENDED;
        if (!--host->running)
            plan_launch_end(run, runner->block->gpu);
        return false;
    }
    const struct plan_op *outer =
        plan_op_at(plan, runner->block->ops.first + runner->at.op);
    const struct plan_op *op = outer;
    if (outer->kind->act == PLAN_PIPELINE)
        op = plan_enter(plan, runner, outer);
    bool done = true;
    if (op && op->kind->act == PLAN_DATA)
        done = plan_data(run, runner, op, op == outer ? NULL : outer);
    else if (op)
        done = acts[op->kind->act](run, runner, op);
    if (done)
        plan_advance(plan, runner);
    return done;
}

static void plan_turn(struct plan_run *run)
{
    uint32_t index = plan_run_pick(run);
    if (index >= run->plan->blocks) {
        uint32_t channel = index - run->plan->blocks;
        run->port[channel].queued = false;
        plan_port_serve(run, channel);
        return;
    }
    struct plan_runner *runner = &run->runner[index];
    runner->queued = false;
    if (!run->seed) {
        while (!run->stopped && plan_step(run, runner))
            ;
    } else if (plan_step(run, runner)) {
        plan_ready(run, index, &runner->queued);
    }
}

/* ---- the run ------------------------------------------------------------- */

static bool plan_carries(const struct plan_op *op)
{
    return op->kind->act == PLAN_DATA && op->kind->ports &&
           op->channel == PLAN_PORT;
}

/* Assign a clock component to each port channel that an operation puts data
 * into. */
static void plan_run_ports(struct plan_run *run, const struct plan_block *block,
                           const struct plan_op *op)
{
    for (uint32_t i = 0; plan_carries(op) && i < op->ids.count; i++) {
        struct plan_port *port =
            &run->port[plan_channel_of(run->plan, block, op, i)];
        if (port->component == PLAN_NONE)
            port->component = run->components++;
    }
    for (uint32_t i = 0; i < op->inner.count; i++)
        plan_run_ports(run, block,
                       PLAN_AT(run->plan, plan_op, inner, op->inner.first + i));
}

/* Return the greatest number of operations of a phase that write packets, at
 * most PLAN_SLOTS_MAX. */
static uint32_t plan_run_slots(const struct gpu_plan *plan)
{
    const struct plan_array *arrays[] = {&plan->op, &plan->inner};
    uint32_t most = 0, count = 0;
    for (int a = 0; a < 2 && plan->packets; a++)
        for (size_t i = 0; i < arrays[a]->count; i++) {
            const struct plan_op *op = (struct plan_op *)arrays[a]->at + i;
            if (op->kind->act == PLAN_NOP || op->kind->act == PLAN_BARRIER)
                count = 0;
            if (op->kind->act == PLAN_DATA)
                count += strpbrk(op->kind->target, "pRS") != NULL;
            most = count > most ? count : most;
        }
    return most < PLAN_SLOTS_MAX ? most : PLAN_SLOTS_MAX;
}

/* Return [count] zeroed queues, or NULL. */
static struct plan_queue *plan_run_queues(size_t count)
{
    struct plan_queue *queue = calloc(count + 1, sizeof *queue);
    for (size_t i = 0; queue && i < count; i++) {
        queue[i].waiting = PLAN_NONE;
        for (int k = 0; k < 2; k++)
            queue[i].all[k].own[0] = queue[i].all[k].own[1] = PLAN_NONE;
    }
    return queue;
}

static int plan_run_allocate(struct plan_run *run)
{
    const struct gpu_plan *plan = run->plan;
    size_t ports = plan->channel[PLAN_PORT].count;
    run->runner = calloc(plan->blocks + 1, sizeof *run->runner);
    run->host = calloc(plan->gpus, sizeof *run->host);
    for (int t = 0; t < 2; t++)
        run->signal[t] = plan_run_queues(plan->channel[t].count);
    run->semaphore = plan_run_queues(plan->semaphore.count);
    run->port = calloc(ports + 1, sizeof *run->port);
    run->cell = calloc(plan->cells + 1, sizeof *run->cell);
    run->ready = calloc(plan->blocks + ports + 1, sizeof *run->ready);
    run->unknown = calloc(1, sizeof *run->unknown);
    if (!run->runner || !run->host || !run->signal[0] || !run->signal[1] ||
        !run->semaphore || !run->port || !run->cell || !run->ready ||
        !run->unknown)
        return -1;
    run->unknown->refs = 1;
    for (uint64_t i = 0; i < plan->cells; i++)
        run->cell[i].waiting = PLAN_NONE;
    for (size_t i = 0; i < ports; i++) {
        run->port[i].component = run->port[i].waiting = PLAN_NONE;
        run->port[i].known.own[0] = run->port[i].known.own[1] = PLAN_NONE;
    }
    return 0;
}

static int plan_run_priorities(struct plan_run *run)
{
    size_t count = run->plan->blocks + run->plan->channel[PLAN_PORT].count + 1;
    if (!run->seed || run->seed % 2)
        return 0;
    uint64_t *priority = calloc(count, sizeof *priority);
    for (size_t i = 0; priority && i < count; i++)
        priority[i] = splitmix_draw(&run->seed);
    run->priority = priority;
    return priority ? 0 : -1;
}

static void plan_run_begin(struct plan_run *run)
{
    const struct gpu_plan *plan = run->plan;
    const struct plan_stamp none = {NULL, {PLAN_NONE, PLAN_NONE}, {0, 0}};
    run->slots = plan_run_slots(plan);
    run->first_slot = plan->blocks + plan->gpus;
    run->components = run->first_slot + plan->blocks * run->slots;
    for (uint32_t b = 0; b < plan->blocks; b++) {
        const struct plan_block *block = plan_block_at(plan, b);
        run->runner[b].block = block;
        for (uint32_t i = 0; i < block->ops.count; i++)
            plan_run_ports(run, block, plan_op_at(plan, block->ops.first + i));
    }
    run->alive = plan->gpus;
    for (uint32_t g = 0; g < plan->gpus && !run->stopped; g++) {
        struct plan_clock *clock = plan_clock_copy(run, &none);
        if (!clock)
            return;
        plan_launch(run, g, clock);
        plan_clock_drop(run, clock);
    }
    for (uint32_t g = 0; g < plan->gpus; g++)
        while (!plan_gpu_at(plan, g)->blocks.count && !run->stopped &&
               run->host[g].launch <= (uint32_t)plan_launches(run))
            plan_launch_end(run, g);
}

static void plan_queues_finish(struct plan_run *run, struct plan_queue *queue,
                               size_t count)
{
    for (size_t i = 0; queue && i < count; i++) {
        for (size_t k = queue[i].head; k < queue[i].count; k++)
            plan_stamp_drop(run, &queue[i].signal[k].stamp);
        for (int k = 0; k < 2; k++)
            plan_stamp_drop(run, &queue[i].all[k]);
        free(queue[i].signal);
    }
    free(queue);
}

static void plan_run_finish(struct plan_run *run)
{
    const struct gpu_plan *plan = run->plan;
    for (uint32_t b = 0; run->runner && b < plan->blocks; b++) {
        struct plan_runner *runner = &run->runner[b];
        plan_clock_drop(run, runner->base);
        for (size_t i = 0; i < runner->knowns; i++)
            plan_stamp_drop(run, &runner->known[i].stamp);
        free(runner->known);
    }
    for (uint32_t g = 0; run->host && g < plan->gpus; g++)
        free(run->host[g].guest);
    for (int t = 0; t < 2; t++)
        plan_queues_finish(run, run->signal[t], plan->channel[t].count);
    plan_queues_finish(run, run->semaphore, plan->semaphore.count);
    for (size_t i = 0; run->port && i < plan->channel[PLAN_PORT].count; i++) {
        struct plan_port *port = &run->port[i];
        for (size_t k = 0; k < port->count; k++)
            plan_stamp_drop(run, &port->item[port->head + k].known);
        plan_stamp_drop(run, &port->known);
        free(port->item);
    }
    for (size_t i = 1; i < run->accesses; i++)
        plan_stamp_drop(run, &run->access[i].stamp);
    for (size_t i = 0; i < run->barriers; i++)
        free(run->barrier[i].block);
    plan_cells_finish(run);
    plan_value_drop(run, run->unknown);
    plan_clocks_finish(run);
    free(run->runner);
    free(run->host);
    free(run->port);
    free(run->barrier);
    free(run->access);
    free(run->more);
    free(run->span);
    free(run->source);
    free(run->ready);
    free(run->priority);
}

int plan_run(const struct gpu_plan *plan,
             const struct weft_mscclpp_options *options, uint64_t seed,
             const struct plan_listener *listener, struct plan_report *report,
             uint64_t *steps, struct weft_error *err)
{
    struct plan_run run = {.plan = plan,
                           .options = options,
                           .report = report,
                           .listener = listener,
                           .err = err,
                           .seed = seed};
    if (plan_run_allocate(&run) || plan_run_priorities(&run))
        plan_run_stop(&run);
    else
        plan_run_begin(&run);
    while (!run.stopped && run.readies)
        plan_turn(&run);
    if (!run.stopped && run.alive)
        plan_end_deadlock(&run);
    else if (!run.stopped)
        plan_end_check(&run);
    *steps = run.end;
    if (report->failed)
        plan_run_stop(&run);
    int status = run.stopped ? -1 : 0;
    plan_run_finish(&run);
    return status;
}

/* ---- does one run decide? ------------------------------------------------ */

static void plan_use(uint32_t *user, uint32_t block, bool *several)
{
    *several |= *user != PLAN_NONE && *user != block;
    *user = block;
}

/* Record the users of the ends of channels, semaphores and barriers. */
struct plan_users {
    uint32_t *send[2], *wait[2], *release, *acquire;
    bool several;
};

static void plan_use_op(const struct gpu_plan *plan, struct plan_users *users,
                        uint32_t b, const struct plan_op *op)
{
    const struct plan_block *block = plan_block_at(plan, b);
    const struct plan_gpu *gpu = plan_gpu_at(plan, block->gpu);
    bool acquires = op->kind->act == PLAN_ACQUIRE;
    bool waits = op->kind->act == PLAN_WAIT;
    bool uses = waits || op->kind->act == PLAN_SIGNAL ||
                op->kind->act == PLAN_FLUSH || plan_carries(op);
    for (uint32_t i = 0; uses && i < op->ids.count; i++) {
        uint32_t channel = plan_channel_of(plan, block, op, i);
        uint32_t **user = waits ? users->wait : users->send;
        plan_use(&user[op->channel][channel], b, &users->several);
    }
    for (uint32_t i = 0; i < op->semaphores.count; i++) {
        uint32_t at =
            gpu->semaphores.first + plan_number(&plan->id, op->semaphores, i);
        plan_use(&(acquires ? users->acquire : users->release)[at], b,
                 &users->several);
    }
    users->several |= op->kind->act == PLAN_BARRIER &&
                      op->barrier_blocks != 1 &&
                      op->barrier_blocks != gpu->blocks.count;
    for (uint32_t i = 0; i < op->inner.count; i++)
        plan_use_op(plan, users, b,
                    PLAN_AT(plan, plan_op, inner, op->inner.first + i));
}

bool plan_decided(const struct gpu_plan *plan)
{
    size_t counts[] = {plan->channel[0].count, plan->channel[1].count};
    size_t total = 2 * (counts[0] + counts[1] + plan->semaphore.count);
    uint32_t *all = malloc((total + 1) * sizeof *all);
    if (!all)
        return false;
    memset(all, 0xFF, total * sizeof *all);
    struct plan_users users = {
        {all, all + counts[0]}, {NULL, NULL}, NULL, NULL, false};
    users.wait[0] = users.send[1] + counts[1];
    users.wait[1] = users.wait[0] + counts[0];
    users.release = users.wait[1] + counts[1];
    users.acquire = users.release + plan->semaphore.count;
    for (uint32_t b = 0; b < plan->blocks; b++) {
        struct plan_slice ops = plan_block_at(plan, b)->ops;
        for (uint32_t i = 0; i < ops.count; i++)
            plan_use_op(plan, &users, b, plan_op_at(plan, ops.first + i));
    }
    free(all);
    return !users.several;
}
