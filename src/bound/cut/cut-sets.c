/* Cuts of an all-to-all exchange. Finding the tightest is hard (sparsest cut;
 * Leighton and Rao 1999), so this tries sets of processors that are often
 * tight, in a fixed order: balls around processors, halves of axes, bits of
 * numbers, intervals of numbers, cuts found by earlier flows, and the parts
 * that a vertex separates. Each set is evaluated exactly, by a flow that puts
 * switches and ports on the better side. The best sets are improved by moving
 * one processor at a time. */
#include "cut.h"

#include <stdlib.h>
#include <string.h>

__extension__ typedef __int128 cut_sets_wide; /* wide enough for products */

#define SETS_KEPT 8

/* A set of processors whose cut is among the best. */
struct cut_sets_kept {
    bool *set; /* [processors] whether the processor is in the set */
    uint64_t time;
};

struct sets {
    struct cut_search *search;
    struct bound_question *q;
    struct crossing x;
    /* [processors] whether the processor is in the set being tried */
    bool *set;
    bool even;     /* whether the cut of the complement is the same */
    int64_t count; /* number of processors in the set */
    struct cut_sets_kept kept[SETS_KEPT + 1];
    int keeps;
    int *part, *queue; /* [vertices] scratch memory of the searches */
};

/* ---- one set ---- */

static int64_t sets_need(const struct sets *s)
{
    return s->count * (s->q->p - s->count);
}

/* Let data start in the set and end outside. */
static void sets_place(struct sets *s)
{
    s->count = 0;
    for (int v = 0; v < s->q->p; v++) {
        s->count += s->set[v];
        if (s->set[v] == !s->x.want[v])
            continue;
        crossing_have(&s->x, v, s->set[v] ? -1 : 0);
        crossing_want(&s->x, v, !s->set[v]);
    }
}

static void sets_turn(struct sets *s)
{
    for (int v = 0; v < s->q->p; v++)
        s->set[v] = !s->set[v];
}

/* Insert the set into the best ones, unless it is there already. */
static void sets_keep(struct sets *s, uint64_t time)
{
    size_t size = (size_t)s->q->p * sizeof *s->set;
    int at = s->keeps;
    for (int i = 0; i < s->keeps; i++)
        if (!memcmp(s->kept[i].set, s->set, size))
            return;
    struct cut_sets_kept next = s->kept[SETS_KEPT];
    if (s->keeps < SETS_KEPT)
        next = s->kept[s->keeps++];
    else
        s->kept[SETS_KEPT] = s->kept[--at];
    for (; at && s->kept[at - 1].time < time; at--)
        s->kept[at] = s->kept[at - 1];
    memcpy(next.set, s->set, size);
    next.time = time;
    s->kept[at] = next;
}

/* Return the bound that the set proves as the sending side; 0 if it is at most
 * `above`. */
static uint64_t sets_time_of(struct sets *s, uint64_t above)
{
    uint64_t time = above;
    sets_place(s);
    if (s->search->unfinished || !sets_need(s))
        return 0;
    cut_ask(s->search, &s->x, -1, sets_need(s), &time);
    return time > above ? time : 0;
}

static void sets_try(struct sets *s)
{
    for (int turn = 0; turn < 2; turn++) {
        uint64_t above =
            s->keeps == SETS_KEPT ? s->kept[SETS_KEPT - 1].time : 0;
        uint64_t time = turn && s->even ? 0 : sets_time_of(s, above);
        if (time)
            sets_keep(s, time);
        sets_turn(s);
    }
}

/* ---- which sets ---- */

/* Find the vertices reachable from v, with their distances in part[]; vertices
 * whose part[] is not -1 block the search. @returns the length of queue[]; v is
 * its first element */
static int sets_search(struct sets *s, int v)
{
    int count = 0;
    s->part[v] = 0;
    s->queue[count++] = v;
    for (int i = 0; i < count; i++) {
        int u = s->queue[i];
        for (int64_t a = s->q->first[u]; a < s->q->first[u + 1]; a++) {
            int to = s->q->arc[a].to;
            if (s->part[to] >= 0)
                continue;
            s->part[to] = s->part[u] + 1;
            s->queue[count++] = to;
        }
    }
    s->x.flow.looks += (uint64_t)s->q->arcs;
    return count;
}

static void sets_clear(struct sets *s)
{
    int vertices = weft_network_vertices(s->q->network);
    for (int v = 0; v < vertices; v++)
        s->part[v] = -1;
    memset(s->set, 0, (size_t)s->q->p * sizeof *s->set);
}

static void sets_balls(struct sets *s)
{
    int centres = bound_vertex_transitive(s->q) ? 1 : s->q->p;
    for (int v = 0; v < centres && !s->search->unfinished; v++) {
        sets_clear(s);
        int count = sets_search(s, v), left = s->q->p;
        bool grown = false;
        for (int i = 0; i < count && left; i++) {
            int u = s->queue[i];
            if (u < s->q->p) {
                s->set[u] = grown = true;
                left--;
            }
            if (left && grown &&
                (i + 1 == count || s->part[s->queue[i + 1]] != s->part[u])) {
                sets_try(s);
                grown = false;
            }
        }
    }
}

