/* Rule 9: keep one of several schedules that are symmetric to each other, if
 * the order of turns is free or if one processor holds all blocks at the start.
 * A formula without this rule gives a proof that does not depend on it. */
#include "automorphism.h"
#include "encoding.h"

#include <string.h>

/* Maximum number of clauses, and of prefixes examined: more would cost more
 * than they save. */
#define CLAUSES_MAX 20000

/* Limits for one origin: its neighbours, and the processors, whose matrices are
 * searched for symmetries. */
#define NEIGHBOURS_MAX 16
#define PROCESSORS_MAX 1024

/* Hypercubes: turn 0 belongs to processor 0 (translations), and its neighbours
 * have their turns in the order of their bits (permutations of the
 * coordinates). */
static void cube(struct encoding *e, int dimension)
{
    struct formula *f = &e->formula;
    formula_1(f, var_a(e, 0, 0));
    for (int i = 1; i < dimension; i++)
        for (int j = 0; j < e->q->blocks; j++) {
            formula_literal(f, -var_a(e, 1 << i, j));
            for (int k = 0; k < j; k++)
                formula_literal(f, var_a(e, 1 << (i - 1), k));
            formula_end(f);
        }
}

/* Any network: after the turns of prefix[0..length), the next turn belongs to
 * the lowest of the processors that symmetries fixing this prefix exchange. */
static void orbits(struct encoding *e, struct automorphism *group, int *prefix,
                   int length, int *left)
{
    const struct instance *q = e->q;
    int trivial = 0;
    int *least = group->least + length * q->n;
    if (length == q->n || *left <= 0 || e->formula.fault)
        return;
    automorphism_orbits(group, prefix, length, least);
    for (int v = 0; v < q->n; v++) {
        trivial += least[v] == v;
        if (least[v] == v)
            continue;
        for (int i = 0; i < length; i++)
            formula_literal(&e->formula, -var_a(e, prefix[i], i));
        formula_1(&e->formula, -var_a(e, v, length));
        --*left;
    }
    for (int v = 0; trivial < q->n && v < q->n; v++) {
        bool used = false;
        for (int i = 0; i < length; i++)
            used = used || prefix[i] == v;
        if (used || least[v] != v)
            continue;
        prefix[length] = v;
        orbits(e, group, prefix, length + 1, left);
        least = group->least + length * q->n;
    }
}

/* ---- one origin ---- */

static bool symmetry_holds(const struct instance *q, int v)
{
    bool holds = false;
    for (int j = 0; j < q->blocks && !holds; j++)
        holds = q->has[instance_at(q, v, j)];
    return holds;
}

/* Return the only processor that holds blocks at the start; -1: none or
 * several. */
static int symmetry_origin(const struct instance *q)
{
    int origin = -1;
    for (int v = 0; v < q->n; v++)
        if (symmetry_holds(q, v)) {
            if (origin >= 0)
                return -1;
            origin = v;
        }
    return origin;
}

/* List the processors that symmetries must fix: the origin, then those that do
 * not want the same blocks as most others are assumed to want. Returns their
 * number. */
static int symmetry_fixed(const struct instance *q, int origin, int *fixed)
{
    int count = 0, other = origin == 0 && q->n > 1;
    fixed[count++] = origin;
    for (int v = 0; v < q->n; v++)
        if (v != origin &&
            memcmp(q->wants + instance_at(q, v, 0),
                   q->wants + instance_at(q, other, 0), (size_t)q->blocks) != 0)
            fixed[count++] = v;
    return count;
}

/* Processor v receives block 0 no later than w. */
static void no_later(struct encoding *e, int v, int w)
{
    EACH_SLOT(e, t)
    formula_2(&e->formula, -var_h(e, w, 0, t), var_h(e, v, 0, t));
}

static bool symmetry_fixes(const int *fixed, int count, int v)
{
    bool fixes = false;
    for (int i = 0; i < count && !fixes; i++)
        fixes = fixed[i] == v;
    return fixes;
}

/* Order the neighbours of the origin: of those that symmetries fixing the
 * origin and all earlier neighbours exchange, the first one receives block 0 no
 * later than the others. Returns whether there are such neighbours. */
static bool order_neighbours(struct encoding *e, struct automorphism *group,
                             int origin)
{
    const struct instance *q = e->q;
    int *fixed = group->prefix;
    int count = symmetry_fixed(q, origin, fixed);
    size_t before = e->formula.clauses;
    for (int i = q->out[origin]; i < q->out[origin + 1]; i++) {
        int v = q->channel[q->out_channel[i]].to;
        if (symmetry_fixes(fixed, count, v))
            continue;
        for (int k = i + 1; k < q->out[origin + 1]; k++) {
            int w = q->channel[q->out_channel[k]].to;
            if (w != v && automorphism_exchanges(group, fixed, count, v, w))
                no_later(e, v, w);
        }
        fixed[count++] = v;
    }
    return e->formula.clauses > before;
}

static void symmetry_of_origin(struct encoding *e)
{
    const struct instance *q = e->q;
    int origin = symmetry_origin(q);
    struct automorphism group;
    e->symmetry = false;
    if (origin < 0 || q->n > PROCESSORS_MAX)
        return;
    int neighbours = q->out[origin + 1] - q->out[origin];
    if (neighbours < 2 || neighbours > NEIGHBOURS_MAX)
        return;
    if (e->formula.counted) {
        e->formula.clauses +=
            (size_t)neighbours * (size_t)neighbours / 2 * (size_t)e->steps;
        return;
    }
    if (automorphism_init(&group, q, e->formula.stop) == 0) {
        group.each = 2L * q->n * q->n;
        group.all = group.each * neighbours * neighbours;
        e->symmetry = order_neighbours(e, &group, origin);
    } else {
        e->formula.fault = FORMULA_NO_MEMORY;
    }
    automorphism_finish(&group);
}

void encode_symmetry(struct encoding *e)
{
    const struct instance *q = e->q;
    int dimension = weft_network_cube(q->network), left = CLAUSES_MAX;
    struct automorphism group;
    if (!e->symmetry || q->routed) {
        e->symmetry = false;
        return;
    }
    if (!q->turns) {
        symmetry_of_origin(e);
        return;
    }
    if (dimension) {
        cube(e, dimension);
        return;
    }
    /* counting the clauses of the orbits would take too long */
    if (e->formula.counted) {
        e->formula.clauses += (size_t)CLAUSES_MAX + (size_t)q->n;
        return;
    }
    if (automorphism_init(&group, q, e->formula.stop) == 0)
        orbits(e, &group, group.prefix, 0, &left);
    else
        e->formula.fault = FORMULA_NO_MEMORY;
    automorphism_finish(&group);
}
