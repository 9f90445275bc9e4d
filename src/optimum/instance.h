/* The question as data: who holds and who wants what, and over what it can
 * travel. Everything is read from the problem's goal, the network and the
 * model; nothing here knows a problem by name.
 *
 * A goal of combined values that one processor wants is asked backwards: a
 * reduction of T steps read from its end is a spreading of T steps in which
 * every arc is turned round and what the model says of sending and of
 * receiving is exchanged. `reversed` says so; the rest is as if that were the
 * question. */
#ifndef WEFT_SRC_OPTIMUM_INSTANCE_H
#define WEFT_SRC_OPTIMUM_INSTANCE_H

#include <weft/goal.h>
#include <weft/model.h>
#include <weft/network.h>
#include <weft/optimum.h>

/* What a transfer takes: an arc between neighbours, or a route. */
struct channel {
    int from, to;
    int port;      /* of the processor that really sends; -1: a route */
    int arc, arcs; /* of a route: which, instance.arc[arc .. arc + arcs) */
};

struct instance {
    const struct weft_network *network;
    struct weft_model model; /* of the search: exchanged if reversed */
    enum weft_order order;
    bool turns; /* every processor broadcasts once, in an order that is free */
    bool reversed;
    int n, blocks, first; /* processors; blocks, the lowest */
    bool *has, *wants;    /* [n][blocks]; turns: nobody, everybody */
    struct channel *channel;
    int channels;
    bool routed;  /* some channel is a route */
    int64_t *arc; /* of all routes */
    size_t arcs, arc_room;
    int *out, *in; /* [n + 1] lists of channels: out_channel[out[v]..) */
    int *out_channel, *in_channel;
    int *distance; /* [n][n] channels to go; -1: there is no way */
};

/* Does a processor send one message to many? Then no link variables are needed:
 * receivers choose. */
static inline bool instance_shouts(const struct instance *q)
{
    return q->model.sends == WEFT_SENDS_SAME;
}

/* Messages that a processor sends, receives in one slot; INT_MAX: as many as it
 * has arcs. */
static inline int instance_sends(const struct instance *q)
{
    return weft_model_ports(&q->model, WEFT_USE_SEND);
}

static inline int instance_receives(const struct instance *q)
{
    return weft_model_ports(&q->model, WEFT_USE_RECEIVE);
}

static inline size_t instance_at(const struct instance *q, int v, int j)
{
    return (size_t)v * (size_t)q->blocks + (size_t)j;
}

/* Clauses and literals of a formula of so many steps, roughly, from the
 * outlines alone. */
double instance_estimate(const struct weft_network *network,
                         const struct weft_model *model,
                         const struct weft_goal *goal, bool routes, int steps);

/* 0, or -1 with WEFT_ERROR_MISUSE (a goal that cannot be asked) or
 * WEFT_ERROR_MEMORY; finish either way. */
int instance_init(struct instance *q, const struct weft_network *network,
                  const struct weft_model *model, const struct weft_goal *goal,
                  enum weft_order order, bool routes, struct weft_error *err);
void instance_finish(struct instance *q);

/* A wanted block that no processor can bring: true, and which, to whom. */
bool instance_unreachable(const struct instance *q, int *block, int *rank);

/* Steps that distances, ports and cuts alone make necessary (bounds.c). */
int instance_bound(const struct instance *q, const char **why);

#endif