static void sets_axes(struct sets *s)
{
    int extent[WEFT_NETWORK_AXES_MAX], at[WEFT_NETWORK_AXES_MAX];
    int axes = weft_network_axes(s->q->network, extent);
    for (int axis = 0; axis < axes; axis++) {
        for (int v = 0; v < s->q->p; v++) {
            weft_network_coordinates(s->q->network, v, at);
            s->set[v] = at[axis] < extent[axis] / 2;
        }
        sets_try(s);
    }
    for (int bit = 1; bit < s->q->p; bit *= 2) {
        for (int v = 0; v < s->q->p; v++)
            s->set[v] = v & bit;
        sets_try(s);
    }
}

static void sets_intervals(struct sets *s)
{
    sets_clear(s);
    for (int v = 0; v + 1 < s->q->p; v++) {
        s->set[v] = true;
        sets_try(s);
    }
}

static void sets_met(struct sets *s)
{
    memcpy(s->set, s->search->best.from, (size_t)s->q->p * sizeof *s->set);
    sets_try(s);
}

/* Try the parts that each vertex separates. Searches follow outgoing arcs only,
 * so with one-way links they may miss some parts. */
static void sets_parts(struct sets *s)
{
    int vertices = weft_network_vertices(s->q->network);
    for (int v = 0; v < vertices && !s->search->unfinished; v++) {
        int seen = 1;
        sets_clear(s);
        s->part[v] = 0;
        for (int u = 0; u < vertices; u++) {
            if (s->part[u] >= 0)
                continue;
            int count = sets_search(s, u);
            seen += count;
            if (seen == vertices && count == vertices - 1)
                break;
            memset(s->set, 0, (size_t)s->q->p * sizeof *s->set);
            for (int i = 0; i < count; i++)
                if (s->queue[i] < s->q->p)
                    s->set[s->queue[i]] = true;
            sets_try(s);
        }
    }
}

/* ---- better ones ---- */

/* the amounts of data that must cross and can cross a cut */
struct tightness {
    int64_t need, words;
};

static struct tightness sets_share(struct sets *s)
{
    sets_place(s);
    int64_t found = crossing_run(&s->x, -1, sets_need(s));
    s->search->unfinished |= found < 0;
    return (struct tightness){sets_need(s), found};
}

static bool sets_higher(struct tightness a, struct tightness b)
{
    return (cut_sets_wide)a.need * b.words > (cut_sets_wide)b.need * a.words;
}

/* Move the processor that helps most. Return false if none helps. */
static bool sets_move(struct sets *s, uint64_t time)
{
    int best = -1;
    if (s->x.time != time)
        crossing_time(&s->x, time);
    struct tightness most = sets_share(s);
    for (int v = 0; v < s->q->p && !s->search->unfinished; v++) {
        s->set[v] = !s->set[v];
        struct tightness share = sets_share(s);
        s->set[v] = !s->set[v];
        if (!share.need || !sets_higher(share, most))
            continue;
        most = share;
        best = v;
    }
    if (best < 0 || s->search->unfinished)
        return false;
    s->set[best] = !s->set[best];
    return true;
}

static void sets_improve(struct sets *s, const struct cut_sets_kept *kept)
{
    uint64_t time = kept->time;
    memcpy(s->set, kept->set, (size_t)s->q->p * sizeof *s->set);
    while (sets_move(s, time - 1)) {
        uint64_t found = sets_time_of(s, time - 1);
        time = found ? found : time;
    }
}

/* ---- all together ---- */

/* Return whether all links and ports are the same in both directions. */
static bool sets_even(const struct bound_question *q)
{
    if (!q->alike || q->send_ports != q->receive_ports)
        return false;
    for (int64_t a = 0; a < q->arcs; a++) {
        const struct bound_arc *arc = &q->arc[a];
        int port = weft_network_port(q->network, arc->to, arc->from);
        if (weft_network_lanes(q->network, arc->to, port) != arc->lanes)
            return false;
    }
    return true;
}

static int sets_init(struct sets *s, struct cut_search *search)
{
    struct bound_question *q = search->q;
    size_t p = (size_t)q->p;
    size_t vertices = (size_t)weft_network_vertices(q->network);
    *s = (struct sets){.search = search, .q = q};
    s->set = calloc(p, sizeof *s->set);
    s->part = malloc(vertices * sizeof *s->part);
    s->queue = malloc(vertices * sizeof *s->queue);
    bool full = s->set && s->part && s->queue;
    for (int i = 0; i <= SETS_KEPT; i++) {
        s->kept[i].set = calloc(p, sizeof *s->kept[i].set);
        full = full && s->kept[i].set;
    }
    if (!full || crossing_init(&s->x, q, false) ||
        crossing_build(&s->x, q->each, (int64_t)q->p * q->p / 4 + 1))
        return -1;
    s->even = sets_even(q);
    crossing_time(&s->x, 0);
    for (int v = 0; v < q->p; v++)
        crossing_want(&s->x, v, true);
    s->x.flow.most = cut_looks(q);
    return 0;
}

static void sets_finish(struct sets *s)
{
    for (int i = 0; i <= SETS_KEPT; i++)
        free(s->kept[i].set);
    crossing_finish(&s->x);
    free(s->set);
    free(s->part);
    free(s->queue);
}

int cut_sets(struct cut_search *search)
{
    struct sets s;
    int status = sets_init(&s, search);
    if (!status) {
        sets_balls(&s);
        sets_axes(&s);
        sets_intervals(&s);
        sets_met(&s);
        sets_parts(&s);
        for (int i = 0; i < s.keeps; i++)
            sets_improve(&s, &s.kept[i]);
    }
    sets_finish(&s);
    return status;
}
