/* Places the messages of a period into its steps. Each message has a residue, a
 * step of the period, such that no arc carries more messages in a residue than
 * its capacity. A message leaves in the first step with its residue after the
 * step in which the chunk arrived.
 *
 * First each message takes the first residue with room after that of its
 * parent. If a message finds none, which can happen if ways pass switches, it
 * takes the residue with the fewest full arcs and ejects one message from each
 * of these, which must then find another place. */
#include "residues.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define TIMETABLE_CELLS_MAX ((int64_t)1 << 27)
#define TURNS_PER_MESSAGE 200
#define TURNS_LEAST ((int64_t)1 << 21)
/* number of turns for which a message does not return to the residue that
 * ejected it */
#define TURNS_AWAY 30
#define TIMETABLE_SEED 1

struct period_plan {
    const struct weft_bandwidth *result;
    struct band_timetable *out;
    bool reversed;
    int arcs;          /* arcs of the graph that messages use */
    int64_t *capacity; /* [arcs] */
    /* [trees] index of each tree's first way in `first` */
    int *tree_first;
    int *first; /* [ways + 1] index of each way's first arc in `arc` */
    int *arc;
    int64_t period;
    bool once; /* there is only one period, as long as necessary */
    int *used; /* [arcs][period] number of messages */
    /* [arcs + 1] and [..] the messages that use each arc */
    int *user_first, *user;
    int *queue, queued; /* messages without a residue */
    int64_t *left_at;   /* [messages] turn in which each was ejected */
    int *left_from;     /* [messages] and from which residue */
    uint64_t random;
};

static int timetable_no_memory(struct weft_error *err)
{
    return weft_error_set(err, WEFT_ERROR_MEMORY, 0,
                          "no memory for a schedule");
}

/* ---- arcs ---- */

/* Number the arcs that trees use, and list those of each way. `number` [arcs of
 * the network]: number of each arc plus 1. */
static void timetable_list_arcs(struct period_plan *t,
                                const struct band_graph *g, int *number,
                                const int64_t *capacity)
{
    int ways = 0, count = 0;
    for (size_t i = 0; i < t->result->trees; i++) {
        const struct weft_bandwidth_tree *tree = &t->result->tree[i];
        t->tree_first[i] = ways;
        for (int a = 0; a < tree->arcs; a++) {
            t->first[ways++] = count;
            for (int k = tree->first[a]; k + 1 < tree->first[a + 1]; k++) {
                int u = tree->vertex[k], v = tree->vertex[k + 1];
                int64_t arc = weft_network_arc(
                    g->network, u, weft_network_port(g->network, u, v));
                if (!number[arc]) {
                    t->capacity[t->arcs] = capacity[arc];
                    number[arc] = ++t->arcs;
                }
                t->arc[count++] = number[arc] - 1;
            }
        }
    }
    t->first[ways] = count;
}

/* Fill capacity[] by the network's number of an arc. */
static void timetable_capacities(const struct band_graph *g, int64_t *capacity)
{
    for (int a = 0; a < g->arcs; a++) {
        const struct band_arc *arc = &g->arc[a];
        int sender = g->reversed ? arc->to : arc->from;
        capacity[weft_network_arc(g->network, sender, arc->port)] =
            arc->capacity;
    }
}

static int timetable_arcs(struct period_plan *t, const struct band_graph *g)
{
    size_t arcs = (size_t)g->arcs + 1, ways = 0, length = 0;
    for (size_t i = 0; i < t->result->trees; i++) {
        ways += (size_t)t->result->tree[i].arcs;
        length += (size_t)t->result->tree[i].first[t->result->tree[i].arcs];
    }
    int *number = calloc(arcs, sizeof *number);
    int64_t *capacity = calloc(arcs, sizeof *capacity);
    t->capacity = malloc(arcs * sizeof *t->capacity);
    t->tree_first = malloc((t->result->trees + 1) * sizeof *t->tree_first);
    t->first = malloc((ways + 1) * sizeof *t->first);
    t->arc = malloc((length + 1) * sizeof *t->arc);
    bool good = number && capacity && t->capacity && t->tree_first &&
                t->first && t->arc;
    if (good) {
        timetable_capacities(g, capacity);
        timetable_list_arcs(t, g, number, capacity);
    }
    free(number);
    free(capacity);
    return good ? 0 : -1;
}

