/* Formulas: clauses, and constraints that consist of several clauses. */
#include "formula.h"

#include <limits.h>
#include <stdlib.h>

#include "base/base.h"

#define PAIRWISE_MAX 6
#define SPLIT 4
#define LONG 8 /* literals that count as one clause, with the end mark */

void formula_finish(struct formula *formula)
{
    free(formula->literal);
    *formula = (struct formula){.variables = 0};
}

size_t formula_size(const struct formula *formula)
{
    size_t numbers = formula->literals / LONG;
    return numbers > formula->clauses ? numbers : formula->clauses;
}

int formula_variables(struct formula *formula, size_t count)
{
    if (count > (size_t)(INT_MAX - 1 - formula->variables)) {
        formula->fault = FORMULA_TOO_LARGE;
        return 1;
    }
    int first = formula->variables + 1;
    formula->variables += (int)count;
    return first;
}

void formula_literal(struct formula *formula, int literal)
{
    if (formula->fault)
        return;
    if (formula->counted) {
        formula->literals++;
        return;
    }
    if (formula->literals == formula->capacity &&
        array_grow(&formula->literal, &formula->capacity, formula->literals + 1,
                   sizeof *formula->literal)) {
        formula->fault = FORMULA_NO_MEMORY;
        return;
    }
    formula->literal[formula->literals++] = literal;
}

void formula_ask(struct formula *formula)
{
    if (formula->stop && !formula->fault &&
        atomic_load_explicit(formula->stop, memory_order_relaxed))
        formula->fault = FORMULA_STOPPED;
}

void formula_end(struct formula *formula)
{
    formula_literal(formula, 0);
    if (formula->fault)
        return;
    formula->clauses++;
    if (formula->most && formula_size(formula) > formula->most)
        formula->fault = FORMULA_TOO_LARGE;
    formula_ask(formula);
}

void formula_1(struct formula *formula, int a)
{
    formula_literal(formula, a);
    formula_end(formula);
}

void formula_2(struct formula *formula, int a, int b)
{
    formula_literal(formula, a);
    formula_1(formula, b);
}

void formula_3(struct formula *formula, int a, int b, int c)
{
    formula_literal(formula, a);
    formula_2(formula, b, c);
}

static void pairwise(struct formula *formula, const int *literal, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++)
            formula_2(formula, -literal[i], -literal[k]);
}

void formula_at_most_one(struct formula *formula, const int *literal,
                         size_t count)
{
    /* `carried` is false as soon as an earlier literal is true */
    int carried = 0, group[PAIRWISE_MAX + 1];
    while (count + (carried != 0) > PAIRWISE_MAX) {
        size_t n = 0;
        int rest = formula_variables(formula, 1);
        if (carried)
            group[n++] = -carried;
        for (; n < SPLIT; n++, count--)
            group[n] = *literal++;
        group[n++] = rest;
        pairwise(formula, group, n);
        carried = rest;
    }
    size_t n = 0;
    if (carried)
        group[n++] = -carried;
    while (count--)
        group[n++] = *literal++;
    pairwise(formula, group, n);
}

void formula_at_most(struct formula *formula, const int *literal, size_t count,
                     size_t limit)
{
    if (limit >= count)
        return;
    if (limit == 0) {
        for (size_t i = 0; i < count; i++)
            formula_1(formula, -literal[i]);
        return;
    }
    /* REACHED(i, k): more than k of the literals 0..i are true */
    int first = formula_variables(formula, count * limit);
#define REACHED(i, k) (first + (int)((i)*limit + (k)))
    for (size_t i = 0; i < count && !formula->fault; i++) {
        formula_2(formula, -literal[i], REACHED(i, 0));
        for (size_t k = 0; i && k < limit; k++) {
            formula_2(formula, -REACHED(i - 1, k), REACHED(i, k));
            if (k + 1 < limit)
                formula_3(formula, -REACHED(i - 1, k), -literal[i],
                          REACHED(i, k + 1));
        }
        if (i)
            formula_2(formula, -REACHED(i - 1, limit - 1), -literal[i]);
    }
#undef REACHED
}
