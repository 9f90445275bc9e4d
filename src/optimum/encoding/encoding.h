/* Encoding of the question "is there a schedule of T steps?" as a formula. Each
 * file contains the rules with the numbers of docs/optimum.md:
 *
 *     variables.c    the variables
 *     allocation.c   1, 2   the order of turns
 *     meaning.c      3, 6   holding, sending and receiving
 *     in-order.c     4, 8   definitions of "in order"
 *     wanted.c       5, 10  the goal, and redundant clauses
 *     ports.c        7      the limits of the model
 *     symmetry.c     9      one of several symmetric schedules
 *     narrow.c              a restriction for searches that prove nothing
 *     contents.c     11     combined values; replaces rules 1 to 6
 *     parents.c      12     one block: each receiver has one sender
 *     in-phases.c    13     a limit on the number of phases
 *
 * Steps are numbered 1..T, and 0 is the start; v is a processor, j a block
 * numbered from 0, c a channel. */
#ifndef WEFT_SRC_OPTIMUM_ENCODING_H
#define WEFT_SRC_OPTIMUM_ENCODING_H

#include "formula.h"
#include "optimum/instance.h"

struct encoding {
    const struct instance *q;
    int steps;     /* T */
    bool symmetry; /* rule 9 is wanted; after encode(): it is used */
    struct formula formula;
    /* The first variable of each kind; 0: no variables of this kind. */
    int alloc; /* A[v][j]: v has turn j */
    int holds; /* H[v][j][t]: v holds j at the end of t, t = 0..T; for v's own
                  message, its turn has come */
    int receives; /* R[v][j][t]: v receives j in t */
    int shouts;   /* S[v][j][t]: v multicasts j in t */
    int carries;  /* E[c][j][t]: channel c carries j in t */
    int parent;   /* B[c]: if its receiver receives, then over channel c */
    int sending;  /* X[v][t]: v sends in t */
    int prefix;   /* F[v][j][t]: v holds 0..j at the end of t, t = 0..T */
    int acted;    /* Q[v][j][t]: v has sent or received some message >= j by the
                     end of t, t = 0..T */
    int leaves;   /* Z[o][j][k][t]: the value of j that leaves send port o in t
                     contains the contribution of k */
    int comes;    /* P[i][j][k][t]: the same for receive port i */
    int uses;     /* U: see var_u() */
    int begins;   /* D[t]: a phase begins with step t */
    int ready;    /* K[v][j][t]: v holds j when the phase of step t begins */
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
void encode_parents(struct encoding *e);
void encode_phases(struct encoding *e);

/* Add the literals "a phase begins after step s and no later than step t" to
 * the clause: a message received in s may be sent on in t (in-phases.c). */
void phases_between(struct encoding *e, int s, int t);

/* Return whether rule 12 applies (parents.c). */
bool parents_suffice(const struct instance *q);

enum {
    ENCODE_SYMMETRY = 1, /* include rule 9 */
    ENCODE_NARROW = 2,   /* include the rules of narrow.c */
};

/* Limits of a formula. Zero: no limits. */
struct encode_limits {
    size_t most;
    const atomic_bool *stop; /* both limits are as in struct formula */
};

/* Generate the formula; `how` is a set of the flags above. Returns 0, or -1
 * with the reason in e->formula.fault. Call formula_finish(&e->formula) in both
 * cases. */
int encode(struct encoding *e, const struct instance *q, int steps,
           unsigned how, struct encode_limits limits);

/* Return the formula_size() of the result of encode(), or an upper bound for
 * it: for rule 9 it assumes the maximum number of clauses. Generates no
 * clauses. Stops counting above `most`. Returns -1 if memory is short. */
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

/* Return the variable "v may send j in t": with a limit on the phases, K. */
static inline int var_k(const struct encoding *e, int v, int j, int t)
{
    return e->ready ? cell(e, e->ready, v, j, e->steps, t - 1)
                    : var_h(e, v, j, t - 1);
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

/* Return the number of variables for the pieces of all values composed at one
 * place in steps before t: for each step the earlier values of the receive
 * ports and the own contribution. At most INT_MAX if these variables exist. */
static inline int64_t pieces_before(const struct encoding *e, int t)
{
    return (int64_t)e->q->ears * (t - 1) * (t - 2) / 2 + t - 1;
}

/* Return the variable "the value of j that leaves send port `where` in t
 * includes its processor's own contribution". For the value that v wants,
 * `where` is the number of send ports + v and t is T + 1. */
static inline int var_own(const struct encoding *e, int where, int j, int t)
{
    int64_t place = (int64_t)where * e->q->blocks + j;
    return (int)(e->uses + place * pieces_before(e, e->steps + 2) +
                 pieces_before(e, t));
}

/* Return the variable "... includes the value that the i-th receive port of its
 * processor received in step s < t". */
static inline int var_u(const struct encoding *e, int where, int j, int t,
                        int i, int s)
{
    return var_own(e, where, j, t) + 1 + i * (t - 1) + s - 1;
}

/* Describe the variables in comments of a formula file: a line for each kind,
 * NAME[..] = first + ... */
size_t encoding_describe(const struct encoding *e, char *text, size_t size);

/* Loops over all cells (v, j) or all steps, which end if the formula has a
 * fault. */
#define EACH_CELL(e, v, j)                                                     \
    for (int v = 0; v < (e)->q->n && !(e)->formula.fault; v++)                 \
        for (int j = 0; j < (e)->q->blocks && !(e)->formula.fault; j++)

#define EACH_SLOT(e, t)                                                        \
    for (int t = 1; t <= (e)->steps && !(e)->formula.fault; t++)

#endif
