/* A formula in conjunctive normal form: variables 1, 2, ..., clauses of
 * literals; a literal is a variable or its negative. */
#ifndef WEFT_SRC_OPTIMUM_FORMULA_H
#define WEFT_SRC_OPTIMUM_FORMULA_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* Why a formula is not whole. */
enum formula_fault {
    FORMULA_WHOLE,
    FORMULA_NO_MEMORY,
    FORMULA_STOPPED,
    FORMULA_TOO_LARGE, /* more than `most`, or than there are variables */
};

struct formula {
    int variables;
    size_t clauses;
    int *literal; /* [literals] clauses one after the other, each ends in 0 */
    size_t literals, capacity;
    bool counted;             /* only that: nothing is kept */
    size_t most;              /* as formula_size() counts; 0: any */
    const atomic_bool *stop;  /* any thread may set it; NULL: nobody does */
    enum formula_fault fault; /* from then on nothing is added */
};

/* Its clauses, of which long ones count as several: what memory goes by. */
size_t formula_size(const struct formula *formula);

void formula_finish(struct formula *formula);

/* Is somebody waiting for its end? formula_end() asks by itself. */
void formula_ask(struct formula *formula);

/* The first of `count` new variables. */
int formula_variables(struct formula *formula, size_t count);

/* Literal by literal, then formula_end(). */
void formula_literal(struct formula *formula, int literal);
void formula_end(struct formula *formula);

/* Clauses of one to three literals. */
void formula_1(struct formula *formula, int a);
void formula_2(struct formula *formula, int a, int b);
void formula_3(struct formula *formula, int a, int b, int c);

/* At most one of literal[0..count) is true. Up to six pairwise; of more, four
 * and a new variable that stands for the others. */
void formula_at_most_one(struct formula *formula, const int *literal,
                         size_t count);

/* At most `limit` of literal[0..count), by a sequential counter. */
void formula_at_most(struct formula *formula, const int *literal, size_t count,
                     size_t limit);

#endif
