/* Removes switches: units of two arcs u->w and w->t of a switch w become units
 * of an arc u->t, as long as every processor can still receive all chunks
 * (Bang-Jensen, Frank and Jackson 1995). The result is a network of processors
 * with the same time.
 *
 * A pair of arcs that cannot be replaced at all will never be, so each pair
 * needs to be tried once. But large amounts for the first pairs would turn a
 * crossbar into a ring, and trees into chains: so a first sweep over all pairs
 * replaces no more than a quota of each, and the second one what is left. Pairs
 * are tried in batches, since a test of all processors takes a flow for each;
 * a batch that fails is halved. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "trees.h"

struct split_pair {
    int from, to;
    int64_t most, amount; /* the quota, and what was taken */
};

struct splitting {
    struct band_dense *d;
    struct band_watch *watch;
    struct flow flow;
    int *edge; /* [vertices][vertices] index of the arc in `flow`, or -1 */
    int source;
    int w;                    /* the switch */
    int *in, *out, ins, outs; /* its neighbours */
    struct split_pair *pair;
    size_t pairs, pair_room;
    int failed; /* processor that failed last, which is tested first */
    /* sets whose entering capacity is just enough, [tights][vertices] */
    bool *tight;
    size_t tights, tight_room;
};

/* ---- tight sets ---- */

static int splitting_add_tight(struct splitting *s, const bool *set)
{
    size_t v = (size_t)s->d->vertices;
    if (array_grow(&s->tight, &s->tight_room, (s->tights + 1) * v,
                   sizeof *s->tight))
        return -1;
    bool *copy = s->tight + s->tights++ * v;
    for (size_t i = 0; i < v; i++)
        copy[i] = set ? set[i] : flow_behind(&s->flow, (int)i);
    return 0;
}

/* Would u->t instead of u->w->t take capacity from a tight set? */
static bool splitting_is_forbidden(const struct splitting *s, int u, int t)
{
    for (size_t i = 0; i < s->tights; i++) {
        const bool *set = s->tight + i * (size_t)s->d->vertices;
        if (set[u] == set[t] && set[u] != set[s->w])
            return true;
    }
    return false;
}

/* ---- flows ---- */

static int splitting_edge(struct splitting *s, int u, int v)
{
    int *edge = &s->edge[dense_at(s->d, u, v)];
    if (*edge < 0)
        *edge = flow_add(&s->flow, u, v);
    return *edge < 0 ? -1 : 0;
}

/* Build the flow network with all arcs and all that may replace those of w. */
static int splitting_build(struct splitting *s)
{
    struct band_dense *d = s->d;
    size_t v = (size_t)d->vertices;
    flow_clear(&s->flow);
    s->flow.vertices = d->vertices + 1;
    s->source = d->vertices;
    for (size_t i = 0; i < v * v; i++)
        s->edge[i] = -1;
    for (int i = 0; i < d->processors; i++)
        if (flow_add(&s->flow, s->source, i) < 0)
            return -1;
    for (int i = 0; i < d->vertices; i++)
        for (int j = 0; j < d->vertices; j++)
            if (d->capacity[dense_at(d, i, j)] && splitting_edge(s, i, j))
                return -1;
    for (int i = 0; i < s->ins; i++)
        for (int j = 0; j < s->outs; j++)
            if (s->in[i] != s->out[j] && splitting_edge(s, s->in[i], s->out[j]))
                return -1;
    if (flow_build(&s->flow))
        return -1;
    for (int i = 0; i < d->processors; i++)
        flow_set(&s->flow, i, d->chunks * d->weight[i]);
    for (size_t i = 0; i < v * v; i++)
        if (s->edge[i] >= 0)
            flow_set(&s->flow, s->edge[i], d->capacity[i]);
    return 0;
}

static void splitting_change(struct splitting *s, int u, int v, int64_t amount)
{
    size_t at = dense_at(s->d, u, v);
    s->d->capacity[at] += amount;
    flow_set(&s->flow, s->edge[at], s->d->capacity[at]);
}

/* Replace units of u->w->t by u->t; negative: the reverse. */
static void splitting_replace(struct splitting *s,
                              const struct split_pair *pair, int64_t amount)
{
    splitting_change(s, pair->from, s->w, -amount);
    splitting_change(s, s->w, pair->to, -amount);
    splitting_change(s, pair->from, pair->to, amount);
}

