/* A goal whose values are combined: what a processor sends of a block must be
 * made of what it holds, and so must be what it wants at the end: of disjoint
 * parts where values are added, of any parts where a contribution may come in
 * several times. What came in one slot can be used in the next.
 * A message that does not say what its values are made of carries all that its
 * sender has of the block. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/base.h"
#include "check/carried.h"
#include "exact-cover.h"
#include "goal-effort.h"
#include "problems.h"
#include "voyage.h"
#include "wished.h"

/* Contributors looked at in judging the end: enough for 1024^3. */
#define EFFORT_MAX ((uint64_t)1 << AT_ONCE(31, 28))
#define EFFORT_OF_MESSAGE 1024
#define EFFORT_OF_WISH 32 /* to look a value up */

struct combined {
    struct values values;
    /* What messages without contributors carry, from their send to their
     * arrival: by number of the voyage, and block. */
    struct values sent;
    struct voyage_table voyages;
    int32_t started;         /* voyages */
    struct interval *wanted; /* [processors] room for one set */
    bool *sends, *receives;  /* [processors] it has done so */
    int64_t highest;         /* block sent; -1: none */
    uint64_t copied;         /* ranges of what messages carry untold */
};

static int begin(struct weft_check *check)
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
    combined->wanted = calloc(all + 1, sizeof *combined->wanted);
    combined->sends = calloc(all + 1, sizeof *combined->sends);
    combined->receives = calloc(all + 1, sizeof *combined->receives);
    return combined->wanted && combined->sends && combined->receives ? 0 : -1;
}

static void finish(struct weft_check *check)
{
    struct combined *combined = check->state;
    values_finish(&combined->values);
    values_finish(&combined->sent);
    voyage_table_finish(&combined->voyages);
    free(combined->wanted);
    free(combined->sends);
    free(combined->receives);
}

static struct holder holder_of(const struct weft_check *check, int rank,
                               int block, uint64_t time)
{
    const struct weft_goal *goal = check->options.goal;
    return (struct holder){
        .rank = rank,
        .block = block,
        .own = rank < weft_goal_processors(goal) &&
               weft_goal_has(goal, rank, block),
        .time = time,
        .any = weft_goal_combines(goal) == WEFT_GOAL_ANY,
    };
}

/* ---- what is wrong ------------------------------------------------------- */

/* "the contribution of 3 has not come", ... */
static void explain(const struct weft_check *check, enum found found,
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
                       int block, struct set set, enum found found, int culprit,
                       uint64_t since)
{
    char why[160], sum[60];
    check->result.unheld++;
    explain(check, found, culprit, since, why, sizeof why);
    check_blame(check, check_slot(check, send->start), send->rank,
                "sends block %d of %s to " WHO ", but cannot form it: %s",
                block, set_text(set, sum, sizeof sum), send->peer, why);
}

/* ---- sends --------------------------------------------------------------- */

static bool is_block(const struct weft_goal *goal, int64_t block)
{
    int64_t place = block - weft_goal_first(goal);
    return place >= 0 && place < weft_goal_blocks(goal);
}

/* A value that names its contributors. */
static int send_set(struct weft_check *check, const struct weft_event *send,
                    int block, struct set set)
{
    struct combined *combined = check->state;
    int culprit = 0;
    uint64_t since = 0;
    struct holder holder = holder_of(check, send->rank, block, send->start);
    enum found found =
        values_make(&combined->values, &holder, set, &culprit, &since);
    if (found == FOUND_ERROR)
        return -1;
    if (weft_goal_intervals(check->options.goal) && set.count > 1) {
        char sum[60];
        check_blame(check, check_slot(check, send->start), send->rank,
                    "sends block %d of %s to " WHO
                    ": these processors are not consecutive, and the goal "
                    "keeps the order of operands",
                    block, set_text(set, sum, sizeof sum), send->peer);
    }
    if (found == FOUND_TANGLED)
        goal_effort_tangled(check, send->rank, block);
    else if (found != FOUND)
        blame_send(check, send, block, set, found, culprit, since);
    bool several =
        set.count > 1 || (set.count && set.span[0].last > set.span[0].first);
    return found == FOUND && several
               ? values_give(&combined->values, send->rank, block, set,
                             send->start)
               : 0;
}

