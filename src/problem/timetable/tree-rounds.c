/* Trees of the best throughput (src/bandwidth) as rounds. Each chunk of a root
 * travels along a tree; a message carries it over one arc of the tree, in the
 * first step after its arrival with room on all links of the way.
 *
 * In unit time a message carries one chunk and takes one lane of each link for
 * a step, and steps are rounds. With costs, a link carries one message for each
 * of its lanes at a time: the chunks of a step that take the same way share a
 * message, and messages that would need more lanes than a link has go into
 * further rounds, long messages first. If links are shared, no further rounds
 * are needed.
 */
#include "tree-rounds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/ways.h>

#include "bandwidth/residues.h"
#include "base/base.h"

#define TREE_MESSAGES_MAX (1 << 20)
#define TREE_VERTICES_MAX 2048
/* limit if each processor is a root: a few seconds of work */
#define TREE_ROOTS_MAX 128
/* limit on the sum of the edges of all flows: a few seconds of work */
#define TREE_EDGES_MAX ((uint64_t)1 << 28)

/* One message, with blocks of one or several chunks. */
struct tree_message {
    int step, round, from, to;
    const int *over;  /* the vertices of its way, until the rounds are known */
    int over_count;   /* number of these vertices */
    int way;          /* index of the switches in text[]; -1: the route */
    int first, count; /* its blocks, in block[] */
    uint64_t time;
};

struct tree_rounds {
    struct tree_message *message; /* [count] by round, sender, receiver */
    int count;
    int *block;    /* [..] the blocks of all messages */
    int *received; /* [count] messages by round, receiver, sender */
    char *text;    /* the ways of all messages, each with a 0 at its end */
    size_t text_used, text_room;
};

void tree_rounds_destroy(struct tree_rounds *trees)
{
    if (!trees)
        return;
    free(trees->message);
    free(trees->block);
    free(trees->received);
    free(trees->text);
    free(trees);
}

/* ---- order ---- */

static int tree_rounds_order(int a, int b)
{
    return (a > b) - (a < b);
}

static int tree_compare_ways(const struct tree_message *a,
                             const struct tree_message *b)
{
    int order = tree_rounds_order(a->over_count, b->over_count);
    for (int i = 0; !order && i < a->over_count; i++)
        order = tree_rounds_order(a->over[i], b->over[i]);
    return order;
}

/* Compare by step and way, then by block. */
static int tree_by_step(const void *one, const void *other)
{
    const struct tree_message *a = one, *b = other;
    int order = tree_rounds_order(a->step, b->step);
    if (!order)
        order = tree_compare_ways(a, b);
    return order ? order : tree_rounds_order(a->first, b->first);
}

/* Compare by step, long messages first. */
static int tree_by_time(const void *one, const void *other)
{
    const struct tree_message *a = one, *b = other;
    if (a->step != b->step || a->time == b->time)
        return tree_by_step(one, other);
    return a->time > b->time ? -1 : 1;
}

static int tree_by_sender(const void *one, const void *other)
{
    const struct tree_message *a = one, *b = other;
    int order = tree_rounds_order(a->round, b->round);
    if (!order)
        order = tree_rounds_order(a->from, b->from);
    if (!order)
        order = tree_rounds_order(a->to, b->to);
    return order ? order : tree_by_step(one, other);
}

/* Compare the indices of messages. */
static int tree_by_receiver(const void *one, const void *other, void *arg)
{
    const int *a = one, *b = other;
    const struct tree_message *message = arg;
    int order = tree_rounds_order(message[*a].round, message[*b].round);
    if (!order)
        order = tree_rounds_order(message[*a].to, message[*b].to);
    return order ? order : tree_rounds_order(*a, *b);
}

/* ---- messages ---- */