/* ---- messages ---- */

/* Return the index of the way of a message in t->first. */
static int timetable_way(const struct period_plan *t,
                         const struct band_message *message)
{
    return t->tree_first[message->tree] + message->arc;
}

/* Add the messages of one chunk of a tree. `by` [processors]: the message that
 * brings the chunk to each processor. */
static void timetable_add(struct period_plan *t, int number, int chunk, int *by)
{
    const struct weft_bandwidth_tree *tree = &t->result->tree[number];
    for (int i = 0; i < tree->arcs; i++) {
        int a = t->reversed ? tree->arcs - 1 - i : i;
        int begin = tree->vertex[tree->first[a]];
        int end = tree->vertex[tree->first[a + 1] - 1];
        int from = t->reversed ? end : begin, to = t->reversed ? begin : end;
        int parent = from == tree->root ? -1 : by[from];
        t->out->message[t->out->count] = (struct band_message){
            .tree = number,
            .arc = a,
            .parent = parent,
            .chunk = chunk,
            .depth = parent < 0 ? 0 : t->out->message[parent].depth + 1,
            .residue = -1};
        by[to] = t->out->count++;
    }
}

/* Order the messages by depth. */
static int timetable_order(struct period_plan *t)
{
    struct band_message *message = t->out->message;
    int count = t->out->count, next = 0;
    int *place = malloc(((size_t)count + 1) * sizeof *place);
    struct band_message *sorted = malloc(((size_t)count + 1) * sizeof *sorted);
    if (!place || !sorted) {
        free(place);
        free(sorted);
        return -1;
    }
    for (int depth = 0; next < count; depth++)
        for (int i = 0; i < count; i++)
            if (message[i].depth == depth) {
                sorted[next] = message[i];
                place[i] = next++;
            }
    for (int i = 0; i < count; i++)
        if (sorted[i].parent >= 0)
            sorted[i].parent = place[sorted[i].parent];
    t->out->message = sorted;
    free(message);
    free(place);
    return 0;
}

static int timetable_messages(struct period_plan *t)
{
    const struct weft_bandwidth *r = t->result;
    int n = r->processors, *by = malloc((size_t)n * sizeof *by);
    int *chunks = calloc((size_t)n, sizeof *chunks);
    int64_t count = 0;
    for (size_t i = 0; i < r->trees; i++)
        count += r->tree[i].weight * r->copies * (n - 1);
    t->out->message = malloc(((size_t)count + 1) * sizeof *t->out->message);
    bool good = by && chunks && t->out->message;
    for (size_t i = 0; good && i < r->trees; i++)
        for (int64_t z = 0; z < r->tree[i].weight * r->copies; z++)
            timetable_add(t, (int)i, chunks[r->tree[i].root]++, by);
    free(by);
    free(chunks);
    return good ? timetable_order(t) : -1;
}

/* List the messages that use each arc. */
static int timetable_users(struct period_plan *t)
{
    const struct band_timetable *out = t->out;
    size_t total = 0;
    t->user_first = calloc((size_t)t->arcs + 2, sizeof *t->user_first);
    if (!t->user_first)
        return -1;
    for (int i = 0; i < out->count; i++) {
        int way = timetable_way(t, &out->message[i]);
        for (int k = t->first[way]; k < t->first[way + 1]; k++, total++)
            t->user_first[t->arc[k] + 2]++;
    }
    t->user = malloc((total + 1) * sizeof *t->user);
    if (!t->user)
        return -1;
    for (int a = 2; a <= t->arcs; a++)
        t->user_first[a] += t->user_first[a - 1];
    for (int i = 0; i < out->count; i++) {
        int way = timetable_way(t, &out->message[i]);
        for (int k = t->first[way]; k < t->first[way + 1]; k++)
            t->user[t->user_first[t->arc[k] + 1]++] = i;
    }
    return 0;
}

