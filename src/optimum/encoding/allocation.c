/* Rules 1 and 2: the order of turns, in problems in which processors take
 * turns. */
#include <stdlib.h>

#include "encoding.h"

/* 1. Each processor has one turn, and each turn one processor. */
static void allocation_permute(struct encoding *e)
{
    struct formula *f = &e->formula;
    int n = e->q->n, *line = malloc((size_t)n * sizeof *line);
    if (!line) {
        f->fault = FORMULA_NO_MEMORY;
        return;
    }
    for (int rows = 0; rows < 2; rows++)
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                line[b] = rows ? var_a(e, a, b) : var_a(e, b, a);
                formula_literal(f, line[b]);
            }
            formula_end(f);
            formula_at_most_one(f, line, (size_t)n);
        }
    free(line);
}

/* Return the variable "v holds all messages up to j at the end of t". */
static int allocation_before(const struct encoding *e, int v, int j, int t)
{
    return e->prefix ? var_f(e, v, j, t) : var_h(e, v, j, t);
}

/* 2. A processor holds its own message as soon as it holds all earlier ones. */
static void allocation_own(struct encoding *e)
{
    struct formula *f = &e->formula;
    EACH_CELL(e, v, j)
    {
        int a = var_a(e, v, j);
        for (int t = 0; t <= e->steps; t++) {
            if (j == 0) {
                formula_2(f, -a, var_h(e, v, 0, t));
                continue;
            }
            formula_3(f, -a, -var_h(e, v, j, t),
                      allocation_before(e, v, j - 1, t));
            formula_3(f, -a, var_h(e, v, j, t),
                      -allocation_before(e, v, j - 1, t));
        }
        formula_2(f, -var_h(e, v, j, 0), a);
    }
}

/* Define the variables F: F[v][j][t] <-> F[v][j-1][t] and H[v][j][t]. */
static void prefixes(struct encoding *e)
{
    struct formula *f = &e->formula;
    EACH_CELL(e, v, j)
    for (int t = 0; t <= e->steps; t++) {
        int whole = var_f(e, v, j, t), held = var_h(e, v, j, t);
        formula_2(f, -whole, held);
        if (j == 0) {
            formula_2(f, -held, whole);
            continue;
        }
        int rest = var_f(e, v, j - 1, t);
        formula_2(f, -whole, rest);
        formula_3(f, -held, -rest, whole);
    }
}

void encode_allocation(struct encoding *e)
{
    if (!e->q->turns)
        return;
    allocation_permute(e);
    allocation_own(e);
    if (e->prefix)
        prefixes(e);
}
