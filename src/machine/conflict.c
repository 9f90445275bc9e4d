/* Broken rules: counted once per (slot, processor) or (slot, arc), the lowest
 * kept in full, whatever the order in which they are found. */
#include "conflict.h"
#include "base/invariant.h"
#include <stdio.h>
#include <string.h>

static int count_once(struct conflicts *conflicts,
                      const struct weft_conflict *conflict, uint64_t where)
{
    INVARIANT(conflict->slot > 0); /* 0 marks an empty place */
    uint32_t known = conflicts->seen.used;
    struct pair key = {conflict->slot, where};
    if (!conflicts_seen_get(&conflicts->seen, key))
        return -1;
    if (conflicts->seen.used == known)
        return 0;
    conflicts_add(conflicts, conflict);
    return 0;
}

int conflicts_port(struct conflicts *conflicts,
                   const struct weft_conflict *conflict)
{
    return count_once(conflicts, conflict, (uint64_t)conflict->rank);
}

int conflicts_arc(struct conflicts *conflicts,
                  const struct weft_conflict *conflict, int to)
{
    uint64_t from = (uint64_t)conflict->rank;
    return count_once(conflicts, conflict, ((uint64_t)to + 1) << 32 | from);
}

static int order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int of_arc(const struct weft_conflict *conflict)
{
    return conflict->rule == &weft_rule_arc ||
           conflict->rule == &weft_rule_lanes;
}

/* Any total order will do after (slot, rank), but rules of ports come first
 * and nothing may depend on addresses. */
static int compare(const struct weft_conflict *a, const struct weft_conflict *b)
{
    int by = order(a->slot, b->slot);
    by = by ? by : order((uint64_t)a->rank, (uint64_t)b->rank);
    by = by ? by : of_arc(a) - of_arc(b);
    by = by ? by : order((uint64_t)a->second.peer, (uint64_t)b->second.peer);
    by = by ? by
            : order((uint64_t)a->second.message, (uint64_t)b->second.message);
    by = by ? by : order((uint64_t)a->other, (uint64_t)b->other);
    by = by ? by : order((uint64_t)a->from, (uint64_t)b->from);
    return by ? by : order((uint64_t)a->to, (uint64_t)b->to);
}

static void keep(struct weft_conflict *kept, int *count,
                 const struct weft_conflict *conflict)
{
    int at = *count;
    while (at && compare(conflict, &kept[at - 1]) < 0)
        at--;
    if (at == WEFT_CONFLICTS_KEPT)
        return;
    int moved = *count - at - (*count == WEFT_CONFLICTS_KEPT);
    memmove(&kept[at + 1], &kept[at], (size_t)moved * sizeof *kept);
    kept[at] = *conflict;
    *count += *count < WEFT_CONFLICTS_KEPT;
    INVARIANT(*count <= WEFT_CONFLICTS_KEPT);
}

void conflicts_add(struct conflicts *conflicts,
                   const struct weft_conflict *conflict)
{
    INVARIANT(conflict->slot > 0 && conflict->rule);
    conflicts->count++;
    keep(conflicts->conflict, &conflicts->kept, conflict);
}

void conflicts_merge(struct weft_outcome *outcome, const struct conflicts *from)
{
    outcome->conflicts += from->count;
    for (int i = 0; i < from->kept; i++)
        keep(outcome->conflict, &outcome->kept, &from->conflict[i]);
}

void conflicts_finish(struct conflicts *conflicts)
{
    conflicts_seen_finish(&conflicts->seen);
}

/* beside: what it is told after. */
static int describe(const struct weft_use *use, const struct weft_use *beside,
                    char *text, size_t size)
{
    if (use->kind == WEFT_USE_COMPUTE)
        return snprintf(text, size, "computes");
    bool sends = use->kind == WEFT_USE_SEND;
    bool others = sends && beside && beside->kind == use->kind &&
                  beside->message == use->message &&
                  beside->items != use->items;
    return snprintf(text, size, "%s message %d%s %s %d",
                    sends ? "sends" : "receives", use->message,
                    others ? " that carries something else" : "",
                    sends ? "to" : "from", use->peer);
}

void weft_conflict_format(const struct weft_conflict *conflict, char *text,
                          size_t size)
{
    char first[80], second[80], who[40] = "", link[60] = "";
    describe(&conflict->first, &conflict->second, first, sizeof first);
    describe(&conflict->second, NULL, second, sizeof second);
    if (conflict->other != conflict->rank)
        snprintf(who, sizeof who, "processor %d ", conflict->other);
    if (conflict->from != conflict->to)
        snprintf(link, sizeof link, ", both over the link from %d to %d",
                 conflict->from, conflict->to);
    snprintf(text, size, "slot %llu, processor %d: %s and %s%s%s; %s (%s)",
             (unsigned long long)conflict->slot, conflict->rank, second, who,
             first, link, conflict->rule->text, conflict->rule->name);
}