/* ---- residues ---- */

static int *timetable_used(struct period_plan *t, int arc, int64_t residue)
{
    return &t->used[(int64_t)arc * t->period + residue];
}

/* Return the number of full arcs of a message's way. */
static int timetable_full(struct period_plan *t,
                          const struct band_message *message, int64_t residue)
{
    int way = timetable_way(t, message), full = 0;
    for (int k = t->first[way]; k < t->first[way + 1]; k++)
        full +=
            *timetable_used(t, t->arc[k], residue) >= t->capacity[t->arc[k]];
    return full;
}

/* Occupy (1) or release (-1) the arcs of a message in its residue. */
static void timetable_occupy(struct period_plan *t,
                             const struct band_message *message, int number)
{
    int way = timetable_way(t, message);
    for (int k = t->first[way]; k < t->first[way + 1]; k++)
        *timetable_used(t, t->arc[k], message->residue) += number;
}

static void timetable_greedy(struct period_plan *t)
{
    struct band_message *message = t->out->message;
    t->queued = 0;
    for (int i = 0; i < t->out->count; i++) {
        int64_t after =
            message[i].parent < 0 ? -1 : message[message[i].parent].residue;
        message[i].residue = -1;
        int64_t last = t->once ? t->period - 1 - after : t->period;
        for (int64_t k = 1; k <= last && message[i].residue < 0; k++)
            if (!timetable_full(t, &message[i], (after + k) % t->period))
                message[i].residue = (int)((after + k) % t->period);
        if (message[i].residue < 0)
            t->queue[t->queued++] = i;
        else
            timetable_occupy(t, &message[i], 1);
    }
}

/* Return the next number of a fixed sequence (xorshift). */
static uint64_t timetable_random(struct period_plan *t)
{
    t->random ^= t->random << 13;
    t->random ^= t->random >> 7;
    t->random ^= t->random << 17;
    return t->random;
}

/* Eject one message from an arc in a residue. */
static void timetable_eject(struct period_plan *t, int arc, int residue,
                            int64_t turn)
{
    int begin = t->user_first[arc], users = t->user_first[arc + 1] - begin;
    int at = (int)(timetable_random(t) % (uint64_t)users);
    for (int k = 0; k < users; k++) {
        int i = t->user[begin + (at + k) % users];
        struct band_message *message = &t->out->message[i];
        if (message->residue != residue)
            continue;
        timetable_occupy(t, message, -1);
        t->left_at[i] = turn;
        t->left_from[i] = residue;
        message->residue = -1;
        t->queue[t->queued++] = i;
        return;
    }
}

/* Put the message i into the residue with the fewest full arcs. */
static void timetable_force(struct period_plan *t, int i, int64_t turn)
{
    struct band_message *message = &t->out->message[i];
    int64_t offset = (int64_t)(timetable_random(t) % (uint64_t)t->period);
    int best = -1, fewest = INT_MAX, way = timetable_way(t, message);
    for (int64_t k = 0; k < t->period && fewest; k++) {
        int64_t residue = (offset + k) % t->period;
        int full = timetable_full(t, message, residue);
        bool away = t->left_from[i] == residue && t->left_at[i] >= 0 &&
                    turn - t->left_at[i] < TURNS_AWAY;
        if (full < fewest && (!away || t->period == 1)) {
            best = (int)residue;
            fewest = full;
        }
    }
    for (int k = t->first[way]; k < t->first[way + 1]; k++)
        if (*timetable_used(t, t->arc[k], best) >= t->capacity[t->arc[k]])
            timetable_eject(t, t->arc[k], best, turn);
    message->residue = best;
    timetable_occupy(t, message, 1);
}

