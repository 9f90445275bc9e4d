/* double-tree: two binary trees over all processors, such that an inner node of
 * one is a leaf of the other. The vector is 2m packets, every second one for
 * each tree; packets go up their tree, which combines them, and down again, all
 * pipelined: about 4m + 4 log2 p rounds, 4m (p - 1) messages of one packet.
 *
 * In each round, transfers whose packet is ready start in order, where sender
 * and receiver are still idle. Two orders are tried, by packets and upwards
 * first; the schedule with fewer rounds is taken. Needs a commutative operator.
 * Source: the trees of NCCL 2.4 (Jeaugey 2019), after Sanders, Speck, Traeff
 * 2009. */
#include <stdlib.h>
#include <string.h>

#include "allreduce.h"

/* limit on the number of transfers, so that no request takes long */
#define DOUBLE_TREE_TRANSFERS_MAX ((int64_t)1 << 20)

/* A processor in one tree; -1: none. */
struct double_tree_node {
    int parent, child[2];
};

/* An edge in one direction: that from a node to its parent, or back. */
struct double_tree_edge {
    bool tree, down;
    int child; /* the node below */
};

/* A transfer that could start in a round. */
struct double_tree_ready {
    uint64_t order;
    struct double_tree_edge edge;
};

/* t->table contains [2][p] nodes, then [2][2][p][m] rounds: by tree, direction,
 * lower node and packet of the tree. */
static struct double_tree_node *double_tree_at(const struct timetable *t,
                                               bool tree, int rank)
{
    struct double_tree_node *nodes = (void *)t->table;
    return &nodes[(size_t)tree * (size_t)t->p + (size_t)rank];
}

static int *double_tree_rounds(const struct timetable *t,
                               struct double_tree_edge e)
{
    size_t edge = (2U * e.tree + e.down) * (size_t)t->p + (size_t)e.child;
    return (int *)(void *)double_tree_at(t, 1, t->p) +
           edge * (size_t)t->terms.packets;
}

/* ---- the trees ---- */

/* Return the parent in tree 0, where the lowest set bit is the level. */
static int double_tree_above(int p, int rank)
{
    int low = rank & -rank, below = rank - low;
    return (below | 2 * low) < p ? below | 2 * low : below;
}

/* Return the rank in a tree of the processor that is `rank` in tree 0: the next
 * one, or the mirror image. */
static int double_tree_image(int p, bool tree, int rank)
{
    if (!tree)
        return rank;
    return p % 2 ? (rank + 1) % p : p - 1 - rank;
}

static void double_tree_link(const struct timetable *t, bool tree)
{
    const struct double_tree_node lone = {-1, {-1, -1}};
    for (int rank = 0; rank < t->p; rank++)
        *double_tree_at(t, tree, rank) = lone;
    for (int rank = 1; rank < t->p; rank++) {
        int child = double_tree_image(t->p, tree, rank);
        int parent =
            double_tree_image(t->p, tree, double_tree_above(t->p, rank));
        struct double_tree_node *above = double_tree_at(t, tree, parent);
        double_tree_at(t, tree, child)->parent = parent;
        above->child[above->child[0] >= 0] = child;
    }
}

/* ---- the schedule ---- */

/* The search for a schedule; next, sends and receives belong to the caller. */
struct double_tree_search {
    const struct timetable *t;
    bool up_first; /* else the lowest packet first */
    int *next;     /* [2][2][p] transfers of each edge that have started */
    int *sends, *receives; /* [p] the last round in which a processor did */
    struct double_tree_ready *ready;
    size_t count;
};

static int *double_tree_started(const struct double_tree_search *s,
                                struct double_tree_edge e)
{
    return &s->next[(2 * e.tree + e.down) * s->t->p + e.child];
}

