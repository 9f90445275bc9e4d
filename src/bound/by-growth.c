/* Growth: how fast the number of processors that have some data can grow, and
 * how fast one processor can collect data of others.
 *
 * In a window of length e, at most one message ends at a port, and it contains
 * only data that its sender had before the window. So in each window, the
 * number of processors with the data grows at most (K + 1)-fold if a sender
 * sends K copies, and a processor that receives R messages gains at most R
 * times the largest amount that any processor had before.
 *
 * Half duplex, if everybody wants data from everybody: let u send the message
 * that starts last, at time a. u receives nothing until a + e, and messages
 * that it receives later were sent at a or before; so if u has everything at
 * time T, a processor that receives in every window could have it at T - e.
 * Reversed in time, the same holds for sending. None of this requires a
 * reception to begin with its send. With one port in each direction, half
 * duplex and unit time: the paths by which contributions have reached
 * processors form a matrix whose norm grows by at most the golden ratio per
 * step (Even and Monien 1989). */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "question.h"

struct growth {
    int64_t stages;
    int processor;
    int64_t others;
    const char *verb;
};

/* Return the least t with 1 + sum over i < t of own (most + 1)^i >= many: in
 * each stage, a processor receives from `own` others the largest amount that
 * any processor has, and this amount grows (most + 1)-fold. */
static int64_t growth_stages(int64_t many, int64_t own, int64_t most)
{
    int64_t stages = 0, have = 1, greatest = 1;
    if (own < 1)
        return 0; /* without links, another argument applies */
    for (; have < many; stages++) {
        have += greatest > many ? many : greatest * own;
        greatest = greatest > many ? greatest : greatest * (most + 1);
    }
    return stages;
}

/* Like growth_stages(), counted in blocks, with at most `limit` in a message,
 * for a processor that has `have` of them and wants `many`. */
static int64_t growth_blocks(int64_t have, int64_t many, int64_t own,
                             int64_t most, int64_t limit)
{
    int64_t stages = 0, greatest = have > 1 ? have : 1;
    if (own < 1)
        return 0;
    for (; have < many && greatest < limit; stages++) {
        have += own * greatest;
        greatest += most * greatest;
    }
    if (have < many)
        stages += (many - have - 1) / (own * limit) + 1;
    return stages;
}

static void growth_better(struct growth *best, int64_t stages, int processor,
                          int64_t others, const char *verb)
{
    if (stages > best->stages)
        *best = (struct growth){stages, processor, others, verb};
}

/* Return from how many others v wants data, or (informed) how many others want
 * data from v, considering data that only one processor has. */
static int64_t growth_others(const struct bound_question *q, int v,
                             bool informed)
{
    switch (q->shape) {
    case BOUND_BROADCAST:
    case BOUND_SCATTER:
        return informed ? (v == q->root) * (q->p - 1) : v != q->root;
    case BOUND_REDUCE:
    case BOUND_GATHER:
        return informed ? v != q->root : (v == q->root) * (q->p - 1);
    case BOUND_SCAN:
    case BOUND_EXSCAN:
        return informed ? q->p - 1 - v : v;
    case BOUND_COMPUTES:
        return 0;
    case BOUND_SOURCES:
    case BOUND_GENERAL:
        return bound_others(q, v, informed);
    default:
        return q->p - 1;
    }
}

/* Return the stages for moved blocks if few fit into a message. */
static int64_t growth_short(const struct bound_question *q, int64_t own,
                            int64_t most)
{
    if (!q->unit || !q->blocks || q->shape != BOUND_ALLGATHER)
        return 0;
    int64_t blocks = weft_goal_blocks(q->goal);
    return growth_blocks(blocks / q->p, blocks, own, most, q->blocks);
}

#define INFORMS_MAX 62 /* with more, the number doubles as without links */

/* Return the maximum number of processors that one other than the root can
 * inform over single links: its neighbours, without the one that has informed
 * it if every link has both directions. */
static int growth_informs(const struct bound_question *q)
{
    const struct weft_network *network = q->network;
    int informs = 0, back = 1;
    for (int v = 0; v < q->p; v++) {
        int degree = weft_network_degree(network, v);
        for (int port = 0; port < degree && back; port++) {
            int w = weft_network_neighbour(network, v, port);
            back = weft_network_port(network, w, v) >= 0;
        }
        if (v != q->root && degree > informs)
            informs = degree;
    }
    return informs > back ? informs - back : 0;
}

/* Return the stages of a broadcast in which each processor sends over one link
 * at a time: those informed in one stage inform as many in each of the
 * following `informs` stages. 0: does not apply. */
static int64_t growth_over_links(const struct bound_question *q)
{
    int64_t new[INFORMS_MAX + 1] = {0}, have = 1, stages = 0;
    if (q->shape != BOUND_BROADCAST || !q->unit || q->routed ||
        q->send_ports != 1 || q->model.sends != WEFT_SENDS_ONE ||
        weft_network_vertices(q->network) > q->p)
        return 0;
    int informs = growth_informs(q);
    int64_t root = weft_network_degree(q->network, q->root);
    if (informs > INFORMS_MAX)
        return 0;
    while (have < q->p) {
        int64_t more = stages < root;
        for (int i = 0; i < informs; i++)
            more += new[i];
        if (!more)
            return 0; /* another argument applies */
        for (int i = informs; i > 0; i--)
            new[i] = new[i - 1];
        new[0] = more;
        have += more;
        stages++;
    }
    return stages;
}

/* User-defined goals: evaluate blocks with several holders, which spread them
 * to all other processors that want them. */
