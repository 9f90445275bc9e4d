/* Port: the data that one processor must send and receive for itself.
 *
 * Data that only v has must leave v, and data that v lacks must reach v, over
 * as many lanes at a time as v has ports. In half duplex, both times add up. In
 * LogGP, in models in which a processor does one thing at a time, consecutive
 * bytes are G apart, and consecutive messages g. */
#include <stdio.h>

#include "question.h"

/* Count the blocks of a user-defined goal, or of sources, that must leave or
 * reach v. */
static int64_t endpoint_blocks(const struct bound_question *q, int v,
                               enum bound_way way)
{
    int first = weft_goal_first(q->goal), count = 0;
    for (int j = first; j < first + weft_goal_blocks(q->goal); j++) {
        bool mine = !q->combined && weft_goal_holder(q->goal, j) == v;
        bool crosses = false;
        if (way == BOUND_IN && !q->combined)
            crosses = weft_goal_place(q->goal, v, j) >= 0 &&
                      !weft_goal_has(q->goal, v, j);
        for (int u = 0; u < q->p && !crosses; u++) {
            if (u == v)
                continue;
            if (way == BOUND_OUT && !q->combined)
                crosses = mine && weft_goal_place(q->goal, u, j) >= 0;
            else if (q->combined)
                crosses = bound_contributes(q, way == BOUND_OUT ? v : u,
                                            way == BOUND_OUT ? u : v, j);
        }
        count += crosses;
    }
    return count;
}

static int64_t endpoint_times(const struct bound_question *q, int v,
                              enum bound_way way)
{
    int64_t others = q->p - 1;
    bool out = way == BOUND_OUT, root = v == q->root;
    switch (q->shape) {
    case BOUND_BROADCAST:
        return root == out;
    case BOUND_REDUCE:
        return root != out;
    case BOUND_SCATTER:
        return root ? out * others : !out;
    case BOUND_GATHER:
        return root ? !out * others : out;
    case BOUND_ALLGATHER:
        return out ? 1 : others;
    case BOUND_REDUCE_SCATTER:
        return out ? others : 1;
    case BOUND_ALLREDUCE:
        return 1;
    case BOUND_SCAN:
    case BOUND_EXSCAN:
        return out ? v < q->p - 1 : v > 0;
    case BOUND_ALLTOALL:
        return others;
    case BOUND_SOURCES:
    case BOUND_GENERAL:
        return bound_is_small(q) ? endpoint_blocks(q, v, way) : 0;
    default:
        return 0;
    }
}

struct ratio bound_own_words(const struct bound_question *q, int v,
                             enum bound_way way)
{
    return ratio_times(q->each, endpoint_times(q, v, way), RATIO_DOWN);
}

struct endpoint {
    struct ratio out, in;
    uint64_t sends, receives, time;
    int v;
};

/* Return the LogGP time of all bytes of the processor. */
static uint64_t endpoint_loggp(const struct bound_question *q,
                               struct ratio words)
{
    const struct weft_cost *cost = &q->cost;
    int64_t bytes = ratio_ceil(ratio_times(words, WEFT_WORD, RATIO_DOWN));
    uint64_t each = cost->gap < cost->per_byte ? cost->gap : cost->per_byte;
    struct ratio time =
        ratio_times(ratio_whole((int64_t)each), bytes - 1, RATIO_DOWN);
    if (bytes < 1 || !bound_one_thing(q))
        return 0;
    return (uint64_t)ratio_ceil(ratio_add(q->stage, time, RATIO_DOWN));
}

/* Compute the time, or reuse the result of the last processor if its amounts
 * were the same. */
static void endpoint_time(const struct bound_question *q,
                          const struct endpoint *last, struct endpoint *now)
{
    int v = now->v;
    if (q->alike && last->v >= 0 && !ratio_compare(last->out, now->out) &&
        !ratio_compare(last->in, now->in) &&
        bound_ports(q, v, BOUND_OUT) == bound_ports(q, last->v, BOUND_OUT) &&
        bound_ports(q, v, BOUND_IN) == bound_ports(q, last->v, BOUND_IN)) {
        *now = *last;
        return;
    }
    if (q->loggp) {
        now->sends = endpoint_loggp(q, now->out);
        now->receives = endpoint_loggp(q, now->in);
    } else {
        now->sends = bound_port_time(q, v, BOUND_OUT, now->out);
        now->receives = bound_port_time(q, v, BOUND_IN, now->in);
    }
    now->time = now->sends > now->receives ? now->sends : now->receives;
    if (q->half && !q->loggp)
        now->time = bound_sum(now->sends, now->receives);
}

static void endpoint_text(const struct bound_question *q,
                          const struct endpoint *best,
                          struct weft_bound_argument *found)
{
    char name[32], out[48], in[48];
    bool sends = best->sends && (q->half || best->sends >= best->receives);
    bool receives = best->receives && (q->half || !sends);
    snprintf(found->text, sizeof found->text, "%s %s%s%s%s%s",
             bound_label(q, best->v, name), sends ? "sends " : "",
             sends ? bound_amount(q, best->out, out) : "",
             sends && receives ? " and " : "", receives ? "receives " : "",
             receives ? bound_amount(q, best->in, in) : "");
    bound_number(found, "processor", ratio_whole(best->v));
    if (sends)
        bound_number(found, receives ? "words_out" : "words", best->out);
    if (receives)
        bound_number(found, sends ? "words_in" : "words", best->in);
    bound_number(found, "time", ratio_whole((int64_t)best->time));
}

int bound_by_port(struct bound_question *q, struct weft_bound_argument *found,
                  struct weft_error *err)
{
    struct endpoint best = {.v = -1}, last = {.v = -1};
    (void)err;
    for (int v = 0; v < q->p; v++) {
        struct endpoint now = {bound_own_words(q, v, BOUND_OUT),
                               bound_own_words(q, v, BOUND_IN),
                               0,
                               0,
                               0,
                               v};
        endpoint_time(q, &last, &now);
        if (now.time > best.time)
            best = now;
        last = now;
    }
    found->bound = best.time;
    if (best.time)
        endpoint_text(q, &best, found);
    return 0;
}