/* Return whether all children of a node have sent it this many packets. */
static bool double_tree_combined(const struct double_tree_search *s, bool tree,
                                 int rank, int packets)
{
    const struct double_tree_node *node = double_tree_at(s->t, tree, rank);
    for (int i = 0; i < 2; i++)
        if (node->child[i] >= 0 &&
            *double_tree_started(s, (struct double_tree_edge){
                                        tree, false, node->child[i]}) < packets)
            return false;
    return true;
}

/* Add the next transfer of an edge, if its packet is where the edge begins. */
static void double_tree_offer(struct double_tree_search *s,
                              struct double_tree_edge e)
{
    int parent = double_tree_at(s->t, e.tree, e.child)->parent;
    int started = *double_tree_started(s, e);
    if (parent < 0 || started == s->t->terms.packets)
        return;
    int from = e.down ? parent : e.child, to = e.down ? e.child : parent;
    bool root = double_tree_at(s->t, e.tree, from)->parent < 0;
    bool has =
        e.down && !root
            ? *double_tree_started(
                  s, (struct double_tree_edge){e.tree, true, from}) > started
            : double_tree_combined(s, e.tree, from, started + 1);
    if (!has)
        return;
    uint64_t packet = 2 * (uint64_t)started + e.tree, down = e.down;
    uint64_t key = s->up_first ? down << 22 | packet : packet << 1 | down;
    s->ready[s->count++] = (struct double_tree_ready){
        (key << 20 | (uint64_t)from) << 20 | (uint64_t)to, e};
}

static int double_tree_compare(const void *a, const void *b)
{
    uint64_t x = ((const struct double_tree_ready *)a)->order;
    uint64_t y = ((const struct double_tree_ready *)b)->order;
    return (x > y) - (x < y);
}

/* Start the transfers of a round. Return their number. */
static int64_t double_tree_round(struct double_tree_search *s, int round)
{
    int64_t started = 0;
    s->count = 0;
    for (int edge = 0; edge < 4 * s->t->p; edge++)
        double_tree_offer(s, (struct double_tree_edge){edge / s->t->p > 1,
                                                       edge / s->t->p % 2,
                                                       edge % s->t->p});
    qsort(s->ready, s->count, sizeof *s->ready, double_tree_compare);
    for (size_t i = 0; i < s->count; i++) {
        struct double_tree_edge e = s->ready[i].edge;
        int parent = double_tree_at(s->t, e.tree, e.child)->parent;
        int *from = &s->sends[e.down ? parent : e.child];
        int *to = &s->receives[e.down ? e.child : parent];
        if (*from == round || *to == round)
            continue;
        *from = *to = round;
        double_tree_rounds(s->t, e)[(*double_tree_started(s, e))++] = round;
        started++;
    }
    return started;
}

/* Store a schedule in t->table. Return the number of rounds. */
static int double_tree_search(struct double_tree_search *s)
{
    int round = 0;
    int64_t left = 4 * (int64_t)s->t->terms.packets * (s->t->p - 1);
    memset(s->next, 0, 6 * (size_t)s->t->p * sizeof *s->next);
    while (left)
        left -= double_tree_round(s, ++round);
    return round;
}

/* Try both orders and keep the better one; by packets if they are equal.
 * Return 0 or -1. */
static int double_tree_schedule(struct timetable *t)
{
    size_t p = (size_t)t->p;
    struct double_tree_search s = {.t = t};
    s.next = calloc(6 * p, sizeof *s.next);
    s.ready = calloc(4 * p, sizeof *s.ready);
    int status = s.next && s.ready ? 0 : timetable_no_memory(t);
    if (!status) {
        s.sends = s.next + 4 * p;
        s.receives = s.sends + p;
        t->rounds = double_tree_search(&s);
        s.up_first = true;
        int rounds = double_tree_search(&s);
        s.up_first = rounds < t->rounds;
        t->rounds = s.up_first ? rounds : double_tree_search(&s);
    }
    free(s.next);
    free(s.ready);
    return status;
}

/* ---- the timetable ---- */

