/* Cuts: the data that must cross from a set of processors to the others takes
 * at least the time that the arcs and ports in between need for it. By the
 * theorem of Ford and Fulkerson, flows find the tightest cut: one for each
 * processor that collects data or from which data spreads.
 *
 * If the flow by time T is too small, its minimum cut proves a later time, and
 * the next flow is computed for that time, until the flow suffices. A processor
 * whose flow suffices then becomes an unlimited source: all cuts with this
 * processor on the receiving side have been covered. */
#include "cut.h"

#include <stdio.h>
#include <string.h>

#include "base/invariant.h"

/* limit on the number of vertices and arcs of the flow graph */
#define SIZE_MAX_FAST ((int64_t)1 << 17)
#define SIZE_MAX_ALL ((int64_t)1 << 26)
#define ARCS_MANY ((int64_t)1 << 14)
#define LOOKS_FAST ((uint64_t)1 << 30)

/* ---- one question to the flow ---- */

/* Raise *time to the bound that the cut of the last flow proves, or return
 * false if rounding leaves it no higher. */
static bool cut_raise(struct cut_search *search, struct crossing *x,
                      uint64_t *time)
{
    struct bound_question *q = search->q;
    crossing_cut(x, &search->now);
    struct ratio need = bound_need(q, search->now.from);
    cut_add_up(&search->sum, x, &search->now);
    if (ratio_compare(
            cut_words(x, &search->now, &search->sum, bound_until(q, *time)),
            need) >= 0)
        return false;
    uint64_t later = cut_time(x, &search->now, &search->sum, need, *time);
    if (later > search->time) {
        search->time = later;
        search->need = need;
        cut_copy(q, &search->best, &search->now);
    }
    *time = later;
    return true;
}

void cut_ask(struct cut_search *search, struct crossing *x, int v,
             int64_t asked, uint64_t *time)
{
    int64_t found = 0;
    do {
        if (x->time != *time)
            crossing_time(x, *time);
        found = crossing_run(x, v, asked);
        search->unfinished |= found < 0;
    } while (!search->unfinished && found < asked * x->scale &&
             cut_raise(search, x, time));
}

/* ---- problems ---- */

/* Where the flows of a problem start and end. */
enum cut_form {
    CUT_NONE,
    CUT_ROOT,   /* flows from the root to each processor */
    CUT_EACH,   /* flows from all processors to each processor */
    CUT_GATHER, /* one flow from all others to the root */
    CUT_NEXT,   /* flows from each processor to the next one */
};

/* The flows of a problem, and the reversed flows from receivers to senders. */
static const struct cut_forms {
    enum cut_form forth, back;
} forms[] = {
    [BOUND_BROADCAST] = {CUT_ROOT, CUT_NONE},
    [BOUND_REDUCE] = {CUT_NONE, CUT_ROOT},
    [BOUND_SCATTER] = {CUT_NONE, CUT_GATHER},
    [BOUND_GATHER] = {CUT_GATHER, CUT_NONE},
    [BOUND_ALLGATHER] = {CUT_EACH, CUT_NONE},
    [BOUND_SOURCES] = {CUT_EACH, CUT_NONE},
    [BOUND_REDUCE_SCATTER] = {CUT_NONE, CUT_EACH},
    [BOUND_ALLREDUCE] = {CUT_ROOT, CUT_ROOT},
    [BOUND_SCAN] = {CUT_NEXT, CUT_NONE},
    [BOUND_EXSCAN] = {CUT_NEXT, CUT_NONE},
    [BOUND_ALLTOALL] = {CUT_EACH, CUT_EACH},
    [BOUND_COMPUTES] = {CUT_NONE, CUT_NONE},
};

/* Set the units that start at each processor. @returns their total, or 1 if
 * they are unlimited */
static int64_t cut_place(const struct bound_question *q, struct crossing *x,
                         enum cut_form form)
{
    int64_t sum = 0;
    for (int v = 0; v < q->p; v++)
        crossing_have(x, v, form == CUT_EACH || form == CUT_GATHER);
    if (form == CUT_GATHER)
        crossing_have(x, q->root, 0);
    if (form == CUT_ROOT)
        crossing_have(x, q->root, -1);
    for (int v = 0; v < q->p && q->shape == BOUND_SOURCES; v++)
        crossing_have(x, v, 0);
    for (int i = 0; q->shape == BOUND_SOURCES && i < weft_goal_blocks(q->goal);
         i++) {
        int v = weft_goal_holder(q->goal, weft_goal_first(q->goal) + i);
        if (v >= 0)
            crossing_have(x, v, x->have[v] + 1);
    }
    for (int v = 0; v < q->p; v++)
        sum += x->have[v] > 0 ? x->have[v] : 0;
    return sum ? sum : 1;
}

/* Return whether one flow suffices: all processors see the same network and the
 * same data, or, with a root, the tightest cut is around a single processor
 * anyway (Mader 1971: a vertex-transitive graph has no smaller edge cut). */
static bool cut_one_for_all(const struct bound_question *q)
{
    return bound_vertex_transitive(q) && q->shape != BOUND_SOURCES;
}

