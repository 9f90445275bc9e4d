/* reduce: the words of all processors, combined by an associative operator, at
 * the root (Grama et al.).
 *
 * The root must store X_0 (+) X_1 (+) ... (+) X_{p-1}, in this order, word by
 * word. Bounds: with transfers between neighbours, at least the root's
 * eccentricity in steps; if a processor receives one message at a time, the
 * number of operands in a result at most doubles per step. */
#include "reduce.h"

#include <stdlib.h>
#include <string.h>

#include "goal/goal.h"
#include "problem/shared/root.h"
#include "problem/shared/settings.h"

struct reduce_state {
    const struct weft_operator *op; /* the operator; read-only */
    unsigned char *expected;        /* [bytes] the correct result; read-only */
    /* [size] 1: the result was stored, 2: other data; each element is written
     * by its rank */
    unsigned char *stores;
};

const struct weft_operator *reduce_operator(const struct plan *plan)
{
    return ((const struct reduce_state *)plan->state)->op;
}

/* Apply the finalizer of splitmix64, a bijection without visible patterns. */
static uint64_t problem_reduce_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Fill in the words of a processor, [bytes]. All words are odd, so that no
 * product or composition loses an operand. */
static void fill_operand(void *words, size_t bytes, int rank)
{
    unsigned char *to = words;
    for (size_t at = 0; at < bytes; at += 8) {
        uint64_t key = (uint64_t)rank << 32 | at / 8;
        uint64_t word = problem_reduce_mix(key + 0x9e3779b97f4a7c15u) | 1;
        for (size_t i = at; i < bytes && i < at + 8; i++, word >>= 8)
            to[i] = (unsigned char)word;
    }
}

/* Combine from left to right on one processor. */
static int fold(struct reduce_state *state, const struct plan *plan)
{
    size_t bytes = plan->bytes;
    unsigned char *next = malloc(bytes);
    if (!next)
        return -1;
    fill_operand(state->expected, bytes, 0);
    for (int rank = 1; rank < plan->size; rank++) {
        fill_operand(next, bytes, rank);
        state->op->combine(state->op, state->expected, state->expected, next,
                           bytes);
    }
    free(next);
    return 0;
}

int reduce_program(struct weft_processor *self, const struct plan *plan,
                   int (*combine)(struct weft_processor *self,
                                  const struct plan *plan, void *words))
{
    size_t bytes = plan->bytes;
    void *words = malloc(bytes);
    if (!words)
        return weft_fail(self, "no memory");
    fill_operand(words, bytes, weft_rank(self));
    int status = combine(self, plan, words);
    if (!status && weft_rank(self) == plan_root(plan))
        status = weft_store(self, 0, words, bytes);
    free(words);
    return status;
}

static const char *operator_name(size_t index)
{
    const struct weft_operator *op = weft_operator(index);
    return op ? op->name : NULL;
}

static const struct weft_operator *find_operator(const char *word,
                                                 struct weft_error *err)
{
    const struct weft_operator *op;
    for (size_t i = 0; (op = weft_operator(i)); i++)
        if (!strcmp(word, op->name))
            return op;
    weft_unknown(err, "operator", word, operator_name);
    return NULL;
}

static int check_operator(const char *word, struct weft_error *err)
{
    return find_operator(word, err) ? 0 : -1;
}

static const struct weft_setting operator_setting = {
    .name = "op",
    .argument = "sum|product|min|max|compose",
    .help =
        "operator: sum, product, min, max, or compose, which does not commute",
    .standard = "sum",
    .check = check_operator,
};

/* Return whether tagged sums are used instead of words. */
static bool tagged(const struct plan *plan)
{
    return plan->strategy->timetable || plan->strategy->own;
}

static int prepare_blocks(struct plan *plan, struct weft_error *err)
{
    if (plan_check_root(plan, err))
        return -1;
    if (plan_chosen(plan, &operator_setting))
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "strategy '%s' combines tagged values and takes no --op",
            plan->strategy->info.name);
    return combining_prepare(plan, false,
                             (int)plan_number(plan, &setting_blocks),
                             combining_all, err);
}

int reduce_blocks_program(struct weft_processor *self, void *plan)
{
    return combining_program(self, plan);
}

static int problem_reduce_prepare(struct plan *plan, struct weft_error *err)
{
    if (tagged(plan))
        return prepare_blocks(plan, err);
    if (plan_number(plan, &setting_blocks) > 1)
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "strategy '%s' reduces one block; --packets %d is not possible",
            plan->strategy->info.name, (int)plan_number(plan, &setting_blocks));
    size_t bytes = plan->bytes;
    const struct weft_operator *op =
        find_operator(plan_text(plan, &operator_setting), err);
    if (!op || plan_check_root(plan, err))
        return -1;
    if (bytes == 0)
        return weft_error_set(
            err, WEFT_ERROR_MISUSE, 0,
            "reduce needs messages with data: --bytes 1 or more");
    struct reduce_state *state = plan->state = calloc(1, sizeof *state);
    if (state) {
        state->op = op;
        state->expected = malloc(bytes);
    }
    if (!state || !state->expected || fold(state, plan))
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    return 0;
}

/* Identify the block: the only one is the result, and only at the root. */
static int problem_reduce_block(const struct plan *plan, int rank, int id,
                                const void *data, size_t bytes)
{
    if (tagged(plan))
        return combining_block(plan, rank, id, data, bytes);
    const struct reduce_state *state = plan->state;
    (void)rank;
    (void)id;
    bool right = bytes == plan->bytes && !memcmp(data, state->expected, bytes);
    return right ? 0 : -1;
}

static size_t problem_reduce_parts(const struct plan *plan,
                                   struct weft_part part[])
{
    return tagged(plan) ? combining_parts(plan, part) : 0;
}

static int problem_reduce_explain(const struct plan *plan,
                                  struct weft_error *err)
{
    return tagged(plan) ? combining_explain(plan, err) : 0;
}

static struct weft_goal *problem_reduce_goal(const struct plan *plan)
{
    const struct weft_goal goal = {
        .processors = plan->size,
        .blocks = tagged(plan) ? combining_blocks(plan) : 1,
        .rule = WEFT_GOAL_SUM,
        .root = plan_root(plan),
        .start = &goal_at_all,
        .postcondition = &goal_for_root,
    };
    return goal_create(&goal);
}

static void problem_reduce_finish(struct plan *plan)
{
    if (plan->strategy && tagged(plan)) {
        combining_finish(plan);
        return;
    }
    struct reduce_state *state = plan->state;
    if (!state)
        return;
    free(state->expected);
    free(state);
}

static const struct weft_strategy *const problem_reduce_strategies[] = {
    &reduce_binomial,   &reduce_naive, &reduce_sbt, &reduce_circulant,
    &reduce_in_network, &reduce_trees, NULL,
};

static const struct weft_setting *const problem_reduce_settings[] = {
    &setting_root, &setting_dimensions, &operator_setting, &setting_blocks,
    NULL};

const struct weft_problem problem_reduce = {
    .info = {"reduce", "all words combined on one processor (MPI_Reduce)",
             "Grama et al.", "hypercube:3", "one-port"},
    .strategies = problem_reduce_strategies,
    .settings = problem_reduce_settings,
    .prepare = problem_reduce_prepare,
    .goal = problem_reduce_goal,
    .block = problem_reduce_block,
    .items = combining_items,
    .tally = combining_tally,
    .parts = problem_reduce_parts,
    .explain = problem_reduce_explain,
    .finish = problem_reduce_finish,
};
