/* Goals with combined values: the values that a processor sends, or must have
 * at the end, must be composed of values that it holds: of disjoint ones if
 * values are added, of any if a contribution may be used several times. A value
 * that arrives in one step can be sent in the next. A message that does not
 * list contributors carries everything that its sender has of the block. Blocks
 * for which a processor holds the same values are processed together. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/base.h"
#include "check/carried.h"
#include "combined.h"
#include "goal/runs.h"

#define PARTS_KEPT 8

static int combined_begin(struct weft_check *check)
{
    int wants = weft_goal_processors(check->options.goal);
    if (wants != check->size)
        check_blame(check, 1, -1,
                    "the goal is for %d processors, the trace has %d", wants,
                    check->size);
    struct combined *combined = calloc(1, sizeof *combined);
    check->state = combined;
    if (!combined)
        return -1;
    size_t all =
        (size_t)(wants > check->processors ? wants : check->processors);
    combined->highest = -1;
    combined->values.unlimited = check->options.unlimited;
    combined->alone.unlimited = check->options.unlimited;
    combined->rank = calloc(all + 1, sizeof *combined->rank);
    combined->wanted = calloc(all + 1, sizeof *combined->wanted);
    return combined->rank && combined->wanted ? 0 : -1;
}

static void combined_finish(struct weft_check *check)
{
    struct combined *combined = check->state;
    values_finish(&combined->values);
    values_finish(&combined->sent);
    values_finish(&combined->alone);
    journey_table_finish(&combined->journeys);
    free(combined->rank);
    free(combined->wanted);
}

/* ---- values of a processor ----------------------------------------------- */

int combined_give_own(const struct weft_check *check, struct values *values,
                      size_t holder, int rank, int64_t block)
{
    const struct weft_goal *goal = check->options.goal;
    int64_t end = (int64_t)weft_goal_first(goal) + weft_goal_blocks(goal);
    if (block < weft_goal_first(goal))
        block = weft_goal_first(goal);
    while (block < end) {
        struct interval same = {(int32_t)block,
                                goal_has_until(goal, rank, (int)block)};
        if (weft_goal_has(goal, rank, (int)block) &&
            values_own(values, holder, same, rank))
            return -1;
        block = (int64_t)same.last + 1;
    }
    return 0;
}

int combined_seed(struct weft_check *check, int rank)
{
    struct combined *combined = check->state;
    const struct weft_goal *goal = check->options.goal;
    int64_t from = combined->rank[rank].seeded;
    int64_t end = (int64_t)weft_goal_first(goal) + weft_goal_blocks(goal);
    if (from >= end)
        return 0;
    combined->rank[rank].seeded = end;
    return combined_give_own(check, &combined->values, (size_t)rank, rank,
                             from);
}

struct holder combined_holder(const struct weft_check *check, int rank,
                              const struct piece_part *part, uint64_t time)
{
    return (struct holder){
        .rank = rank,
        .latest = part->latest,
        .time = time,
        .any = weft_goal_combines(check->options.goal) == WEFT_GOAL_ANY,
    };
}

/* Restrict a range to the blocks of the goal. */
static struct interval combined_inside(const struct weft_goal *goal,
                                       struct interval blocks)
{
    int64_t first = weft_goal_first(goal);
    int64_t last = first + weft_goal_blocks(goal) - 1;
    if (blocks.first < first)
        blocks.first = (int32_t)first;
    if (blocks.last > last)
        blocks.last = (int32_t)last;
    return blocks;
}

/* ---- explanations -------------------------------------------------------- */

void combined_explain(const struct weft_check *check, enum found found,
                      int culprit, uint64_t since, char *text, size_t size)
{
    uint64_t slot = since ? check_slot(check, since - 1) : 0;
    char place[40] = " never arrives";
    if (since)
        snprintf(place, sizeof place, " arrives only in step %" PRIu64, slot);
    if (found == FOUND_LACKS)
        snprintf(text, size, "the contribution of " WHO "%s", culprit, place);
    else if (found == FOUND_MIXED)
        snprintf(text, size,
                 "the contribution of " WHO " arrived in step %" PRIu64
                 ", but only combined with others that do not belong here",
                 culprit, slot);
    else
        snprintf(text, size,
                 "it would contain the contribution of " WHO " twice", culprit);
}

static void blame_send(struct weft_check *check, const struct weft_event *send,
                       int block, struct set set, const char *why)
{
    char sum[60];
    check->result.unheld++;
    check_blame_send(check, send,
                     "sends block %d of %s to " WHO ", but cannot form it: %s",
                     block, set_text(set, sum, sizeof sum), send->peer, why);
}