static void growth_held(const struct bound_question *q, int64_t out,
                        struct growth *best)
{
    int first = weft_goal_first(q->goal), blocks = weft_goal_blocks(q->goal);
    for (int j = first; j < first + blocks; j++) {
        int64_t held = 0, wanted = 0, stages = 0;
        for (int v = 0; v < q->p; v++) {
            bool has = weft_goal_has(q->goal, v, j);
            held += has;
            wanted += !has && weft_goal_place(q->goal, v, j) >= 0;
        }
        for (int64_t have = held; held && have < held + wanted; have *= out + 1)
            stages++;
        growth_better(best, stages, -1, wanted, "that hold a block reach");
    }
}

static void growth_of_all(const struct bound_question *q, struct growth *best)
{
    bool copies = q->model.sends == WEFT_SENDS_ONE;
    int64_t in = bound_most_ports(q, BOUND_IN), out = bound_most_receivers(q);
    for (int v = 0; v < q->p; v++) {
        int64_t heard = growth_others(q, v, false);
        int64_t informed = copies ? growth_others(q, v, true) : 0;
        int64_t own = bound_ports(q, v, BOUND_IN);
        growth_better(best, growth_stages(heard + 1, own, in), v, heard,
                      "gets data from");
        growth_better(best, growth_short(q, own, in), v, heard,
                      "gets data from");
        own = bound_receivers(q, v);
        growth_better(best, growth_stages(informed + 1, own, out), v, informed,
                      "reaches");
    }
    growth_better(best, growth_over_links(q), q->root, q->p - 1,
                  "informs, over one link at a time,");
    if (copies && q->shape == BOUND_GENERAL && !q->combined &&
        bound_is_small(q) && out > 0)
        growth_held(q, out, best);
    if (!q->half || !q->everybody)
        return;
    growth_better(best, 1 + growth_stages(q->p, in, in), -1, q->p - 1,
                  "get data from");
    if (copies)
        growth_better(best, 1 + growth_stages(q->p, out, out), -1, q->p - 1,
                      "reach");
}

/* Return the least t with phi^t >= p. */
static int64_t growth_golden(int p)
{
    const double phi = 1.618033988749894848;
    double power = 1;
    int64_t t = 0;
    for (; power < p - 1e-9; t++)
        power *= phi;
    return t;
}

static void growth_text(const struct bound_question *q,
                        const struct growth *best,
                        struct weft_bound_argument *found)
{
    char name[32] = "all";
    if (best->processor >= 0)
        bound_label(q, best->processor, name);
    snprintf(found->text, sizeof found->text,
             "%s %s %lld other%s in %lld stage%s", name, best->verb,
             (long long)best->others, best->others == 1 ? "" : "s",
             (long long)best->stages, best->stages == 1 ? "" : "s");
    if (best->processor >= 0)
        bound_number(found, "processor", ratio_whole(best->processor));
    bound_number(found, "stages", ratio_whole(best->stages));
    bound_number(found, "stage", q->stage);
}

/* LogGP: return the time of an optimal broadcast of one byte to p processors.
 * Each processor that has the byte sends it every max(o, g), and a message
 * takes 2 o + L. The k-th processor receives it as the next one of an earlier
 * sender or as the first one of a new sender (Karp, Sahay, Santos and Schauser
 * 1993). A reduction is the same in reverse. -1: out of memory. */
static int64_t growth_loggp(const struct weft_cost *cost, size_t p)
{
    int64_t travels = (int64_t)(2 * cost->overhead + cost->latency);
    int64_t every =
        (int64_t)(cost->gap > cost->overhead ? cost->gap : cost->overhead);
    int64_t *time = calloc(p, sizeof *time), last = 0;
    if (!time)
        return -1;
    for (size_t k = 1, first = 0, next = 1; k < p; k++) {
        int64_t new = time[first] + travels;
        bool again = next < k && time[next] + every < new;
        last = time[k] = again ? time[next++] + every : new;
        first += !again;
    }
    free(time);
    return last;
}

/* Apply growth_loggp() to problems with a root and to those in which everybody
 * wants data from everybody. */
static int growth_by_loggp(const struct bound_question *q,
                           struct weft_bound_argument *found,
                           struct weft_error *err)
{
    bool one = q->shape != BOUND_GENERAL && q->shape != BOUND_SOURCES;
    if (!bound_one_thing(q) || (!one && !q->everybody))
        return 0;
    int64_t time = growth_loggp(&q->cost, (size_t)q->p);
    if (time < 0)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                              "no memory for a broadcast in LogGP");
    found->bound = (uint64_t)time;
    snprintf(found->text, sizeof found->text,
             "one reaches %d others, or gets data from them", q->p - 1);
    bound_number(found, "processors", ratio_whole(q->p));
    return 0;
}

int bound_by_growth(struct bound_question *q, struct weft_bound_argument *found,
                    struct weft_error *err)
{
    struct growth best = {0};
    if (q->loggp)
        return growth_by_loggp(q, found, err);
    growth_of_all(q, &best);
    if (q->unit && q->half && q->everybody && q->send_ports == 1 &&
        q->receive_ports == 1 && q->model.sends == WEFT_SENDS_ONE)
        growth_better(&best, growth_golden(q->p), -1, q->p - 1,
                      "get data from");
    if (!best.stages)
        return 0;
    found->bound =
        bound_time(q, ratio_times(q->stage, best.stages, RATIO_DOWN));
    growth_text(q, &best, found);
    return 0;
}
