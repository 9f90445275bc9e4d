/* Runs an algorithm: each thread block continues as far as possible, then those
 * that waited for it. The order of thread blocks does not affect the result: a
 * step depends only on the steps before it in its thread block, on the step it
 * waits for, and on the message it receives. If these do not order two accesses
 * to one cell, the accesses are reported as a race. */
#include "execute.h"

#include <stdlib.h>

#define EXECUTE_NOBODY SIZE_MAX

static int execute_no_memory(const struct execution *run)
{
    if (run->effort.refused)
        return -1;
    return weft_error_set(run->err, WEFT_ERROR_MEMORY, 0, "no memory");
}

static void execute_put_ready(struct execution *run, size_t block)
{
    run->ready[run->readies++] = block;
}

/* ---- one step ---- */

/* The step that is being executed. */
struct doing {
    struct execution *run;
    size_t block, at;
    const struct step *step;
    struct sent *in, *out; /* message that the step receives, and message that
                              it sends; NULL: none */
    bool raced, empty, twice; /* whether findings of these kinds have been added
                                 for the step */
    bool failed;
};

static void tell_race(struct doing *d, struct chunk_place place, bool writes,
                      struct access other)
{
    static const char letters[] = "ios";
    const struct thread_block *block = &d->run->a->block[other.block];
    if (!other.at || d->raced)
        return;
    d->raced = true;
    finding_add(d->run->findings, &d->run->a->block[d->block], d->at,
                "%s %c,%d, and nothing puts that in order with step %u of "
                "thread block %d",
                writes ? "writes" : "reads", letters[place.buffer], place.at,
                other.at - 1, block->id);
}

static struct chunk_place place_at(struct chunk_place place, int i)
{
    place.at += i;
    return place;
}

/* Return a new reference to the contents of a cell. */
static struct value *read_cell(struct doing *d, struct chunk_place place)
{
    static const char letters[] = "ios";
    struct execution *run = d->run;
    const struct thread_block *block = &run->a->block[d->block];
    struct access race = {0, 0};
    d->failed |=
        cell_read(run, d->block, cell_at(run, block->gpu, place), &race) != 0;
    tell_race(d, place, false, race);
    struct value *value = cell_value(run, block->gpu, place, &d->failed);
    if (!value && !d->failed && !d->empty) {
        d->empty = true;
        finding_add(run->findings, block, d->at,
                    "reads %c,%d, which holds nothing", letters[place.buffer],
                    place.at);
    }
    return value;
}

static void write_cell(struct doing *d, struct chunk_place place,
                       struct value *value)
{
    struct execution *run = d->run;
    struct cell *cell = cell_at(run, run->a->block[d->block].gpu, place);
    struct access race = {0, 0};
    d->failed |= cell_write(run, d->block, cell, &race) != 0;
    tell_race(d, place, true, race);
    value_drop(cell->value);
    cell->value = value_share(value);
}

/* Add the contents of a cell to a sum. The function consumes both
 * references. */
static struct value *execute_add(struct doing *d, struct value *sum,
                                 struct value *other)
{
    uint32_t twice;
    if (!sum || !other)
        return sum ? sum : other;
    struct value *both = value_add(sum, other, &twice);
    value_drop(sum);
    value_drop(other);
    d->failed |= !both || !effort_adds(d->run, both->parts);
    if (!both || twice == UINT32_MAX || d->twice)
        return both;
    uint32_t input = (uint32_t)collective_input(d->run->a);
    d->twice = true;
    finding_add(d->run->findings, &d->run->a->block[d->block], d->at,
                "adds chunk %u of gpu %u for the second time", twice % input,
                twice / input);
    return both;
}

/* Execute a step for its chunk i. */
static void do_chunk(struct doing *d, int i)
{
    const struct step_type *type = d->step->type;
    struct value *result = NULL;
    if (d->in && i < d->in->count)
        result = value_share(d->in->value[i]);
    if (type->reads_source)
        result =
            execute_add(d, result, read_cell(d, place_at(d->step->source, i)));
    if (type->reads_target)
        result =
            execute_add(d, result, read_cell(d, place_at(d->step->target, i)));
    if (type->writes)
        write_cell(d, place_at(d->step->target, i), result);
    if (d->out)
        d->out->value[d->out->count++] = result;
    else
        value_drop(result);
}

