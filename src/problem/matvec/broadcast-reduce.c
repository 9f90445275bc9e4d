/* broadcast-reduce: x[j] is broadcast down column j, every processor
 * multiplies, and row i is summed into its leftmost processor.
 *
 * Every column and every row is a line; recursive doubling runs on all columns
 * at once and on all rows at once: ceil(log2 n) steps each, 2 n (n - 1)
 * messages, no link used twice in a step. Multiplications take no time. Source:
 * Grama et al., example 4.1. */
#include <stdlib.h>
#include <string.h>

#include "matvec.h"
#include "problem/shared/collective.h"

struct phases {
    struct rounds down;  /* rounds on the columns; places are row numbers */
    struct rounds along; /* rounds on the rows; places are column numbers */
};

/* Return the rounds of recursive doubling on n places, `stride` ranks apart,
 * with root place 0. */
static struct rounds broadcast_reduce_line_of(int n, int stride, bool reversed)
{
    return (struct rounds){
        .pattern = {.axes = 1, .extent = {n}},
        .stride = stride,
        .places = n,
        .reversed = reversed,
    };
}

static int broadcast_reduce_prepare(struct plan *plan, struct weft_error *err)
{
    int n = matvec_of(plan)->n;
    size_t bytes = plan->bytes;
    struct phases *phases = plan->schedule = malloc(sizeof *phases);
    if (!phases)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    struct rounds *down = &phases->down, *along = &phases->along;
    *down = broadcast_reduce_line_of(n, n, false);
    rounds_time_plan(down, plan, bytes, 0);
    *along = broadcast_reduce_line_of(n, 1, true);
    rounds_time_plan(along, plan, bytes, down->start[down->count]);
    return rounds_check(down, plan, err);
}

/* Add the first number of a block; the remaining bytes are padding. */
static void broadcast_reduce_add(const struct weft_operator *op, void *result,
                                 const void *left, const void *right,
                                 size_t bytes)
{
    (void)op;
    double sum, more;
    (void)bytes;
    memcpy(&sum, left, sizeof sum);
    memcpy(&more, right, sizeof more);
    sum += more;
    memcpy(result, &sum, sizeof sum);
}

/* Rounding errors depend on the order, but the processors on the right send in
 * the order of the additions. */
static const struct weft_operator addition = {"addition", true,
                                              broadcast_reduce_add};

/* Run the program of one processor. `block` begins with the processor's number:
 * first an element of x, then a partial sum of A x. */
static int broadcast_reduce_work(struct weft_processor *self,
                                 const struct plan *plan, void *block)
{
    const struct matvec *m = matvec_of(plan);
    const struct phases *phases = plan->schedule;
    size_t bytes = plan->bytes;
    int rank = weft_rank(self), column = rank % m->n;
    double value;
    if (rank < m->n) /* the processor is in the top row */
        memcpy(block, &m->x[column], sizeof value);
    if (broadcast_binomial_rounds(self, &phases->down, 0, block, bytes, NULL))
        return -1;
    memcpy(&value, block, sizeof value);
    value *= m->a[rank];
    memcpy(block, &value, sizeof value);
    if (reduce_binomial_rounds(self, &phases->along, 0, &addition, block,
                               bytes))
        return -1;
    return column > 0 ? 0 : weft_store(self, 0, block, sizeof value);
}

static int broadcast_reduce_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    void *block = calloc(1, plan->bytes);
    if (!block)
        return weft_fail(self, "no memory");
    int status = broadcast_reduce_work(self, plan, block);
    free(block);
    return status;
}

static void broadcast_reduce_finish(struct plan *plan)
{
    free(plan->schedule);
}

const struct weft_strategy matvec_broadcast_reduce = {
    .info = {"broadcast-reduce",
             "broadcasts x down the columns, sums products along the rows",
             "Grama et al., example 4.1", "mesh", NULL},
    .prepare = broadcast_reduce_prepare,
    .program = broadcast_reduce_program,
    .finish = broadcast_reduce_finish,
};