/* List one message for each chunk and arc. */
static int tree_list(struct tree_rounds *trees, const struct weft_bandwidth *r,
                     const struct band_timetable *timetable, bool reversed)
{
    size_t count = (size_t)timetable->count;
    trees->message = calloc(count + 1, sizeof *trees->message);
    trees->block = calloc(count + 1, sizeof *trees->block);
    trees->received = calloc(count + 1, sizeof *trees->received);
    if (!trees->message || !trees->block || !trees->received)
        return -1;
    for (size_t i = 0; i < count; i++) {
        const struct band_message *m = &timetable->message[i];
        const struct weft_bandwidth_tree *tree = &r->tree[m->tree];
        const int *over = tree->vertex + tree->first[m->arc];
        int vertices = tree->first[m->arc + 1] - tree->first[m->arc];
        int owner = r->root < 0 ? tree->root : 0;
        trees->message[i] = (struct tree_message){
            .step = (int)(reversed ? timetable->first + 1 - m->step : m->step),
            .from = over[0],
            .to = over[vertices - 1],
            .over = over,
            .over_count = vertices,
            .way = -1,
            .first = owner * (int)r->chunks + m->chunk,
            .count = 1,
        };
    }
    trees->count = (int)count;
    qsort(trees->message, count, sizeof *trees->message, tree_by_step);
    for (size_t i = 0; i < count; i++) {
        trees->block[i] = trees->message[i].first;
        trees->message[i].first = (int)i;
    }
    return 0;
}

/* Return the number of chunks that one lane of each link of a way carries in a
 * step. `lane` [arcs] by the network's number of an arc. */
static int64_t tree_chunks(const struct weft_network *network,
                           const int64_t *lane,
                           const struct tree_message *message)
{
    int64_t least = INT64_MAX;
    for (int i = 0; i + 1 < message->over_count; i++) {
        int u = message->over[i];
        int port = weft_network_port(network, u, message->over[i + 1]);
        int64_t chunks = lane[weft_network_arc(network, u, port)];
        least = chunks < least ? chunks : least;
    }
    return least;
}

/* Join the messages of a step that take the same way. */
static void tree_join(struct tree_rounds *trees,
                      const struct weft_network *network, const int64_t *lane)
{
    struct tree_message *message = trees->message;
    int joined = 0;
    for (int i = 0; i < trees->count; i++) {
        struct tree_message *last = joined ? &message[joined - 1] : NULL;
        if (last && last->step == message[i].step &&
            !tree_compare_ways(last, &message[i]) &&
            last->count < tree_chunks(network, lane, last))
            last->count++;
        else
            message[joined++] = message[i];
    }
    trees->count = joined;
}

/* Return the capacity of one lane of each arc, by the network's number of the
 * arc; NULL: out of memory. */
static int64_t *tree_lanes(const struct band_graph *g)
{
    int64_t *lane = malloc(((size_t)g->arcs + 1) * sizeof *lane);
    for (int a = 0; lane && a < g->arcs; a++) {
        int sender = g->reversed ? g->arc[a].to : g->arc[a].from;
        int port = g->arc[a].port;
        lane[weft_network_arc(g->network, sender, port)] =
            g->arc[a].capacity / weft_network_lanes(g->network, sender, port);
    }
    return lane;
}

/* Write the ways of all messages that do not take the routes of the network.
 * Return 0, or -1: out of memory. */
static int tree_write_ways(struct tree_rounds *trees,
                           const struct weft_network *network)
{
    for (int i = 0; i < trees->count; i++) {
        struct tree_message *message = &trees->message[i];
        if (band_is_route(network, message->over, message->over_count))
            continue;
        message->way = (int)trees->text_used;
        for (int k = 1; k + 1 < message->over_count; k++) {
            if (array_grow(&trees->text, &trees->text_room,
                           trees->text_used + 24, 1))
                return -1;
            trees->text_used +=
                (size_t)sprintf(trees->text + trees->text_used, "%s%d",
                                k > 1 ? "," : "", message->over[k]);
        }
        trees->text_used++;
    }
    return 0;
}

static const char *tree_way_of(const struct tree_rounds *trees,
                               const struct tree_message *message)
{
    return message->way < 0 ? NULL : trees->text + message->way;
}

/* ---- rounds ---- */

/* Take a lane of each link of a way in a round, unless one has none left. */
static bool tree_take(const struct weft_network *network,
                      const struct tree_message *message, int *used)
{
    bool room = true;
    for (int pass = 0; pass < 2 && room; pass++)
        for (int i = 0; i + 1 < message->over_count && room; i++) {
            int u = message->over[i];
            int port = weft_network_port(network, u, message->over[i + 1]);
            int64_t arc = weft_network_arc(network, u, port);
            room = pass || used[arc] < weft_network_lanes(network, u, port);
            used[arc] += pass;
        }
    return room;
}

/* Divide the messages of one step among as many rounds as they need, from
 * `round` on. Return the first round behind them. */
