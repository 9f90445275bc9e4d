/* Limits the effort of running an algorithm in proportion to the size of its
 * file: one step may move many chunks, and one chunk may be the sum of many. */
#include "execute.h"

#include <stdlib.h>

/* all limits grow with the number of steps */
#define EFFORT_MOVED_MAX ((uint64_t)1 << 23)
#define MOVED_A_STEP 256
#define ADDED_MAX ((uint64_t)1 << 28)
#define ADDED_A_STEP 4096
#define ALIVE_MAX ((uint64_t)1 << 23)
#define ALIVE_A_STEP 256
#define FLYING_MAX ((uint64_t)1 << 20)
#define FLYING_A_STEP 64

void message_free(struct execution *run, struct sent *message)
{
    run->effort.flying -= message->room;
    for (int i = 0; i < message->count; i++)
        value_drop(message->value[i]);
    clock_drop(run, message->clock);
    free(message);
}

void effort_begin(struct execution *run)
{
    run->effort = (struct effort){.alive_at = &run->effort.alive};
    for (size_t i = 0; i < run->a->blocks; i++)
        run->effort.steps += run->a->block[i].steps;
}

static bool effort_refuse(struct execution *run, uint64_t most,
                          const char *what)
{
    run->effort.refused = true;
    weft_error_set(run->err, WEFT_ERROR_LIMIT, 0,
                   "more than %llu %s, in a file with so many steps",
                   (unsigned long long)most, what);
    return false;
}

bool effort_moves(struct execution *run, const struct step *step)
{
    uint64_t chunks = step->count > 0 ? (uint64_t)step->count : 0;
    struct effort *effort = &run->effort;
    uint64_t moved = EFFORT_MOVED_MAX + effort->steps * MOVED_A_STEP;
    uint64_t flying = FLYING_MAX + effort->steps * FLYING_A_STEP;
    effort->moved += chunks;
    if (effort->moved > moved)
        return effort_refuse(run, moved, "chunks are moved");
    if (step->type->sends && effort->flying + chunks > flying)
        return effort_refuse(run, flying, "chunks are under way at one time");
    return true;
}

bool effort_adds(struct execution *run, uint32_t parts)
{
    struct effort *effort = &run->effort;
    uint64_t added = ADDED_MAX + effort->steps * ADDED_A_STEP;
    uint64_t alive = ALIVE_MAX + effort->steps * ALIVE_A_STEP;
    effort->added += parts;
    if (effort->added > added)
        return effort_refuse(run, added, "contributions are added");
    if (effort->alive > alive)
        return effort_refuse(run, alive,
                             "contributions are in all chunks together");
    return true;
}