static void blame_gaps(struct weft_check *check, const struct weft_event *send,
                       int block, struct set set)
{
    char sum[60];
    check_blame_send(check, send,
                     "sends block %d of %s to " WHO
                     ": these processors are not consecutive, and the goal "
                     "keeps the order of operands",
                     block, set_text(set, sum, sizeof sum), send->peer);
}

/* ---- sends --------------------------------------------------------------- */

/* Report a value that cannot be sent, once for each block; why NULL: it can be
 * composed, but its parts may have gaps. */
static int combined_blame_blocks(struct weft_check *check,
                                 const struct weft_event *send,
                                 struct interval blocks, struct set set,
                                 const char *why)
{
    bool gaps = weft_goal_intervals(check->options.goal) && set.count > 1;
    for (int64_t block = blocks.first; (gaps || why) && block <= blocks.last;
         block++) {
        if (!carried_more(check, 1))
            return -1;
        if (gaps)
            blame_gaps(check, send, (int)block, set);
        if (why)
            blame_send(check, send, (int)block, set, why);
    }
    return 0;
}

/* Store a value that was composed of very many parts as a new value, so that it
 * need not be composed again. */
static int keep_sum(struct combined *combined, const struct weft_event *send,
                    struct interval blocks, struct set set)
{
    return combined->values.parts > PARTS_KEPT
               ? values_give(&combined->values, (size_t)send->rank, blocks, set,
                             send->start)
               : 0;
}

/* Check the send of a value with contributors, for blocks with the same
 * values. */
static int send_set(struct weft_check *check, const struct weft_event *send,
                    const struct piece_part *part, struct set set)
{
    struct combined *combined = check->state;
    int culprit = 0;
    uint64_t since = 0;
    char why[160];
    struct holder holder =
        combined_holder(check, send->rank, part, send->start);
    enum found found =
        values_make(&combined->values, &holder, set, &culprit, &since);
    if (found == FOUND_ERROR)
        return -1;
    bool wrong = found != FOUND && found != FOUND_TANGLED;
    if (wrong)
        combined_explain(check, found, culprit, since, why, sizeof why);
    if (combined_blame_blocks(check, send, part->blocks, set,
                              wrong ? why : NULL))
        return -1;
    if (found == FOUND_TANGLED)
        goal_effort_tangled(check, send->rank, part->blocks.first);
    return found == FOUND ? keep_sum(combined, send, part->blocks, set) : 0;
}

static struct pair journey_key(int from, int to, uint64_t start)
{
    return (struct pair){(uint64_t)(uint32_t)from << 32 | (uint32_t)to, start};
}

/* Store the contents of a message without contributors until it arrives. */
static int give_journey(struct weft_check *check, const struct weft_event *send,
                        struct interval blocks, struct set set)
{
    struct combined *combined = check->state;
    struct journey *journey = NULL;
    if (!goal_effort_copies(check, &combined->copied, set.count))
        return -1;
    if (combined->started < INT32_MAX)
        journey =
            journey_table_get(&combined->journeys,
                              journey_key(send->rank, send->peer, send->start));
    if (!journey)
        return -1;
    if (!journey->number)
        journey->number = ++combined->started;
    return values_give(&combined->sent, (size_t)journey->number, blocks, set,
                       send->start);
}

static void blame_all(struct weft_check *check, const struct weft_event *send,
                      int block, bool twice, int culprit)
{
    check->result.unheld++;
    if (twice)
        check_blame_send(check, send,
                         "sends all it has of block %d to " WHO
                         ", with the contribution of " WHO " twice",
                         block, send->peer, culprit);
    else
        check_blame_send(check, send,
                         "sends block %d to " WHO ", but has nothing of it",
                         block, send->peer);
}

/* Let a message without contributors carry everything that the sender has of
 * some blocks with the same values. */
static int combined_send_all(struct weft_check *check,
                             const struct weft_event *send,
                             const struct piece_part *part)
{
    struct combined *combined = check->state;
    struct set set;
    int culprit = 0;
    struct holder holder =
        combined_holder(check, send->rank, part, send->start);
    enum found found = values_all(&combined->values, &holder, &set, &culprit);
    if (found == FOUND_ERROR)
        return -1;
    for (int64_t block = part->blocks.first;
         (found == FOUND_TWICE || !set.count) && block <= part->blocks.last;
         block++) {
        if (!carried_more(check, 1))
            return -1;
        blame_all(check, send, (int)block, found == FOUND_TWICE, culprit);
    }
    return give_journey(check, send, part->blocks, set);
}

