/* The question "is there a schedule of T slots?" as a formula. One part of it
 * is one file; the numbers of the rules are those of docs/optimum.md:
 *
 *     variables.c    what there is
 *     allocation.c   1, 2   whose turn it is
 *     meaning.c      3, 6   what holding, sending and receiving are
 *     in-order.c     4, 8   readings of "in order"
 *     wanted.c       5, 10  what is wanted, and what follows at once
 *     ports.c        7      the model
 *     symmetry.c     9      one of several schedules that are alike
 *     narrow.c              what may be left out of a search that only finds
 *     contents.c     11     what combined values are made of; instead of 1 to 6
 *
 * Slots are 1..T, slot 0 is the beginning; v a processor, j a block from 0, c
 * a channel. */
#ifndef WEFT_SRC_OPTIMUM_ENCODING_H
#define WEFT_SRC_OPTIMUM_ENCODING_H

#include "formula.h"
#include "optimum/instance.h"

struct encoding {
    const struct instance *q;
    int steps; /* T */
    bool symmetry;
    struct formula formula;
    /* The first variable of each kind; 0: there are none of it. */
    int alloc;    /* A[v][j]     v has turn j */
    int holds;    /* H[v][j][t]  v holds j at the end of t, t = 0..T; or it is
                                 its own and its turn has come */
    int receives; /* R[v][j][t] v receives j in t */
    int shouts;   /* S[v][j][t]  v sends j in t, to whom it may concern */
    int carries;  /* E[c][j][t]  j goes over c in t */
    int sending;  /* X[v][t]     v sends in t */
    int prefix;   /* F[v][j][t]  v holds 0..j at the end of t, t = 0..T */
    int acted;    /* Q[v][j][t]  v has acted on some message >= j by the end of
                                 t, t = 0..T */
    int leaves;   /* Z[o][j][k][t] what leaves mouth o in t of j has the
                                 contribution of k */
    int comes;    /* P[i][j][k][t] so has what comes to ear i in t */
    int uses;     /* U, see var_u() */
};

/* Number the variables (variables.c). */
void encode_variables(struct encoding *e);

void encode_allocation(struct encoding *e);
void encode_frame(struct encoding *e);
void encode_order(struct encoding *e);
void encode_goal(struct encoding *e);
void encode_ports(struct encoding *e);
void encode_symmetry(struct encoding *e);
void encode_contents(struct encoding *e);
void encode_narrow(struct encoding *e);

enum {
    ENCODE_SYMMETRY = 1, /* with rule 9 */
    ENCODE_NARROW = 2,   /* with what narrow.c says */
};

/* How much of a formula is made, zeroed: all of it. */
struct encode_limits {
    size_t most;
    const atomic_bool *stop; /* both as those of the formula */
};

/* All of it, `how`: some of the above; 0, or -1: e->formula.fault says why not.
 * formula_finish(&e->formula) either way. */
int encode(struct encoding *e, const struct instance *q, int steps,
           unsigned how, struct encode_limits limits);

/* formula_size() of what encode() makes, or somewhat more: of symmetries that
 * must be looked for, as many clauses as there may be. It ends where it is more
 * than `most`. No formula is made. -1: no memory. */
double encode_count(const struct instance *q, int steps, unsigned how,
                    size_t most);

/* ---- variables ---- */

static inline int cell(const struct encoding *e, int first, int v, int j,
                       int slots, int t)
{
    return first + (v * e->q->blocks + j) * slots + t;
}

static inline int var_a(const struct encoding *e, int v, int j)
{
    return e->alloc + v * e->q->blocks + j;
}

static inline int var_h(const struct encoding *e, int v, int j, int t)
{
    return cell(e, e->holds, v, j, e->steps + 1, t);
}

static inline int var_r(const struct encoding *e, int v, int j, int t)
{
    return cell(e, e->receives, v, j, e->steps, t - 1);
}

static inline int var_s(const struct encoding *e, int v, int j, int t)
{
    return cell(e, e->shouts, v, j, e->steps, t - 1);
}

static inline int var_e(const struct encoding *e, int c, int j, int t)
{
    return cell(e, e->carries, c, j, e->steps, t - 1);
}

static inline int var_x(const struct encoding *e, int v, int t)
{
    return e->sending + v * e->steps + t - 1;
}

static inline int var_f(const struct encoding *e, int v, int j, int t)
{
    return cell(e, e->prefix, v, j, e->steps + 1, t);
}

static inline int var_q(const struct encoding *e, int v, int j, int t)
{
    return cell(e, e->acted, v, j, e->steps + 1, t);
}

static inline int var_z(const struct encoding *e, int mouth, int j, int k,
                        int t)
{
    return e->leaves + ((mouth * e->q->blocks + j) * e->q->n + k) * e->steps +
           t - 1;
}

static inline int var_p(const struct encoding *e, int ear, int j, int k, int t)
{
    return e->comes + ((ear * e->q->blocks + j) * e->q->n + k) * e->steps + t -
           1;
}

/* Variables of the pieces of everything that is put together in slots before
 * t at one place: for each slot the ears' earlier ones, and the own. No more
 * than INT_MAX where there are variables for them. */
static inline int64_t pieces_before(const struct encoding *e, int t)
{
    return (int64_t)e->q->ears * (t - 1) * (t - 2) / 2 + t - 1;
}

/* What leaves mouth `where` of j in t is made, among others, of what its
 * processor contributes itself. `where` = mouths + v, t = T + 1: what v wants.
 */
static inline int var_own(const struct encoding *e, int where, int j, int t)
{
    int64_t place = (int64_t)where * e->q->blocks + j;
    return (int)(e->uses + place * pieces_before(e, e->steps + 2) +
                 pieces_before(e, t));
}

/* ... of what came to the i-th ear of its processor in slot s < t. */
static inline int var_u(const struct encoding *e, int where, int j, int t,
                        int i, int s)
{
    return var_own(e, where, j, t) + 1 + i * (t - 1) + s - 1;
}

/* What a variable means, for the comments of a formula file: a line for each
 * kind, with NAME[..] = first + ... */
size_t encoding_describe(const struct encoding *e, char *text, size_t size);

/* Does every cell (v, j) or slot need its own rules? The loops that all parts
 * have in common. */
#define EACH_CELL(e, v, j)                                                     \
    for (int v = 0; v < (e)->q->n && !(e)->formula.fault; v++)                 \
        for (int j = 0; j < (e)->q->blocks && !(e)->formula.fault; j++)

#define EACH_SLOT(e, t)                                                        \
    for (int t = 1; t <= (e)->steps && !(e)->formula.fault; t++)

#endif
