/* Builds a question from goal, network, model and cost. */
#include "question.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The problems known to weft. */
static const struct question_shape {
    const char *problem;
    enum bound_shape shape;
    bool everybody, moved, combined;
} shapes[] = {
    {"broadcast", BOUND_BROADCAST, false, false, false},
    {"stream", BOUND_BROADCAST, false, false, false},
    {"reduce", BOUND_REDUCE, false, false, true},
    {"scatter", BOUND_SCATTER, false, false, false},
    {"gather", BOUND_GATHER, false, false, false},
    {"allgather", BOUND_ALLGATHER, true, true, false},
    {"multinode", BOUND_ALLGATHER, true, true, false},
    {"successive", BOUND_ALLGATHER, true, true, false},
    {"simultaneous", BOUND_SOURCES, false, true, false},
    {"reduce-scatter", BOUND_REDUCE_SCATTER, true, false, true},
    {"allreduce", BOUND_ALLREDUCE, true, false, true},
    {"barrier", BOUND_BARRIER, true, false, true},
    {"scan", BOUND_SCAN, false, false, true},
    {"exscan", BOUND_EXSCAN, false, false, true},
    {"alltoall", BOUND_ALLTOALL, true, true, false},
    {"gauss", BOUND_COMPUTES, false, false, false},
    {"matvec", BOUND_COMPUTES, false, false, false},
};

static const struct question_shape *question_shape(const char *problem)
{
    for (size_t i = 0; problem && i < sizeof shapes / sizeof *shapes; i++)
        if (!strcmp(shapes[i].problem, problem))
            return &shapes[i];
    return NULL;
}

/* Return whether everybody wants data from everybody, for user-defined
 * goals. */
static bool question_everybody(const struct bound_question *q)
{
    int first = weft_goal_first(q->goal), last = first;
    last += weft_goal_blocks(q->goal);
    if ((int64_t)q->p * q->p * (last - first) > 1 << 24)
        return false;
    for (int v = 0; v < q->p; v++)
        for (int u = 0; u < q->p; u++) {
            bool wants = u == v;
            for (int j = first; j < last && !wants; j++)
                wants = weft_goal_place(q->goal, v, j) >= 0 &&
                        weft_goal_has(q->goal, u, j) &&
                        (q->combined ? weft_goal_takes(q->goal, v, j, u)
                                     : weft_goal_holder(q->goal, j) == u);
            if (!wants)
                return false;
        }
    return q->p > 1;
}

/* Return whether each processor has a block that no other has. */
static bool question_all_hold(const struct bound_question *q)
{
    int first = weft_goal_first(q->goal), blocks = weft_goal_blocks(q->goal);
    bool *holds = calloc((size_t)q->p, sizeof *holds);
    int count = 0;
    for (int i = 0; holds && i < blocks; i++) {
        int holder = weft_goal_holder(q->goal, first + i);
        count += holder >= 0 && !holds[holder];
        holds[holder >= 0 ? holder : 0] |= holder >= 0;
    }
    free(holds);
    return count == q->p;
}

static void question_goal(struct bound_question *q,
                          const struct bound_asked *asked)
{
    const struct question_shape *shape = question_shape(asked->problem);
    snprintf(q->problem, sizeof q->problem, "%s",
             asked->problem ? asked->problem : "goal");
    q->goal = asked->goal;
    q->p = weft_network_size(q->network);
    q->root = asked->root;
    q->order = asked->order;
    q->any_order = asked->any_order;
    if (shape) {
        q->shape = shape->shape;
        q->everybody = shape->everybody;
        q->moved = shape->moved;
        q->combined = shape->combined;
        q->in_turn = !strcmp(shape->problem, "successive");
        if (q->shape == BOUND_SOURCES)
            q->everybody = question_all_hold(q);
        return;
    }
    q->shape = BOUND_GENERAL;
    q->combined = weft_goal_combines(q->goal) != WEFT_GOAL_MOVE;
    q->everybody = question_everybody(q);
    q->moved = q->everybody && !q->combined;
}

static void question_model(struct bound_question *q,
                           const struct bound_asked *asked)
{
    q->model = asked->model;
    q->send_ports = weft_model_ports(&q->model, WEFT_USE_SEND);
    q->receive_ports = weft_model_ports(&q->model, WEFT_USE_RECEIVE);
    q->half = q->model.duplex == WEFT_DUPLEX_HALF;
    q->routed = q->model.sends == WEFT_SENDS_ONE && !asked->one_link;
    q->direct = q->routed || weft_network_direct(q->network);
    q->late = asked->late;
    q->cuts = asked->cuts;
}

