/* weft_bandwidth(): from a problem and a network to times, a cut and trees. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/ways.h>

#include "bandwidth/band.h"
#include "bandwidth/tree-judge.h"
#include "base/base.h"
#include "optimum/transfers.h"
#include "partition.h"
#include "periods.h"

/* Limits without `force`: processors times vertices and arcs. */
#define BANDWIDTH_EFFORT_MAX ((int64_t)1 << 32)
#define BANDWIDTH_ARCS_MAX (1 << 28) /* indices of flows are of type int */
#define BANDWIDTH_CHUNKS_MAX (1 << 20)
#define BANDWIDTH_TREES_MAX 256 /* processors for trees without `force` */

struct bandwidth_row {
    const char *name;
    bool reversed; /* data flows to the root or roots */
    bool rooted;
    bool both; /* a reduce-scatter and an allgather */
};

static const struct bandwidth_row bandwidth_problem[] = {
    {"allgather", false, false, false}, {"reduce-scatter", true, false, false},
    {"broadcast", false, true, false},  {"stream", false, true, false},
    {"reduce", true, true, false},      {"allreduce", false, false, true},
};

struct bandwidth {
    const struct weft_bandwidth_options *options;
    const struct bandwidth_row *row;
    struct weft_bandwidth *result;
    struct band_watch *watch;
    struct band_graph graph;
    struct band_cut cut;
    struct weft_error *err;
};

static int bandwidth_no_memory(struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                          "no memory for the throughput of a network");
}

/* ---- the question ---- */

static const struct bandwidth_row *bandwidth_find(const char *name,
                                                  struct weft_error *err)
{
    for (size_t i = 0; i < sizeof bandwidth_problem / sizeof *bandwidth_problem;
         i++)
        if (name && !strcmp(name, bandwidth_problem[i].name))
            return &bandwidth_problem[i];
    weft_error_set(err, WEFT_ERROR_UNKNOWN, 0,
                   "--bandwidth is for allgather, reduce-scatter, broadcast, "
                   "stream, reduce, allreduce");
    return NULL;
}

static int bandwidth_check_size(const struct weft_bandwidth_options *o,
                                struct weft_error *err)
{
    int64_t n = weft_network_size(o->network);
    int64_t arcs = weft_network_arcs(o->network);
    int64_t effort = n * (weft_network_vertices(o->network) + arcs);
    if (arcs <= BANDWIDTH_ARCS_MAX &&
        (o->force || effort <= BANDWIDTH_EFFORT_MAX))
        return 0;
    return weft_error_set(
        err, WEFT_ERROR_LIMIT, 0,
        "the network is too large: %lld processors and %lld "
        "arcs%s",
        (long long)n, (long long)arcs,
        arcs <= BANDWIDTH_ARCS_MAX ? "; --force lifts this limit" : "");
}

static int bandwidth_check(const struct weft_bandwidth_options *o,
                           const struct bandwidth_row *row,
                           struct weft_error *err)
{
    int n = weft_network_size(o->network);
    if (row->rooted && (o->root < 0 || o->root >= n))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "root %d is not a processor; expected 0 to %d",
                              o->root, n - 1);
    if (o->chunks < 0 || o->chunks > BANDWIDTH_CHUNKS_MAX || o->rounds < 0 ||
        o->rounds > BANDWIDTH_CHUNKS_MAX)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "%lld chunks, %lld rounds: expected 1 to %d",
                              (long long)o->chunks, (long long)o->rounds,
                              BANDWIDTH_CHUNKS_MAX);
    if ((row->both || row->reversed) && weft_network_combining(o->network))
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "%s has switches that combine messages, which "
                              "--bandwidth does not use; declare them by "
                              "'switch'",
                              weft_network_name(o->network));
    if (bandwidth_check_size(o, err))
        return -1;
    if (!o->cut_only && !o->force && o->chunks != 1 && n > BANDWIDTH_TREES_MAX)
        return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                              "trees for %d processors take long: --cut-only, "
                              "--chunks 1, or --force",
                              n);
    return 0;
}

/* ---- the cut ---- */

/* Return words / capacity as a time per word. */
static int bandwidth_time(const struct band_graph *g, int64_t words,
                          int64_t capacity, struct weft_fraction *time,
                          struct weft_error *err)
{
    if (!band_reduce((wide_int)words * g->unit.den,
                     (wide_int)capacity * g->unit.num, time))
        return 0;
    return band_unlike(err);
}

