/* The happened-before relation: vector clocks of thread blocks, which are sent
 * with messages and passed to waiting steps. */
#include "execute.h"

#include <stdlib.h>

struct clock *clock_keep(struct execution *run, size_t block)
{
    size_t blocks = run->a->blocks;
    if ((run->clocks += blocks) > CLOCKS_MAX) {
        weft_error_set(run->err, WEFT_ERROR_LIMIT, 0,
                       "too many messages under way at one time, or too many "
                       "thread blocks (%zu), to see what is in order",
                       blocks);
        return NULL;
    }
    struct clock *clock = malloc(sizeof *clock + blocks * sizeof clock->at[0]);
    if (!clock) {
        weft_error_set(run->err, WEFT_ERROR_MEMORY, 0, "no memory");
        return NULL;
    }
    clock->holders = 1;
    for (size_t i = 0; i < blocks; i++)
        clock->at[i] = run->state[block].clock[i];
    return clock;
}

void clock_drop(struct execution *run, struct clock *clock)
{
    if (!clock || --clock->holders)
        return;
    run->clocks -= run->a->blocks;
    free(clock);
}

void clock_join(struct execution *run, size_t block, const struct clock *other)
{
    uint32_t *own = run->state[block].clock;
    for (size_t i = 0; i < run->a->blocks; i++)
        if (own[i] < other->at[i])
            own[i] = other->at[i];
}
