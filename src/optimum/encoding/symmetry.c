/* Rule 9: keep one of several schedules that are symmetric to each other. Only
 * if the order of turns is free: a given order breaks symmetries by itself. A
 * formula without this rule gives a proof that does not depend on it. */
#include "automorphism.h"
#include "encoding.h"

/* Maximum number of clauses, and of prefixes examined: more would cost more
 * than they save. */
#define CLAUSES_MAX 20000

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

void encode_symmetry(struct encoding *e)
{
    const struct instance *q = e->q;
    int dimension = weft_network_cube(q->network), left = CLAUSES_MAX;
    struct automorphism group;
    if (!e->symmetry || !q->turns || q->routed)
        return;
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
