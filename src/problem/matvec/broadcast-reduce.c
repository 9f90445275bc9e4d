/* broadcast-reduce: x[j] goes down column j, everybody multiplies, row i adds
 * up into its leftmost processor.
 *
 * Every column and every row is a line on which recursive doubling runs, all
 * at the same time: ceil(log2 n) steps each, 2 n (n - 1) messages, no link
 * used twice in a step. Multiplying takes no time.
 * Source: document D, example 4.1. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "matvec.h"
#include "problem/shared/rounds.h"

struct phases {
    struct rounds down;  /* the columns; places are row numbers */
    struct rounds along; /* the rows; places are column numbers */
};

/* A number on its way, at the head of a message; own thread only. */
struct number {
    struct weft_processor *self;
    double value;
    bool adds; /* to what it has what comes, or replaces it */
    size_t bytes;
    unsigned char *message; /* [bytes] */
};

static int prepare(struct plan *plan, struct weft_error *err)
{
    int n = matvec_of(plan)->n;
    size_t bytes = plan->experiment->bytes;
    struct phases *phases = plan->schedule = calloc(1, sizeof *phases);
    if (!phases)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    struct rounds *down = &phases->down, *along = &phases->along;
    down->pattern = along->pattern = (struct weft_doubling){1, {n}, 0, false};
    down->stride = n;
    rounds_time(down, plan, bytes, 0);
    along->stride = 1;
    along->reversed = true;
    rounds_time(along, plan, bytes, down->start[down->count]);
    return rounds_check(down, plan, err);
}

static const void *give(void *arg, size_t *bytes)
{
    struct number *number = arg;
    memcpy(number->message, &number->value, sizeof number->value);
    *bytes = number->bytes;
    return number->message;
}

static int take(void *arg, int place, const struct weft_message *message)
{
    struct number *number = arg;
    double value;
    (void)place; /* those to the right send in the order of adding */
    if (message->bytes != number->bytes)
        return weft_fail(number->self, "a message of %zu bytes, not %zu",
                         message->bytes, number->bytes);
    memcpy(&value, message->data, sizeof value);
    number->value = number->adds ? number->value + value : value;
    return 0;
}

static int work(struct number *number, const struct plan *plan)
{
    const struct matvec *m = matvec_of(plan);
    const struct phases *phases = plan->schedule;
    const struct rounds_ends ends = {give, take, number};
    int rank = weft_rank(number->self);
    int row = rank / m->n, column = rank % m->n;
    if (row == 0)
        number->value = m->x[column];
    if (rounds_run(number->self, &phases->down, row, &ends))
        return -1;
    number->value *= m->a[rank];
    number->adds = true;
    if (rounds_run(number->self, &phases->along, column, &ends))
        return -1;
    if (column > 0)
        return 0;
    return weft_store(number->self, 0, &number->value, sizeof number->value);
}

static int program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    struct number number = {.self = self, .bytes = plan->experiment->bytes};
    number.message = calloc(1, number.bytes);
    if (!number.message)
        return weft_fail(self, "no memory");
    int status = work(&number, plan);
    free(number.message);
    return status;
}

static void finish(struct plan *plan)
{
    free(plan->schedule);
}

const struct weft_strategy matvec_broadcast_reduce = {
    .info = {"broadcast-reduce",
             "x goes down the columns, products are added along the rows",
             "document D, example 4.1", "mesh", NULL},
    .prepare = prepare,
    .program = program,
    .finish = finish,
};