/* Place all messages. Return whether that was possible in the period. */
static bool timetable_place(struct period_plan *t)
{
    int64_t turns = (int64_t)TURNS_PER_MESSAGE * t->out->count;
    turns = turns > TURNS_LEAST ? turns : TURNS_LEAST;
    memset(t->used, 0, (size_t)t->arcs * (size_t)t->period * sizeof *t->used);
    timetable_greedy(t);
    if (t->once)
        return !t->queued;
    for (int i = 0; i < t->out->count; i++)
        t->left_at[i] = -1;
    t->random = TIMETABLE_SEED;
    for (int64_t turn = 0; t->queued && turn < turns; turn++) {
        int at = (int)(timetable_random(t) % (uint64_t)t->queued);
        int i = t->queue[at];
        t->queue[at] = t->queue[--t->queued];
        timetable_force(t, i, turn);
    }
    return !t->queued;
}

/* Set the step of each message, and that of the last one. */
static void timetable_steps(struct period_plan *t)
{
    struct band_message *message = t->out->message;
    t->out->first = 0;
    for (int i = 0; i < t->out->count; i++) {
        int64_t after =
            message[i].parent < 0 ? 0 : message[message[i].parent].step;
        int64_t step = message[i].residue + 1;
        if (step <= after)
            step += (after - step + t->period) / t->period * t->period;
        message[i].step = step;
        t->out->first = step > t->out->first ? step : t->out->first;
    }
    t->out->period = t->period;
}

static int timetable_run(struct period_plan *t, struct weft_error *err)
{
    size_t count = (size_t)t->out->count + 1;
    t->queue = malloc(count * sizeof *t->queue);
    t->left_at = malloc(count * sizeof *t->left_at);
    t->left_from = malloc(count * sizeof *t->left_from);
    if (!t->queue || !t->left_at || !t->left_from)
        return timetable_no_memory(err);
    for (t->period = t->result->steps_bound;;
         t->period += t->once ? t->period : 1) {
        if (t->period > TIMETABLE_CELLS_MAX / (t->arcs + 1))
            return weft_error_set(err, WEFT_ERROR_LIMIT, 0,
                                  "a period of %lld steps is too long",
                                  (long long)t->period);
        free(t->used);
        t->used = malloc((size_t)t->arcs * (size_t)t->period * sizeof *t->used);
        if (!t->used)
            return timetable_no_memory(err);
        if (timetable_place(t))
            break;
    }
    timetable_steps(t);
    return 0;
}

static int residues_find(const struct weft_bandwidth *result,
                         const struct band_graph *graph, bool once,
                         struct band_timetable *timetable,
                         struct weft_error *err)
{
    struct period_plan t = {.result = result,
                            .out = timetable,
                            .reversed = graph->reversed,
                            .once = once};
    *timetable = (struct band_timetable){.message = NULL};
    int status = timetable_arcs(&t, graph) || timetable_messages(&t) ||
                         timetable_users(&t)
                     ? timetable_no_memory(err)
                     : timetable_run(&t, err);
    free(t.capacity);
    free(t.tree_first);
    free(t.first);
    free(t.arc);
    free(t.used);
    free(t.user_first);
    free(t.user);
    free(t.queue);
    free(t.left_at);
    free(t.left_from);
    return status;
}

int band_timetable(const struct weft_bandwidth *result,
                   const struct band_graph *graph,
                   struct band_timetable *timetable, struct weft_error *err)
{
    return residues_find(result, graph, false, timetable, err);
}

int band_once(const struct weft_bandwidth *result,
              const struct band_graph *graph, struct band_timetable *timetable,
              struct weft_error *err)
{
    return residues_find(result, graph, true, timetable, err);
}
