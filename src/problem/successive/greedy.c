/* greedy: breadth-first trees on any network, in any model; each broadcast
 * begins as early as it can without meeting an earlier one.
 *
 * Trees: breadth-first from each source, ports ascending. Where a processor
 * sends to several neighbours at once, a node sends in the slot after it
 * received; where it sends to one, children are served one after another, the
 * one whose subtree takes longest first.
 * Starts: t_1 = 0; t_j the least t for which no rule of the model is broken
 * and at every processor nothing on mu_j comes before the end of what it does
 * on mu_{j-1}, and the source has everything before it begins.
 * Messages p (p - 1); steps depend on the network. Planned in advance, then
 * every processor follows its own agenda. */
#include <errno.h>
#include <stdlib.h>

#include "agenda.h"
#include "problem/shared/settings.h"
#include "shape.h"
#include "successive.h"

#define PROCESSORS_MAX 2048 /* planning takes 96 p^2 bytes */

/* The finished plan: the processors' agendas, one after the other. */
struct agendas {
    struct action *action;
    size_t *first;  /* [p + 1] */
    uint64_t round; /* time units of a slot: the longest transfer's */
};

/* While planning. */
struct planner {
    const struct plan *plan;
    struct occupancy *occupancy;
    struct shape shape;    /* of the present broadcast */
    uint64_t *last;        /* [p] last slot it is busy in so far */
    uint64_t *received;    /* [p] last slot it received in so far */
    struct action *action; /* [2 p (p - 1)] in the order of planning; NULL:
                              only the starts are wanted */
    size_t actions;
    int hops; /* links of the longest transfer so far */
};

/* ---- when a broadcast may start, the order kept ---- */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The least start for which mu_j comes after mu_{j-1} at every processor. */
static uint64_t in_order(const struct planner *n, int source)
{
    uint64_t start = n->received[source];
    for (int u = 0; u < n->plan->size; u++) {
        uint64_t first = u == source ? 1 : n->shape.got[u];
        if (n->last[u] > first)
            start = later(start, n->last[u] - first);
    }
    return start;
}

static uint64_t choose_start(const struct planner *n, int64_t j, int source)
{
    int64_t spacing = plan_number(n->plan, &setting_spacing);
    size_t count = (size_t)n->plan->size - 1;
    if (spacing >= 0)
        return (uint64_t)((j - 1) * spacing);
    uint64_t start = in_order(n, source);
    while (!occupancy_free(n->occupancy, n->shape.transfer, count, start))
        start++;
    return start;
}

/* ---- writing it down ---- */

static void write_action(struct planner *n, struct action action)
{
    if (n->action)
        n->action[n->actions++] = action;
    n->last[action.rank] = later(n->last[action.rank], action.slot);
}

static void write_down(struct planner *n, int64_t j, uint64_t start)
{
    for (int i = 0; i < n->plan->size - 1; i++) {
        const struct transfer *t = &n->shape.transfer[i];
        int hops = weft_network_distance(n->plan->network, t->from, t->to);
        n->hops = hops > n->hops ? hops : n->hops;
        struct action action = {.slot = (uint32_t)(start + t->slot),
                                .message = (int32_t)j};
        action.rank = t->from;
        action.peer = t->to;
        action.forward = shape_kids(&n->shape, t->from);
        write_action(n, action);
        action.receives = true;
        action.rank = t->to;
        action.peer = t->from;
        action.forward = shape_kids(&n->shape, t->to);
        write_action(n, action);
        n->received[t->to] = later(n->received[t->to], action.slot);
    }
}

static int plan_broadcast(struct planner *n, int64_t j, uint64_t *start)
{
    const struct plan *plan = n->plan;
    int source = successive_source(plan, j);
    struct weft_tree tree;
    if (weft_tree_breadth_first(&tree, plan->network, source))
        return -1;
    shape_compute(&n->shape, &tree, plan->model.sends == WEFT_SENDS_ONE);
    weft_tree_finish(&tree);
    *start = choose_start(n, j, source);
    write_down(n, j, *start);
    return occupancy_take(n->occupancy, n->shape.transfer,
                          (size_t)plan->size - 1, *start);
}

/* ---- agendas ---- */

