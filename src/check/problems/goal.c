/* Checks any goal whose blocks are moved, not combined: every message begins
 * where the goal has its block, and each processor has the blocks that it wants
 * at the end. If the goal has an order, stores (if the trace has any) must
 * follow it.
 *
 * Combined values are checked in combined.c. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/base.h"
#include "goal-effort.h"
#include "problems.h"

/* Limit on the number of wanted blocks inspected at the end: about a second of
 * work. */
#define WISHES_MAX ((uint64_t)1 << 24)
#define WISHES_OF_MESSAGE 64
/* Limit on queries whether a processor has a block at the start, for blocks
 * with several holders. */
#define ASKED_MAX ((uint64_t)1 << AT_ONCE(28, 12))
#define ASKED_OF_MESSAGE 1024

/* Allocate check->state: for each processor, the number of blocks stored so
 * far. */
static int problems_goal_begin(struct weft_check *check)
{
    int wants = weft_goal_processors(check->options.goal);
    if (wants != check->size)
        check_blame(check, 1, -1,
                    "the goal is for %d processors, the trace has %d", wants,
                    check->size);
    check->state = calloc((size_t)check->processors + 1, sizeof(int));
    return check->state ? 0 : -1;
}

/* Return whether the goal has a processor with this rank. */
static bool problems_goal_known(const struct weft_check *check, int rank)
{
    return rank < weft_goal_processors(check->options.goal);
}

static int give_all(struct weft_check *check, struct held *held)
{
    const struct weft_goal *goal = check->options.goal;
    uint64_t most = ASKED_MAX + check->result.messages * ASKED_OF_MESSAGE;
    check->asked += (uint64_t)check->size;
    if (check_too_much(check, check->asked > most))
        return -1;
    for (int rank = 0; problems_goal_known(check, rank) && rank < check->size;
         rank++)
        if (weft_goal_has(goal, rank, held->number) &&
            holding_give(check, held, rank, 0))
            return -1;
    return 0;
}

static int problems_goal_first(struct weft_check *check, struct held *held,
                               const struct weft_event *send)
{
    const struct weft_goal *goal = check->options.goal;
    int holder = weft_goal_holder(goal, held->number);
    held->source = send->rank;
    if (holder < 0 && give_all(check, held))
        return -1;
    if (holder >= 0 && holder < check->size) {
        held->source = holder;
        if (holding_give(check, held, holder, 0))
            return -1;
    }
    if (held->number < weft_goal_first(goal) ||
        held->number - weft_goal_first(goal) >= weft_goal_blocks(goal))
        check_blame_send(check, send,
                         "sends message %" PRId32
                         ", which is not a block of the goal",
                         held->number);
    else if (!problems_goal_known(check, send->rank) ||
             !weft_goal_has(goal, send->rank, held->number))
        check_blame_send(check, send,
                         "sends message %" PRId32
                         " first, but does not have it at the start",
                         held->number);
    return 0;
}

/* Return whether a processor has a block at this time, from the start or by
 * reception. */
static bool problems_goal_has(struct weft_check *check, int rank, int block,
                              uint64_t time)
{
    if (weft_goal_has(check->options.goal, rank, block))
        return true;
    const struct held *held = holding_find(check, block);
    return held && holding_has(check, held, rank, time);
}

static int problems_goal_store(struct weft_check *check,
                               const struct weft_event *event)
{
    const struct weft_goal *goal = check->options.goal;
    int *stored = (int *)check->state + event->rank;
    uint64_t slot = check_slot(check, event->start);
    if (!weft_goal_in_order(goal) || !problems_goal_known(check, event->rank))
        return 0;
    if (*stored == weft_goal_wanted(goal, event->rank)) {
        check_blame(check, slot, event->rank,
                    "stores message %" PRId32 " after everything it wants",
                    event->message);
        return 0;
    }
    int turn = weft_goal_want(goal, event->rank, (*stored)++);
    if (event->message != turn)
        check_blame(check, slot, event->rank,
                    "stores message %" PRId32 "; the next in order is %d",
                    event->message, turn);
    else if (!problems_goal_has(check, event->rank, turn, event->start))
        check_blame(check, slot, event->rank,
                    "stores message %d before receiving it", turn);
    return 0;
}