static int send_inside(struct weft_check *check, const struct weft_event *send,
                       struct interval blocks, struct set set)
{
    struct combined *combined = check->state;
    int status = combined_seed(check, send->rank);
    if (blocks.last > combined->highest)
        combined->highest = blocks.last;
    for (int64_t block = blocks.first; block <= blocks.last && !status;) {
        struct piece_part part = values_part(
            &combined->values, (size_t)send->rank, block, blocks.last);
        if (!carried_more(check, 1))
            status = -1;
        else if (set.count)
            status = send_set(check, send, &part, set);
        else
            status = combined_send_all(check, send, &part);
        block = (int64_t)part.blocks.last + 1;
    }
    check_too_much(check, status && combined->values.too_many);
    return status;
}

static int send_outside(struct weft_check *check, const struct weft_event *send,
                        int64_t first, int64_t last)
{
    for (int64_t block = first; block <= last; block++) {
        if (!carried_more(check, 1))
            return -1;
        check_blame_send(
            check, send,
            "sends block %" PRId64 ", which is not a block of the goal", block);
    }
    return 0;
}

static int combined_send_item(struct weft_check *check,
                              const struct weft_event *send,
                              struct interval blocks, struct set set)
{
    struct interval part = combined_inside(check->options.goal, blocks);
    if (part.first > part.last)
        return send_outside(check, send, blocks.first, blocks.last);
    return send_outside(check, send, blocks.first, (int64_t)part.first - 1) ||
                   send_inside(check, send, part, set) ||
                   send_outside(check, send, (int64_t)part.last + 1,
                                blocks.last)
               ? -1
               : 0;
}

static struct set combined_set_of(const struct item_list *list,
                                  const struct item *item)
{
    return (struct set){item->spans ? list->span + item->set : NULL,
                        item->spans};
}

static int combined_on_send(struct weft_check *check,
                            const struct weft_event *send)
{
    const struct item_list *list =
        carried_ranges(check, send->message, send->items);
    ((struct combined *)check->state)->rank[send->rank].sends = true;
    for (size_t i = 0; list && i < list->count; i++)
        if (combined_send_item(check, send, list->item[i].blocks,
                               combined_set_of(list, &list->item[i])))
            return -1;
    return list ? 0 : -1;
}

/* ---- arrivals ---------------------------------------------------------- */

/* Record the arrival of a message without contributors. */
static int arrive_all(struct weft_check *check, const struct transit *send,
                      struct interval blocks, uint64_t end)
{
    struct combined *combined = check->state;
    const struct journey *journey = journey_table_find(
        &combined->journeys,
        journey_key(send->source, send->destination, send->start));
    for (int64_t block = blocks.first; journey && block <= blocks.last;) {
        struct piece_part part = values_part(
            &combined->sent, (size_t)journey->number, block, blocks.last);
        struct set set = {0};
        if (part.latest != VALUE_NONE)
            set = values_set(&combined->sent, part.latest);
        if (set.count &&
            (!carried_more(check, 1) ||
             !goal_effort_copies(check, &combined->copied, set.count) ||
             values_give(&combined->values, (size_t)send->destination,
                         part.blocks, set, end)))
            return -1;
        block = (int64_t)part.blocks.last + 1;
    }
    return 0;
}

static int arrive_set(struct weft_check *check, const struct transit *send,
                      struct interval blocks, struct set set, uint64_t end)
{
    struct combined *combined = check->state;
    size_t before = combined->values.count;
    if (values_give(&combined->values, (size_t)send->destination, blocks, set,
                    end))
        return -1;
    return carried_more(check, combined->values.count - before) ? 0 : -1;
}

static int on_arrive(struct weft_check *check, const struct transit *send,
                     uint64_t end)
{
    struct combined *combined = check->state;
    const struct item_list *list =
        carried_ranges(check, send->message, send->items);
    combined->rank[send->destination].receives = true;
    if (!list || combined_seed(check, send->destination))
        return -1;
    for (size_t i = 0; i < list->count; i++) {
        struct interval blocks =
            combined_inside(check->options.goal, list->item[i].blocks);
        struct set set = combined_set_of(list, &list->item[i]);
        if (blocks.first > blocks.last)
            continue;
        if (set.count ? arrive_set(check, send, blocks, set, end)
                      : arrive_all(check, send, blocks, end))
            return -1;
    }
    return 0;
}

const struct check_problem check_combined = {
    .name = "goal",
    .begin = combined_begin,
    .send = combined_on_send,
    .arrive = on_arrive,
    .end = combined_end,
    .finish = combined_finish,
};
