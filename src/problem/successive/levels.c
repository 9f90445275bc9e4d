/* Broadcasts that proceed level by level on a spanning binomial tree: a node
 * that received in slot s sends to all its children in slot s + 1. Every
 * processor executes the program of Desprez et al. 1993, section 2: receive,
 * forward and store each message in turn. */
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/tree.h>

#include "problem/shared/payload.h"
#include "problem/shared/settings.h"
#include "successive.h"

#define LEVELS_DIMENSIONS_MAX 20

/* Act as the source of mu_j: wait for the start, send, store. */
static int levels_begin(struct weft_processor *self, const struct plan *plan,
                        int j, const int children[], int count)
{
    const struct levels *levels = plan->schedule;
    size_t bytes = plan->bytes;
    void *data = malloc(bytes);
    if (!data)
        return weft_fail(self, "no memory for a message");
    payload_fill(data, bytes, weft_rank(self), j);
    int status = weft_wait_until(self, levels_start(levels, j) * plan->slot) ||
                 weft_send_many(self, children, count, j, data, bytes) ||
                 weft_store(self, j, data, bytes);
    free(data);
    return status ? -1 : 0;
}

/* Act as another processor: receive from the parent, forward, store. */
static int levels_pass_on(struct weft_processor *self, int parent, int j,
                          const int children[], int count)
{
    struct weft_message message;
    if (weft_receive(self, parent, &message))
        return -1;
    if (message.id != j)
        return weft_fail(self, "received message %d instead of %d", message.id,
                         j);
    if (weft_send_many(self, children, count, j, message.data, message.bytes))
        return -1;
    return weft_store(self, j, message.data, message.bytes);
}

int successive_levels_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    const struct levels *levels = plan->schedule;
    int d = plan->dimension, u = weft_rank(self);
    for (int j = 1; j <= plan->size; j++) {
        int x = turn_source(plan, j), children[LEVELS_DIMENSIONS_MAX];
        int nu = levels_rotation(plan, levels, j);
        int count = weft_binomial_children(d, x, nu, u, children);
        int parent = weft_binomial_parent(d, x, nu, u);
        int status = u == x ? levels_begin(self, plan, j, children, count)
                            : levels_pass_on(self, parent, j, children, count);
        if (status)
            return -1;
    }
    return 0;
}
