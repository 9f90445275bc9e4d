/* The question as data: which processors have and want which blocks, and the
 * channels over which they can travel. All data come from the problem's goal,
 * the network and the model; no problem is known by name.
 *
 * If one processor wants a combined value with the contributions of all
 * holders, the question is asked backwards: a reduction of T steps, reversed in
 * time, is a broadcast of T steps in which every arc is reversed and the limits
 * on sending and receiving are exchanged. `reversed` marks this case;
 * everything else describes the reversed question. If several processors want a
 * value, or with the contributions of some holders only, it is `combined`: the
 * contents of messages are part of the search. */
#ifndef WEFT_SRC_OPTIMUM_INSTANCE_H
#define WEFT_SRC_OPTIMUM_INSTANCE_H

#include <weft/goal.h>
#include <weft/model.h>
#include <weft/network.h>
#include <weft/unstable/optimum.h>

/* A channel for transfers: a lane of an arc between neighbours, or a route. */
struct channel {
    int from, to;
    int port;   /* port of the sender in the original direction; -1: a route */
    size_t arc; /* the arcs that it uses are instance.arc[arc .. arc + arcs) */
    int arcs;
};

struct instance {
    const struct weft_network *network;
    struct weft_model model; /* model of the search; exchanged if `reversed` */
    enum weft_order order;
    bool turns; /* whether each processor broadcasts once, in free order */
    bool reversed;
    bool combined;        /* the search includes contents of messages */
    bool once;            /* a contribution may occur only once in a value */
    bool intervals;       /* values contain contiguous ranges of processors */
    int n, blocks, first; /* processors, blocks, lowest block */
    /* [n][blocks] Held at the start, and wanted at the end; if `turns`: none,
     * all; if `combined`: contributed, wanted. */
    bool *has, *wants;
    bool *takes; /* `combined`: [n][blocks][n] contributions that are wanted */
    struct channel *channel;
    int channels;
    bool routed;  /* some channels may be routes */
    bool fans;    /* messages may go to several receivers */
    int64_t *arc; /* arcs of all channels */
    size_t arcs, arc_room;
    int *out, *in; /* [n + 1] channels of v: out_channel[out[v]..) */
    int *out_channel, *in_channel;
    int *distance; /* [n][n] distance in channels; -1: not reachable; or NULL */
    int ears;      /* maximum of instance_ears() over all processors */
    int phases;    /* maximum number of phases; 0: no limit */
};

/* Return whether processors multicast. Then no variables for links are needed:
 * receivers choose the sender. */
static inline bool instance_shouts(const struct instance *q)
{
    return q->model.sends == WEFT_SENDS_SAME;
}

/* Return the maximum number of messages that a processor sends or receives in
 * one step; INT_MAX: as many as it has arcs. */
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

/* A processor that sends one message at a time has one send port (mouth), with
 * the processor's number; one that receives one at a time has one receive port
 * (ear). Otherwise each channel has its own port, with the channel's number. */
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

/* Return the number of receive ports of a processor; instance_ear() returns the
 * i-th of them. */
static inline int instance_ears(const struct instance *q, int v)
{
    return instance_one_ear(q) ? 1 : q->in[v + 1] - q->in[v];
}

static inline int instance_ear(const struct instance *q, int v, int i)
{
    return instance_one_ear(q) ? v : q->in_channel[q->in[v] + i];
}

/* Return whether the goal is a combined value that is searched backwards. */
bool instance_backwards(const struct weft_goal *goal);

/* Fill in which processors have and want blocks (goal-blocks.c). Returns 0 or
 * -1. */
int instance_take(struct instance *q, const struct weft_goal *goal,
                  struct weft_error *err);

/* Return a lower bound for the clauses of a formula of `steps` steps and for
 * the size of the instance, before anything large is allocated. Examines the
 * blocks of the goal only if the estimate without them does not exceed
 * `most`. */
double instance_least(const struct weft_network *network,
                      const struct weft_model *model,
                      const struct weft_goal *goal, double steps, double most);

/* Options of the question. */
struct instance_options {
    enum weft_order order;
    bool routes; /* allow routes between any processors if the model has them */
    size_t most; /* maximum number of arcs of all routes; 0: no limit */
    int phases;  /* maximum number of phases; 0: no limit */
    bool outline; /* do not compute the distances */
};

/* Returns 0, or -1 with WEFT_ERROR_MISUSE (a goal that the search does not
 * support), WEFT_ERROR_LIMIT (more than `most`) or WEFT_ERROR_MEMORY. Call
 * finish in both cases. */
int instance_init(struct instance *q, const struct weft_network *network,
                  const struct weft_model *model, const struct weft_goal *goal,
                  const struct instance_options *options,
                  struct weft_error *err);
void instance_finish(struct instance *q);

/* Return whether a channel leads from one processor to another. */
bool instance_joins(const struct instance *q, int from, int to);

/* Return whether a wanted block cannot reach a processor, and which. Needs the
 * distances. */
bool instance_unreachable(const struct instance *q, int *block, int *rank);

#endif