/* ---- the end --------------------------------------------------------- */

/* Return whether every block has reached every processor. */
static bool all_spread(struct weft_check *check)
{
    const struct weft_goal *goal = check->options.goal;
    int first = weft_goal_first(goal);
    if ((size_t)weft_goal_blocks(goal) > check->holdings.count)
        return false;
    for (int i = 0; i < weft_goal_blocks(goal); i++) {
        const struct held *held = holding_find(check, first + i);
        if (!held || held->holders < check->size)
            return false;
    }
    return true;
}

static void blame_missing(struct weft_check *check, int rank, int block,
                          int holder)
{
    found_message(holder >= 0
                      ? check_blame_end(check, rank,
                                        "lacks message %d, which processor " WHO
                                        " has at the start",
                                        block, holder)
                      : check_blame_end(check, rank, "lacks message %d", block),
                  block);
}

/* Report missing blocks of a processor. The initial holder of a block is
 * searched, which may take long, only for findings that are shown. */
static void judge_blocks(struct weft_check *check, int rank,
                         struct goal_effort *effort)
{
    const struct weft_goal *goal = check->options.goal;
    for (int i = 0; i < weft_goal_wanted(goal, rank); i++) {
        int block = weft_goal_want(goal, rank, i);
        if (!goal_effort_allows(effort, 1))
            return;
        if (problems_goal_has(check, rank, block, UINT64_MAX))
            continue;
        bool read = effort->unmet++ < GOAL_UNMET_LISTED;
        blame_missing(check, rank, block,
                      read ? weft_goal_holder(goal, block) : -1);
    }
}

static void problems_goal_judge_stores(struct weft_check *check)
{
    const struct weft_goal *goal = check->options.goal;
    const int *stored = check->state;
    bool any = false;
    for (int rank = 0; rank < check->size; rank++)
        any = any || stored[rank];
    for (int rank = 0;
         any && rank < check->size && problems_goal_known(check, rank); rank++)
        if (stored[rank] != weft_goal_wanted(goal, rank))
            check_blame_end(check, rank, "stored %d of %d messages",
                            stored[rank], weft_goal_wanted(goal, rank));
}

/* Set the number of blocks, if it is unknown, to one more than the highest
 * number of a block that was sent. */
static int problems_goal_count_blocks(struct weft_check *check)
{
    const struct holdings *all = &check->holdings;
    int64_t highest = -1;
    for (size_t i = 0; i < all->count; i++)
        if (!all->message[i].control && all->message[i].number > highest)
            highest = all->message[i].number;
    return known_end(check, highest);
}

static void problems_goal_end(struct weft_check *check)
{
    if (problems_goal_count_blocks(check))
        return;
    bool spread = all_spread(check);
    struct goal_effort effort = {.left = WISHES_MAX + check->result.messages *
                                                          WISHES_OF_MESSAGE,
                                 .unlimited = check->options.unlimited};
    for (int rank = 0; !spread && !effort.ended && rank < check->size &&
                       problems_goal_known(check, rank);
         rank++)
        judge_blocks(check, rank, &effort);
    goal_effort_end(check, &effort);
    problems_goal_judge_stores(check);
}

static const struct check_problem problems_goal_moved = {
    .name = "goal",
    .begin = problems_goal_begin,
    .first = problems_goal_first,
    .store = problems_goal_store,
    .end = problems_goal_end,
};

const struct check_problem *goal_judge(const struct weft_goal *goal)
{
    return weft_goal_combines(goal) == WEFT_GOAL_MOVE ? &problems_goal_moved
                                                      : &check_combined;
}
