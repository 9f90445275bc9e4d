/* reduce: first checks the structure. If every processor except the root sends
 * once, namely its own operand and everything that it received before, and
 * receives nothing more, then the transfers form a tree that ends at the root,
 * whatever the messages' numbers are. A schedule that is not such a tree may
 * still be correct: then its transfers are checked against the goal `reduce`
 * from the first one on. Until then each processor has sent at most once, so
 * only a few transfers are stored. */
#include <stdlib.h>

#include "base/base.h"
#include "problems.h"

/* a send, or the end of its transfer */
struct reduce_step {
    struct transit send;
    uint64_t end; /* end of the transfer; 0: this entry is the send */
};

struct reduce_own {
    uint64_t sent_at;  /* start of the processor's send */
    uint64_t received; /* end of the processor's last reception */
    /* sends: the processor has sent; acted: act() was called for that send */
    bool sends, acted;
};

struct problems_reduce_reduce {
    struct reduce_own *own; /* [processors] state of each processor */
    struct reduce_step *step;
    size_t steps, capacity;
    bool broken; /* whether the transfers do not form a tree */
};

static int reduce_begin(struct weft_check *check)
{
    struct problems_reduce_reduce *reduce = check->state =
        calloc(1, sizeof *reduce);
    if (reduce)
        reduce->own =
            calloc((size_t)check->processors + 1, sizeof *reduce->own);
    return reduce && reduce->own ? 0 : -1;
}

static void reduce_free(struct problems_reduce_reduce *reduce)
{
    free(reduce->own);
    free(reduce->step);
    free(reduce);
}

static void reduce_finish(struct weft_check *check)
{
    struct problems_reduce_reduce *reduce = check->state;
    free(reduce->own);
    free(reduce->step);
}

/* ---- the goal instead ---------------------------------------------------- */

static int reduce_repeat(struct weft_check *check,
                         const struct reduce_step *step)
{
    const struct transit *send = &step->send;
    const struct weft_event event = {
        .kind = WEFT_SEND,
        .rank = send->source,
        .peer = send->destination,
        .message = send->message,
        .items = send->items,
        .start = send->start,
        .duration = send->end - send->start,
        .bytes = send->bytes,
    };
    return step->end ? check->problem->arrive(check, send, step->end)
                     : check->problem->send(check, &event);
}

/* Switch to the goal and process all stored transfers again. Return 0, or -1 if
 * out of memory or check->too_much. */
static int reduce_by_goal(struct weft_check *check)
{
    struct problems_reduce_reduce *reduce = check->state;
    check->state = NULL;
    int status = known_begin(check, &check->info);
    if (!status) {
        basis_causality(check, &check->info);
        status = check->problem->begin(check);
    }
    for (size_t i = 0; i < reduce->steps && !status; i++)
        status = reduce_repeat(check, &reduce->step[i]);
    reduce_free(reduce);
    return status ? -1 : 0;
}

/* ---- the structure ------------------------------------------------------- */

static int reduce_keep(struct problems_reduce_reduce *reduce,
                       const struct transit *send, uint64_t end)
{
    if (array_grow(&reduce->step, &reduce->capacity, reduce->steps + 1,
                   sizeof *reduce->step))
        return -1;
    reduce->step[reduce->steps++] = (struct reduce_step){*send, end};
    return 0;
}

static int reduce_send(struct weft_check *check, const struct weft_event *event)
{
    struct problems_reduce_reduce *reduce = check->state;
    struct reduce_own *own = &reduce->own[event->rank];
    if (reduce->broken || own->sends)
        return reduce_by_goal(check) || check->problem->send(check, event) ? -1
                                                                           : 0;
    own->sends = true;
    const struct transit send = transit_of(event);
    return reduce_keep(reduce, &send, 0);
}

static int reduce_arrive(struct weft_check *check, const struct transit *send,
                         uint64_t end)
{
    return reduce_keep(check->state, send, end);
}

static void reduce_act(struct weft_check *check, int rank,
                       const struct port_use *use)
{
    struct problems_reduce_reduce *reduce = check->state;
    struct reduce_own *own = &reduce->own[rank];
    if (use->kind == USE_RECEIVE) {
        reduce->broken |= own->acted && use->end > own->sent_at;
        if (use->end > own->received)
            own->received = use->end;
    } else if (use->kind == USE_SEND) {
        reduce->broken |= own->received > use->start;
        own->acted = true;
        own->sent_at = use->start;
    }
}

/* Return the only processor that has not sent, or -1 if there is not exactly
 * one. */
static int reduce_root(const struct weft_check *check)
{
    const struct problems_reduce_reduce *reduce = check->state;
    int root = check->options.root;
    for (int rank = 0; rank < check->size; rank++) {
        if (!reduce->own[rank].sends && root < 0)
            root = rank;
        if (reduce->own[rank].sends == (rank == root))
            return -1;
    }
    return root;
}

static void reduce_end(struct weft_check *check)
{
    const struct problems_reduce_reduce *reduce = check->state;
    int root = reduce->broken ? -1 : reduce_root(check);
    if (root >= 0)
        check->options.root = root;
    else if (reduce_by_goal(check))
        check->unjudged = true;
    else
        check->problem->end(check);
}

const struct check_problem check_reduce = {
    .name = "reduce",
    .rooted = true,
    .blocks = true,
    .counted = "packets",
    .begin = reduce_begin,
    .send = reduce_send,
    .arrive = reduce_arrive,
    .act = reduce_act,
    .end = reduce_end,
    .finish = reduce_finish,
};