static int tree_divide(struct tree_message *message, int count, int round,
                       const struct weft_network *network, int *used)
{
    for (int left = count; left; round++) {
        memset(used, 0, (size_t)weft_network_arcs(network) * sizeof *used);
        for (int i = 0; i < count; i++)
            if (!message[i].round && tree_take(network, &message[i], used)) {
                message[i].round = round;
                left--;
            }
    }
    return round;
}

/* With costs: set the rounds of all messages for blocks of `bytes`. Return 0,
 * or -1: out of memory. */
static int tree_part(struct tree_rounds *trees, const struct terms *terms)
{
    const struct weft_network *network = terms->network;
    struct tree_message *message = trees->message;
    int round = 1;
    int *used = malloc(((size_t)weft_network_arcs(network) + 1) * sizeof *used);
    if (!used)
        return -1;
    for (int i = 0; i < trees->count; i++)
        message[i].time =
            weft_way_time(network, terms->cost, message[i].from, message[i].to,
                          tree_way_of(trees, &message[i]),
                          (size_t)message[i].count * terms->bytes);
    qsort(message, (size_t)trees->count, sizeof *message, tree_by_time);
    for (int i = 0, next; i < trees->count; i = next) {
        for (next = i;
             next < trees->count && message[next].step == message[i].step;)
            next++;
        round = tree_divide(message + i, next - i, round, network, used);
    }
    free(used);
    return 0;
}

/* Number the messages for the functions of the timetable. */
static void tree_sort(struct tree_rounds *trees, struct timetable *t)
{
    struct tree_message *message = trees->message;
    int sends = 0, receives = 0;
    qsort(message, (size_t)trees->count, sizeof *message, tree_by_sender);
    for (int i = 0; i < trees->count; i++)
        trees->received[i] = i;
    qsort_r(trees->received, (size_t)trees->count, sizeof *trees->received,
            tree_by_receiver, message);
    for (int i = 0; i < trees->count; i++) {
        const struct tree_message *a = &message[i], *b = a - 1;
        const struct tree_message *x = &message[trees->received[i]];
        const struct tree_message *y =
            i ? &message[trees->received[i - 1]] : NULL;
        sends = i && a->round == b->round && a->from == b->from ? sends + 1 : 1;
        receives =
            y && x->round == y->round && x->to == y->to ? receives + 1 : 1;
        t->ports = sends > t->ports ? sends : t->ports;
        t->ports = receives > t->ports ? receives : t->ports;
        t->rounds = a->round > t->rounds ? a->round : t->rounds;
    }
    for (int i = 0; i < trees->count; i++)
        message[i].over = NULL;
}

/* ---- the timetable ---- */

/* Return the index of the first message in a round from `rank` to `peer` or
 * behind them; in trees->received if `receives`, then it goes from `peer` to
 * `rank`. */
