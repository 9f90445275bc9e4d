/* Runs an algorithm whose connections hold a limited number of messages, which
 * have one chunk each: a sender waits while its connection is full. Only the
 * order of steps matters here, not the contents. Each connection has one sender
 * and one receiver, so the outcome does not depend on the order in which thread
 * blocks run. */
#include "algorithm.h"

#include <stdlib.h>

#define SLOTS_NOBODY SIZE_MAX

struct slots_state {
    size_t step;        /* step that is being executed */
    int received, sent; /* chunks in this step */
    int queue;          /* messages in the connection to the thread block */
    /* the thread block that sends to it; SLOTS_NOBODY: none */
    size_t sender;
    bool ready;  /* whether it is in the list of those that may continue */
    bool listed; /* whether its waiting has been reported */
};

struct slots_run {
    const struct algorithm *a;
    int slots;
    struct slots_state *state; /* [blocks] */
    size_t *ready;             /* [readies] thread blocks that may continue */
    size_t readies;
};

static void slots_wake(struct slots_run *run, size_t block)
{
    if (block == SLOTS_NOBODY || run->state[block].ready)
        return;
    run->state[block].ready = true;
    run->ready[run->readies++] = block;
}

static const struct step *slots_step(const struct slots_run *run, size_t block)
{
    const struct thread_block *at = &run->a->block[block];
    return run->state[block].step < at->steps
               ? &at->step[run->state[block].step]
               : NULL;
}

/* Return whether the step has to receive (or send) its next chunk now. A step
 * that does both sends each chunk before it receives another one. */
static bool slots_receives(const struct slots_state *state,
                           const struct step *step)
{
    return step->type->receives && state->received < step->count &&
           (!step->type->sends || state->received == state->sent);
}

static bool slots_sends(const struct slots_state *state,
                        const struct step *step)
{
    return step->type->sends && state->sent < step->count &&
           (!step->type->receives || state->sent < state->received);
}

/* What a thread block waits for. */
enum slots_wait { SLOTS_STEP, SLOTS_MESSAGE, SLOTS_ROOM, SLOTS_NOTHING };

/* Return what a thread block waits for, and set *other to the thread block that
 * must do it. */
static enum slots_wait slots_waits(const struct slots_run *run, size_t block,
                                   size_t *other)
{
    const struct slots_state *state = &run->state[block];
    const struct thread_block *at = &run->a->block[block];
    const struct step *step = slots_step(run, block);
    *other = SLOTS_NOBODY;
    if (!step)
        return SLOTS_NOTHING;
    if (step->waits >= 0) {
        *other = run->a->gpu[at->gpu].first + (size_t)step->waits;
        if (run->state[*other].step <= step->target_step)
            return SLOTS_STEP;
    }
    *other = state->sender;
    if (slots_receives(state, step) && !state->queue)
        return SLOTS_MESSAGE;
    *other = at->receiver;
    if (slots_sends(state, step) && run->state[*other].queue == run->slots)
        return SLOTS_ROOM;
    return SLOTS_NOTHING;
}

/* Move one chunk, or end the step. */
static void slots_move(struct slots_run *run, size_t block)
{
    struct slots_state *state = &run->state[block];
    const struct thread_block *at = &run->a->block[block];
    const struct gpu *gpu = &run->a->gpu[at->gpu];
    const struct step *step = slots_step(run, block);
    if (slots_receives(state, step)) {
        state->queue--;
        state->received++;
        slots_wake(run, state->sender);
    } else if (slots_sends(state, step)) {
        run->state[at->receiver].queue++;
        state->sent++;
        slots_wake(run, at->receiver);
    } else {
        state->step++;
        state->received = state->sent = 0;
        for (size_t i = 0; step->waiters && i < gpu->blocks; i++)
            slots_wake(run, gpu->first + i);
    }
}

static void slots_go(struct slots_run *run)
{
    size_t other;
    for (size_t i = 0; i < run->a->blocks; i++)
        slots_wake(run, i);
    while (run->readies) {
        size_t block = run->ready[--run->readies];
        run->state[block].ready = false;
        while (slots_step(run, block) &&
               slots_waits(run, block, &other) == SLOTS_NOTHING)
            slots_move(run, block);
    }
}

/* Report what a thread block waits for. */
static void slots_tell(const struct slots_run *run, size_t block,
                       struct findings *findings)
{
    size_t other, at = run->state[block].step;
    const struct thread_block *who = &run->a->block[block];
    enum slots_wait wait = slots_waits(run, block, &other);
    const struct thread_block *whom = &run->a->block[other];
    if (wait == SLOTS_STEP)
        finding_add(findings, who, at,
                    "waits for step %zu of thread block %d, which is at step "
                    "%zu",
                    who->step[at].target_step, whom->id,
                    run->state[other].step);
    else if (wait == SLOTS_MESSAGE)
        finding_add(findings, who, at,
                    "waits for a message of gpu %d, thread block %d", whom->gpu,
                    whom->id);
    else
        finding_add(findings, who, at,
                    "waits until gpu %d, thread block %d has received: %d "
                    "message%s in the connection",
                    whom->gpu, whom->id, run->slots,
                    run->slots == 1 ? "" : "s");
}

/* Report one cycle of thread blocks that wait for each other. A waiting thread
 * block waits for one other, which has not ended. */
static void slots_circle(const struct slots_run *run, struct findings *findings)
{
    size_t at = 0, other, length = 0;
    while (at < run->a->blocks && !slots_step(run, at))
        at++;
    if (at == run->a->blocks)
        return;
    for (;
         length < run->a->blocks &&
         slots_waits(run, at, &other) != SLOTS_NOTHING && other != SLOTS_NOBODY;
         length++)
        at = other;
    for (; !run->state[at].listed && slots_step(run, at); at = other) {
        run->state[at].listed = true;
        slots_tell(run, at, findings);
        if (slots_waits(run, at, &other) == SLOTS_NOTHING ||
            other == SLOTS_NOBODY)
            return;
    }
}

int algorithm_slots(const struct algorithm *a, int slots,
                    struct findings *findings, struct weft_error *err)
{
    struct slots_run run = {.a = a,
                            .slots = slots,
                            .state = calloc(a->blocks + 1, sizeof *run.state),
                            .ready =
                                malloc((a->blocks + 1) * sizeof *run.ready)};
    if (run.state && run.ready) {
        for (size_t i = 0; i < a->blocks; i++)
            run.state[i].sender = SLOTS_NOBODY;
        for (size_t i = 0; i < a->blocks; i++)
            if (a->block[i].receiver != SIZE_MAX)
                run.state[a->block[i].receiver].sender = i;
        slots_go(&run);
        slots_circle(&run, findings);
    }
    bool failed = !run.state || !run.ready || findings->failed;
    free(run.state);
    free(run.ready);
    return failed ? weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory") : 0;
}
