/* Where blocks are at the start. */
#include "goal.h"

static bool at_root(const struct weft_goal *goal, int rank, int block)
{
    (void)block;
    return rank == goal->root;
}

const struct goal_start goal_at_root = {at_root};

static bool at_own(const struct weft_goal *goal, int rank, int block)
{
    return block - goal->first == rank;
}

const struct goal_start goal_at_own = {at_own};

static bool at_source(const struct weft_goal *goal, int rank, int block)
{
    return goal->source[block - goal->first] == rank;
}

const struct goal_start goal_at_source = {at_source};

static bool at_all(const struct weft_goal *goal, int rank, int block)
{
    (void)goal, (void)rank, (void)block;
    return true;
}

const struct goal_start goal_at_all = {at_all};

static bool at_row(const struct weft_goal *goal, int rank, int block)
{
    return rank / goal->blocks == block - goal->first;
}

const struct goal_start goal_at_row = {at_row};