/* Take the message that the step receives from the queue. */
static void execute_take(struct doing *d)
{
    struct progress *state = &d->run->state[d->block];
    struct sent *in = state->first;
    d->in = in;
    state->first = in->next;
    if (state->time < in->end)
        state->time = in->end;
    clock_join(d->run, d->block, in->clock);
    if (in->count != d->step->count)
        finding_add(d->run->findings, &d->run->a->block[d->block], d->at,
                    "receives %d chunk%s, but step %zu of gpu %d, thread block "
                    "%d sends %d",
                    d->step->count, d->step->count == 1 ? "" : "s", in->step,
                    d->run->a->block[in->sender].gpu,
                    d->run->a->block[in->sender].id, in->count);
}

/* Append the message of the step to its receiver's queue. */
static int hand_over(struct doing *d)
{
    struct execution *run = d->run;
    const struct thread_block *block = &run->a->block[d->block];
    struct progress *to = &run->state[block->receiver];
    struct sent *out = d->out;
    out->sender = d->block;
    out->step = d->at;
    out->end = ++run->state[d->block].time;
    out->clock = clock_keep(run, d->block);
    if (run->listener && run->listener->sent(run->listener->arg, run->a, block,
                                             out->end, out->value, out->count))
        d->failed = true;
    if (!out->clock || d->failed) {
        message_free(run, out);
        return -1;
    }
    if (to->first)
        to->last->next = out;
    else
        to->first = out;
    to->last = out;
    if (to->wait == FOR_MESSAGE) {
        to->wait = GOES_ON;
        execute_put_ready(run, block->receiver);
    }
    return 0;
}

/* Wake the thread blocks that wait for a step of this one. */
static int tell_waiters(struct execution *run, size_t block, size_t at)
{
    struct progress *state = &run->state[block];
    if (!run->a->block[block].step[at].waiters)
        return 0;
    run->signals[block][at] = clock_keep(run, block);
    if (!run->signals[block][at])
        return -1;
    run->signals[block][at]->holders = run->a->block[block].step[at].waiters;
    run->signal_time[block][at] = state->time;
    while (state->waiter != EXECUTE_NOBODY) {
        size_t waiter = state->waiter;
        state->waiter = run->state[waiter].further;
        run->state[waiter].wait = GOES_ON;
        execute_put_ready(run, waiter);
    }
    return 0;
}

static void join_step(struct execution *run, size_t block,
                      const struct step *step)
{
    size_t other =
        run->a->gpu[run->a->block[block].gpu].first + (size_t)step->waits;
    struct clock **signals = &run->signals[other][step->target_step];
    uint64_t time = run->signal_time[other][step->target_step];
    if (run->state[block].time < time)
        run->state[block].time = time;
    clock_join(run, block, *signals);
    clock_drop(run, *signals);
}

/* Allocate the message that the step sends. */
static int execute_prepare(struct doing *d)
{
    if (!d->step->type->sends)
        return 0;
    d->out = calloc(1, sizeof *d->out +
                           (size_t)d->step->count * sizeof d->out->value[0]);
    if (!d->out)
        return execute_no_memory(d->run);
    d->run->effort.flying += d->out->room = (uint64_t)d->step->count;
    return 0;
}

static int do_step(struct execution *run, size_t block)
{
    struct progress *state = &run->state[block];
    struct doing d = {.run = run,
                      .block = block,
                      .at = state->step,
                      .step = &run->a->block[block].step[state->step]};
    if (!effort_moves(run, d.step) || execute_prepare(&d))
        return -1;
    if (d.step->waits >= 0)
        join_step(run, block, d.step);
    if (d.step->type->receives)
        execute_take(&d);
    state->clock[block]++;
    bool moves = d.in || d.step->type->reads_source;
    for (int i = 0; moves && i < d.step->count && !d.failed; i++)
        do_chunk(&d, i);
    if (d.in)
        message_free(run, d.in);
    if (d.failed) {
        if (d.out)
            message_free(run, d.out);
        return execute_no_memory(run);
    }
    if (d.out && hand_over(&d))
        return -1;
    state->step++;
    return tell_waiters(run, block, d.at);
}

/* Return whether a thread block can execute its next step. If not, register
 * what it waits for. */
static bool can_go_on(struct execution *run, size_t block)
{
    const struct thread_block *at = &run->a->block[block];
    struct progress *state = &run->state[block];
    const struct step *step = &at->step[state->step];
    if (step->waits >= 0) {
        size_t other = run->a->gpu[at->gpu].first + (size_t)step->waits;
        if (run->state[other].step <= step->target_step) {
            state->wait = FOR_STEP;
            state->further = run->state[other].waiter;
            run->state[other].waiter = block;
            return false;
        }
    }
    if (!step->type->receives || state->first)
        return true;
    state->wait = FOR_MESSAGE;
    return false;
}

