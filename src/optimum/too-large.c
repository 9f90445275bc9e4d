/* Checks of the size of a question before it is allocated. */
#include "search.h"

#include <weft/goal.h>

/* Limit for pairs of processors times blocks, which even the estimate
 * examines. */
#define LOOKS_LITTLE 32000000.0

/* Limit for processors times blocks of the runs of strategies. */
#define RUNS_LITTLE 100000.0

static int optimum_too_large_too_large(const struct weft_network *network,
                                       double steps, struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                          "%.300s is large for this search: more than %d "
                          "million clauses for %.0f step%s (--force tries)",
                          weft_network_name(network), CLAUSES_LITTLE / 1000000,
                          steps, steps == 1 ? "" : "s");
}

int size_outline(const struct weft_optimum_options *options,
                 const struct weft_network *network,
                 const struct weft_model *model, const struct weft_goal *goal,
                 struct weft_error *err)
{
    struct weft_bound_answer answer;
    double steps = options->from;
    int n = weft_network_size(network);
    if (options->force)
        return 0;
    int blocks = weft_goal_blocks(goal);
    if ((double)n * n * (blocks > 1 ? blocks : 1) > LOOKS_LITTLE)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "%.300s is large for this search: %d processors "
                              "and %d block%s (--force tries)",
                              weft_network_name(network), n, blocks,
                              blocks == 1 ? "" : "s");
    if (known_question(options, blocks, &answer, err))
        return -1;
    if (!options->from)
        steps = (double)answer.bound;
    weft_bound_finish(&answer);
    steps = steps > 1 ? steps : 1;
    double clauses =
        instance_least(network, model, goal, steps, CLAUSES_LITTLE);
    return clauses > CLAUSES_LITTLE
               ? optimum_too_large_too_large(network, steps, err)
               : 0;
}

bool size_distances(const struct weft_network *network)
{
    double n = weft_network_size(network);
    return n * n <= LOOKS_LITTLE;
}

bool size_runs(const struct weft_network *network, const struct weft_goal *goal)
{
    double n = weft_network_size(network), lanes = 0;
    if (n * weft_goal_blocks(goal) > RUNS_LITTLE)
        return false; /* what follows examines each block of each processor */
    if (weft_goal_combines(goal) != WEFT_GOAL_MOVE && !instance_backwards(goal))
        return false;
    for (int v = 0; v < weft_network_size(network); v++)
        lanes += weft_network_lanes_out(network, v);
    int links =
        weft_network_distance(network, 0, weft_network_size(network) / 2);
    return lanes <= CLAUSES_LITTLE && n * links <= LINKS_LITTLE;
}

int size_formula(struct search *s, bool open, struct weft_error *err)
{
    const struct weft_optimum_options *o = s->options;
    int lower = s->result->lower, steps = o->from > lower ? o->from : lower;
    bool decides = open && (!o->to || steps <= o->to);
    bool asks = decides || o->proof || (!open && o->least_messages);
    if (!s->most || !asks || search_watch(s, 0))
        return 0;
    double size = encode_count(s->q, steps, search_how(s), s->most);
    if (size < 0)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    return size > (double)s->most
               ? optimum_too_large_too_large(s->q->network, steps, err)
               : 0;
}