/* Return how many chunks processor v lacks. */
static int64_t splitting_lack(struct splitting *s, int v)
{
    int64_t sum = band_flow(&s->flow, s->source, v, s->d->total, s->watch);
    return s->watch->stopped ? 0 : s->d->total - sum;
}

/* Can every processor receive all chunks? */
static bool splitting_holds(struct splitting *s)
{
    int n = s->d->processors;
    for (int i = 0; i < n && !s->watch->stopped; i++) {
        int v = (s->failed + i) % n;
        if (splitting_lack(s, v)) {
            s->failed = v;
            return false;
        }
    }
    return true;
}

/* ---- pairs of arcs ---- */

static int64_t splitting_most(const struct splitting *s,
                              const struct split_pair *pair)
{
    const struct band_dense *d = s->d;
    int64_t in = d->capacity[dense_at(d, pair->from, s->w)];
    int64_t out = d->capacity[dense_at(d, s->w, pair->to)];
    int64_t most = in < out ? in : out;
    most = pair->most < most ? pair->most : most;
    return most && splitting_is_forbidden(s, pair->from, pair->to) ? 0 : most;
}

/* Replace as much of one pair as possible. Return 0, or -1: no memory, or
 * stopped. */
static int splitting_exact(struct splitting *s, struct split_pair *pair)
{
    bool kept = false;
    pair->amount = splitting_most(s, pair);
    splitting_replace(s, pair, pair->amount);
    for (int v = 0; v < s->d->processors && pair->amount; v++) {
        int64_t lack = splitting_lack(s, v);
        if (s->watch->stopped)
            return -1;
        if (!lack)
            continue;
        /* only the cut of the last processor that lacks chunks is tight */
        s->tights -= kept;
        kept = true;
        if (splitting_add_tight(s, NULL))
            return -1;
        splitting_replace(s, pair, -lack);
        pair->amount -= lack;
    }
    return dense_join(s->d, pair->from, s->w, pair->to, pair->amount);
}

/* Replace what is possible of the pairs in [low, high). Return 0, or -1: no
 * memory, or stopped. */
static int splitting_batch(struct splitting *s, size_t low, size_t high)
{
    size_t some = 0, last = low;
    for (size_t i = low; i < high; i++) {
        struct split_pair *pair = &s->pair[i];
        pair->amount = splitting_most(s, pair);
        splitting_replace(s, pair, pair->amount);
        some += pair->amount > 0;
        last = pair->amount ? i : last;
    }
    if (!some)
        return 0;
    bool holds = splitting_holds(s);
    if (s->watch->stopped)
        return -1;
    for (size_t i = low; i < high; i++) {
        struct split_pair *pair = &s->pair[i];
        if (!holds)
            splitting_replace(s, pair, -pair->amount);
        else if (dense_join(s->d, pair->from, s->w, pair->to, pair->amount))
            return -1;
    }
    if (holds)
        return 0;
    if (some == 1)
        return splitting_exact(s, &s->pair[last]);
    size_t middle = low + (high - low) / 2;
    return splitting_batch(s, low, middle) || splitting_batch(s, middle, high)
               ? -1
               : 0;
}

/* Return the share of u->w that goes to the arc w->t, rounded up. */
static int64_t splitting_quota(const struct splitting *s, int u, int t)
{
    const struct band_dense *d = s->d;
    wide_int sum = 0;
    for (int j = 0; j < s->outs; j++)
        if (s->out[j] != u && !splitting_is_forbidden(s, u, s->out[j]))
            sum += d->capacity[dense_at(d, s->w, s->out[j])];
    wide_int share = (wide_int)d->capacity[dense_at(d, u, s->w)] *
                     d->capacity[dense_at(d, s->w, t)];
    return sum ? (int64_t)((share + sum - 1) / sum) : 0;
}

/* List all pairs, by shifts of the outgoing arcs. */
static int splitting_list(struct splitting *s, bool quotas)
{
    s->pairs = 0;
    for (int shift = 0; shift < s->outs; shift++)
        for (int i = 0; i < s->ins; i++) {
            int u = s->in[i], t = s->out[(i + shift) % s->outs];
            if (u == t || splitting_is_forbidden(s, u, t))
                continue;
            if (array_grow(&s->pair, &s->pair_room, s->pairs + 1,
                           sizeof *s->pair))
                return -1;
            int64_t most = quotas ? splitting_quota(s, u, t) : INT64_MAX;
            s->pair[s->pairs++] = (struct split_pair){u, t, most, 0};
        }
    return 0;
}

/* ---- switches ---- */