static struct pair voyage_key(int from, int to, uint64_t start)
{
    return (struct pair){(uint64_t)(uint32_t)from << 32 | (uint32_t)to, start};
}

/* What a message without contributors carries waits for its arrival. */
static int give_voyage(struct weft_check *check, const struct weft_event *send,
                       int block, struct set set)
{
    struct combined *combined = check->state;
    struct voyage *voyage = NULL;
    if (!goal_effort_copies(check, &combined->copied, set.count))
        return -1;
    if (combined->started < INT32_MAX)
        voyage =
            voyage_table_get(&combined->voyages,
                             voyage_key(send->rank, send->peer, send->start));
    if (!voyage)
        return -1;
    if (!voyage->number)
        voyage->number = ++combined->started;
    return values_give(&combined->sent, voyage->number, block, set,
                       send->start);
}

/* All that the sender has of a block. */
static int send_all(struct weft_check *check, const struct weft_event *send,
                    int block)
{
    struct combined *combined = check->state;
    struct interval *span;
    size_t count;
    int culprit = 0;
    struct holder holder = holder_of(check, send->rank, block, send->start);
    enum found found =
        values_all(&combined->values, &holder, &span, &count, &culprit);
    struct set set = {span, count};
    int status = found == FOUND_ERROR ? -1 : 0;
    if (found == FOUND_TWICE) {
        check->result.unheld++;
        check_blame(check, check_slot(check, send->start), send->rank,
                    "sends all it has of block %d to " WHO
                    ", with the contribution of " WHO " twice",
                    block, send->peer, culprit);
    } else if (!status && !count) {
        check->result.unheld++;
        check_blame(check, check_slot(check, send->start), send->rank,
                    "sends block %d to " WHO ", but has nothing of it", block,
                    send->peer);
    }
    if (!status)
        status = give_voyage(check, send, block, set);
    free(span);
    return status;
}

static int send_block(struct weft_check *check, const struct weft_event *send,
                      int64_t block, struct set set)
{
    if (!is_block(check->options.goal, block)) {
        check_blame(check, check_slot(check, send->start), send->rank,
                    "sends block %" PRId64 ", which is not a block of the goal",
                    block);
        return 0;
    }
    struct combined *combined = check->state;
    if (block > combined->highest)
        combined->highest = block;
    int status = set.count ? send_set(check, send, (int)block, set)
                           : send_all(check, send, (int)block);
    check_too_much(check, status && combined->values.too_many);
    return status;
}

static int each(struct weft_check *check, const struct item_list *list,
                const struct weft_event *send)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct item *item = &list->item[i];
        struct set set = {item->spans ? list->span + item->set : NULL,
                          item->spans};
        for (int64_t block = item->blocks.first; block <= item->blocks.last;
             block++)
            if (send_block(check, send, block, set))
                return -1;
    }
    return 0;
}

static int on_send(struct weft_check *check, const struct weft_event *send)
{
    const struct item_list *list = carried(check, send->message, send->items);
    ((struct combined *)check->state)->sends[send->rank] = true;
    return list ? each(check, list, send) : -1;
}

/* ---- arrivals ---------------------------------------------------------- */

/* What a message without contributors brought. */
static int arrive_all(struct weft_check *check, const struct transit *send,
                      int block, uint64_t end)
{
    struct combined *combined = check->state;
    const struct voyage *voyage = voyage_table_find(
        &combined->voyages,
        voyage_key(send->source, send->destination, send->start));
    const struct value_place *place =
        voyage
            ? value_table_find(&combined->sent.table,
                               (uint64_t)voyage->number << 32 | (uint32_t)block)
            : NULL;
    if (!place)
        return 0;
    const struct held_value *value = &combined->sent.value[place->latest];
    if (!value->count)
        return 0;
    struct set set = {combined->sent.span + value->begin, value->count};
    if (!goal_effort_copies(check, &combined->copied, set.count))
        return -1;
    return values_give(&combined->values, send->destination, block, set, end);
}

