/* Initial distributions of blocks. */
#include "goal.h"

#include <stddef.h>

static int start_root_of(const struct weft_goal *goal, int block)
{
    (void)block;
    return goal->root;
}

static bool start_at_root(const struct weft_goal *goal, int rank, int block)
{
    return rank == start_root_of(goal, block);
}

const struct goal_start goal_at_root = {start_at_root, start_root_of};

static int owner(const struct weft_goal *goal, int block)
{
    return block - goal->first;
}

static bool at_own(const struct weft_goal *goal, int rank, int block)
{
    return rank == owner(goal, block);
}

const struct goal_start goal_at_own = {at_own, owner};

static int source_of(const struct weft_goal *goal, int block)
{
    return goal->source[block - goal->first];
}

static bool at_source(const struct weft_goal *goal, int rank, int block)
{
    return rank == source_of(goal, block);
}

const struct goal_start goal_at_source = {at_source, source_of};

static bool at_all(const struct weft_goal *goal, int rank, int block)
{
    (void)goal, (void)rank, (void)block;
    return true;
}

static int until_last(const struct weft_goal *goal, int rank, int block)
{
    (void)rank, (void)block;
    return goal->first + goal->blocks - 1;
}

const struct goal_start goal_at_all = {at_all, NULL, until_last};

static bool at_row(const struct weft_goal *goal, int rank, int block)
{
    return rank / goal->blocks == block - goal->first;
}

const struct goal_start goal_at_row = {at_row, NULL};

static int start_sender(const struct weft_goal *goal, int block)
{
    return block / goal->processors;
}

static bool at_sender(const struct weft_goal *goal, int rank, int block)
{
    return rank == start_sender(goal, block);
}

const struct goal_start goal_at_sender = {at_sender, start_sender};
