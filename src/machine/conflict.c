/* Conflicts: counted once per (slot, processor) or (slot, arc); details are
 * kept for the lowest ones, independent of the order in which they are
 * found. */
#include "conflict.h"
#include "base/invariant.h"
#include <stdio.h>
#include <string.h>

static int count_once(struct conflicts *conflicts,
                      const struct weft_conflict *conflict, uint64_t where)
{
    INVARIANT(conflict->slot > 0); /* 0 marks a free slot of the table */
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

static int conflict_order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int of_arc(const struct weft_conflict *conflict)
{
    return conflict->rule == &weft_rule_arc ||
           conflict->rule == &weft_rule_lanes;
}

/* Compare two conflicts. Any total order is suitable after (slot, rank), but
 * port rules must precede arc rules, and the order must not depend on
 * addresses. */
static int conflict_compare(const struct weft_conflict *a,
                            const struct weft_conflict *b)
{
    int by = conflict_order(a->slot, b->slot);
    by = by ? by : conflict_order((uint64_t)a->rank, (uint64_t)b->rank);
    by = by ? by : of_arc(a) - of_arc(b);
    by =
        by ? by
           : conflict_order((uint64_t)a->second.peer, (uint64_t)b->second.peer);
    by = by ? by
            : conflict_order((uint64_t)a->second.message,
                             (uint64_t)b->second.message);
    by = by ? by : conflict_order((uint64_t)a->other, (uint64_t)b->other);
    by = by ? by : conflict_order((uint64_t)a->from, (uint64_t)b->from);
    return by ? by : conflict_order((uint64_t)a->to, (uint64_t)b->to);
}

static void conflict_keep(struct weft_conflict *kept, int *count,
                          const struct weft_conflict *conflict)
{
    int at = *count;
    while (at && conflict_compare(conflict, &kept[at - 1]) < 0)
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
    conflict_keep(conflicts->conflict, &conflicts->kept, conflict);
}

void conflicts_merge(struct weft_outcome *outcome, const struct conflicts *from)
{
    outcome->conflicts += from->count;
    for (int i = 0; i < from->kept; i++)
        conflict_keep(outcome->conflict, &outcome->kept, &from->conflict[i]);
}

void conflicts_finish(struct conflicts *conflicts)
{
    conflicts_seen_finish(&conflicts->seen);
}

static void conflict_use_text(const struct weft_use *use, char *text,
                              size_t size)
{
    bool sends = use->kind == WEFT_USE_SEND;
    if (use->kind == WEFT_USE_COMPUTE)
        snprintf(text, size, "computes");
    else
        snprintf(text, size, "%s message %d %s %d",
                 sends ? "sends" : "receives", use->message,
                 sends ? "to" : "from", use->peer);
}

/* Describe two sends or two receptions of one processor. */
static void conflict_twice_text(const struct weft_use *a,
                                const struct weft_use *b, char *text,
                                size_t size)
{
    bool sends = a->kind == WEFT_USE_SEND;
    const char *verb = sends ? "sends" : "receives";
    const char *way = sends ? "to" : "from";
    if (a->message == b->message && a->items == b->items)
        snprintf(text, size, "%s message %d twice (%s %d, %s %d)", verb,
                 a->message, way, a->peer, way, b->peer);
    else
        snprintf(text, size, "%s two messages (%d %s %d, %d %s %d)", verb,
                 a->message, way, a->peer, b->message, way, b->peer);
}

static void conflict_uses_text(const struct weft_conflict *conflict, char *text,
                               size_t size)
{
    const struct weft_use *first = &conflict->first;
    const struct weft_use *second = &conflict->second;
    bool alone = conflict->other == conflict->rank;
    char one[80], two[80], other[40] = "and";
    if (alone && first->kind == second->kind &&
        first->kind != WEFT_USE_COMPUTE) {
        conflict_twice_text(second, first, text, size);
        return;
    }
    conflict_use_text(first, one, sizeof one);
    conflict_use_text(second, two, sizeof two);
    if (!alone)
        snprintf(other, sizeof other, "while processor %d", conflict->other);
    snprintf(text, size, "%s %s %s", two, other, one);
}

void conflict_format(const struct weft_conflict *conflict, const char *model,
                     char *text, size_t size)
{
    char uses[240], link[60] = "", allows[90] = "allowed:";
    conflict_uses_text(conflict, uses, sizeof uses);
    if (conflict->from != conflict->to)
        snprintf(link, sizeof link, ", both over the link from %d to %d",
                 conflict->from, conflict->to);
    if (model)
        snprintf(allows, sizeof allows, "model '%s' allows", model);
    snprintf(text, size, "step %llu, processor %d: %s%s; %s %s",
             (unsigned long long)conflict->slot, conflict->rank, uses, link,
             allows, conflict->rule->text);
}

void weft_conflict_format(const struct weft_conflict *conflict, char *text,
                          size_t size)
{
    conflict_format(conflict, NULL, text, size);
}
