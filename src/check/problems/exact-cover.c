/* Values put together of others. "Can this set be made of disjoint sets that
 * are held?" is an exact cover: try the sets with its lowest contributor, the
 * latest first, which is nearly always the right one. */
#include "exact-cover.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

#define TRIES_MAX 100000 /* sets looked at for one that is asked for */

/* One value may be sent to and fro for ever, and is looked at among all those
 * that came before: so many looks, and more for each. */
#define LOOKS_MAX ((uint64_t)1 << 28)
#define LOOKS_A_VALUE 4096
#define RANGES_A_LOOK 8

static bool may_look(struct values *values)
{
    bool may = values->looks <= LOOKS_MAX + values->count * LOOKS_A_VALUE;
    values->looks++;
    values->too_many |= !may && !values->unlimited;
    return may || values->unlimited;
}

void values_finish(struct values *values)
{
    free(values->value);
    free(values->span);
    free(values->left);
    value_table_finish(&values->table);
    *values = (struct values){0};
}

static uint64_t key_of(int rank, int block)
{
    return (uint64_t)(uint32_t)rank << 32 | (uint32_t)block;
}

int values_give(struct values *values, int rank, int block, struct set set,
                uint64_t from)
{
    struct value_place *place =
        value_table_get(&values->table, key_of(rank, block));
    if (!place)
        return -1;
    if (array_grow(&values->value, &values->capacity, values->count + 1,
                   sizeof *values->value) ||
        array_grow(&values->span, &values->span_capacity,
                   values->spans + set.count, sizeof *values->span)) {
        if (place->latest == VALUE_NONE) {
            place->latest = 0; /* an entry, to be taken out */
            value_table_remove(&values->table, place);
        }
        return -1;
    }
    if (set.count)
        memcpy(values->span + values->spans, set.span,
               set.count * sizeof *set.span);
    values->value[values->count] = (struct held_value){
        from, values->spans, (uint32_t)set.count, place->latest};
    values->spans += set.count;
    place->latest = (uint32_t)values->count++;
    return 0;
}

/* ---- sets -------------------------------------------------------------- */

static bool set_has(struct set set, int32_t rank)
{
    for (size_t i = 0; i < set.count && set.span[i].first <= rank; i++)
        if (rank <= set.span[i].last)
            return true;
    return false;
}

static bool within(struct set inner, struct set outer)
{
    size_t k = 0;
    for (size_t i = 0; i < inner.count; i++) {
        while (k < outer.count && outer.span[k].last < inner.span[i].first)
            k++;
        if (k == outer.count || outer.span[k].first > inner.span[i].first ||
            outer.span[k].last < inner.span[i].last)
            return false;
    }
    return true;
}

/* One that is in both; -1: none. */
static int32_t common(struct set a, struct set b)
{
    for (size_t i = 0, k = 0; i < a.count && k < b.count;) {
        if (a.span[i].last < b.span[k].first)
            i++;
        else if (b.span[k].last < a.span[i].first)
            k++;
        else
            return a.span[i].first > b.span[k].first ? a.span[i].first
                                                     : b.span[k].first;
    }
    return -1;
}

/* The lowest of `a` that is not in b; -1: none. */
static int32_t lacking(struct set a, struct set b)
{
    size_t k = 0;
    for (size_t i = 0; i < a.count; i++)
        for (int64_t at = a.span[i].first; at <= a.span[i].last;
             at = (int64_t)b.span[k].last + 1) {
            while (k < b.count && b.span[k].last < at)
                k++;
            if (k == b.count || b.span[k].first > at)
                return (int32_t)at;
        }
    return -1;
}

/* Its spans behind those of a list. 0, or -1 with ENOMEM. */
static int append(struct item_list *list, struct set set)
{
    if (array_grow(&list->span, &list->span_capacity, list->spans + set.count,
                   sizeof *list->span))
        return -1;
    if (set.count)
        memcpy(list->span + list->spans, set.span,
               set.count * sizeof *set.span);
    list->spans += set.count;
    return 0;
}

