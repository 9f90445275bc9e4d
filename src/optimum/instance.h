/* The question as data: who holds and who wants what, and over what it can
 * travel. Everything is read from the problem's goal, the network and the
 * model; nothing here knows a problem by name.
 *
 * A goal of combined values that one processor wants, with the parts of all who
 * have some, is asked backwards: a reduction of T steps read from its end is a
 * spreading of T steps in which every arc is turned round and what the model
 * says of sending and of receiving is exchanged. `reversed` says so; the rest
 * is as if that were the question. Values that several want, or one of some
 * only, are `combined`: contents are searched, too. */
#ifndef WEFT_SRC_OPTIMUM_INSTANCE_H
#define WEFT_SRC_OPTIMUM_INSTANCE_H

#include <weft/goal.h>
#include <weft/model.h>
#include <weft/network.h>
#include <weft/optimum.h>

/* What a transfer takes: a lane of an arc between neighbours, or a route. */
struct channel {
    int from, to;
    int port;   /* of the processor that really sends; -1: a route */
    size_t arc; /* which it passes, instance.arc[arc .. arc + arcs) */
    int arcs;
};

struct instance {
    const struct weft_network *network;
    struct weft_model model; /* of the search: exchanged if reversed */
    enum weft_order order;
    bool turns; /* every processor broadcasts once, in an order that is free */
    bool reversed;
    bool combined;        /* values are put together, not backwards: */
    bool once;            /* a contribution may be in a value once only */
    bool intervals;       /* only of processors that follow each other */
    int n, blocks, first; /* processors; blocks, the lowest */
    bool *has, *wants;    /* [n][blocks]; turns: nobody, everybody. combined:
                             contributes, wants */
    bool *takes;          /* combined: [n][blocks][n] whose contributions */
    struct channel *channel;
    int channels;
    bool routed;  /* some channel is a route */
    bool fans;    /* a message may go to several at a time */
    int64_t *arc; /* of all routes */
    size_t arcs, arc_room;
    int *out, *in; /* [n + 1] lists of channels: out_channel[out[v]..) */
    int *out_channel, *in_channel;
    int *distance; /* [n][n] channels to go; -1: there is no way */
    int ears;      /* of a processor, at most; see instance_ears() */
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

static inline bool instance_takes(const struct instance *q, int v, int j,
                                  int contributor)
{
    return q->takes[instance_at(q, v, j) * (size_t)q->n + (size_t)contributor];
}

/* ---- where messages leave and arrive, for combined values ---- */

/* A processor that sends one message at a time has one mouth, and one that
 * receives one at a time has one ear: they have its number. Others have one for
 * each channel, with the number of the channel. */
static inline bool instance_one_mouth(const struct instance *q)
{
    return instance_shouts(q) || instance_sends(q) == 1;
}

static inline bool instance_one_ear(const struct instance *q)
{
    return instance_receives(q) == 1;
}

static inline int instance_mouths(const struct instance *q)
{
    return instance_one_mouth(q) ? q->n : q->channels;
}

static inline int instance_mouth(const struct instance *q, int channel)
{
    return instance_one_mouth(q) ? q->channel[channel].from : channel;
}

static inline int instance_ear_count(const struct instance *q)
{
    return instance_one_ear(q) ? q->n : q->channels;
}

static inline int instance_ear_of(const struct instance *q, int channel)
{
    return instance_one_ear(q) ? q->channel[channel].to : channel;
}

/* The ears of one processor, 0, 1, ... */
static inline int instance_ears(const struct instance *q, int v)
{
    return instance_one_ear(q) ? 1 : q->in[v + 1] - q->in[v];
}

static inline int instance_ear(const struct instance *q, int v, int i)
{
    return instance_one_ear(q) ? v : q->in_channel[q->in[v] + i];
}

/* Is it one of combined values that are asked backwards? */
bool instance_backwards(const struct weft_goal *goal);

/* Fill in who has and wants what. 0, or -1 (wishes.c). */
int instance_take(struct instance *q, const struct weft_goal *goal,
                  struct weft_error *err);

/* Before anything is made that is as large: clauses of a formula of so many
 * steps at least, and what the instance itself takes, from the outlines alone.
 * The blocks of a goal are looked at one by one only if it is not more than
 * `most` without that. */
double instance_least(const struct weft_network *network,
                      const struct weft_model *model,
                      const struct weft_goal *goal, double steps, double most);

/* How it is asked. */
struct instance_options {
    enum weft_order order;
    bool routes; /* between any two processors, where the model has them */
    size_t most; /* arcs that the routes between all processors pass; 0: any */
};

/* 0, or -1 with WEFT_ERROR_MISUSE (a goal that cannot be asked),
 * WEFT_ERROR_LIMIT (more than `most`) or WEFT_ERROR_MEMORY; finish either way.
 */
int instance_init(struct instance *q, const struct weft_network *network,
                  const struct weft_model *model, const struct weft_goal *goal,
                  const struct instance_options *options,
                  struct weft_error *err);
void instance_finish(struct instance *q);

/* A wanted block that no processor can bring: true, and which, to whom. */
bool instance_unreachable(const struct instance *q, int *block, int *rank);

#endif