/* Copy the cut into the result. */
static int bandwidth_copy_cut(struct bandwidth *b)
{
    const struct band_graph *g = &b->graph;
    struct weft_bandwidth_cut *cut = &b->result->cut;
    struct weft_fraction time;
    cut->inside = malloc(((size_t)g->vertices + 1) * sizeof *cut->inside);
    if (!cut->inside)
        return bandwidth_no_memory(b->err);
    for (int v = 0; v < g->vertices; v++)
        if (b->cut.inside[v]) {
            cut->inside[cut->count++] = v;
            cut->processors += v < g->processors;
        }
    cut->in = g->reversed;
    cut->words = b->cut.words;
    if (bandwidth_time(g, 1, b->cut.leaves, &time, b->err))
        return -1;
    cut->bandwidth = (struct weft_fraction){time.den, time.num};
    return bandwidth_time(g, cut->words, b->cut.leaves, &b->result->time,
                          b->err);
}

static void bandwidth_name(struct bandwidth *b)
{
    struct weft_bandwidth *r = b->result;
    const struct weft_network *network = b->options->network;
    snprintf(r->problem, sizeof r->problem, "%s", b->row->name);
    snprintf(r->network, sizeof r->network, "%s", weft_network_name(network));
    r->processors = weft_network_size(network);
    r->switches = weft_network_vertices(network) - r->processors;
    r->root = b->row->rooted ? b->options->root : -1;
}

/* ---- trees ---- */

static int64_t *bandwidth_capacities(const struct band_graph *g, int64_t factor)
{
    int64_t *capacity = malloc(((size_t)g->arcs + 1) * sizeof *capacity);
    for (int a = 0; capacity && a < g->arcs; a++)
        capacity[a] = factor * g->arc[a].capacity;
    return capacity;
}

/* Verify the trees with the capacities of the network. */
static int bandwidth_judge(struct bandwidth *b)
{
    int64_t *capacity = bandwidth_capacities(&b->graph, 1);
    if (!capacity)
        return bandwidth_no_memory(b->err);
    /* reversed or not, arcs are ordered by vertex and port */
    int status = band_judge(b->result, b->options->network, b->row->reversed,
                            b->result->root, capacity, b->err);
    free(capacity);
    return status;
}

/* Pack trees of the time of a cut of a graph. Return like band_trees(); 0 with
 * b->watch->stopped: without trees. */
static int bandwidth_pack(struct bandwidth *b, const struct band_graph *g,
                          const struct band_cut *cut)
{
    struct weft_fraction best = band_fraction(cut->words, cut->leaves);
    bool *outside = malloc(((size_t)g->vertices + 1) * sizeof *outside);
    int64_t *capacity = bandwidth_capacities(g, best.num);
    int status = -1;
    b->result->chunks = best.den;
    for (int v = 0; outside && v < g->vertices; v++)
        outside[v] = !cut->inside[v];
    if (outside && capacity)
        status = band_trees(g, capacity, best.den, outside, b->result, b->watch,
                            b->err);
    else
        bandwidth_no_memory(b->err);
    free(outside);
    free(capacity);
    if (!b->watch->stopped)
        return status;
    band_free_trees(b->result);
    return 0;
}

/* Set the steps of a period for the trees of a slower graph with a multiple of
 * the capacities: chunks * upper * unit, as steps_bound / copies. */
static int bandwidth_steps(struct bandwidth *b)
{
    struct weft_bandwidth *r = b->result;
    struct weft_fraction lanes, steps;
    if (band_reduce((wide_int)r->upper.num * r->unit.num,
                    (wide_int)r->upper.den * r->unit.den, &lanes) ||
        band_reduce((wide_int)lanes.num * r->chunks, lanes.den, &steps))
        return band_unlike(b->err);
    r->steps_bound = steps.num;
    r->copies = steps.den;
    return 0;
}

/* Compute the time of trees where switches send more than they take in, and
 * the trees. */
