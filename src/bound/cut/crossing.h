/* The flow graph of the data that can cross between processors by a given time,
 * and its cuts.
 *
 * Each processor has a core vertex, where data starts and ends, and side
 * vertices, to which its arcs lead: one for both directions if transfers may be
 * routed through the processor, else one for incoming and one for outgoing
 * arcs. The edge between core and side is the port, with the capacity of
 * bound_port(). Switches have one side vertex only. A minimum cut passes
 * through arcs or ports, whichever is cheaper, and puts each switch on the
 * cheaper side. */
#ifndef WEFT_SRC_BOUND_CROSSING_H
#define WEFT_SRC_BOUND_CROSSING_H

#include "base/numbers/max-flow.h"
#include "bound/question.h"

/* A cut: the vertices on the sending side, and the processors whose ports are
 * cut instead of the arcs behind them. */
struct cut {
    bool *from; /* [vertices] whether the vertex is on the sending side */
    bool *send; /* [processors] whether the send port is cut (sending side) */
    /* [processors] whether the receive port is cut (receiving side) */
    bool *receive;
};

/* arcs with the same costs */
struct crossing_class {
    struct ratio start, word;
    struct ratio words; /* capacity of one lane by the current time, in words */
};

struct crossing {
    struct bound_question *q;
    /* whether all arcs are reversed, so flows start at the receivers */
    bool back;
    struct flow flow;
    int source, sink; /* numbers of the source and the sink in `flow` */
    int *class_of;    /* [arcs] class of each arc */
    struct crossing_class *class;
    int classes;
    struct ratio unit; /* words of data per unit */
    int64_t asked;     /* largest flow in units, below 2^60 */
    int64_t scale;     /* amount of flow that represents one unit of data */
    /* time for which the capacities are set; UINT64_MAX: none */
    uint64_t time;
    /* [2 processors] capacities in units: send ports, then receive ports */
    struct ratio *port;
    /* [processors] units of data that start at each; -1: unlimited */
    int64_t *have;
    bool *want; /* [processors] whether data may flow to the sink */
};

/* Classify the arcs by costs. Return 0, or -1 if out of memory; call
 * crossing_finish() in either case. */
int crossing_init(struct crossing *x, struct bound_question *q, bool back);
/* Prepare flows of at most `asked` units. Return 0, or -1 if out of memory. */
int crossing_build(struct crossing *x, struct ratio unit, int64_t asked);
void crossing_finish(struct crossing *x);

/* Set the capacities to those by the given time. */
void crossing_time(struct crossing *x, uint64_t time);
/* Set the number of units that start at a processor; -1: unlimited. */
void crossing_have(struct crossing *x, int v, int64_t units);
/* Set whether data may flow from a processor to the sink. */
void crossing_want(struct crossing *x, int v, bool wants);

/* Return the maximum flow to processor v (-1: to all processors with `want`),
 * at most `asked` units, in multiples of 1 / x->scale. -1: too much work. */
int64_t crossing_run(struct crossing *x, int v, int64_t asked);

/* Get the minimum cut after a run that found less than it asked for. */
void crossing_cut(const struct crossing *x, const struct cut *cut);

/* ---- cuts alone ---- */

/* Return 0, or -1 if out of memory; call cut_finish() in either case. */
int cut_init(struct cut *cut, const struct bound_question *q);
void cut_copy(const struct bound_question *q, const struct cut *to,
              const struct cut *from);
void cut_finish(struct cut *cut);

/* The arcs and ports that a cut crosses. */
struct cut_sum {
    int64_t *lanes; /* [arcs + 1] number of lanes of each class of arcs */
    int64_t arcs;   /* number of arcs that cross the cut */
    int64_t ports;  /* number of messages through cut ports at once */
};
/* Return 0, or -1 if out of memory; call cut_sum_finish() in either case. */
int cut_sum_init(struct cut_sum *sum, const struct bound_question *q);
void cut_sum_finish(struct cut_sum *sum);
void cut_add_up(struct cut_sum *sum, const struct crossing *x,
                const struct cut *cut);

/* Return how many words can cross the cut by a time, rounded up. */
struct ratio cut_words(const struct crossing *x, const struct cut *cut,
                       const struct cut_sum *sum, struct ratio time);
/* Return the least whole time above `above` by which `need` words can cross. */
uint64_t cut_time(const struct crossing *x, const struct cut *cut,
                  struct cut_sum *sum, struct ratio need, uint64_t above);

#endif
