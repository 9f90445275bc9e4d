/* A DRAT proof checker, written from the definition: every added clause must
 * follow by unit propagation (RUP), or all its resolvents upon its first
 * literal must (RAT); the last clause is empty. Forward checking with two
 * watched literals, fast enough for proofs of a few minutes.
 *
 * usage: drat FORMULA.cnf PROOF.drat
 * exit status 0: the proof is a refutation */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct clause {
    size_t at; /* index into literals[] */
    int size;
    bool gone;
    uint32_t next; /* next clause with the same hash; 0: none */
};

struct list {
    uint32_t *item;
    size_t count, room;
};

static int *literals;
static size_t literals_count, literals_room;
static struct clause *clauses; /* [1 .. clauses_count] clauses */
static uint32_t clauses_count, clauses_room;
static int variables;
static signed char *value; /* by place(): 1 true, -1 false, 0 unassigned */
static struct list *watch; /* by place(): clauses that watch the literal */
static int *trail;
static int trail_count, propagated;
static uint32_t *bucket;
#define BUCKETS (1u << 20)
static bool refuted; /* unit propagation has found a conflict */

static void *grow(void *array, size_t *room, size_t needed, size_t element)
{
    if (needed <= *room)
        return array;
    *room = needed * 2 + 64;
    array = realloc(array, *room * element);
    if (!array)
        exit(3);
    return array;
}

static size_t place(int literal)
{
    return literal > 0 ? 2 * (size_t)literal : 2 * (size_t)-literal + 1;
}

/* ---- reading ---- */

/* Read the next integer, skipping comments and the header. Return false at the
 * end. */
static bool read_int(FILE *file, int *number, bool *deletes)
{
    int c;
    *deletes = false;
    for (;;) {
        c = getc(file);
        if (c == EOF)
            return false;
        if (isspace(c))
            continue;
        if (c == 'c' || c == 'p') {
            while (c != '\n' && c != EOF)
                c = getc(file);
            continue;
        }
        if (c == 'd') {
            *deletes = true;
            continue;
        }
        ungetc(c, file);
        return fscanf(file, "%d", number) == 1;
    }
}

static int *buffer;
static size_t buffer_room;

/* Read the next clause into `buffer`. Return -1 at the end. */
static int read_clause(FILE *file, bool *deletes)
{
    int count = 0, number;
    bool mark;
    *deletes = false;
    while (read_int(file, &number, &mark)) {
        *deletes = *deletes || mark;
        if (number == 0)
            return count;
        buffer = grow(buffer, &buffer_room, (size_t)count + 1, sizeof *buffer);
        buffer[count++] = number;
    }
    return -1;
}

static void reserve(int variable)
{
    static size_t room;
    if (variable <= variables)
        return;
    size_t old = 2 * (size_t)variables + 2, new = 2 * (size_t)variable + 2;
    if (new > room) {
        room = new * 2;
        value = realloc(value, room);
        watch = realloc(watch, room * sizeof *watch);
        trail = realloc(trail, room * sizeof *trail);
        if (!value || !watch || !trail)
            exit(3);
    }
    if (variables == 0)
        old = 0;
    memset(value + old, 0, new - old);
    memset(watch + old, 0, (new - old) * sizeof *watch);
    variables = variable;
}

/* ---- propagation ---- */

static void assign(int literal)
{
    value[place(literal)] = 1;
    value[place(-literal)] = -1;
    trail[trail_count++] = literal;
}

static void undo(int count)
{
    while (trail_count > count) {
        int literal = trail[--trail_count];
        value[place(literal)] = value[place(-literal)] = 0;
    }
    propagated = count;
}

static void watch_literal(int literal, uint32_t clause)
{
    struct list *list = &watch[place(literal)];
    list->item =
        grow(list->item, &list->room, list->count + 1, sizeof *list->item);
    list->item[list->count++] = clause;
}

/* Process a watched literal that became false. Return 0 if another literal is
 * now watched, 1 if it stays (the clause is true or became a unit), -1 on a
 * conflict. */
static int look(uint32_t number, int literal)
{
    int *l = literals + clauses[number].at;
    if (l[0] == literal) {
        l[0] = l[1];
        l[1] = literal;
    }
    if (value[place(l[0])] > 0)
        return 1;
    for (int i = 2; i < clauses[number].size; i++)
        if (value[place(l[i])] >= 0) {
            l[1] = l[i];
            l[i] = literal;
            watch_literal(l[1], number);
            return 0;
        }
    if (value[place(l[0])] < 0)
        return -1;
    assign(l[0]);
    return 1;
}

/* Perform unit propagation. Return whether there is a conflict. */
static bool propagate(void)
{
    while (propagated < trail_count) {
        int literal = -trail[propagated++];
        struct list *list = &watch[place(literal)];
        size_t kept = 0;
        bool conflict = false;
        for (size_t i = 0; i < list->count; i++) {
            uint32_t number = list->item[i];
            if (clauses[number].gone)
                continue;
            int found = conflict ? 1 : look(number, literal);
            list = &watch[place(literal)];
            conflict = conflict || found < 0;
            if (found)
                list->item[kept++] = number;
        }
        list->count = kept;
        if (conflict)
            return true;
    }
    return false;
}

/* ---- clauses ---- */

