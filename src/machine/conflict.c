/* Broken rules: counted once per (slot, processor) or (slot, arc), the lowest
 * kept in full, whatever the order in which they are found. */
#include "conflict.h"
#include "base/invariant.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t mix(uint64_t slot, uint64_t rank)
{
    uint64_t x = (slot ^ rank << 40) * 0x9e3779b97f4a7c15u;
    return (x ^ x >> 29) * 0xbf58476d1ce4e5b9u >> 16;
}

static uint64_t *probe(uint64_t (*seen)[2], size_t room, uint64_t slot,
                       uint64_t rank)
{
    size_t i = mix(slot, rank) & (room - 1);
    while (seen[i][0] && (seen[i][0] != slot || seen[i][1] != rank))
        i = (i + 1) & (room - 1);
    return seen[i];
}

static int enlarge(struct conflicts *conflicts)
{
    size_t room = conflicts->seen_room ? 2 * conflicts->seen_room : 64;
    uint64_t(*seen)[2] = calloc(room, sizeof *seen);
    if (!seen)
        return -1;
    for (size_t i = 0; i < conflicts->seen_room; i++) {
        const uint64_t *old = conflicts->seen[i];
        if (old[0])
            memcpy(probe(seen, room, old[0], old[1]), old, sizeof *seen);
    }
    free(conflicts->seen);
    conflicts->seen = seen;
    conflicts->seen_room = room;
    return 0;
}

int conflicts_port(struct conflicts *conflicts,
                   const struct weft_conflict *conflict)
{
    INVARIANT(conflict->slot > 0); /* 0 marks an empty place */
    if (4 * (conflicts->seen_count + 1) > 3 * conflicts->seen_room)
        if (enlarge(conflicts))
            return -1;
    uint64_t *place = probe(conflicts->seen, conflicts->seen_room,
                            conflict->slot, (uint64_t)conflict->rank);
    if (place[0])
        return 0;
    place[0] = conflict->slot;
    place[1] = (uint64_t)conflict->rank;
    conflicts->seen_count++;
    conflicts_add(conflicts, conflict);
    return 0;
}

static int order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Any total order will do after (slot, rank), but rules of ports come first
 * and nothing may depend on addresses. */
static int compare(const struct weft_conflict *a, const struct weft_conflict *b)
{
    int by = order(a->slot, b->slot);
    by = by ? by : order((uint64_t)a->rank, (uint64_t)b->rank);
    by = by ? by : (a->rule == &weft_rule_arc) - (b->rule == &weft_rule_arc);
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
    free(conflicts->seen);
}

static int describe(const struct weft_use *use, char *text, size_t size)
{
    if (use->kind == WEFT_USE_COMPUTE)
        return snprintf(text, size, "computes");
    bool sends = use->kind == WEFT_USE_SEND;
    return snprintf(text, size, "%s message %d %s %d",
                    sends ? "sends" : "receives", use->message,
                    sends ? "to" : "from", use->peer);
}

void weft_conflict_format(const struct weft_conflict *conflict, char *text,
                          size_t size)
{
    char first[80], second[80], who[40] = "", link[60] = "";
    describe(&conflict->first, first, sizeof first);
    describe(&conflict->second, second, sizeof second);
    if (conflict->other != conflict->rank)
        snprintf(who, sizeof who, "processor %d ", conflict->other);
    if (conflict->from != conflict->to)
        snprintf(link, sizeof link, ", both over the link from %d to %d",
                 conflict->from, conflict->to);
    snprintf(text, size, "slot %llu, processor %d: %s and %s%s%s; %s (%s)",
             (unsigned long long)conflict->slot, conflict->rank, second, who,
             first, link, conflict->rule->text, conflict->rule->name);
}
