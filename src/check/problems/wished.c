/* Wishes for combined blocks. */
#include "wished.h"

struct set wish_set(const struct weft_goal *goal, int rank, int block,
                    struct interval *room)
{
    size_t count = 0;
    for (int from = 0; from < weft_goal_processors(goal); from++) {
        struct interval *last = count ? &room[count - 1] : NULL;
        if (!weft_goal_takes(goal, rank, block, from))
            continue;
        if (last && last->last == from - 1)
            last->last = from;
        else
            room[count++] = (struct interval){from, from};
    }
    return (struct set){room, count};
}

bool wish_is_missing(const struct weft_goal *goal, const struct values *values,
                     int rank, int block, uint64_t *cost)
{
    if (values_any(values, rank, block))
        return false;
    if (!weft_goal_has(goal, rank, block))
        return true;
    for (int from = 0; from < weft_goal_processors(goal); from++, ++*cost)
        if (from != rank && weft_goal_takes(goal, rank, block, from))
            return true;
    return false;
}