static void splitting_neighbours(struct splitting *s, int w)
{
    const struct band_dense *d = s->d;
    s->w = w;
    s->ins = s->outs = 0;
    for (int v = 0; v < d->vertices; v++) {
        if (d->capacity[dense_at(d, v, w)])
            s->in[s->ins++] = v;
        if (d->capacity[dense_at(d, w, v)])
            s->out[s->outs++] = v;
    }
}

/* Replace the arcs of a switch between two neighbours: there is nothing to
 * choose. Return 0, or -1 if out of memory. */
static int splitting_of_two(struct splitting *s)
{
    struct band_dense *d = s->d;
    for (int i = 0; i < s->ins; i++)
        for (int j = 0; j < s->outs; j++) {
            int u = s->in[i], t = s->out[j];
            if (u == t)
                continue;
            int64_t *in = &d->capacity[dense_at(d, u, s->w)];
            int64_t *out = &d->capacity[dense_at(d, s->w, t)];
            int64_t amount = *in < *out ? *in : *out;
            *in -= amount;
            *out -= amount;
            d->capacity[dense_at(d, u, t)] += amount;
            if (dense_join(d, u, s->w, t, amount))
                return -1;
        }
    return 0;
}

/* Delete what is left of the arcs of a switch. */
static void splitting_delete(struct splitting *s)
{
    struct band_dense *d = s->d;
    for (int v = 0; v < d->vertices; v++)
        d->capacity[dense_at(d, v, s->w)] = d->capacity[dense_at(d, s->w, v)] =
            0;
    size_t cells = (size_t)d->vertices * (size_t)d->vertices;
    for (size_t i = 0; i < cells; i++)
        if (s->edge[i] >= 0)
            flow_set(&s->flow, s->edge[i], d->capacity[i]);
}

static bool splitting_is_between_two(const struct splitting *s)
{
    int other = s->ins ? s->in[0] : -1;
    if (s->ins > 2 || s->outs > 2 || s->ins + s->outs < 2)
        return false;
    if (s->ins == 2 && s->outs == 2)
        return s->in[0] == s->out[0] && s->in[1] == s->out[1];
    return s->ins == 1 && s->outs == 1 && other != s->out[0];
}

/* Remove a switch. Return like band_split(). */
static int splitting_remove(struct splitting *s, int w)
{
    splitting_neighbours(s, w);
    if (splitting_is_between_two(s)) {
        int status = splitting_of_two(s);
        for (int v = 0; v < s->d->vertices; v++)
            s->d->capacity[dense_at(s->d, v, w)] =
                s->d->capacity[dense_at(s->d, w, v)] = 0;
        return status;
    }
    if (splitting_build(s))
        return -1;
    for (int sweep = 0; sweep < 2; sweep++)
        if (splitting_list(s, sweep == 0) || splitting_batch(s, 0, s->pairs))
            return -1;
    splitting_delete(s);
    bool holds = splitting_holds(s);
    if (s->watch->stopped)
        return -1;
    return holds ? 0 : BAND_STUCK;
}

/* Return the switch with the fewest pairs of arcs, or -1. */
static int splitting_next(struct splitting *s, const bool *removed)
{
    int best = -1;
    int64_t fewest = 0;
    for (int w = s->d->processors; w < s->d->vertices; w++) {
        if (removed[w])
            continue;
        splitting_neighbours(s, w);
        int64_t pairs = (int64_t)s->ins * s->outs;
        if (best < 0 || pairs < fewest) {
            best = w;
            fewest = pairs;
        }
    }
    return best;
}

static int splitting_all(struct splitting *s, bool *removed)
{
    int status = 0;
    for (int w; !status && (w = splitting_next(s, removed)) >= 0;) {
        status = splitting_remove(s, w);
        removed[w] = true;
    }
    return status;
}

int band_split(struct band_dense *d, const bool *outside,
               struct band_watch *watch)
{
    size_t v = (size_t)d->vertices;
    struct splitting s = {.d = d,
                          .watch = watch,
                          .edge = malloc(v * v * sizeof *s.edge),
                          .in = malloc(v * sizeof *s.in),
                          .out = malloc(v * sizeof *s.out)};
    bool *removed = calloc(v, sizeof *removed);
    int status = -1;
    if (s.edge && s.in && s.out && removed &&
        (!outside || !splitting_add_tight(&s, outside)))
        status = splitting_all(&s, removed);
    flow_finish(&s.flow);
    free(s.edge);
    free(s.in);
    free(s.out);
    free(s.pair);
    free(s.tight);
    free(removed);
    return status;
}
