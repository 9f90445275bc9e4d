/* greedy: breadth-first trees on any network, in any model; each pivot row is
 * sent as early as possible without conflicts with earlier ones.
 *
 * Trees and timetable are those of `successive`, for n messages. If a processor
 * sends to one other at a time, it serves its children one after the other,
 * beginning with the child whose subtree takes longest. n (p - 1) messages; the
 * time depends on the network. */
#include <stdlib.h>
#include <string.h>

#include "gauss.h"
#include "problem/shared/turns/planner.h"

/* limit on processors: the trees take 12 p^2 bytes */
#define GAUSS_GREEDY_PROCESSORS_MAX 2048

/* The trees of all p sources. */
struct forest {
    int *parent; /* [p][p] parent of each node in the tree of each source */
    int *first;  /* [p][p + 1] index of each node's first child in `kid` */
    int *kid;    /* [p][p] children of the nodes in the tree of each source */
    uint64_t *start; /* [n] number of slots before each mu_j is sent */
};

static size_t gauss_greedy_at(const struct plan *plan, int source, int u)
{
    return (size_t)source * (size_t)plan->size + (size_t)u;
}

static int gauss_greedy_parent(const struct plan *plan, int j, int u)
{
    const struct forest *forest = plan->schedule;
    return forest->parent[gauss_greedy_at(plan, gauss_owner(plan, j), u)];
}

static int gauss_greedy_children(const struct plan *plan, int j, int u,
                                 int room[], const int **list)
{
    (void)room;
    const struct forest *forest = plan->schedule;
    int source = gauss_owner(plan, j);
    const int *first =
        forest->first + gauss_greedy_at(plan, source, u) + source;
    *list = forest->kid + gauss_greedy_at(plan, source, first[0]);
    return first[1] - first[0];
}

static uint64_t gauss_greedy_start(const struct plan *plan, int j)
{
    const struct forest *forest = plan->schedule;
    return gauss_stretch(plan, j, forest->start[j - 1]);
}

static int gauss_greedy_plant(const struct plan *plan, struct forest *forest,
                              struct shape *shape, int source)
{
    size_t p = (size_t)plan->size;
    struct weft_tree tree;
    if (weft_tree_breadth_first(&tree, plan->network, source))
        return -1;
    shape_compute(shape, &tree, plan->model.sends == WEFT_SENDS_ONE);
    memcpy(forest->parent + gauss_greedy_at(plan, source, 0), tree.parent,
           p * sizeof *tree.parent);
    memcpy(forest->first + gauss_greedy_at(plan, source, source),
           shape->first_kid, (p + 1) * sizeof *shape->first_kid);
    memcpy(forest->kid + gauss_greedy_at(plan, source, 0), shape->kid,
           (p - 1) * sizeof *shape->kid);
    weft_tree_finish(&tree);
    return 0;
}

static int plant_all(const struct plan *plan, struct forest *forest)
{
    const struct gauss_system *system = plan->state;
    size_t p = (size_t)plan->size;
    struct shape shape;
    forest->parent = malloc(p * p * sizeof *forest->parent);
    forest->first = malloc(p * (p + 1) * sizeof *forest->first);
    forest->kid = malloc(p * p * sizeof *forest->kid);
    forest->start = planner_starts(plan, system->n);
    bool whole =
        forest->parent && forest->first && forest->kid && forest->start;
    int status = whole ? 0 : -1;
    if (shape_init(&shape, plan->size))
        status = -1;
    for (int source = 0; !status && source < plan->size; source++)
        status = gauss_greedy_plant(plan, forest, &shape, source);
    shape_finish(&shape);
    return status;
}

static int gauss_greedy_prepare(struct plan *plan, struct weft_error *err)
{
    if (plan->size > GAUSS_GREEDY_PROCESSORS_MAX)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "strategy 'greedy' plans for at most %d "
                              "processors, not %d",
                              GAUSS_GREEDY_PROCESSORS_MAX, plan->size);
    struct forest *forest = calloc(1, sizeof *forest);
    plan->schedule = forest;
    if (!forest || plant_all(plan, forest))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the trees");
    return 0;
}

static void gauss_greedy_finish(struct plan *plan)
{
    struct forest *forest = plan->schedule;
    if (forest) {
        free(forest->parent);
        free(forest->first);
        free(forest->kid);
        free(forest->start);
    }
    free(forest);
}

static int gauss_greedy_program(struct weft_processor *self, void *arg)
{
    static const struct gauss_trees trees = {
        gauss_greedy_parent, gauss_greedy_children, gauss_greedy_start};
    return gauss_eliminate(self, arg, &trees);
}

const struct weft_strategy gauss_greedy = {
    .info = {.name = "greedy",
             .summary = "breadth-first trees, each started as early as "
                        "possible; any network, any model",
             .source = "-"},
    .on_conflict = WEFT_CONFLICT_DELAY,
    .prepare = gauss_greedy_prepare,
    .program = gauss_greedy_program,
    .finish = gauss_greedy_finish,
};
