/* The program of every processor: Desprez et al. 1993, section 1. For each
 * pivot row in turn: receive it (or choose the pivot, if the row is its own),
 * forward it, store it, and update all own rows with it. The update of a row
 * takes t_comp time units, also that of the pivot row (its division); finding
 * the pivot takes no time. A message that arrives while a processor computes
 * waits. */
#include <string.h>

#include "gauss.h"
#include "problem/shared/turns/turns.h"

/* State of one processor, used by its own thread only. */
struct elimination {
    struct weft_processor *self;
    const struct plan *plan;
    const struct gauss_trees *trees;
    struct gauss_block block;
};

int gauss_owner(const struct plan *plan, int j)
{
    return turn_source(plan, j);
}

int gauss_rows(const struct plan *plan)
{
    const struct gauss_system *system = plan->state;
    return (system->n + plan->size - 1) / plan->size;
}

uint64_t gauss_stretch(const struct plan *plan, int j, uint64_t slots)
{
    uint64_t step = (uint64_t)gauss_rows(plan) * gauss_t_comp(plan);
    return slots * plan->slot + (uint64_t)(j - 1) * step;
}

/* Send message j at the times of a timetable. */
static int shout_all(struct elimination *w, int j, const void *data,
                     size_t bytes)
{
    int room[GAUSS_ROOM], count, status = 0;
    int64_t slot = 0;
    while (!status && (count = w->trees->shout(w->plan, j, weft_rank(w->self),
                                               room, &slot)) > 0) {
        uint64_t begin = gauss_stretch(w->plan, j, (uint64_t)slot - 1);
        status = weft_wait_until(w->self, begin) ||
                 weft_send_many(w->self, room, count, j, data, bytes);
    }
    return status ? -1 : 0;
}

/* Send message j to the children in its tree. */
static int eliminate_pass_on(struct elimination *w, int j, const void *data,
                             size_t bytes)
{
    int room[GAUSS_ROOM], status = 0;
    const int *children = room;
    if (w->trees->shout)
        return shout_all(w, j, data, bytes);
    int count =
        w->trees->children(w->plan, j, weft_rank(w->self), room, &children);
    if (w->plan->model.sends != WEFT_SENDS_ONE)
        return weft_send_many(w->self, children, count, j, data, bytes);
    for (int k = 0; !status && k < count; k++)
        status = weft_send(w->self, children[k], j, data, bytes);
    return status;
}

/* Process pivot row j once it is available. */
static int eliminate_handle(struct elimination *w, int j, const double *data,
                            size_t bytes)
{
    if (eliminate_pass_on(w, j, data, bytes) ||
        weft_store(w->self, j, data, bytes))
        return -1;
    gauss_block_update(&w->block, data, j);
    uint64_t time = (uint64_t)w->block.count * gauss_t_comp(w->plan);
    return time ? weft_compute(w->self, time) : 0;
}

static int eliminate_begin(struct elimination *w, int j)
{
    if (gauss_block_pivot(&w->block, j))
        return weft_fail(w->self, "the matrix is singular: row %d has no pivot",
                         j);
    if (w->trees->start &&
        weft_wait_until(w->self, w->trees->start(w->plan, j)))
        return -1;
    return eliminate_handle(w, j, w->block.message, w->plan->bytes);
}

static int eliminate_go_on(struct elimination *w, int j)
{
    struct weft_message message;
    int parent = w->trees->parent(w->plan, j, weft_rank(w->self));
    if (weft_receive(w->self, parent, &message))
        return -1;
    if (message.id != j || message.bytes != w->plan->bytes)
        return weft_fail(w->self, "received message %d instead of %d",
                         message.id, j);
    if (!w->trees->shout)
        return eliminate_handle(w, j, message.data, message.bytes);
    /* received data does not stay valid during a wait between two sends */
    memcpy(w->block.message, message.data, message.bytes);
    return eliminate_handle(w, j, w->block.message, message.bytes);
}

static int eliminate_work(struct elimination *w)
{
    const struct gauss_system *system = w->plan->state;
    int rank = weft_rank(w->self), status = 0;
    if (gauss_block_init(&w->block, system->n, gauss_rows(w->plan)))
        return weft_fail(w->self, "no memory for its rows");
    for (int j = 1; j <= system->n; j++)
        if (gauss_owner(w->plan, j) == rank)
            gauss_block_take(&w->block, system, j);
    for (int j = 1; !status && j <= system->n; j++)
        status = gauss_owner(w->plan, j) == rank ? eliminate_begin(w, j)
                                                 : eliminate_go_on(w, j);
    if (!status)
        gauss_block_solve(&w->block, system->solution);
    return status;
}

int gauss_eliminate(struct weft_processor *self, const struct plan *plan,
                    const struct gauss_trees *trees)
{
    struct elimination w = {.self = self, .plan = plan, .trees = trees};
    int status = eliminate_work(&w);
    gauss_block_finish(&w.block);
    return status;
}