static int run_all(struct execution *run)
{
    for (size_t i = run->a->blocks; i-- > 0;)
        execute_put_ready(run, i);
    while (run->readies) {
        size_t block = run->ready[--run->readies];
        while (run->state[block].step < run->a->block[block].steps &&
               can_go_on(run, block))
            if (do_step(run, block))
                return -1;
    }
    return 0;
}

/* ---- before and after ---- */

static int prepare_block(struct execution *run, size_t i)
{
    size_t steps = run->a->block[i].steps;
    struct progress *state = &run->state[i];
    state->waiter = EXECUTE_NOBODY;
    run->clocks += run->a->blocks;
    if (run->clocks > CLOCKS_MAX)
        return weft_error_set(run->err, WEFT_ERROR_LIMIT, 0,
                              "%zu thread blocks; at most 4096",
                              run->a->blocks);
    state->clock = calloc(run->a->blocks, sizeof *state->clock);
    run->signals[i] = calloc(steps + 1, sizeof *run->signals[i]);
    run->signal_time[i] = calloc(steps + 1, sizeof *run->signal_time[i]);
    return state->clock && run->signals[i] && run->signal_time[i]
               ? 0
               : execute_no_memory(run);
}

static int execute_prepare_run(struct execution *run)
{
    size_t blocks = run->a->blocks;
    run->state = calloc(blocks + 1, sizeof *run->state);
    run->signals = calloc(blocks + 1, sizeof *run->signals);
    run->signal_time = calloc(blocks + 1, sizeof *run->signal_time);
    run->ready = malloc((blocks + 1) * sizeof *run->ready);
    if (!run->state || !run->signals || !run->signal_time || !run->ready ||
        cells_create(run))
        return execute_no_memory(run);
    for (size_t i = 0; i < blocks; i++)
        if (prepare_block(run, i))
            return -1;
    return 0;
}

static void free_block(struct execution *run, size_t i)
{
    struct progress *state = &run->state[i];
    const struct thread_block *block = &run->a->block[i];
    while (state->first) {
        struct sent *next = state->first->next;
        message_free(run, state->first);
        state->first = next;
    }
    /* each step that still waits has a reference to a clock */
    for (size_t s = 0; s < block->steps; s++) {
        const struct step *step = &block->step[s];
        size_t other = run->a->gpu[block->gpu].first + (size_t)step->waits;
        if (step->waits >= 0 && s >= state->step && run->signals[other])
            clock_drop(run, run->signals[other][step->target_step]);
    }
}

static void free_run(struct execution *run)
{
    size_t blocks =
        run->state && run->signals && run->signal_time ? run->a->blocks : 0;
    for (size_t i = 0; i < blocks; i++)
        free_block(run, i);
    for (size_t i = 0; i < blocks; i++) {
        free(run->state[i].clock);
        free(run->signals[i]);
        free(run->signal_time[i]);
    }
    cells_free(run);
    free(run->state);
    free(run->signals);
    free(run->signal_time);
    free(run->ready);
}

/* Set *steps to the time at which everything ends, or to 0 if it never ends;
 * add findings. */
static int execute_finish(const struct execution *run, uint64_t *steps)
{
    bool stuck = false;
    *steps = 0;
    for (size_t i = 0; i < run->a->blocks; i++) {
        stuck |= run->state[i].step < run->a->block[i].steps;
        if (*steps < run->state[i].time)
            *steps = run->state[i].time;
    }
    finish_stuck(run);
    if (stuck)
        *steps = 0;
    else if (run->goal ? goal_outputs(run) : finish_outputs(run))
        return -1;
    return run->findings->failed ? execute_no_memory(run) : 0;
}

int algorithm_execute(const struct algorithm *a, bool in_place,
                      const struct weft_goal *goal,
                      const struct listener *listener,
                      struct findings *findings, uint64_t *steps,
                      struct weft_error *err)
{
    struct execution run = {.a = a,
                            .in_place = in_place,
                            .goal = goal,
                            .listener = listener,
                            .findings = findings,
                            .err = err};
    *steps = 0;
    effort_begin(&run);
    int status = execute_prepare_run(&run) || run_all(&run)
                     ? -1
                     : execute_finish(&run, steps);
    free_run(&run);
    return status;
}
