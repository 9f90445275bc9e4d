/* Numbering of the variables that a question needs. */
#include <limits.h>
#include <stdio.h>

#include "encoding.h"

/* Return whether each processor takes part in one transfer at a time. Then one
 * rule over its links suffices, without variables for sending. */
static bool one_at_a_time(const struct instance *q)
{
    return q->model.sends == WEFT_SENDS_ONE && instance_sends(q) == 1 &&
           instance_receives(q) == 1;
}

/* Number the variables for combined values. */
static void number_contents(struct encoding *e)
{
    const struct instance *q = e->q;
    struct formula *f = &e->formula;
    size_t blocks = (size_t)q->blocks, slots = (size_t)e->steps;
    size_t each = blocks * (size_t)q->n * slots;
    e->leaves = formula_variables(f, (size_t)instance_mouths(q) * each);
    e->comes = formula_variables(f, (size_t)instance_ear_count(q) * each);
    int64_t pieces = pieces_before(e, e->steps + 2);
    if (pieces > INT_MAX)
        f->fault = FORMULA_TOO_LARGE;
    else
        e->uses = formula_variables(f, (size_t)(instance_mouths(q) + q->n) *
                                           blocks * (size_t)pieces);
}

void encode_variables(struct encoding *e)
{
    const struct instance *q = e->q;
    struct formula *f = &e->formula;
    size_t cells = (size_t)q->n * (size_t)q->blocks;
    size_t slots = (size_t)e->steps;
    if (q->turns)
        e->alloc = formula_variables(f, cells);
    if (!q->combined) {
        e->holds = formula_variables(f, cells * (slots + 1));
        e->receives = formula_variables(f, cells * slots);
    }
    if (instance_shouts(q))
        e->shouts = formula_variables(f, cells * slots);
    if (parents_suffice(q))
        e->parent = formula_variables(f, (size_t)q->channels);
    else if (!instance_shouts(q) || q->combined || q->routed)
        e->carries = formula_variables(f, (size_t)q->channels *
                                              (size_t)q->blocks * slots);
    if (q->model.duplex == WEFT_DUPLEX_HALF && !one_at_a_time(q) && !e->parent)
        e->sending = formula_variables(f, (size_t)q->n * slots);
    if (q->turns && q->order == WEFT_ORDER_BUFFERED)
        e->prefix = formula_variables(f, cells * (slots + 1));
    if (q->turns && q->order == WEFT_ORDER_PROGRAM)
        e->acted = formula_variables(f, cells * (slots + 1));
    if (q->combined)
        number_contents(e);
    if (!q->phases || q->phases >= e->steps)
        return; /* each step may be a phase */
    e->begins = formula_variables(f, slots);
    if (!q->combined)
        e->ready = formula_variables(f, cells * slots);
}

static int encode_all(struct encoding *e, unsigned how)
{
    encode_variables(e);
    if (e->formula.fault)
        return -1;
    if (e->q->combined) {
        e->symmetry = false;
        encode_contents(e);
        encode_ports(e);
    } else {
        encode_allocation(e);
        encode_frame(e);
        encode_order(e);
        encode_goal(e);
        encode_ports(e);
        encode_symmetry(e);
        if (how & ENCODE_NARROW)
            encode_narrow(e);
    }
    if (e->begins)
        encode_phases(e);
    return e->formula.fault ? -1 : 0;
}

int encode(struct encoding *e, const struct instance *q, int steps,
           unsigned how, struct encode_limits limits)
{
    *e = (struct encoding){
        .q = q,
        .steps = steps,
        .symmetry = how & ENCODE_SYMMETRY,
        .formula = {.most = limits.most, .stop = limits.stop}};
    return encode_all(e, how);
}

double encode_count(const struct instance *q, int steps, unsigned how,
                    size_t most)
{
    struct encoding e = {.q = q,
                         .steps = steps,
                         .symmetry = how & ENCODE_SYMMETRY,
                         .formula = {.counted = true, .most = most}};
    encode_all(&e, how);
    double size = (double)formula_size(&e.formula);
    if (e.formula.fault == FORMULA_NO_MEMORY)
        return -1;
    /* counting stopped, or the formula is too large before its first clause */
    bool ended = e.formula.fault == FORMULA_TOO_LARGE;
    return ended && size <= (double)most ? (double)most + 1 : size;
}

static size_t describe_contents(const struct encoding *e, char *text,
                                size_t size)
{
    const struct instance *q = e->q;
    int m = q->blocks, T = e->steps, n = q->n;
    int used = snprintf(
        text, size,
        "c a mouth is %s, an ear %s\n"
        "c Z[o][j][k][t] = %d + ((o * %d + j) * %d + k) * %d + t - 1: what "
        "leaves send port o of j in step t has the contribution of k\n"
        "c P[i][j][k][t] = %d + ((i * %d + j) * %d + k) * %d + t - 1: so has "
        "what comes to ear i\n"
        "c U, %d and following: what leaves a mouth, and what is wanted, is "
        "made of values received in an earlier step\n",
        instance_one_mouth(q) ? "a processor" : "a channel",
        instance_one_ear(q) ? "a processor" : "a channel", e->leaves, m, n, T,
        e->comes, m, n, T, e->uses);
    return used > 0 ? (size_t)used : 0;
}

size_t encoding_describe(const struct encoding *e, char *text, size_t size)
{
    const struct instance *q = e->q;
    int m = q->blocks, T = e->steps;
    const struct {
        int first;
        const char *name, *meaning;
        int slots, from; /* number of steps (0: no index t), and first step */
    } kinds[] = {
        {e->alloc, "A[v][j]", "processor v has turn j", 0, 0},
        {e->holds, "H[v][j][t]",
         "v holds j at the end of step t (its own: its turn has come)", T + 1,
         0},
        {e->receives, "R[v][j][t]", "v receives j in step t", T, 1},
        {e->shouts, "S[v][j][t]", "v sends j in step t", T, 1},
        {e->carries, "E[c][j][t]", "j goes over channel c in step t", T, 1},
        {e->parent, "B[c][j]",
         "j comes to the receiver of channel c over this channel, if at all", 0,
         0},
        {e->prefix, "F[v][j][t]", "v holds 0..j at the end of step t", T + 1,
         0},
        {e->acted, "Q[v][j][t]",
         "v has acted on a message >= j by the end of step t", T + 1, 0},
        {e->ready, "K[v][j][t]",
         "v may send j in step t: it held j when the phase began", T, 1},
    };
    size_t used = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && used < size; i++) {
        if (!kinds[i].first)
            continue;
        char first = kinds[i].name[2];
        if (kinds[i].slots)
            used += (size_t)snprintf(
                text + used, size - used,
                "c %s = %d + (%c * %d + j) * %d + t - %d: %s\n", kinds[i].name,
                kinds[i].first, first, m, kinds[i].slots, kinds[i].from,
                kinds[i].meaning);
        else
            used += (size_t)snprintf(
                text + used, size - used, "c %s = %d + %c * %d + j: %s\n",
                kinds[i].name, kinds[i].first, first, m, kinds[i].meaning);
    }
    if (e->leaves && used < size)
        used += describe_contents(e, text + used, size - used);
    if (e->sending && used < size)
        used += (size_t)snprintf(text + used, size - used,
                                 "c X[v][t] = %d + v * %d + t - 1: v sends in "
                                 "step t\n",
                                 e->sending, T);
    if (e->begins && used < size)
        used += (size_t)snprintf(text + used, size - used,
                                 "c D[t] = %d + t - 1: a phase begins with "
                                 "step t\n",
                                 e->begins);
    return used < size ? used : size - 1;
}