/* Set the amounts of data. In unit time the unit is a block, unless messages
 * are limited in bytes. */
static void question_data(struct bound_question *q,
                          const struct bound_asked *asked)
{
    int64_t bytes = (int64_t)(asked->bytes ? asked->bytes : 1);
    q->in_blocks = q->unit && !asked->message_bytes;
    int64_t word = q->in_blocks ? (int64_t)asked->part : WEFT_WORD;
    int64_t blocks = q->goal ? weft_goal_blocks(q->goal) : 1, p = q->p;
    q->block = q->each = ratio_make(bytes, word);
    q->all = ratio_times(q->block, blocks, RATIO_DOWN);
    if (asked->vector)
        q->all = ratio_make((int64_t)asked->vector, word);
    if (q->shape == BOUND_ALLGATHER || q->shape == BOUND_REDUCE_SCATTER)
        q->each = ratio_divide(q->all, ratio_whole(p), RATIO_DOWN);
    else if (q->shape == BOUND_BROADCAST || q->shape == BOUND_REDUCE ||
             q->shape == BOUND_ALLREDUCE || q->shape == BOUND_SCAN ||
             q->shape == BOUND_EXSCAN)
        q->each = q->all;
    if (q->shape == BOUND_BARRIER)
        q->block = q->each = q->all = RATIO_ZERO;
    q->blocks = asked->message_bytes ? 0 : asked->blocks;
    q->most = RATIO_INFINITE;
    if (asked->message_bytes)
        q->most = ratio_make((int64_t)asked->message_bytes, word);
    else if (asked->blocks)
        q->most = ratio_times(ratio_make((int64_t)asked->part, word),
                              asked->blocks, RATIO_UP);
}

/* Set the minimum costs of all arcs. Return 0, or -1 if out of memory. */
static int question_costs(struct bound_question *q)
{
    q->alike = !weft_network_has_costs(q->network) || q->unit || q->loggp;
    q->inexact = !q->alike;
    q->start = ratio_whole((int64_t)q->cost.ts);
    q->word = ratio_whole((int64_t)q->cost.tw);
    if (q->alike)
        return 0;
    if (bound_arcs(q))
        return -1;
    q->start = q->word = RATIO_INFINITE;
    for (int64_t a = 0; a < q->arcs; a++) {
        q->start = ratio_least(q->start, q->arc[a].start);
        q->word = ratio_least(q->word, q->arc[a].word);
    }
    return 0;
}

/* Set the minimum time of a transfer, at least 1. */
static void question_stage(struct bound_question *q)
{
    bool empty = q->goal && weft_goal_combines(q->goal) == WEFT_GOAL_ANY;
    struct ratio least = q->start;
    if (!empty && !q->unit)
        least = ratio_add(least, q->word, RATIO_DOWN);
    if (q->loggp)
        least = ratio_whole((int64_t)(2 * q->cost.overhead + q->cost.latency));
    int64_t whole = (int64_t)bound_time(q, least);
    q->stage = ratio_whole(whole > 1 ? whole : 1);
}

int bound_question_init(struct bound_question *q,
                        const struct bound_asked *asked, struct weft_error *err)
{
    *q =
        (struct bound_question){.network = asked->network, .cost = asked->cost};
    const struct weft_cost *cost = &asked->cost;
    if (!cost->loggp && !cost->ts && !cost->tw && !cost->th)
        q->cost.ts = 1;
    q->unit = weft_cost_is_unit(&q->cost);
    q->loggp = cost->loggp;
    q->shared = asked->shared;
    question_goal(q, asked);
    question_model(q, asked);
    question_data(q, asked);
    if (question_costs(q))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for the links of a bound");
    question_stage(q);
    return 0;
}

bool bound_transitive(const struct bound_question *q)
{
    static const char *const kinds[] = {"hypercube", "torus",      "ring",
                                        "complete",  "hyperx",     "ccc",
                                        "butterfly", "star-graph", "circulant",
                                        "petersen",  "fat-tree",   "switch"};
    const char *kind = weft_network_kind(q->network);
    bool found = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        found = found || !strcmp(kinds[i], kind);
    return found && q->alike && !weft_network_has_lanes(q->network);
}

bool bound_vertex_transitive(const struct bound_question *q)
{
    return bound_transitive(q) && weft_network_vertices(q->network) == q->p;
}

void bound_question_finish(struct bound_question *q)
{
    free(q->arc);
    free(q->first);
    free(q->in_first);
    free(q->into);
}