static int on_arrive(struct weft_check *check, const struct transit *send,
                     uint64_t end)
{
    struct combined *combined = check->state;
    const struct item_list *list = carried(check, send->message, send->items);
    combined->receives[send->destination] = true;
    for (size_t i = 0; list && i < list->count; i++) {
        const struct item *item = &list->item[i];
        struct set set = {item->spans ? list->span + item->set : NULL,
                          item->spans};
        for (int64_t block = item->blocks.first;
             block <= item->blocks.last && is_block(check->options.goal, block);
             block++)
            if (set.count ? values_give(&combined->values, send->destination,
                                        (int)block, set, end)
                          : arrive_all(check, send, (int)block, end))
                return -1;
    }
    return list ? 0 : -1;
}

/* ---- the end ------------------------------------------------------------- */

static bool lacks_memory(const struct combined *combined, enum found found)
{
    return found == FOUND_ERROR && !combined->values.too_many;
}

static void judge_wish(struct weft_check *check, int rank, int block,
                       struct goal_effort *effort)
{
    struct combined *combined = check->state;
    uint64_t cost = EFFORT_OF_WISH;
    bool missing = effort->unmet > GOAL_UNMET_TOLD &&
                   wish_is_missing(check->options.goal, &combined->values, rank,
                                   block, &cost);
    if (!missing)
        cost += (uint64_t)weft_goal_processors(check->options.goal);
    if (!goal_effort_allows(effort, cost))
        return;
    if (missing) {
        check_blame_end(check, rank, "lacks block %d", block);
        return;
    }
    struct set set =
        wish_set(check->options.goal, rank, block, combined->wanted);
    struct holder holder = holder_of(check, rank, block, UINT64_MAX);
    char why[160], sum[60];
    int culprit = 0;
    uint64_t since = 0;
    enum found found =
        values_make(&combined->values, &holder, set, &culprit, &since);
    effort->ended = effort->ended || found == FOUND_ERROR;
    check->unjudged |= lacks_memory(combined, found);
    if (found == FOUND_TANGLED)
        goal_effort_tangled(check, rank, block);
    if (found == FOUND || found == FOUND_TANGLED || effort->ended)
        return;
    effort->unmet++;
    explain(check, found, culprit, since, why, sizeof why);
    check_blame_end(check, rank, "lacks block %d of %s: %s", block,
                    set_text(set, sum, sizeof sum), why);
}

/* Does it have every block, of everybody? */
static bool has_all(struct weft_check *check, int rank)
{
    struct combined *combined = check->state;
    struct interval everybody = {0, check->size - 1};
    bool found = true;
    for (int block = 0; found && block <= combined->highest; block++) {
        struct holder holder = holder_of(check, rank, block, UINT64_MAX);
        int culprit = 0;
        uint64_t since = 0;
        enum found whole =
            values_make(&combined->values, &holder, (struct set){&everybody, 1},
                        &culprit, &since);
        check->unjudged |= lacks_memory(combined, whole);
        found = whole == FOUND;
    }
    return found;
}

/* Nobody has said where the values are to be: where they are; else where they
 * seem to go, at a processor that only receives. */
static void find_root(struct weft_check *check)
{
    const struct combined *combined = check->state;
    int root = -1, likely = -1;
    for (int rank = 0; rank < check->size && root < 0; rank++) {
        if (combined->receives[rank] && has_all(check, rank))
            root = rank;
        if (combined->receives[rank] && !combined->sends[rank] && likely < 0)
            likely = rank;
    }
    check->options.root = root >= 0 ? root : likely;
}

static void end(struct weft_check *check)
{
    const struct combined *combined = check->state;
    if (check->open_root)
        find_root(check);
    if (known_end(check, combined->highest))
        return;
    const struct weft_goal *goal = check->options.goal;
    struct goal_effort effort = {.left = EFFORT_MAX + check->result.messages *
                                                          EFFORT_OF_MESSAGE,
                                 .unlimited = check->options.unlimited};
    for (int rank = 0; rank < weft_goal_processors(goal); rank++)
        for (int i = 0; i < weft_goal_wanted(goal, rank) && !effort.ended; i++)
            judge_wish(check, rank, weft_goal_want(goal, rank, i), &effort);
    goal_effort_end(check, &effort);
}

const struct check_problem check_combined = {
    .name = "goal",
    .begin = begin,
    .send = on_send,
    .arrive = on_arrive,
    .end = end,
    .finish = finish,
};