const char *set_text(struct set set, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < set.count; i++) {
        struct interval span = set.span[i];
        char part[32];
        int length =
            snprintf(part, sizeof part, "%s%" PRId32, i ? "+" : "", span.first);
        if (span.last > span.first)
            length += snprintf(part + length, sizeof part - (size_t)length,
                               "-%" PRId32, span.last);
        if (used + (size_t)length + 4 > size) {
            snprintf(text + used, size - used, "...");
            break;
        }
        memcpy(text + used, part, (size_t)length + 1);
        used += (size_t)length;
    }
    return text;
}

/* ---- a stack of what is left to be made ---------------------------------- */

static int push(struct values *values, int64_t first, int64_t last)
{
    if (first > last)
        return 0;
    if (array_grow(&values->left, &values->left_capacity, values->lefts + 1,
                   sizeof *values->left))
        return -1;
    values->left[values->lefts++] =
        (struct interval){(int32_t)first, (int32_t)last};
    return 0;
}

/* left[at .. at + count) without `part`, which lies within: pushed. */
static int push_rest(struct values *values, size_t at, size_t count,
                     struct set part)
{
    size_t k = 0;
    for (size_t i = 0; i < count; i++) {
        struct interval span = values->left[at + i];
        int64_t first = span.first;
        for (; k < part.count && part.span[k].last <= span.last; k++) {
            if (push(values, first, (int64_t)part.span[k].first - 1))
                return -1;
            first = (int64_t)part.span[k].last + 1;
        }
        if (push(values, first, span.last))
            return -1;
    }
    return 0;
}

/* ---- putting together ---------------------------------------------------- */

struct cover_search {
    struct values *values;
    const struct holder *holder;
    int tries;
};

static uint32_t latest_of(const struct values *values,
                          const struct holder *holder)
{
    const struct value_place *place =
        value_table_find(&values->table, key_of(holder->rank, holder->block));
    return place ? place->latest : VALUE_NONE;
}

bool values_any(const struct values *values, int rank, int block)
{
    return value_table_find(&values->table, key_of(rank, block));
}

static struct set set_of(const struct values *values, uint32_t index)
{
    const struct held_value *value = &values->value[index];
    return (struct set){values->span + value->begin, value->count};
}

static enum found cover(struct cover_search *search, size_t at, size_t count);

/* Use a part, and go on with the rest. */
static enum found with(struct cover_search *search, size_t at, size_t count,
                       struct set part)
{
    struct values *values = search->values;
    size_t rest = values->lefts;
    if (push_rest(values, at, count, part))
        return FOUND_ERROR;
    enum found found = cover(search, rest, values->lefts - rest);
    values->lefts = rest;
    return found;
}

/* Make left[at .. at + count) of disjoint values. */
static enum found cover(struct cover_search *search, size_t at, size_t count)
{
    struct values *values = search->values;
    const struct holder *holder = search->holder;
    if (!count)
        return FOUND;
    int32_t lowest = values->left[at].first;
    for (uint32_t i = latest_of(values, holder); i != VALUE_NONE;
         i = values->value[i].next) {
        struct set wanted = {values->left + at, count};
        struct set part = set_of(values, i);
        values->looks += part.count / RANGES_A_LOOK;
        if (!may_look(values))
            return FOUND_ERROR;
        if (++search->tries > TRIES_MAX)
            return FOUND_TANGLED;
        if (values->value[i].from > holder->time || !part.count ||
            part.span[0].first != lowest || !within(part, wanted))
            continue;
        enum found found = with(search, at, count, part);
        if (found != FOUND_MIXED)
            return found;
    }
    const struct interval own = {holder->rank, holder->rank};
    if (holder->own && lowest == holder->rank)
        return with(search, at, count, (struct set){&own, 1});
    return FOUND_MIXED;
}

/* Has a contributor come in any value, and when first? */
static bool comes(struct values *values, const struct holder *holder,
                  int32_t rank, uint64_t *since)
{
    bool found = false;
    *since = 0;
    for (uint32_t i = latest_of(values, holder);
         i != VALUE_NONE && may_look(values); i = values->value[i].next) {
        if (!set_has(set_of(values, i), rank))
            continue;
        if (!*since || values->value[i].from < *since)
            *since = values->value[i].from;
        found = found || values->value[i].from <= holder->time;
    }
    return found;
}