static int bandwidth_throttled(struct bandwidth *b)
{
    struct weft_bandwidth *r = b->result;
    struct band_graph slower;
    struct band_cut cut = {.inside = NULL};
    struct weft_error err = {.kind = WEFT_ERROR_NONE};
    int status = band_throttle(&b->graph, &slower, b->err);
    if (!status && band_best_ratio(&slower, &cut, b->watch, &err)) {
        /* a switch that has become too slow: no upper bound is known */
        r->upper = (struct weft_fraction){0, 0};
        if (!weft_error_is_misuse(&err) && !b->watch->stopped)
            status = weft_error_set(b->err, err.kind, 0, "%s", err.text);
    } else if (!status) {
        status =
            bandwidth_time(&slower, cut.words, cut.leaves, &r->upper, b->err);
        r->attained = !status && !band_compare(r->upper, r->time);
        if (!status && !b->options->cut_only)
            status = bandwidth_pack(b, &slower, &cut) ? -1 : bandwidth_steps(b);
    }
    free(cut.inside);
    band_graph_finish(&slower);
    return status;
}

/* Pack the trees for the number of chunks that was asked for. */
static int bandwidth_chunks(struct bandwidth *b)
{
    struct weft_bandwidth *r = b->result;
    int status =
        band_chunks(&b->graph, band_fraction(b->cut.words, b->cut.leaves),
                    b->options->chunks, r, b->watch, b->err);
    r->stopped = b->watch->stopped;
    if (r->stopped) {
        band_free_trees(r);
        return 0;
    }
    if (status == BAND_STUCK)
        return weft_error_set(b->err, WEFT_ERROR_LIMIT, 0,
                              "no trees of %lld chunks were found: switches "
                              "that send more than they receive would have to "
                              "copy messages",
                              (long long)b->options->chunks);
    if (status)
        return -1;
    r->attained = true;
    if (band_reduce((wide_int)r->steps_bound * r->unit.den,
                    (wide_int)r->copies * r->unit.num, &r->time) ||
        band_reduce(r->time.num, (wide_int)r->time.den * r->chunks, &r->time))
        return band_unlike(b->err);
    r->upper = r->time;
    return bandwidth_judge(b);
}

/* Find the trees, or at least their time. */
static int bandwidth_trees(struct bandwidth *b)
{
    struct weft_bandwidth *r = b->result;
    int balanced = band_balanced(&b->graph);
    if (balanced < 0)
        return bandwidth_no_memory(b->err);
    r->attained = balanced;
    int status = balanced ? 0 : BAND_STUCK;
    if (!b->options->cut_only)
        status = bandwidth_pack(b, &b->graph, &b->cut);
    if (status < 0)
        return -1;
    r->attained = !status;
    if (status == BAND_STUCK && balanced)
        return weft_error_set(b->err, WEFT_ERROR_WRONG, 0,
                              "the switches cannot be removed although each "
                              "receives what it sends: please report it");
    if (status == BAND_STUCK && bandwidth_throttled(b))
        return -1;
    r->stopped = b->watch->stopped;
    return r->trees ? bandwidth_judge(b) : 0;
}

/* Answer a question with one direction of data. */
static int bandwidth_one(struct bandwidth *b)
{
    struct weft_bandwidth *r = b->result;
    bandwidth_name(b);
    if (band_graph_init(&b->graph, b->options->network, NULL, b->row->reversed,
                        b->row->rooted ? b->options->root : -1, b->err) ||
        band_best_ratio(&b->graph, &b->cut, b->watch, b->err) ||
        bandwidth_copy_cut(b))
        return -1;
    struct weft_fraction best = band_fraction(b->cut.words, b->cut.leaves);
    r->unit = b->graph.unit;
    r->steps_bound = best.num;
    r->chunks = best.den;
    r->copies = 1;
    r->optimum = r->upper = r->time;
    return b->options->chunks && !b->options->cut_only ? bandwidth_chunks(b)
                                                       : bandwidth_trees(b);
}

static int bandwidth_alone(const struct weft_bandwidth_options *options,
                           const struct bandwidth_row *row,
                           struct weft_bandwidth *result,
                           struct band_watch *watch, struct weft_error *err)
{
    struct bandwidth b = {.options = options,
                          .row = row,
                          .result = result,
                          .watch = watch,
                          .err = err};
    int status = bandwidth_one(&b);
    free(b.cut.inside);
    band_graph_finish(&b.graph);
    return status;
}

/* ---- allreduce ---- */

