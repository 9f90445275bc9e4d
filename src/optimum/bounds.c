/* What follows from distances, ports and cuts, without a search. A search
 * proves by cases; what is a matter of counting, it proves badly. */
#include <limits.h>
#include <stdlib.h>

#include "instance.h"

/* Channels from the nearest holder; -1: no holder reaches it. */
static int nearest(const struct instance *q, int rank, int block)
{
    int least = -1;
    for (int u = 0; u < q->n; u++) {
        int d = q->distance[(size_t)u * (size_t)q->n + (size_t)rank];
        if ((q->turns || q->has[instance_at(q, u, block)]) && d >= 0 &&
            (least < 0 || d < least))
            least = d;
    }
    return least;
}

/* Channels from the farthest of those whose contributions are wanted; -1: one
 * of them cannot come. */
static int farthest(const struct instance *q, int rank, int block)
{
    int most = 0;
    for (int k = 0; k < q->n; k++) {
        int d = q->distance[(size_t)k * (size_t)q->n + (size_t)rank];
        if (!instance_takes(q, rank, block, k))
            continue;
        if (d < 0)
            return -1;
        most = d > most ? d : most;
    }
    return most;
}

static int way(const struct instance *q, int rank, int block)
{
    return q->combined ? farthest(q, rank, block) : nearest(q, rank, block);
}

bool instance_unreachable(const struct instance *q, int *block, int *rank)
{
    for (*rank = 0; *rank < q->n; ++*rank) {
        for (int u = 0; q->turns && u < q->n; u++)
            if (q->distance[(size_t)u * (size_t)q->n + (size_t)*rank] < 0) {
                *block = -1;
                return true;
            }
        for (*block = 0; !q->turns && *block < q->blocks; ++*block)
            if (q->wants[instance_at(q, *rank, *block)] &&
                way(q, *rank, *block) < 0)
                return true;
    }
    return false;
}

/* ---- what one processor has to do ---- */

struct part {
    int *of;   /* [n] the part that each is in when a processor is taken away;
                  -1: it is the one */
    int *todo; /* [n] */
    int count;
};

/* A neighbour of one of the part that is being made: how many are to be looked
 * at then. */
static int join(struct part *part, int other, int v, int left)
{
    if (other == v || part->of[other] >= 0)
        return left;
    part->of[other] = part->count;
    part->todo[left] = other;
    return left + 1;
}

/* What is left of the network without v falls into parts. */
static void cut(const struct instance *q, int v, struct part *part)
{
    part->count = 0;
    for (int u = 0; u < q->n; u++)
        part->of[u] = -1;
    for (int u = 0; u < q->n; u++) {
        int left = 0;
        if (u == v || part->of[u] >= 0)
            continue;
        part->of[u] = part->count;
        part->todo[left++] = u;
        while (left) {
            int w = part->todo[--left];
            for (int i = q->out[w]; i < q->out[w + 1]; i++)
                left = join(part, q->channel[q->out_channel[i]].to, v, left);
            for (int i = q->in[w]; i < q->in[w + 1]; i++)
                left = join(part, q->channel[q->in_channel[i]].from, v, left);
        }
        part->count++;
    }
}

/* Does a part want a block that none of it has? */
static bool lacks(const struct instance *q, const struct part *part, int index,
                  int block)
{
    bool wants = false;
    for (int u = 0; u < q->n; u++) {
        if (part->of[u] != index)
            continue;
        if (q->has[instance_at(q, u, block)])
            return false;
        wants = wants || q->wants[instance_at(q, u, block)];
    }
    return wants;
}

/* What v must send and receive, in slots. */
struct duty {
    int sends, receives;
};

/* Where turns are free: each part sends one message for each of its own to all
 * other parts. */
static struct duty duty_in_turns(const struct instance *q,
                                 const struct part *part)
{
    int others = q->n - 1, k = part->count;
    struct duty duty = {.receives = others};
    if (q->model.sends == WEFT_SENDS_ONE)
        duty.sends = k + others * (k - 1);
    else if (q->model.sends == WEFT_SENDS_SAME)
        duty.sends = k ? 1 + (k > 1 ? others : 0) : 0;
    return duty;
}

/* Of combined values: one reception for each block that has anything of others
 * in it, one emission for each that others want something of. */
static struct duty duty_combined(const struct instance *q, int v)
{
    struct duty duty = {0, 0};
    for (int j = 0; j < q->blocks; j++) {
        bool sends = false, receives = false;
        for (int u = 0; u < q->n; u++) {
            sends = sends || (u != v && instance_takes(q, u, j, v));
            receives = receives || (u != v && instance_takes(q, v, j, u));
        }
        duty.sends += sends;
        duty.receives += receives;
    }
    return duty;
}

static struct duty duty_of(const struct instance *q, const struct part *part,
                           int v)
{
    struct duty duty = {0, 0};
    if (q->turns)
        return duty_in_turns(q, part);
    if (q->combined) {
        duty = duty_combined(q, v);
        duty.sends = q->model.sends == WEFT_SENDS_ALL ? 0 : duty.sends;
        return duty;
    }
    for (int j = 0; j < q->blocks; j++) {
        int short_of = 0;
        for (int i = 0; i < part->count; i++)
            short_of += lacks(q, part, i, j);
        bool needed = short_of || q->wants[instance_at(q, v, j)];
        duty.receives += needed && !q->has[instance_at(q, v, j)];
        duty.sends +=
            q->model.sends == WEFT_SENDS_ONE ? short_of : short_of > 0;
    }
    if (q->model.sends == WEFT_SENDS_ALL)
        duty.sends = 0; /* each over a link of its own */
    return duty;
}