static int tree_first(const struct tree_rounds *trees, bool receives, int round,
                      int rank, int peer)
{
    int low = 0, high = trees->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        const struct tree_message *m =
            &trees->message[receives ? trees->received[middle] : middle];
        int order = tree_rounds_order(m->round, round);
        if (!order)
            order = tree_rounds_order(receives ? m->to : m->from, rank);
        if (!order)
            order = tree_rounds_order(receives ? m->from : m->to, peer);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void tree_meet(const struct timetable *t, int round, int rank,
                      struct meeting *m)
{
    const struct tree_rounds *trees = t->trees;
    const struct tree_message *message = trees->message;
    for (int i = tree_first(trees, false, round, rank, 0);
         i < trees->count && message[i].round == round &&
         message[i].from == rank;
         i++)
        meet_send(m, message[i].to);
    for (int i = tree_first(trees, true, round, rank, 0); i < trees->count;
         i++) {
        const struct tree_message *received = &message[trees->received[i]];
        if (received->round != round || received->to != rank)
            break;
        meet_receive(m, received->from);
    }
}

static void tree_carry(const struct timetable *t, int round, int from, int to,
                       struct cargo *c)
{
    const struct tree_rounds *trees = t->trees;
    const struct tree_message *m =
        &trees->message[tree_first(trees, false, round, from, to) + c->number];
    for (int i = 0; i < m->count; i++)
        cargo_put(c, trees->block[m->first + i]);
}

static const char *tree_way(const struct timetable *t, int round, int from,
                            int to, int number)
{
    const struct tree_rounds *trees = t->trees;
    return tree_way_of(
        trees,
        &trees->message[tree_first(trees, false, round, from, to) + number]);
}

/* ---- making it ---- */

/* Turn trees into the messages of t->trees. */
static int tree_fill(struct timetable *t, const struct weft_bandwidth *result,
                     const struct band_graph *graph,
                     const struct band_timetable *steps)
{
    struct tree_rounds *trees = t->trees;
    const struct weft_network *network = t->terms.network;
    bool joins = !graph->measure.plain;
    int64_t *lane = tree_lanes(graph);
    if (!lane || tree_list(trees, result, steps, graph->reversed)) {
        free(lane);
        return timetable_no_memory(t);
    }
    if (joins)
        tree_join(trees, network, lane);
    free(lane);
    if (tree_write_ways(trees, network))
        return timetable_no_memory(t);
    for (int i = 0; i < trees->count && (!joins || t->terms.shared); i++)
        trees->message[i].round = trees->message[i].step;
    if (joins && !t->terms.shared && tree_part(trees, &t->terms))
        return timetable_no_memory(t);
    tree_sort(trees, t);
    return 0;
}

/* Return the height of the highest tree. If it is 1, no message waits for
 * another, so a period of any order is the best schedule. */
static int tree_height(const struct weft_bandwidth *result)
{
    int height = 0;
    for (size_t i = 0; i < result->trees; i++)
        if (result->tree[i].height > height)
            height = result->tree[i].height;
    return height;
}

/* Find the trees and their steps, and turn them into messages. */
static int tree_find(struct timetable *t, const struct band_round *asked)
{
    struct band_graph graph = {.arc = NULL};
    struct weft_bandwidth result = {.trees = 0};
    struct band_timetable steps = {.message = NULL};
    struct weft_error err = {.kind = WEFT_ERROR_NONE};
    int status = band_round(t->terms.network, asked, &graph, &result, &err);
    if (!status) {
        result.steps_bound =
            (result.steps_bound + result.copies - 1) / result.copies;
        result.copies = 1;
        status = (tree_height(&result) > 1 ? band_once : band_timetable)(
            &result, &graph, &steps, &err);
    }
    if (!status)
        status = tree_fill(t, &result, &graph, &steps);
    else if (err.kind == WEFT_ERROR_MEMORY)
        timetable_no_memory(t);
    else
        timetable_refuse(t, "finds no trees: %s", err.text);
    free(steps.message);
    band_free_trees(&result);
    band_graph_finish(&graph);
    return status;
}

/* Return the measure of the links in a run. */
static struct band_measure tree_measure(const struct terms *terms)
{
    const struct weft_cost *cost = terms->cost;
    bool plain = weft_cost_is_unit(cost) || cost->loggp;
    return (struct band_measure){
        .plain = plain, .by_lane = true, .tw = plain ? 0 : (int64_t)cost->tw};
}

int tree_rounds_make(struct timetable *t, bool rooted, bool reversed)
{
    int64_t chunks = t->terms.packets > 0 ? t->terms.packets : 1;
    int64_t roots = rooted ? 1 : t->p;
    if (roots > TREE_ROOTS_MAX)
        return timetable_refuse(t, "handles up to %d processors, not %d",
                                TREE_ROOTS_MAX, t->p);
    if (!t->terms.network)
        return timetable_refuse(t, "needs a network");
    if (weft_network_vertices(t->terms.network) > TREE_VERTICES_MAX)
        return timetable_refuse(t,
                                "handles up to %d processors and switches, not "
                                "%d",
                                TREE_VERTICES_MAX,
                                weft_network_vertices(t->terms.network));
    if (chunks > TREE_MESSAGES_MAX / roots / t->p)
        return timetable_refuse(t, "sends at most %d messages, not %lld",
                                TREE_MESSAGES_MAX,
                                (long long)(roots * chunks * (t->p - 1)));
    t->blocks = (int)(roots * chunks);
    t->trees = calloc(1, sizeof *t->trees);
    if (!t->trees)
        return timetable_no_memory(t);
    t->meet = tree_meet;
    t->carry = tree_carry;
    t->way = tree_way;
    t->adds = reversed ? adds_first : NULL;
    const struct band_round asked = {.measure = tree_measure(&t->terms),
                                     .reversed = reversed,
                                     .root = rooted ? t->terms.root : -1,
                                     .chunks = chunks,
                                     .most = TREE_EDGES_MAX};
    return t->p > 1 ? tree_find(t, &asked) : 0;
}
