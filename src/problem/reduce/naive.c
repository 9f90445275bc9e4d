/* naive: the others send to the root one after another, by rank, so that the
 * root combines from left to right: first what comes before its own words,
 * then its own and what follows. p - 1 steps, p - 1 messages. Everybody knows
 * when those before it are done. Source: document D, 4.1.1, reversed. */
#include <errno.h>
#include <stdlib.h>

#include "problem/shared/root.h"
#include "reduce.h"

static int prepare(struct plan *plan, struct weft_error *err)
{
    int root = plan->experiment->root;
    uint64_t *start = malloc((size_t)plan->size * sizeof *start);
    uint64_t time = 0;
    plan->schedule = start;
    if (!start)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (int rank = 0; rank < plan->size; rank++) {
        start[rank] = time;
        if (rank != root)
            time += weft_cost_time(
                &plan->cost, plan->experiment->bytes,
                weft_network_distance(plan->network, rank, root));
    }
    return plan_check_far(plan, weft_network_eccentricity(plan->network, root),
                          err);
}

static int gather(struct reduce_partial *partial, const struct plan *plan)
{
    const uint64_t *start = plan->schedule;
    struct weft_processor *self = partial->self;
    int rank = weft_rank(self);
    if (rank != partial->root) {
        size_t bytes;
        const void *words = reduce_give(partial, &bytes);
        if (weft_wait_until(self, start[rank]))
            return -1;
        return weft_send(self, partial->root, 0, words, bytes);
    }
    for (int from = 0; from < plan->size; from++) {
        struct weft_message message;
        if (from != rank && (weft_receive(self, from, &message) ||
                             reduce_take(partial, from, &message)))
            return -1;
    }
    return 0;
}

static int program(struct weft_processor *self, void *arg)
{
    return reduce_program(self, arg, 2, true, gather);
}

static void finish(struct plan *plan)
{
    free(plan->schedule);
}

const struct weft_strategy reduce_naive = {
    .info = {"naive", "the others send to the root one after another",
             "document D, section 4.1.1", NULL, NULL},
    .prepare = prepare,
    .program = program,
    .finish = finish,
};
