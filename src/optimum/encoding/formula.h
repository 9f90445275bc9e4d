/* A formula in conjunctive normal form: variables 1, 2, ..., clauses of
 * literals; a literal is a variable or its negative. */
#ifndef WEFT_SRC_OPTIMUM_FORMULA_H
#define WEFT_SRC_OPTIMUM_FORMULA_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* Why a formula is incomplete. */
enum formula_fault {
    FORMULA_WHOLE,
    FORMULA_NO_MEMORY,
    FORMULA_STOPPED,
    FORMULA_TOO_LARGE, /* exceeds `most` or the range of variables */
};

struct formula {
    int variables;
    size_t clauses;
    int *literal; /* [literals] clauses, each terminated by 0 */
    size_t literals, capacity;
    bool counted;             /* only count literals and clauses */
    size_t most;              /* maximum formula_size(); 0: no limit */
    const atomic_bool *stop;  /* stops the construction; or NULL */
    enum formula_fault fault; /* once a fault is set, nothing is added */
};

/* Return the number of clauses; long clauses count as several, in proportion to
 * the memory that they need. */
size_t formula_size(const struct formula *formula);

void formula_finish(struct formula *formula);

/* Check `stop`. formula_end() does so, too. */
void formula_ask(struct formula *formula);

/* Create `count` variables. Returns the first one. */
int formula_variables(struct formula *formula, size_t count);

/* Add a clause literal by literal, then call formula_end(). */
void formula_literal(struct formula *formula, int literal);
void formula_end(struct formula *formula);

/* Add a clause of one to three literals. */
void formula_1(struct formula *formula, int a);
void formula_2(struct formula *formula, int a, int b);
void formula_3(struct formula *formula, int a, int b, int c);

/* Require that at most one of literal[0..count) is true. Encoded pairwise for
 * up to six literals; of a longer list, four at a time together with a new
 * variable that represents the rest. */
void formula_at_most_one(struct formula *formula, const int *literal,
                         size_t count);

/* Require that at most `limit` of literal[0..count) are true, by a sequential
 * counter. */
void formula_at_most(struct formula *formula, const int *literal, size_t count,
                     size_t limit);

#endif
