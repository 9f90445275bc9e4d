/* Which processors want which blocks. */
#include "goal.h"

#include <stddef.h>

/* Extend a run whose contributors are the holders of the block. */
static void run_of_start(const struct weft_goal *goal, int rank,
                         struct interval *room, struct goal_run *run)
{
    int holder = weft_goal_holder(goal, run->blocks.first);
    run->count = 1;
    *room = (struct interval){holder, holder};
    if (goal->start != &goal_at_all)
        return;
    *room = (struct interval){0, goal->processors - 1};
    if (weft_goal_wanted(goal, rank) == goal->blocks)
        run->blocks.last = goal->first + goal->blocks - 1;
}

/* ---- all ---- */

static int all_blocks(const struct weft_goal *goal, int rank)
{
    (void)rank;
    return goal->blocks;
}

static int block_at(const struct weft_goal *goal, int rank, int i)
{
    (void)rank;
    return goal->first + i;
}

static int postcondition_place_of(const struct weft_goal *goal, int rank,
                                  int block)
{
    (void)rank;
    return block - goal->first;
}

const struct goal_postcondition goal_for_all = {
    all_blocks, block_at, postcondition_place_of, NULL, run_of_start};

/* ---- everybody its own ---- */

static int one_block(const struct weft_goal *goal, int rank)
{
    return rank < goal->blocks;
}

static int own_block(const struct weft_goal *goal, int rank, int i)
{
    (void)i;
    return goal->first + rank;
}

static int place_of_own(const struct weft_goal *goal, int rank, int block)
{
    return block - goal->first == rank ? 0 : -1;
}

const struct goal_postcondition goal_for_own = {
    one_block, own_block, place_of_own, NULL, run_of_start};

/* ---- the root all ---- */

static int blocks_of_root(const struct weft_goal *goal, int rank)
{
    return rank == goal->root ? goal->blocks : 0;
}

static int place_at_root(const struct weft_goal *goal, int rank, int block)
{
    return rank == goal->root ? block - goal->first : -1;
}

const struct goal_postcondition goal_for_root = {
    blocks_of_root, block_at, place_at_root, NULL, run_of_start};

/* ---- rows of a square: as many blocks as rows ---- */

static int blocks_of_first(const struct weft_goal *goal, int rank)
{
    return rank % goal->blocks == 0;
}

static int block_of_row(const struct weft_goal *goal, int rank, int i)
{
    (void)i;
    return goal->first + rank / goal->blocks;
}

static int place_in_row(const struct weft_goal *goal, int rank, int block)
{
    return rank % goal->blocks == 0 && block == block_of_row(goal, rank, 0)
               ? 0
               : -1;
}

const struct goal_postcondition goal_for_first = {blocks_of_first, block_of_row,
                                                  place_in_row, NULL};

/* ---- from everybody one ---- */

static int blocks_of_receiver(const struct weft_goal *goal, int rank)
{
    (void)rank;
    return goal->processors;
}

static int block_from(const struct weft_goal *goal, int rank, int i)
{
    return i * goal->processors + rank;
}

static int place_at_receiver(const struct weft_goal *goal, int rank, int block)
{
    return block % goal->processors == rank ? block / goal->processors : -1;
}

const struct goal_postcondition goal_for_receiver = {
    blocks_of_receiver, block_from, place_at_receiver, NULL};