static int slots_of(const struct instance *q, struct duty duty, int v)
{
    int in = q->in[v + 1] - q->in[v], out = instance_sends(q);
    if (instance_receives(q) < in)
        in = instance_receives(q);
    if (in)
        duty.receives = (duty.receives - 1 + in) / in;
    if (q->model.sends == WEFT_SENDS_ONE)
        duty.sends = (duty.sends - 1 + out) / out;
    if (q->model.duplex == WEFT_DUPLEX_HALF)
        return duty.sends + duty.receives;
    return duty.sends > duty.receives ? duty.sends : duty.receives;
}

/* -1: no memory. */
static int bound_by_duty(const struct instance *q)
{
    size_t n = (size_t)q->n;
    struct part part = {malloc(n * sizeof *part.of),
                        malloc(n * sizeof *part.todo), 0};
    int bound = part.of && part.todo ? 0 : -1;
    for (int v = 0; bound >= 0 && v < q->n; v++) {
        cut(q, v, &part);
        int slots = slots_of(q, duty_of(q, &part, v), v);
        bound = slots > bound ? slots : bound;
    }
    free(part.of);
    free(part.todo);
    return bound;
}

/* ---- what all do together ---- */

/* Sides of a network whose links all go from one side to the other: the smaller
 * one; n if there are no such sides. */
static int smaller_side(const struct instance *q)
{
    int odd = 0;
    for (int c = 0; c < q->channels; c++)
        if (q->distance[q->channel[c].from] % 2 ==
            q->distance[q->channel[c].to] % 2)
            return q->n;
    for (int v = 0; v < q->n; v++)
        odd += q->distance[v] % 2 != 0;
    return odd < q->n - odd ? odd : q->n - odd;
}

/* Transfers that must be made, by those that can be made in one slot. */
static int bound_by_count(const struct instance *q)
{
    int64_t total = q->turns ? -q->n : 0, most = 0;
    for (int v = 0; v < q->n; v++)
        for (int j = 0; j < q->blocks; j++)
            total +=
                q->wants[instance_at(q, v, j)] && !q->has[instance_at(q, v, j)];
    int64_t in = instance_receives(q), out = instance_sends(q);
    bool half = q->model.duplex == WEFT_DUPLEX_HALF;
    if (q->model.sends == WEFT_SENDS_SAME)
        out = INT_MAX;
    if (q->combined || (in == INT_MAX && out == INT_MAX))
        return 0;
    most = (half ? q->n - 1 : q->n) * (in < out ? in : out);
    if (half && in == 1 && out == 1) {
        int side = smaller_side(q);
        most = side < q->n / 2 ? side : q->n / 2;
    }
    return total > 0 && most > 0 ? (int)((total + most - 1) / most) : 0;
}

/* Steps in which one becomes so many, if each makes `more` others in a step. */
static int growth(int many, int more)
{
    int steps = 0;
    for (int64_t have = 1; have < many; have *= (int64_t)more + 1)
        steps++;
    return steps;
}

/* What a processor knows of multiplies by one and its receptions in a step; who
 * knows of something, by one and what each sends. */
static int bound_by_growth(const struct instance *q)
{
    int in = instance_receives(q), out = instance_sends(q), bound = 0;
    for (int v = 0; q->combined && v < q->n; v++)
        for (int j = 0; j < q->blocks; j++) {
            int heard = 1, told = 1;
            for (int u = 0; u < q->n; u++) {
                heard += u != v && instance_takes(q, v, j, u);
                told += u != v && instance_takes(q, u, j, v);
            }
            int steps = in < INT_MAX ? growth(heard, in) : 0;
            bound = steps > bound ? steps : bound;
            steps = out < INT_MAX && q->model.sends == WEFT_SENDS_ONE
                        ? growth(told, out)
                        : 0;
            bound = steps > bound ? steps : bound;
        }
    return bound;
}

/* The way from the nearest holder to where a block is wanted. */
static int bound_by_distance(const struct instance *q)
{
    int bound = 0;
    for (int v = 0; !q->turns && v < q->n; v++)
        for (int j = 0; j < q->blocks; j++) {
            int far = q->wants[instance_at(q, v, j)] ? way(q, v, j) : 0;
            bound = far > bound ? far : bound;
        }
    return bound;
}

int instance_bound(const struct instance *q, const char **why)
{
    static const struct {
        int (*bound)(const struct instance *q);
        const char *why;
    } bounds[] = {
        {bound_by_distance, "the way to the farthest processor"},
        {bound_by_duty, "what one processor must send and receive"},
        {bound_by_count, "all transfers, by those of one step"},
        {bound_by_growth, "who can have heard of how many"},
    };
    int best = 0;
    *why = "nothing is to be done";
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        int bound = bounds[i].bound(q);
        if (bound < 0)
            return -1;
        if (bound <= best)
            continue;
        best = bound;
        *why = bounds[i].why;
    }
    return best;
}