static void cut_run(struct cut_search *search, struct crossing *x,
                    enum cut_form form)
{
    const struct bound_question *q = search->q;
    int64_t asked = cut_place(q, x, form);
    if (form == CUT_GATHER) {
        cut_ask(search, x, q->root, asked, &search->time);
        return;
    }
    bool next = form == CUT_NEXT;
    for (int v = next; v < q->p && !search->unfinished; v++) {
        if (form == CUT_ROOT && v == q->root)
            continue;
        if (next)
            crossing_have(x, v - 1, -1);
        cut_ask(search, x, v, asked, &search->time);
        if (next)
            crossing_have(x, v - 1, 0);
        else
            crossing_have(x, v, -1);
        if (cut_one_for_all(q))
            break;
    }
}

/* Return the maximum number of units in one flow. */
static int64_t cut_most(const struct bound_question *q)
{
    int64_t p = q->p;
    if (q->shape == BOUND_ALLTOALL)
        return p * p / 4 + 1;
    return q->shape == BOUND_SOURCES && weft_goal_blocks(q->goal) > p
               ? weft_goal_blocks(q->goal)
               : p;
}

/* Compute the flows in one direction. Return 0, or -1 if out of memory. */
static int cut_flows(struct cut_search *search, bool back)
{
    struct bound_question *q = search->q;
    const struct cut_forms *row = &forms[q->shape];
    enum cut_form form = back ? row->back : row->forth;
    struct crossing x;
    if (form == CUT_NONE)
        return 0;
    int status = crossing_init(&x, q, back);
    if (!status)
        status = crossing_build(&x, q->each, cut_most(q));
    x.flow.most = cut_looks(q);
    if (!status)
        cut_run(search, &x, form);
    crossing_finish(&x);
    return status;
}

static int cut_find(struct cut_search *search)
{
    struct bound_question *q = search->q;
    search->exact = q->shape != BOUND_GENERAL && q->shape != BOUND_ALLTOALL;
    if (q->shape == BOUND_GENERAL)
        return cut_goal(search);
    if (cut_flows(search, false) || cut_flows(search, true))
        return -1;
    return q->shape == BOUND_ALLTOALL ? cut_sets(search) : 0;
}

/* ---- the argument ---- */

uint64_t cut_looks(const struct bound_question *q)
{
    return q->cuts == WEFT_BOUND_CUTS_ALL ? 0 : LOOKS_FAST;
}

/* Return whether the argument applies: arcs must be shared, and data must take
 * time on them. */
static bool cut_applies(const struct bound_question *q)
{
    bool any = ratio_is_infinite(q->most);
    return q->p > 1 && q->cuts != WEFT_BOUND_CUTS_NONE && !q->loggp &&
           q->each.num && q->shape != BOUND_COMPUTES &&
           q->shape != BOUND_BARRIER && !(any && q->alike && !q->word.num);
}

/* Return whether the tightest cut is around one processor, which the port
 * argument covers, and would take long to find. */
static bool cut_is_port(const struct bound_question *q)
{
    return cut_one_for_all(q) && q->shape != BOUND_ALLTOALL &&
           weft_network_arcs(q->network) > ARCS_MANY;
}

static bool cut_is_small(struct bound_question *q)
{
    int64_t size = 3 * (int64_t)q->p + weft_network_vertices(q->network) +
                   weft_network_arcs(q->network);
    if (size <= (q->cuts == WEFT_BOUND_CUTS_ALL ? SIZE_MAX_ALL : SIZE_MAX_FAST))
        return true;
    if (!*q->note)
        snprintf(q->note, sizeof q->note, "cuts: not searched (too large%s)",
                 q->cuts == WEFT_BOUND_CUTS_ALL ? "" : "; --cuts all");
    return false;
}

/* If times need not be whole, keep the time that was found only if the words do
 * not cross the cut shortly before it; else only the whole time before it is
 * proved. */
static void cut_prove(struct cut_search *search, const struct crossing *x)
{
    const struct bound_question *q = search->q;
    if (!q->shared)
        return;
    struct ratio later = cut_words(x, &search->best, &search->sum,
                                   bound_before(q, search->time));
    search->time -= ratio_compare(later, search->need) >= 0;
}

static int cut_certify(struct cut_search *search,
                       struct weft_bound_argument *found)
{
    struct crossing x;
    struct bound_question *q = search->q;
    int status = crossing_init(&x, q, false);
    if (!status) {
        cut_add_up(&search->sum, &x, &search->best);
        struct ratio carried = cut_words(&x, &search->best, &search->sum,
                                         bound_until(q, search->time - 1));
        INVARIANT(ratio_compare(carried, search->need) < 0);
        cut_prove(search, &x);
        status = cut_write(search, &x, carried, found);
    }
    crossing_finish(&x);
    return status;
}

int bound_by_cut(struct bound_question *q, struct weft_bound_argument *found,
                 struct weft_error *err)
{
    if (!cut_applies(q) || cut_is_port(q) || !cut_is_small(q))
        return 0;
    struct cut_search search = {.q = q};
    int status =
        cut_init(&search.best, q) | cut_init(&search.now, q) | bound_arcs(q);
    if (!status)
        status = cut_sum_init(&search.sum, q);
    if (!status)
        status = cut_find(&search);
    search.exact &= !search.unfinished;
    if (!status && search.unfinished && !*q->note)
        snprintf(q->note, sizeof q->note,
                 "cuts: search not finished (--cuts all)");
    if (!status && search.time)
        status = cut_certify(&search, found);
    cut_finish(&search.best);
    cut_finish(&search.now);
    cut_sum_finish(&search.sum);
    return status
               ? weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory for cuts")
               : 0;
}
