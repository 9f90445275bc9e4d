/* Lookahead: the tree of decisions grows at the cube that implies the fewest
 * literals. It branches on the variable whose two values imply the most, by
 * their product (Heule and others, Cube and Conquer, 2011). */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cubes.h"

#define CANDIDATES_MAX 128 /* variables to try for each cube */

struct branching {
    size_t uses; /* number of clauses */
    int variable;
};

/* Unit propagation by counters. */
struct lookahead {
    const struct formula *formula;
    size_t *begin;  /* [clauses + 1] a clause is formula->literal[begin..] */
    size_t *first;  /* the clauses of a literal, by lookahead_place(), are */
    uint32_t *uses; /* uses[first[place] .. first[place + 1]) */
    int *satisfied; /* [clauses] number of true literals */
    int *left;      /* [clauses] number of literals that are not false */
    signed char *value; /* [variables + 1] 1 true, -1 false, 0 unassigned */
    int *trail;         /* [variables] assigned literals */
    int assigned, propagated;
    struct branching *ranked; /* [variables] by descending number of clauses */
};

static size_t lookahead_place(int literal)
{
    return 2 * (size_t)abs(literal) + (literal < 0);
}

static int lookahead_value(const struct lookahead *a, int literal)
{
    return literal > 0 ? a->value[literal] : -a->value[-literal];
}

/* ---- the clauses of each literal ---- */

static int lookahead_allocate(struct lookahead *a)
{
    size_t clauses = a->formula->clauses + 1;
    size_t variables = (size_t)a->formula->variables + 1;
    a->begin = malloc((clauses + 1) * sizeof *a->begin);
    a->first = calloc(2 * variables + 2, sizeof *a->first);
    a->uses = malloc((a->formula->literals + 1) * sizeof *a->uses);
    a->satisfied = calloc(clauses, sizeof *a->satisfied);
    a->left = calloc(clauses, sizeof *a->left);
    a->value = calloc(variables, sizeof *a->value);
    a->trail = malloc(variables * sizeof *a->trail);
    a->ranked = malloc(variables * sizeof *a->ranked);
    return a->begin && a->first && a->uses && a->satisfied && a->left &&
                   a->value && a->trail && a->ranked
               ? 0
               : -1;
}

static void lookahead_finish(struct lookahead *a)
{
    free(a->begin);
    free(a->first);
    free(a->uses);
    free(a->satisfied);
    free(a->left);
    free(a->value);
    free(a->trail);
    free(a->ranked);
}

static int branching_order(const void *x, const void *y)
{
    const struct branching *a = x, *b = y;
    if (a->uses != b->uses)
        return a->uses > b->uses ? -1 : 1;
    return a->variable < b->variable ? -1 : 1;
}

static void lookahead_index(struct lookahead *a)
{
    const struct formula *f = a->formula;
    size_t places = 2 * (size_t)f->variables + 4, clause = 0;
    for (size_t i = 0; i < f->literals; i++)
        if (f->literal[i])
            a->first[lookahead_place(f->literal[i]) + 2]++;
    for (size_t p = 2; p < places; p++)
        a->first[p] += a->first[p - 1];
    a->begin[0] = 0;
    for (size_t i = 0; i < f->literals; i++) {
        if (f->literal[i]) {
            size_t place = lookahead_place(f->literal[i]);
            a->uses[a->first[place + 1]++] = (uint32_t)clause;
            a->left[clause]++;
        } else {
            a->begin[++clause] = i + 1;
        }
    }
    for (int v = 1; v <= f->variables; v++) {
        size_t place = lookahead_place(v);
        a->ranked[v - 1] =
            (struct branching){a->first[place + 2] - a->first[place], v};
    }
    qsort(a->ranked, (size_t)f->variables, sizeof *a->ranked, branching_order);
}

/* ---- propagation ---- */

static void lookahead_assign(struct lookahead *a, int literal)
{
    a->value[abs(literal)] = literal > 0 ? 1 : -1;
    a->trail[a->assigned++] = literal;
}

/* Assign the last literal of a clause that is not false. Returns false if there
 * is none. */
static bool lookahead_imply(struct lookahead *a, size_t clause)
{
    int open = 0;
    for (const int *l = a->formula->literal + a->begin[clause]; *l; l++) {
        if (lookahead_value(a, *l) > 0)
            return true;
        if (!lookahead_value(a, *l))
            open = *l;
    }
    if (open)
        lookahead_assign(a, open);
    return open;
}

/* Count a literal in its clauses: `sign` 1 when it is propagated, -1 when that
 * is undone. */
static void lookahead_count(struct lookahead *a, int literal, int sign)
{
    size_t true_place = lookahead_place(literal);
    size_t false_place = lookahead_place(-literal);
    for (size_t i = a->first[true_place]; i < a->first[true_place + 1]; i++)
        a->satisfied[a->uses[i]] += sign;
    for (size_t i = a->first[false_place]; i < a->first[false_place + 1]; i++)
        a->left[a->uses[i]] -= sign;
}

