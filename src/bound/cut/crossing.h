/* The graph of what can cross between processors by a time, and its cuts.
 *
 * Each processor has a core, where data begins and ends, and sides to which its
 * arcs lead: one for both directions where a transfer may pass it, else one for
 * those that arrive and one for those that leave. Between core and side is the
 * port, whose capacity is that of bound_port(). Switches have a side only. A
 * cut goes through arcs and ports as is cheapest, and leaves switches where
 * they cost least. */
#ifndef WEFT_SRC_BOUND_CROSSING_H
#define WEFT_SRC_BOUND_CROSSING_H

#include "bound/question.h"
#include "max-flow.h"

/* Vertices on the sending side, and the processors whose ports are cut, in the
 * place of the arcs behind them. */
struct cut {
    bool *from;    /* [vertices] */
    bool *send;    /* [processors] of those on the sending side */
    bool *receive; /* [processors] of the others */
};

/* Arcs of the same costs. */
struct crossing_class {
    struct ratio start, word;
    struct ratio words; /* of a lane, by the time that is asked about */
};

struct crossing {
    struct bound_question *q;
    bool back; /* all arcs turned round: from those who receive */
    struct flow flow;
    int source, sink; /* of flow */
    int *class_of;    /* [arcs] */
    struct crossing_class *class;
    int classes;
    struct ratio unit;  /* in which data is counted, in words */
    int64_t asked;      /* units, at most: below 2^60 */
    int64_t scale;      /* of the flow: so many are one unit */
    uint64_t time;      /* that the capacities are for; UINT64_MAX: none yet */
    struct ratio *port; /* [2 processors] units: sends, then receptions */
    int64_t *have; /* [processors] units that begin there; -1: any number */
    bool *want;    /* [processors] the sink takes from there */
};

/* The arcs by their costs. 0, or -1: no memory; finish either way. */
int crossing_init(struct crossing *x, struct bound_question *q, bool back);
/* Prepare for flows: data in units, at most so many in a flow. 0, or -1: no
 * memory. */
int crossing_build(struct crossing *x, struct ratio unit, int64_t asked);
void crossing_finish(struct crossing *x);

/* Set the capacities for a time. */
void crossing_time(struct crossing *x, uint64_t time);
/* So many units begin at a processor; -1: any number. */
void crossing_have(struct crossing *x, int v, int64_t units);
/* A processor is one of those that the sink takes from, or no longer. */
void crossing_want(struct crossing *x, int v, bool wants);

/* What can go to processor v, or where it is -1 to all that want, at most
 * `asked` units; counted in 1 / x->scale. -1: too much work. */
int64_t crossing_run(struct crossing *x, int v, int64_t asked);

/* After a run that found too little: the cut that is in its way. */
void crossing_cut(const struct crossing *x, const struct cut *cut);

/* ---- cuts alone ---- */

/* 0, or -1: no memory; finish either way. */
int cut_init(struct cut *cut, const struct bound_question *q);
void cut_copy(const struct bound_question *q, const struct cut *to,
              const struct cut *from);
void cut_finish(struct cut *cut);

/* The sum of lanes of a class of arcs that pass the cut. */
struct cut_sum {
    int64_t *lanes; /* [arcs + 1] by class */
    int64_t arcs;   /* how many arcs */
    int64_t ports;  /* how many messages through cut ports at once */
};
/* 0, or -1: no memory; finish either way. */
int cut_sum_init(struct cut_sum *sum, const struct bound_question *q);
void cut_sum_finish(struct cut_sum *sum);
void cut_add_up(struct cut_sum *sum, const struct crossing *x,
                const struct cut *cut);

/* Words that can pass it by a time, rounded up. */
struct ratio cut_words(const struct crossing *x, const struct cut *cut,
                       const struct cut_sum *sum, struct ratio time);
/* The least whole time, more than `above`, by which `need` words can. */
uint64_t cut_time(const struct crossing *x, const struct cut *cut,
                  struct cut_sum *sum, struct ratio need, uint64_t above);

#endif
