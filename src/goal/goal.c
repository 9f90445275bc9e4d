/* The public functions on goals; they dispatch to the goal's tables. */
#include "goal.h"

#include <stdlib.h>

struct weft_goal *goal_create(const struct weft_goal *fields)
{
    struct weft_goal *goal = malloc(sizeof *goal);
    if (goal)
        *goal = *fields;
    if (!goal) {
        free(fields->source);
        written_destroy(fields->written);
    }
    return goal;
}

void weft_goal_destroy(struct weft_goal *goal)
{
    if (!goal)
        return;
    free(goal->source);
    written_destroy(goal->written);
    free(goal);
}

int weft_goal_processors(const struct weft_goal *goal)
{
    return goal->processors;
}

int weft_goal_blocks(const struct weft_goal *goal)
{
    return goal->blocks;
}

int weft_goal_first(const struct weft_goal *goal)
{
    return goal->first;
}

enum weft_goal_rule weft_goal_combines(const struct weft_goal *goal)
{
    return goal->rule;
}

bool weft_goal_in_order(const struct weft_goal *goal)
{
    return goal->in_order;
}

bool weft_goal_intervals(const struct weft_goal *goal)
{
    return goal->intervals;
}

static bool goal_is_block(const struct weft_goal *goal, int block)
{
    return block >= goal->first && block - goal->first < goal->blocks;
}

static bool is_rank(const struct weft_goal *goal, int rank)
{
    return rank >= 0 && rank < goal->processors;
}

bool weft_goal_has(const struct weft_goal *goal, int rank, int block)
{
    return goal_is_block(goal, block) && is_rank(goal, rank) &&
           goal->start->has(goal, rank, block);
}

int weft_goal_holder(const struct weft_goal *goal, int block)
{
    if (!goal_is_block(goal, block) || !goal->start->holder)
        return -1;
    return goal->start->holder(goal, block);
}

int weft_goal_wanted(const struct weft_goal *goal, int rank)
{
    return is_rank(goal, rank) ? goal->postcondition->wanted(goal, rank) : 0;
}

int weft_goal_want(const struct weft_goal *goal, int rank, int i)
{
    return is_rank(goal, rank) && i >= 0 && i < weft_goal_wanted(goal, rank)
               ? goal->postcondition->want(goal, rank, i)
               : -1;
}

int weft_goal_place(const struct weft_goal *goal, int rank, int block)
{
    return goal_is_block(goal, block) && is_rank(goal, rank)
               ? goal->postcondition->place(goal, rank, block)
               : -1;
}

bool weft_goal_takes(const struct weft_goal *goal, int rank, int block,
                     int contributor)
{
    if (!is_rank(goal, rank))
        return false;
    if (goal->postcondition->takes)
        return goal->postcondition->takes(goal, rank, block, contributor);
    return weft_goal_has(goal, contributor, block);
}
