/* greedy: breadth-first trees on any network, in any model; each broadcast
 * begins as early as possible without conflicts with earlier ones.
 *
 * Trees: breadth-first from each source, ports ascending. If a processor sends
 * to several neighbours at once, a node sends in the slot after it received; if
 * it sends to one, it serves its children one after the other, beginning with
 * the child whose subtree takes longest. Starts: t_1 = 0; t_j is the least t
 * for which no rule of the model is broken, no processor acts on mu_j before
 * its last action on mu_{j-1}, and the source has received all earlier
 * messages. p (p - 1) messages; the steps depend on the network. The schedule
 * is planned in advance, and every processor executes its own part. */
#include <stdlib.h>

#include "problem/shared/settings.h"
#include "problem/shared/turns/planner.h"
#include "schedule-cursor.h"
#include "successive.h"

#define SUCCESSIVE_GREEDY_PROCESSORS_MAX                                       \
    8192 /* planning takes 48 p^2 bytes; turn numbers fit in 16 bits */

/* The schedule: the actions of all processors, one processor after the
 * other. */
struct orders {
    struct action *action;
    size_t *first; /* [p + 1] index of each processor's first action */
    /* time units per slot: the duration of the longest transfer */
    uint64_t round;
};

/* State of planning; the actions are in the order of planning. */
struct draft {
    struct planner planner;
    struct action *action; /* [2 p (p - 1)] actions of all processors */
    size_t actions;
};

static void write_down(struct draft *draft, int64_t j, uint64_t start)
{
    const struct shape *shape = &draft->planner.shape;
    for (int i = 0; i < shape->size - 1; i++) {
        const struct timed_transfer *t = &shape->transfer[i];
        struct action action = {.slot = (uint32_t)(start + t->slot),
                                .message = (int32_t)j,
                                .turn = (uint16_t)i};
        action.rank = t->from;
        action.peer = t->to;
        action.forward = shape_kids(shape, t->from);
        draft->action[draft->actions++] = action;
        action.receives = true;
        action.rank = t->to;
        action.peer = t->from;
        action.forward = shape_kids(shape, t->to);
        draft->action[draft->actions++] = action;
    }
}

/* ---- orders ---- */

static int by_time(const void *a, const void *b)
{
    const struct action *x = a, *y = b;
    if (x->slot != y->slot)
        return x->slot < y->slot ? -1 : 1;
    if (x->receives != y->receives)
        return x->receives ? 1 : -1;
    if (x->message != y->message)
        return x->message > y->message ? 1 : -1;
    return (x->turn > y->turn) - (x->turn < y->turn);
}

/* Move every action to its processor's range, in place, since memory does not
 * suffice for a copy. next: [p], the next position of each processor. */
static void successive_greedy_deal(struct orders *orders, size_t *next,
                                   size_t p)
{
    struct action *action = orders->action;
    for (size_t u = 0; u < p; u++)
        while (next[u] < orders->first[u + 1]) {
            struct action *here = &action[next[u]];
            struct action *there = &action[next[here->rank]++];
            struct action moved = *here;
            *here = *there;
            *there = moved;
        }
}

/* Distribute the actions to their processors and sort those of each. */
static int finish_orders(struct draft *n, struct orders *orders)
{
    size_t p = (size_t)n->planner.plan->size;
    size_t *first = calloc(p + 1, sizeof *first);
    size_t *next = malloc(p * sizeof *next);
    orders->round = n->planner.longest;
    orders->first = first;
    orders->action = n->action;
    n->action = NULL;
    if (!first || !next) {
        free(next);
        return -1;
    }
    for (size_t i = 0; i < n->actions; i++)
        first[orders->action[i].rank + 1]++;
    for (size_t u = 0; u < p; u++) {
        next[u] = first[u];
        first[u + 1] += first[u];
    }
    successive_greedy_deal(orders, next, p);
    free(next);
    for (size_t u = 0; u < p; u++)
        qsort(orders->action + first[u], first[u + 1] - first[u],
              sizeof *orders->action, by_time);
    return 0;
}

static int make_orders(const struct plan *plan, struct orders *orders)
{
    struct draft draft = {0};
    size_t p = (size_t)plan->size;
    uint64_t start;
    int status = planner_init(&draft.planner, plan);
    draft.action = malloc(p * 2 * (p - 1) * sizeof *draft.action);
    if (!draft.action)
        status = -1;
    for (int j = 1; !status && j <= plan->size; j++) {
        status = planner_place(&draft.planner, j, &start);
        if (!status)
            write_down(&draft, j, start);
    }
    if (!status)
        status = finish_orders(&draft, orders);
    planner_finish(&draft.planner);
    free(draft.action);
    return status;
}

static int successive_greedy_prepare(struct plan *plan, struct weft_error *err)
{
    if (plan->size > SUCCESSIVE_GREEDY_PROCESSORS_MAX)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "strategy 'greedy' plans for at most %d "
                              "processors, not %d",
                              SUCCESSIVE_GREEDY_PROCESSORS_MAX, plan->size);
    struct orders *orders = calloc(1, sizeof *orders);
    plan->schedule = orders;
    if (!orders || make_orders(plan, orders))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the schedule");
    return 0;
}

static int successive_greedy_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    const struct orders *orders = plan->schedule;
    size_t first = orders->first[weft_rank(self)];
    size_t end = orders->first[weft_rank(self) + 1];
    return schedule_cursor_run(self, plan, orders->round,
                               orders->action + first, end - first);
}

static void successive_greedy_finish(struct plan *plan)
{
    struct orders *orders = plan->schedule;
    if (orders) {
        free(orders->action);
        free(orders->first);
    }
    free(orders);
}

const struct weft_strategy successive_greedy = {
    .info = {.name = "greedy",
             .summary = "breadth-first trees, each started as early as "
                        "possible; any network, any model",
             .source = "-"},
    .prepare = successive_greedy_prepare,
    .program = successive_greedy_program,
    .finish = successive_greedy_finish,
};
