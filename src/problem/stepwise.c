/* Stepwise strategies: a program that requests one operation of its processor
 * after another and performs it; one row of a table for each kind of
 * operation. */
#include "stepwise.h"

#include "problem.h"

#include <weft/plugin.h>

struct stepwise {
    struct weft_processor *self;
    struct weft_work *work;
    struct weft_message *message;
};

static int stepwise_fail(const struct stepwise *s,
                         const struct weft_operation *o)
{
    return weft_fail(s->self, "%s", o->text ? o->text : "no reason given");
}

static int stepwise_step(const struct stepwise *s,
                         const struct weft_operation *o)
{
    (void)o;
    return weft_step(s->self);
}

static int stepwise_post(const struct stepwise *s,
                         const struct weft_operation *o)
{
    return weft_work_post(s->work, o->peer, o->block, o->blocks);
}

static int stepwise_receive(const struct stepwise *s,
                            const struct weft_operation *o)
{
    return weft_work_receive(s->work, o->peer, o->block, o->blocks);
}

static int stepwise_receive_add(const struct stepwise *s,
                                const struct weft_operation *o)
{
    return weft_work_receive_add(s->work, o->peer, o->block, o->blocks);
}

static int stepwise_send(const struct stepwise *s,
                         const struct weft_operation *o)
{
    return weft_send(s->self, o->peer, o->id, o->data, o->bytes);
}

static int stepwise_take(const struct stepwise *s,
                         const struct weft_operation *o)
{
    return weft_receive(s->self, o->peer, s->message);
}

/* Return whether an operation has the data of one block. */
static bool stepwise_has_block(const struct stepwise *s,
                               const struct weft_operation *o)
{
    size_t bytes = weft_work_bytes(s->work);
    if (o->blocks == 1 && o->data && o->bytes == bytes)
        return true;
    weft_fail(s->self, "a block has %zu bytes, but there are %zu", bytes,
              o->bytes);
    return false;
}

static int stepwise_keep(const struct stepwise *s,
                         const struct weft_operation *o)
{
    return stepwise_has_block(s, o)
               ? weft_work_keep(s->work, o->block[0], o->data)
               : -1;
}

static int stepwise_add(const struct stepwise *s,
                        const struct weft_operation *o)
{
    return stepwise_has_block(s, o)
               ? weft_work_add(s->work, o->block[0], o->data)
               : -1;
}

static int stepwise_wait(const struct stepwise *s,
                         const struct weft_operation *o)
{
    return weft_wait_until(s->self, o->time);
}

static int stepwise_compute(const struct stepwise *s,
                            const struct weft_operation *o)
{
    return weft_compute(s->self, o->time);
}

static int stepwise_mark(const struct stepwise *s,
                         const struct weft_operation *o)
{
    return weft_mark(s->self, o->id);
}

static int (*const stepwise_perform[WEFT_OPERATIONS])(
    const struct stepwise *s, const struct weft_operation *o) = {
    [WEFT_OPERATION_FAIL] = stepwise_fail,
    [WEFT_OPERATION_STEP] = stepwise_step,
    [WEFT_OPERATION_POST] = stepwise_post,
    [WEFT_OPERATION_RECEIVE] = stepwise_receive,
    [WEFT_OPERATION_RECEIVE_ADD] = stepwise_receive_add,
    [WEFT_OPERATION_SEND] = stepwise_send,
    [WEFT_OPERATION_TAKE] = stepwise_take,
    [WEFT_OPERATION_KEEP] = stepwise_keep,
    [WEFT_OPERATION_ADD] = stepwise_add,
    [WEFT_OPERATION_WAIT] = stepwise_wait,
    [WEFT_OPERATION_COMPUTE] = stepwise_compute,
    [WEFT_OPERATION_MARK] = stepwise_mark,
};

static const struct weft_stepwise *stepwise_of(const struct plan *plan)
{
    const struct weft_own_strategy *own = plan->strategy->own;
    return own && own->function == weft_stepwise_program
               ? (const struct weft_stepwise *)own
               : NULL;
}

size_t stepwise_stack(const struct plan *plan)
{
    const struct weft_stepwise *strategy = stepwise_of(plan);
    return strategy ? strategy->stack : 0;
}

int weft_stepwise_program(struct weft_processor *self, struct weft_work *work)
{
    const struct weft_stepwise *strategy =
        stepwise_of((const struct plan *)weft_work_asked(work));
    struct weft_message message;
    const struct weft_message *taken = NULL;
    const struct stepwise s = {self, work, &message};
    void *state = NULL;
    int status = 0;
    if (!strategy)
        return weft_fail(self, "the strategy is not a stepwise one");
    while (!status) {
        struct weft_operation o = {.kind = WEFT_OPERATION_FAIL};
        strategy->next(strategy->arg, &state, self, work, taken, &o);
        if (o.kind == WEFT_OPERATION_END)
            break;
        if ((unsigned)o.kind >= WEFT_OPERATIONS)
            status = weft_fail(self, "unknown operation %d", (int)o.kind);
        else
            status = stepwise_perform[o.kind](&s, &o);
        taken = o.kind == WEFT_OPERATION_TAKE ? &message : NULL;
    }
    if (state && strategy->end)
        strategy->end(strategy->arg, state);
    return status;
}