static uint32_t hash(const int *l, int count)
{
    uint32_t sum = 0, product = 1, mixed = 0;
    for (int i = 0; i < count; i++) {
        uint32_t x = (uint32_t)l[i];
        sum += x;
        product *= 2 * x + 1;
        mixed ^= x;
    }
    return (1023 * sum + product * 31 + mixed) % BUCKETS;
}

static void add(int count)
{
    literals = grow(literals, &literals_room, literals_count + (size_t)count,
                    sizeof *literals);
    size_t room = clauses_room;
    clauses = grow(clauses, &room, (size_t)clauses_count + 2, sizeof *clauses);
    clauses_room = (uint32_t)room;
    uint32_t number = ++clauses_count, h = hash(buffer, count);
    clauses[number] = (struct clause){literals_count, count, false, bucket[h]};
    bucket[h] = number;
    int *l = literals + literals_count;
    memcpy(l, buffer, (size_t)count * sizeof *l);
    literals_count += (size_t)count;
    /* watch literals that are not false, so that propagation is complete */
    for (int i = 0, front = 0; i < count && front < 2; i++)
        if (value[place(l[i])] >= 0) {
            int x = l[front];
            l[front++] = l[i];
            l[i] = x;
        }
    if (count >= 2) {
        watch_literal(l[0], number);
        watch_literal(l[1], number);
    }
    if (count == 0 || value[place(l[0])] < 0)
        refuted = true;
    else if ((count == 1 || value[place(l[1])] < 0) && !value[place(l[0])])
        assign(l[0]);
    refuted = refuted || propagate();
}

static int ascending(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Return whether a clause has the literals of `buffer`, in any order. */
static bool same(const struct clause *c, int count)
{
    if (c->gone || c->size != count)
        return false;
    int *a = malloc((size_t)count * 2 * sizeof *a + 1), *b = a + count;
    memcpy(a, literals + c->at, (size_t)count * sizeof *a);
    memcpy(b, buffer, (size_t)count * sizeof *b);
    qsort(a, (size_t)count, sizeof *a, ascending);
    qsort(b, (size_t)count, sizeof *b, ascending);
    bool equal = !memcmp(a, b, (size_t)count * sizeof *a);
    free(a);
    return equal;
}

/* Return whether the clause may have forced a literal at level 0: deleting it
 * would invalidate derived facts (other checkers keep such clauses, too). */
static bool holds_up(const struct clause *c)
{
    const int *l = literals + c->at;
    return c->size == 1 ||
           (value[place(l[0])] > 0 && (c->size == 1 || value[place(l[1])] < 0));
}

static void delete (int count)
{
    for (uint32_t *n = &bucket[hash(buffer, count)]; *n; n = &clauses[*n].next)
        if (same(&clauses[*n], count)) {
            if (holds_up(&clauses[*n]))
                return;
            clauses[*n].gone = true;
            *n = clauses[*n].next;
            return;
        }
}

/* Return whether propagating the negation of the clause in l, and of `besides`
 * without -pivot, leads to a conflict. */
static bool follows(const int *l, int count, const struct clause *besides,
                    int pivot)
{
    int before = trail_count;
    bool conflict = false;
    for (int i = 0; i < count && !conflict; i++) {
        conflict = value[place(l[i])] > 0;
        if (!value[place(l[i])])
            assign(-l[i]);
    }
    for (int i = 0; besides && i < besides->size && !conflict; i++) {
        int x = literals[besides->at + (size_t)i];
        if (x == -pivot)
            continue;
        conflict = value[place(x)] > 0;
        if (!value[place(x)])
            assign(-x);
    }
    conflict = conflict || propagate();
    undo(before);
    return conflict;
}

static bool has_literal(const struct clause *c, int literal)
{
    for (int i = 0; i < c->size; i++)
        if (literals[c->at + (size_t)i] == literal)
            return true;
    return false;
}

static bool redundant(int count)
{
    if (follows(buffer, count, NULL, 0))
        return true;
    if (count == 0)
        return false;
    for (uint32_t n = 1; n <= clauses_count; n++)
        if (!clauses[n].gone && has_literal(&clauses[n], -buffer[0]) &&
            !follows(buffer, count, &clauses[n], buffer[0]))
            return false;
    return true;
}

static void know(int count)
{
    for (int i = 0; i < count; i++)
        reserve(abs(buffer[i]));
}

int main(int argc, char **argv)
{
    FILE *formula = argc == 3 ? fopen(argv[1], "r") : NULL;
    FILE *proof = formula ? fopen(argv[2], "r") : NULL;
    bool deletes;
    int count;
    unsigned long step = 0;
    if (!proof) {
        fputs("usage: drat FORMULA.cnf PROOF.drat\n", stderr);
        return 64;
    }
    bucket = calloc(BUCKETS, sizeof *bucket);
    reserve(1);
    while ((count = read_clause(formula, &deletes)) >= 0) {
        know(count);
        add(count);
    }
    while (!refuted && (count = read_clause(proof, &deletes)) >= 0) {
        step++;
        know(count);
        if (deletes) {
            delete (count);
        } else if (!redundant(count)) {
            printf("step %lu does not follow\n", step);
            return 1;
        } else {
            add(count);
        }
    }
    puts(refuted ? "refuted" : "the proof ends without a refutation");
    fclose(formula);
    fclose(proof);
    return !refuted;
}
