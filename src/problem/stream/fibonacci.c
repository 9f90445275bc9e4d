/* fibonacci: d spanning trees; packet kappa uses tree kappa mod d.
 *
 * A processor with label l in tree i receives the tree's packets i, i + d, ...
 * in rounds l + 1, l + d + 1, ...; its labels differ mod d, and so do those of
 * the processors it sends to, so that it receives and sends at most one packet
 * per round. m + t + d rounds for n >= d^2 + d + 1, t = f_d(s), see
 * tree/forest.c; m (n - 1) messages. Source: Bruck, Cypher, Ho, section 4. */
#include <stdlib.h>
#include <weft/unstable/tree.h>

#include "stream.h"

/* One end of a transfer that repeats every d rounds. */
struct hop {
    int peer; /* the other processor; -1: no transfer */
    int tree;
    /* label of the receiver; the first transfer is in round label + 1 */
    int label;
};

struct tables {
    int trees;
    int only; /* the only processor whose hops are stored; -1: all */
    /* sends: [n][trees] by label mod trees; for one processor: [trees] */
    struct hop *out;
    struct hop *in; /* receiving hops, stored like `out` */
};

/* Return the packet transferred over a hop in a round, or -1. */
static int stream_fibonacci_due(const struct stream_schedule *s,
                                const struct hop *hop, int64_t round)
{
    int64_t late = round - 1 - hop->label;
    if (hop->peer < 0 || late < 0 || late + hop->tree >= s->packets)
        return -1;
    return (int)(late + hop->tree);
}

/* Return the index of the first hop of a processor. */
static size_t stream_fibonacci_row_of(const struct tables *t, int v)
{
    return t->only < 0 ? (size_t)v * (size_t)t->trees : 0;
}

static bool stream_fibonacci_wanted(const struct tables *t, int v)
{
    return t->only < 0 || v == t->only;
}

static void stream_fibonacci_act(const struct stream_schedule *s, int v,
                                 int64_t round, struct stream_action *action)
{
    const struct tables *t = s->tables;
    size_t cell =
        stream_fibonacci_row_of(t, v) + (size_t)((round - 1) % t->trees);
    action->sends = stream_fibonacci_due(s, &t->out[cell], round);
    if (action->sends >= 0)
        action->to = t->out[cell].peer;
    action->receives = stream_fibonacci_due(s, &t->in[cell], round);
    if (action->receives >= 0)
        action->from = t->in[cell].peer;
}

/* Compute the hops of each processor from the trees. */
static void stream_fibonacci_fill(struct tables *t,
                                  const struct weft_forest *forest)
{
    size_t n = (size_t)forest->size, d = (size_t)t->trees;
    size_t cells = t->only < 0 ? n * d : d;
    for (size_t cell = 0; cell < cells; cell++)
        t->out[cell].peer = t->in[cell].peer = -1;
    for (size_t i = 0; i < d; i++)
        for (size_t p = 1; p < n; p++) {
            int parent = forest->parent[i * (n + 1) + p];
            int label = forest->label[i * (n + 1) + p];
            size_t turn = (size_t)label % d;
            if (stream_fibonacci_wanted(t, (int)p))
                t->in[stream_fibonacci_row_of(t, (int)p) + turn] =
                    (struct hop){parent, (int)i, label};
            if (stream_fibonacci_wanted(t, parent))
                t->out[stream_fibonacci_row_of(t, parent) + turn] =
                    (struct hop){(int)p, (int)i, label};
        }
}

/* Return 0, or -1 if out of memory; call tables_finish() in either case. */
static int tables_init(struct tables *t, const struct weft_forest *forest,
                       int only)
{
    size_t rows = only < 0 ? (size_t)forest->size : 1;
    size_t cells = rows * (size_t)forest->trees;
    *t = (struct tables){.trees = forest->trees, .only = only};
    t->out = malloc(cells * sizeof *t->out);
    t->in = malloc(cells * sizeof *t->in);
    if (!t->out || !t->in)
        return -1;
    stream_fibonacci_fill(t, forest);
    return 0;
}

static void tables_finish(struct tables *t)
{
    free(t->out);
    free(t->in);
}

int weft_stream_fibonacci(struct weft_processor *self,
                          const struct weft_forest *forest, int root,
                          int packets, void *data, size_t bytes)
{
    int n = weft_size(self);
    if (forest->size != n)
        return weft_fail(self, "a forest for %d processors, not %d",
                         forest->size, n);
    if (packets < 0)
        return weft_fail(self, "a stream of %d packets", packets);
    if (packets == 0 || collective_check_root(self, root))
        return packets == 0 ? 0 : -1;
    struct tables t;
    struct stream_schedule s = {
        .n = n, .packets = packets, .act = stream_fibonacci_act};
    s.rounds = weft_forest_rounds(forest, packets);
    s.tables = &t;
    int status = tables_init(&t, forest, (weft_rank(self) - root + n) % n);
    if (status)
        weft_fail(self, "no memory for %d trees", forest->trees);
    else
        status = stream_call(self, &s, root, data, bytes);
    tables_finish(&t);
    return status;
}

/* ---- the strategy ---- */

static int make_tables(struct stream_schedule *s, int trees,
                       struct weft_error *err)
{
    struct weft_forest forest;
    if (weft_forest_init(&forest, s->n, trees, err))
        return -1;
    struct tables *t = s->tables = calloc(1, sizeof *t);
    bool whole = t && tables_init(t, &forest, -1) == 0;
    s->rounds = weft_forest_rounds(&forest, s->packets);
    s->trees = trees;
    weft_forest_finish(&forest);
    return whole ? 0
                 : weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                                  "no memory for trees");
}

static int stream_fibonacci_prepare(struct plan *plan, struct weft_error *err)
{
    struct stream_schedule *s = stream_schedule_create(plan, err);
    if (!s)
        return -1;
    int trees = (int)plan_number(plan, &stream_tree_count);
    if (trees < 0) {
        trees = weft_forest_best(s->n, s->packets);
        if (trees < 0)
            return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                                  "no memory for trees");
        if (trees == 0)
            return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                  "strategy 'fibonacci' needs at least 4 "
                                  "processors, not %d",
                                  s->n);
    }
    s->act = stream_fibonacci_act;
    return make_tables(s, trees, err);
}

static void stream_fibonacci_finish(struct plan *plan)
{
    struct stream_schedule *s = plan->schedule;
    struct tables *t = s ? s->tables : NULL;
    if (t)
        tables_finish(t);
    free(t);
    stream_schedule_finish(plan);
}

const struct weft_strategy stream_fibonacci = {
    .info = {.name = "fibonacci",
             .summary = "packets alternate over d generalized Fibonacci trees",
             .source = "Bruck, Cypher, Ho, section 4",
             .networks = "complete",
             .needs = "one-port-duplex"},
    .prepare = stream_fibonacci_prepare,
    .program = stream_program,
    .finish = stream_fibonacci_finish,
};