/* Returns false on a conflict. */
static bool lookahead_propagate(struct lookahead *a)
{
    bool fits = true;
    while (fits && a->propagated < a->assigned) {
        int literal = a->trail[a->propagated++];
        size_t place = lookahead_place(-literal);
        lookahead_count(a, literal, 1);
        for (size_t i = a->first[place]; fits && i < a->first[place + 1]; i++) {
            size_t clause = a->uses[i];
            if (!a->satisfied[clause] && a->left[clause] <= 1)
                fits = lookahead_imply(a, clause);
        }
    }
    return fits;
}

static void lookahead_undo(struct lookahead *a, int assigned)
{
    while (a->assigned > assigned) {
        int literal = a->trail[--a->assigned];
        if (a->assigned < a->propagated)
            lookahead_count(a, literal, -1);
        a->value[abs(literal)] = 0;
    }
    if (a->propagated > assigned)
        a->propagated = assigned;
}

/* Assume a literal. Returns false on a conflict. */
static bool lookahead_assume(struct lookahead *a, int literal)
{
    if (!lookahead_value(a, literal))
        lookahead_assign(a, literal);
    return lookahead_value(a, literal) > 0 && lookahead_propagate(a);
}

static bool lookahead_units(struct lookahead *a)
{
    bool fits = true;
    for (size_t c = 0; fits && c < a->formula->clauses; c++)
        if (a->left[c] <= 1 && !a->satisfied[c])
            fits = lookahead_imply(a, c) && lookahead_propagate(a);
    return fits;
}

/* ---- the tree ---- */

/* Return the number of literals that a literal implies; -1: a conflict. */
static int lookahead_try(struct lookahead *a, int literal)
{
    int before = a->assigned;
    bool fits = lookahead_assume(a, literal);
    int implied = a->assigned - before;
    lookahead_undo(a, before);
    return fits ? implied : -1;
}

/* Return the best variable to branch on after the assumed literals; 0: none is
 * left, or there is a conflict. A value that leads to a conflict implies the
 * other one. */
static int lookahead_best(struct lookahead *a, int implied[2])
{
    int best = 0, tried = 0;
    for (int i = 0; i < a->formula->variables && tried < CANDIDATES_MAX; i++) {
        int v = a->ranked[i].variable;
        if (a->value[v])
            continue;
        int yes = lookahead_try(a, v), no = lookahead_try(a, -v);
        tried++;
        if (yes < 0 && no < 0)
            return 0;
        if (yes < 0 || no < 0) {
            lookahead_assume(a, yes < 0 ? -v : v);
            best = best && !a->value[best] ? best : 0;
        } else if (!best ||
                   (int64_t)yes * no > (int64_t)implied[0] * implied[1]) {
            best = v;
            implied[0] = yes;
            implied[1] = no;
        }
    }
    return best;
}

/* Replace a cube by two, or close it. */
static void cubes_grow(struct cubes *cubes, int at, struct lookahead *a)
{
    struct cube *cube = &cubes->cube[at];
    int before = a->assigned, best = 0, implied[2] = {0, 0};
    bool fits = true;
    for (int i = 0; fits && i < cube->length; i++)
        fits = lookahead_assume(a, cube->literal[i]);
    if (fits && cube->length < CUBE_LITERALS_MAX)
        best = lookahead_best(a, implied);
    cube->closed = !best;
    if (best) {
        memmove(cube + 2, cube + 1,
                (size_t)(cubes->count - at - 1) * sizeof *cube);
        cube[1] = cube[0];
        cubes->count++;
        for (int side = 0; side < 2; side++) {
            cube[side].implied = a->assigned - before + implied[side];
            cube[side].literal[cube[side].length++] = side ? -best : best;
            cube[side].literal[cube[side].length] = 0;
        }
    }
    lookahead_undo(a, before);
}

/* Return the open cube that implies the fewest literals, or -1. */
static int cubes_open(const struct cubes *cubes)
{
    int open = -1;
    for (int i = 0; i < cubes->count; i++)
        if (!cubes->cube[i].closed &&
            (open < 0 || cubes->cube[i].implied < cubes->cube[open].implied))
            open = i;
    return open;
}

int cubes_split(struct cubes *cubes, const struct formula *formula, int most,
                const atomic_bool *stop)
{
    struct lookahead a = {.formula = formula};
    int at = 0;
    most = most < CUBES_MAX ? most : CUBES_MAX;
    *cubes = (struct cubes){.count = 1};
    cubes->cube = calloc(CUBES_MAX, sizeof *cubes->cube);
    int status = cubes->cube ? lookahead_allocate(&a) : -1;
    if (!status) {
        lookahead_index(&a);
        cubes->cube[0].closed = !lookahead_units(&a);
        while (cubes->count < most && !atomic_load(stop) &&
               (at = cubes_open(cubes)) >= 0)
            cubes_grow(cubes, at, &a);
    }
    lookahead_finish(&a);
    return status;
}

void cubes_finish(struct cubes *cubes)
{
    free(cubes->cube);
    *cubes = (struct cubes){.count = 0};
}
