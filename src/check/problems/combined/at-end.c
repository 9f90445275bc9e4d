/* Checks, at the end, that every processor holds the combined values that the
 * goal requires. */
#include <stdlib.h>

#include "combined.h"
#include "goal/runs.h"

/* Limit on the number of ranges of contributors and of processors that are
 * inspected at the end, with an allowance per message and per wanted block. */
#define AT_END_EFFORT_MAX ((uint64_t)1 << AT_ONCE(31, 28))
#define EFFORT_OF_MESSAGE 1024
#define EFFORT_OF_WISH 32 /* cost of searching for one value */

static bool lacks_memory(const struct values *values, enum found found)
{
    return found == FOUND_ERROR && !values->too_many;
}

/* State of checking the wanted blocks of one processor. */
struct wish_judging {
    struct goal_effort effort;
    struct values *values;
    size_t holder;
    int rank;
};

/* Report wanted blocks that are missing, with an explanation for the first ones
 * only. */
static void blame_wishes(struct weft_check *check, struct wish_judging *judging,
                         struct interval blocks, struct set set,
                         const char *why, bool nothing)
{
    char sum[60];
    set_text(set, sum, sizeof sum);
    for (int64_t block = blocks.first; block <= blocks.last; block++) {
        if (block > blocks.first &&
            !goal_effort_allows(&judging->effort, EFFORT_OF_WISH))
            return;
        if (nothing && judging->effort.unmet > GOAL_UNMET_LISTED) {
            found_message(check_blame_end(check, judging->rank,
                                          "lacks block %d", (int)block),
                          (int32_t)block);
            continue;
        }
        judging->effort.unmet++;
        found_message(check_blame_end(check, judging->rank,
                                      "lacks block %d of %s: %s", (int)block,
                                      sum, why),
                      (int32_t)block);
    }
}

static void judge_part(struct weft_check *check, struct wish_judging *judging,
                       const struct piece_part *part, struct set set)
{
    struct holder holder =
        combined_holder(check, judging->rank, part, UINT64_MAX);
    char why[160];
    int culprit = 0;
    uint64_t since = 0;
    if (!goal_effort_allows(&judging->effort, EFFORT_OF_WISH + set.count))
        return;
    enum found found =
        values_make(judging->values, &holder, set, &culprit, &since);
    judging->effort.ended |= found == FOUND_ERROR;
    check->unjudged |= lacks_memory(judging->values, found);
    if (found == FOUND_TANGLED)
        goal_effort_tangled(check, judging->rank, part->blocks.first);
    if (found == FOUND || found == FOUND_TANGLED || found == FOUND_ERROR)
        return;
    combined_explain(check, found, culprit, since, why, sizeof why);
    blame_wishes(check, judging, part->blocks, set, why,
                 found == FOUND_LACKS &&
                     !values_any(judging->values, part->latest));
}

static void judge_run(struct weft_check *check, struct wish_judging *judging,
                      const struct goal_run *run)
{
    struct set set = {run->set, run->count};
    for (int64_t block = run->blocks.first;
         block <= run->blocks.last && !judging->effort.ended;) {
        struct piece_part part = values_part(judging->values, judging->holder,
                                             block, run->blocks.last);
        judge_part(check, judging, &part, set);
        block = (int64_t)part.blocks.last + 1;
    }
}

/* Select the values of a processor; one without transfers uses
 * combined->alone. */
static int at_end_look_at(struct weft_check *check,
                          struct wish_judging *judging, int rank)
{
    struct combined *combined = check->state;
    bool alone = !combined->rank[rank].receives && !combined->rank[rank].sends;
    judging->rank = rank;
    judging->values = alone ? &combined->alone : &combined->values;
    judging->holder = alone ? 0 : (size_t)rank;
    values_clear(&combined->alone);
    return alone ? combined_give_own(check, &combined->alone, 0, rank, 0)
                 : combined_seed(check, rank);
}

static void judge_rank(struct weft_check *check, struct wish_judging *judging,
                       int rank)
{
    const struct weft_goal *goal = check->options.goal;
    struct combined *combined = check->state;
    struct goal_run run;
    int wanted = weft_goal_wanted(goal, rank);
    if (wanted && at_end_look_at(check, judging, rank)) {
        check->unjudged = judging->effort.ended = true;
        return;
    }
    for (int i = 0; i < wanted && !judging->effort.ended;
         i += run.blocks.last - run.blocks.first + 1) {
        goal_want_run(goal, rank, i, combined->wanted, &run);
        if (!goal_effort_allows(&judging->effort, run.asked))
            return;
        judge_run(check, judging, &run);
    }
}

/* Return whether a processor has every block, with the contributions of all. */
static bool has_all(struct weft_check *check, int rank)
{
    struct combined *combined = check->state;
    struct interval everybody = {0, check->size - 1};
    bool found = !combined_seed(check, rank);
    for (int64_t block = 0; found && block <= combined->highest;) {
        struct piece_part part = values_part(&combined->values, (size_t)rank,
                                             block, (int32_t)combined->highest);
        struct holder holder = combined_holder(check, rank, &part, UINT64_MAX);
        int culprit = 0;
        uint64_t since = 0;
        enum found whole =
            values_make(&combined->values, &holder, (struct set){&everybody, 1},
                        &culprit, &since);
        check->unjudged |= lacks_memory(&combined->values, whole);
        found = whole == FOUND;
        block = (int64_t)part.blocks.last + 1;
    }
    return found;
}

/* Find the root if it is unknown: the processor with all values or, if there is
 * none, the first one that only receives. */
static void at_end_find_root(struct weft_check *check)
{
    const struct combined *combined = check->state;
    int root = -1, likely = -1;
    for (int rank = 0; rank < check->size && root < 0; rank++) {
        if (combined->rank[rank].receives && has_all(check, rank))
            root = rank;
        if (combined->rank[rank].receives && !combined->rank[rank].sends &&
            likely < 0)
            likely = rank;
    }
    check->options.root = root >= 0 ? root : likely;
}

void combined_end(struct weft_check *check)
{
    const struct combined *combined = check->state;
    if (check->open_root)
        at_end_find_root(check);
    if (known_end(check, combined->highest))
        return;
    const struct weft_goal *goal = check->options.goal;
    struct wish_judging judging = {
        .effort = {.left = AT_END_EFFORT_MAX +
                           check->result.messages * EFFORT_OF_MESSAGE,
                   .unlimited = check->options.unlimited}};
    for (int rank = 0;
         rank < weft_goal_processors(goal) && !judging.effort.ended; rank++)
        judge_rank(check, &judging, rank);
    goal_effort_end(check, &judging.effort);
}
