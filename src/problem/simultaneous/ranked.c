/* ranked: at most d packets, each in a different dimension in every slot.
 *
 * In slot m the packet of rank r crosses dimension (r + m - 1) mod d + 1
 * (erratum B1), at every processor that has it: the number of holders doubles.
 * d slots, without conflicts. Ranks are given.
 *
 * Source: Stamoulis, Tsitsiklis, section 3.3.3. */
#include <stdlib.h>
#include <string.h>

#include "simultaneous.h"

/* The packets that a processor has, by rank; NULL for the others. */
struct ranked_shelf {
    void *data[WEFT_DISJOINT_MAX + 1];
};

static int ranked_keep(struct weft_processor *self, struct ranked_shelf *shelf,
                       int r, const void *data, size_t bytes)
{
    if (shelf->data[r])
        return weft_fail(self, "packet %d arrived twice", r);
    shelf->data[r] = malloc(bytes + 1);
    if (!shelf->data[r])
        return weft_fail(self, "no memory for a packet");
    if (bytes)
        memcpy(shelf->data[r], data, bytes);
    return weft_store(self, r, data, bytes);
}

static int keep_own(struct weft_processor *self, const struct plan *plan,
                    struct ranked_shelf *shelf)
{
    const struct simultaneous *state = plan->state;
    int x = weft_rank(self), status = 0;
    for (int m = 1; m <= state->own[x] && !status; m++) {
        int r = state->above[x] + m;
        void *data = simultaneous_packet(self, plan, state->ranked[r]);
        status = data ? ranked_keep(self, shelf, r, data, plan->bytes) : -1;
        free(data);
    }
    return status;
}

/* Slot m: send the packets held and receive new ones. */
static int cross(struct weft_processor *self, const struct plan *plan,
                 struct ranked_shelf *shelf, int m)
{
    const struct simultaneous *state = plan->state;
    int d = plan->dimension, got;
    for (int r = 1; r <= state->count; r++)
        if (shelf->data[r] &&
            weft_post(self, weft_rank(self) ^ 1 << (r + m - 1) % d, r,
                      shelf->data[r], plan->bytes))
            return -1;
    if (weft_step(self))
        return -1;
    struct weft_message message;
    while ((got = weft_take(self, WEFT_ANY, &message)) == 1)
        if (ranked_keep(self, shelf, message.id, message.data, message.bytes))
            return -1;
    return got;
}

static int ranked_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    const struct simultaneous *state = plan->state;
    struct ranked_shelf shelf = {{NULL}};
    int status = keep_own(self, plan, &shelf);
    for (int m = 1; m <= plan->dimension && !status; m++)
        status = cross(self, plan, &shelf, m);
    for (int r = 1; r <= state->count; r++)
        free(shelf.data[r]);
    return status;
}

static int ranked_prepare(struct plan *plan, struct weft_error *err)
{
    struct simultaneous *state = plan->state;
    if (state->count > plan->dimension)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "strategy 'ranked' takes at most d = %d sources "
                              "(ranks 1 to d), not %d",
                              plan->dimension, state->count);
    state->by_rank = true;
    return 0;
}

const struct weft_strategy simultaneous_ranked = {
    .info = {.name = "ranked",
             .summary = "at most d sources, each packet in its own dimension",
             .source = "Stamoulis, Tsitsiklis, section 3.3.3",
             .networks = "hypercube",
             .needs = "all-port"},
    .prepare = ranked_prepare,
    .program = ranked_program,
};