static int bandwidth_sum(struct weft_fraction a, struct weft_fraction b,
                         struct weft_fraction *sum)
{
    return band_reduce((wide_int)a.num * b.den + (wide_int)b.num * a.den,
                       (wide_int)a.den * b.den, sum);
}

/* Raise the lower bound of an allreduce to that of the network, reversed or
 * not. */
static int bandwidth_raise(struct bandwidth *b, bool reversed)
{
    struct weft_bandwidth *r = b->result;
    struct weft_fraction bound = {0, 1}, lower;
    const char *by = "";
    int status = band_graph_init(&b->graph, b->options->network, NULL, reversed,
                                 -1, b->err);
    if (!status)
        status = band_allreduce_bound(&b->graph, &bound, &by, b->watch, b->err);
    if (!status)
        status =
            bandwidth_time(&b->graph, bound.num, bound.den, &lower, b->err);
    if (!status && (!reversed || band_compare(lower, r->lower) > 0)) {
        r->lower = lower;
        snprintf(r->lower_by, sizeof r->lower_by, "%s", by);
    }
    band_graph_finish(&b->graph);
    return status;
}

/* Add the times of both phases. */
static int bandwidth_sums(struct weft_bandwidth *r, struct weft_error *err)
{
    struct weft_bandwidth *const *part = r->part;
    bool known = part[0]->upper.den && part[1]->upper.den;
    if (!bandwidth_sum(part[0]->time, part[1]->time, &r->time) &&
        !bandwidth_sum(part[0]->optimum, part[1]->optimum, &r->optimum) &&
        (!known ||
         (!bandwidth_sum(part[0]->upper, part[1]->upper, &r->upper) &&
          !band_reduce((wide_int)r->upper.num * r->lower.den,
                       (wide_int)r->upper.den * r->lower.num, &r->factor))))
        return 0;
    return band_unlike(err);
}

/* Combine a reduce-scatter and an allgather. */
static int bandwidth_allreduce(struct bandwidth *b)
{
    struct weft_bandwidth *r = b->result, *part[2];
    bandwidth_name(b);
    for (int i = 0; i < 2; i++) {
        part[i] = r->part[i] = calloc(1, sizeof *r->part[i]);
        if (!part[i])
            return bandwidth_no_memory(b->err);
        if (bandwidth_alone(b->options, &bandwidth_problem[!i], part[i],
                            b->watch, b->err))
            return -1;
    }
    if (bandwidth_raise(b, false) || bandwidth_raise(b, true))
        return -1;
    r->attained = part[0]->attained && part[1]->attained;
    r->unit = part[0]->unit;
    return bandwidth_sums(r, b->err);
}

int weft_bandwidth(const struct weft_bandwidth_options *options,
                   struct weft_bandwidth *result, struct weft_error *err)
{
    double begin = seconds_now();
    struct band_watch watch = {.go_on = options->go_on, .arg = options->arg};
    *result = (struct weft_bandwidth){.root = -1};
    const struct bandwidth_row *row = bandwidth_find(options->problem, err);
    if (!row || bandwidth_check(options, row, err))
        return -1;
    struct bandwidth b = {.options = options,
                          .row = row,
                          .result = result,
                          .watch = &watch,
                          .err = err};
    int status = row->both ? bandwidth_allreduce(&b)
                           : bandwidth_alone(options, row, result, &watch, err);
    if (!status)
        status = band_schedule(result, options, err);
    result->flows = watch.flows;
    result->seconds = seconds_now() - begin;
    return status;
}

int weft_bandwidth_play(const struct weft_bandwidth *result,
                        const struct weft_sink *const *sinks, size_t count,
                        struct weft_error *err)
{
    if (result->schedule)
        return schedule_play(result->schedule, sinks, count, err);
    return weft_error_set(err, WEFT_ERROR_EMPTY, 0, "no schedule was found%s%s",
                          result->refusal[0] ? ": " : "", result->refusal);
}

void weft_bandwidth_finish(struct weft_bandwidth *result)
{
    for (int i = 0; i < 2; i++)
        if (result->part[i]) {
            weft_bandwidth_finish(result->part[i]);
            free(result->part[i]);
        }
    band_free_trees(result);
    free(result->cut.inside);
    schedule_destroy(result->schedule);
    *result = (struct weft_bandwidth){.root = -1};
}