/* Return the packet that crosses an edge in a round, or -1. */
static int double_tree_crosses(const struct timetable *t, int round,
                               struct double_tree_edge e)
{
    const int *rounds = double_tree_rounds(t, e);
    int low = 0, high = t->terms.packets;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (rounds[middle] < round)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->terms.packets && rounds[low] == round ? 2 * low + e.tree
                                                          : -1;
}

/* Meet the other end of the edge above a node, if there is a transfer. */
static void double_tree_cross(const struct timetable *t, int round, bool tree,
                              int child, bool above, struct meeting *m)
{
    int parent = double_tree_at(t, tree, child)->parent;
    int other = above ? child : parent;
    for (int down = 0; down < 2; down++) {
        struct double_tree_edge e = {tree, down, child};
        if (double_tree_crosses(t, round, e) < 0)
            continue;
        if (down == above)
            meet_send(m, other);
        else
            meet_receive(m, other);
    }
}

static void allreduce_double_tree_meet(const struct timetable *t, int round,
                                       int rank, struct meeting *m)
{
    for (int tree = 0; tree < 2; tree++) {
        const struct double_tree_node *node = double_tree_at(t, tree, rank);
        if (node->parent >= 0)
            double_tree_cross(t, round, tree, rank, false, m);
        for (int i = 0; i < 2 && node->child[i] >= 0; i++)
            double_tree_cross(t, round, tree, node->child[i], true, m);
    }
}

/* Return the packet from one processor to another; *down: its direction. */
static int double_tree_message(const struct timetable *t, int round, int from,
                               int to, bool *down)
{
    int packet = -1;
    for (int edge = 0; edge < 4 && packet < 0; edge++) {
        struct double_tree_edge e = {edge / 2, edge % 2, edge % 2 ? to : from};
        int parent = double_tree_at(t, e.tree, e.child)->parent;
        if (parent != (e.down ? from : to))
            continue;
        packet = double_tree_crosses(t, round, e);
        *down = e.down;
    }
    return packet;
}

static void allreduce_double_tree_carry(const struct timetable *t, int round,
                                        int from, int to, struct cargo *c)
{
    bool down;
    int packet = double_tree_message(t, round, from, to, &down);
    if (packet >= 0)
        cargo_put(c, packet);
}

/* On its way down, a packet is the result. */
static int double_tree_adds(const struct timetable *t, int round, int from,
                            int to)
{
    bool down = true;
    double_tree_message(t, round, from, to, &down);
    return !down;
}

int allreduce_double_tree_timetable(struct timetable *t)
{
    int m = t->terms.packets = t->terms.packets ? t->terms.packets : 1;
    if (4 * (int64_t)m * t->p > DOUBLE_TREE_TRANSFERS_MAX)
        return timetable_refuse(
            t, "plans at most %d transfers: 4 of each packet and processor",
            (int)DOUBLE_TREE_TRANSFERS_MAX);
    size_t p = (size_t)t->p;
    timetable_combines(t, 2 * m);
    t->table = calloc(2 * p, sizeof(struct double_tree_node) +
                                 2 * (size_t)m * sizeof *t->table);
    if (!t->table)
        return timetable_no_memory(t);
    double_tree_link(t, false);
    double_tree_link(t, true);
    t->meet = allreduce_double_tree_meet;
    t->carry = allreduce_double_tree_carry;
    t->adds = double_tree_adds;
    return double_tree_schedule(t);
}

int weft_allreduce_double_tree(struct weft_processor *self, int packets,
                               const struct weft_operator *op, void *data,
                               size_t bytes)
{
    const struct terms terms = {.packets = packets};
    return timetable_call(self, allreduce_double_tree_timetable, &terms, op,
                          data, bytes);
}

/* ---- the strategy ---- */

const struct weft_strategy allreduce_double_tree = {
    .info =
        {
            .name = "double-tree",
            .summary = "packets up and down one of two binary trees",
            .source = "Jeaugey; Sanders, Speck, Traeff",
            .needs = "one-port-duplex",
        },
    .timetable = allreduce_double_tree_timetable,
    .program = combining_program,
};
