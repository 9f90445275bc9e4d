/* Finds sends of messages that the sender does not hold.
 *
 * Without a problem, a send of a message that the processor does not hold yet
 * is no error: the processor may have held it from the start. The send is
 * stored as a claim, which a later reception of the message at the same
 * processor refutes. */
#include "causality.h"

#include <inttypes.h>

#include "carried.h"
#include "check.h"
#include "problem.h"

static bool causality_follows(const struct weft_check *check, int rank,
                              int32_t number)
{
    if (check->unlisted)
        return false;
    if (check->problem)
        return check->problem->first && rank < check->size;
    return check->causality && rank < check->size && number >= 0;
}

static void unheld(struct weft_check *check, uint64_t start, int rank,
                   int32_t number, int to)
{
    check->result.unheld++;
    found_transfer(
        check,
        check_find(check, check_slot(check, start), rank, weft_rule_holds.name,
                   "sends message %" PRId32 " to " WHO " before receiving it%s",
                   number, to, check->phases ? " in an earlier phase" : ""),
        start, rank, to, number);
}

/* ---- claims ---------------------------------------------------------- */

static uint64_t claim_key(const struct weft_check *check,
                          const struct held *held, int rank)
{
    size_t index = (size_t)(held - check->holdings.message);
    return (uint64_t)index << 24 ^ (uint64_t)rank;
}

static void break_claim(struct weft_check *check, struct held *held,
                        struct reservation *claim, int rank)
{
    if (claim->counted)
        return;
    claim->counted = 1;
    held->rivals_refuted += claim->start == held->begun;
    unheld(check, claim->start, rank, held->number, claim->destination);
}

static int causality_claim(struct weft_check *check, struct held *held,
                           const struct weft_event *send)
{
    struct reservation *entry =
        reservation_get(&check->claims, claim_key(check, held, send->rank), 0);
    if (!entry)
        return -1;
    if (!entry->end) {
        entry->end = UINT64_MAX; /* the claim never expires */
        entry->start = send->start;
        entry->destination = send->peer;
        held->rivals += send->start == held->begun;
    }
    if (holding_given(check, held, send->rank))
        break_claim(check, held, entry, send->rank);
    return 0;
}

/* ---- sends and receptions -------------------------------------------- */

static int causality_begin(struct weft_check *check, struct held *held,
                           const struct weft_event *send)
{
    held->started = true;
    if (check->problem)
        return check->problem->first(check, held, send);
    held->source = send->rank;
    held->begun = send->start;
    held->begun_to = send->peer;
    return holding_give(check, held, send->rank, 0);
}

static int send_block(struct weft_check *check, const struct weft_event *send)
{
    if (!causality_follows(check, send->rank, send->message))
        return 0;
    struct held *held = holding_get(check, send->message);
    if (!held)
        return -1;
    if (!held->started)
        return causality_begin(check, held, send);
    if (held->control || holding_has(check, held, send->rank, send->start))
        return 0;
    if (!check->problem)
        return causality_claim(check, held, send);
    if (!check->causality)
        return 0;
    check->result.solved = false;
    unheld(check, send->start, send->rank, held->number, send->peer);
    return 0;
}

static int receive_block(struct weft_check *check, int rank, int32_t number,
                         uint64_t end)
{
    if (!causality_follows(check, rank, number))
        return 0;
    struct held *held = holding_find(check, number);
    if (!held || held->control)
        return 0;
    if (rank == held->source)
        held->returned = true;
    struct reservation *entry =
        check->claims.used
            ? reservation_find(&check->claims, claim_key(check, held, rank), 0)
            : NULL;
    if (entry)
        break_claim(check, held, entry, rank);
    return holding_give(check, held, rank, end);
}

/* Return whether a block is tracked. The content of a combined block changes on
 * its way, unless a problem rules out combining. */
static bool same_block(const struct weft_check *check, const struct item *item)
{
    return check->problem || !item->spans;
}

int causality_send(struct weft_check *check, const struct weft_event *send)
{
    if (!send->items)
        return send_block(check, send);
    if (!causality_follows(check, send->rank, 0))
        return 0;
    const struct item_list *list = carried(check, send->message, send->items);
    struct weft_event block = *send;
    for (size_t i = 0; list && i < list->count; i++)
        for (int64_t n = list->item[i].blocks.first;
             same_block(check, &list->item[i]) &&
             n <= list->item[i].blocks.last;
             n++) {
            block.message = (int32_t)n;
            if (send_block(check, &block))
                return -1;
        }
    return list ? 0 : -1;
}

int causality_receive(struct weft_check *check, const struct transit *send,
                      uint64_t end)
{
    int rank = send->destination;
    if (!send->items)
        return receive_block(check, rank, send->message, end);
    if (!causality_follows(check, rank, 0))
        return 0;
    const struct item_list *list = carried(check, send->message, send->items);
    for (size_t i = 0; list && i < list->count; i++)
        for (int64_t n = list->item[i].blocks.first;
             same_block(check, &list->item[i]) &&
             n <= list->item[i].blocks.last;
             n++)
            if (receive_block(check, rank, (int32_t)n, end))
                return -1;
    return list ? 0 : -1;
}

/* If several processors sent a message before receiving it from any other,
 * those that never receive it held it from the start. If all of them receive
 * it, the lowest one counts as the source and is not reported. */
void causality_end(struct weft_check *check)
{
    for (size_t i = 0; !check->problem && i < check->holdings.count; i++) {
        const struct held *held = &check->holdings.message[i];
        if (held->returned && held->rivals > held->rivals_refuted)
            unheld(check, held->begun, held->source, held->number,
                   held->begun_to);
    }
}