/* The union of what is held by now and lies within a set, in a list. */
static int gather(struct values *values, const struct holder *holder,
                  struct set set, struct item_list *list)
{
    const struct interval own = {holder->rank, holder->rank};
    if (holder->own && append(list, (struct set){&own, 1}))
        return -1;
    for (uint32_t i = latest_of(values, holder); i != VALUE_NONE;
         i = values->value[i].next) {
        struct set part = set_of(values, i);
        bool whole = part.count == set.count;
        values->looks += part.count / RANGES_A_LOOK;
        if (!may_look(values))
            return -1;
        if (values->value[i].from > holder->time || !within(part, set))
            continue;
        if (append(list, part))
            return -1;
        if (whole && lacking(set, part) < 0)
            break; /* nothing is missing then */
    }
    list->spans = list->spans ? spans_join(list->span, list->spans) : 0;
    return 0;
}

/* Nobody makes this set: why not? Or it is a union, if that is enough. */
static enum found blame(struct values *values, const struct holder *holder,
                        struct set set, int *culprit, uint64_t *since)
{
    struct item_list list = {0};
    *since = 0;
    int status = gather(values, holder, set, &list);
    int32_t rank = lacking(set, (struct set){list.span, list.spans});
    free(list.span);
    if (status)
        return FOUND_ERROR;
    if (rank < 0)
        return FOUND_TWICE;
    *culprit = (int)rank;
    bool some = comes(values, holder, rank, since);
    return !may_look(values) ? FOUND_ERROR : some ? FOUND_MIXED : FOUND_LACKS;
}

/* Of all sets that fit, taken greedily, the first contributor that comes in a
 * second time. */
static int added_twice(struct values *values, const struct holder *holder,
                       struct set set, int instead)
{
    for (uint32_t i = latest_of(values, holder); i != VALUE_NONE;
         i = values->value[i].next)
        for (uint32_t k = values->value[i].next;
             k != VALUE_NONE && may_look(values); k = values->value[k].next) {
            int32_t both = common(set_of(values, i), set_of(values, k));
            if (both >= 0 && within(set_of(values, i), set) &&
                within(set_of(values, k), set) &&
                values->value[i].from <= holder->time)
                return both;
        }
    return instead;
}

enum found values_make(struct values *values, const struct holder *holder,
                       struct set set, int *culprit, uint64_t *since)
{
    struct cover_search search = {values, holder, 0};
    enum found found = blame(values, holder, set, culprit, since);
    if (found != FOUND_TWICE)
        return found;
    if (holder->any)
        return FOUND;
    values->lefts = 0;
    for (size_t i = 0; i < set.count; i++)
        if (push(values, set.span[i].first, set.span[i].last))
            return FOUND_ERROR;
    found = cover(&search, 0, set.count);
    values->lefts = 0;
    if (found != FOUND_MIXED)
        return found;
    *culprit = added_twice(values, holder, set, holder->rank);
    return FOUND_TWICE;
}

/* ---- everything ---------------------------------------------------------- */

/* Add a set. FOUND_TWICE: some of it is in the list, but not all. */
static enum found add(struct item_list *list, struct set set, bool any,
                      int *culprit)
{
    struct set sum = {list->span, list->spans};
    int32_t both = common(sum, set);
    if (both >= 0 && lacking(set, sum) < 0)
        return FOUND; /* it has been added before */
    if (both >= 0 && !any) {
        *culprit = both;
        return FOUND_TWICE;
    }
    if (append(list, set))
        return FOUND_ERROR;
    list->spans = list->spans ? spans_join(list->span, list->spans) : 0;
    return FOUND;
}

enum found values_all(struct values *values, const struct holder *holder,
                      struct interval **set, size_t *count, int *culprit)
{
    const struct interval own = {holder->rank, holder->rank};
    struct item_list list = {0};
    enum found found = FOUND;
    for (uint32_t i = latest_of(values, holder);
         i != VALUE_NONE && found == FOUND; i = values->value[i].next)
        if (!may_look(values))
            found = FOUND_ERROR;
        else if (values->value[i].from <= holder->time)
            found = add(&list, set_of(values, i), holder->any, culprit);
    if (found == FOUND && holder->own)
        found = add(&list, (struct set){&own, 1}, holder->any, culprit);
    *set = list.span;
    *count = list.spans;
    return found;
}