static int by_time(const void *a, const void *b)
{
    const struct action *x = a, *y = b;
    if (x->slot != y->slot)
        return x->slot < y->slot ? -1 : 1;
    if (x->receives != y->receives)
        return x->receives ? 1 : -1;
    return (x->message > y->message) - (x->message < y->message);
}

/* Distribute the actions to their processors, then sort each agenda. */
static int finish_agendas(const struct planner *n, struct agendas *agendas)
{
    const struct plan *plan = n->plan;
    size_t p = (size_t)plan->size;
    agendas->round = weft_cost_time(&plan->cost, plan->bytes, n->hops);
    size_t *first = calloc(p + 2, sizeof *first);
    struct action *action = malloc(n->actions * sizeof *action);
    agendas->first = first;
    agendas->action = action;
    if (!first || !action)
        return -1;
    for (size_t i = 0; i < n->actions; i++)
        first[n->action[i].rank + 2]++;
    for (size_t u = 0; u < p; u++)
        first[u + 2] += first[u + 1];
    for (size_t i = 0; i < n->actions; i++)
        action[first[n->action[i].rank + 1]++] = n->action[i];
    for (size_t u = 0; u < p; u++)
        qsort(action + first[u], first[u + 1] - first[u], sizeof *action,
              by_time);
    return 0;
}

static int planner_init(struct planner *n, const struct plan *plan)
{
    size_t p = (size_t)plan->size;
    *n = (struct planner){.plan = plan};
    n->occupancy = occupancy_create(plan->network, &plan->model);
    n->last = calloc(p, sizeof *n->last);
    n->received = calloc(p, sizeof *n->received);
    if (shape_init(&n->shape, plan->size))
        return -1;
    return n->occupancy && n->last && n->received ? 0 : -1;
}

static void planner_finish(struct planner *n)
{
    occupancy_destroy(n->occupancy);
    shape_finish(&n->shape);
    free(n->last);
    free(n->received);
    free(n->action);
}

static int make_agendas(const struct plan *plan, struct agendas *agendas)
{
    struct planner n;
    size_t p = (size_t)plan->size;
    uint64_t start;
    int status = planner_init(&n, plan);
    n.action = malloc(p * 2 * (p - 1) * sizeof *n.action);
    if (!n.action)
        status = -1;
    for (int j = 1; !status && j <= plan->size; j++)
        status = plan_broadcast(&n, j, &start);
    if (!status)
        status = finish_agendas(&n, agendas);
    planner_finish(&n);
    return status;
}

uint64_t *successive_greedy_starts(const struct plan *plan, int64_t messages)
{
    struct planner n;
    uint64_t *start = malloc((size_t)messages * sizeof *start);
    int status = planner_init(&n, plan);
    if (!start)
        status = -1;
    for (int64_t j = 1; !status && j <= messages; j++)
        status = plan_broadcast(&n, j, &start[j - 1]);
    planner_finish(&n);
    if (!status)
        return start;
    free(start);
    errno = ENOMEM;
    return NULL;
}

static int prepare(struct plan *plan, struct weft_error *err)
{
    if (plan->size > PROCESSORS_MAX)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "strategy 'greedy' plans for at most %d "
                              "processors, not %d",
                              PROCESSORS_MAX, plan->size);
    struct agendas *agendas = calloc(1, sizeof *agendas);
    plan->schedule = agendas;
    if (!agendas || make_agendas(plan, agendas))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the schedule");
    return 0;
}

static int program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    const struct agendas *agendas = plan->schedule;
    size_t first = agendas->first[weft_rank(self)];
    size_t end = agendas->first[weft_rank(self) + 1];
    return agenda_run(self, plan, agendas->round, agendas->action + first,
                      end - first);
}

static void finish(struct plan *plan)
{
    struct agendas *agendas = plan->schedule;
    if (agendas) {
        free(agendas->action);
        free(agendas->first);
    }
    free(agendas);
}

const struct weft_strategy successive_greedy = {
    .info = {.name = "greedy",
             .summary = "breadth-first trees, each as early as it fits; any "
                        "network, any model",
             .source = "-"},
    .prepare = prepare,
    .program = program,
    .finish = finish,
};
