/* Values put together of others. "Can this set be made of disjoint sets that
 * are held?" is an exact cover: try the sets with its lowest contributor, the
 * latest first, which is nearly always the right one. Values are listed by
 * their lowest contributors, so that one made of very many, which came in any
 * order, is found without looking for each among all. */
#include "exact-cover.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

#define TRIES_MAX 100000 /* sets that fit, tried for one that is asked for */

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
    free(values->left.span);
    free(values->rest.span);
    free(values->trail);
    value_table_finish(&values->table);
    lowest_table_finish(&values->lowest);
    *values = (struct values){0};
}

static uint64_t key_of(int rank, int block)
{
    return (uint64_t)(uint32_t)rank << 32 | (uint32_t)block;
}

static struct pair lowest_key(int rank, int block, struct set set)
{
    return (struct pair){key_of(rank, block), (uint64_t)set.span[0].first};
}

/* Where those with its lowest contributor are listed. 0, or -1: no memory;
 * *lowest NULL: it has none. */
static int find_lowest(struct values *values, int rank, int block,
                       struct set set, struct value_lowest **lowest)
{
    *lowest = set.count ? lowest_table_get(&values->lowest,
                                           lowest_key(rank, block, set))
                        : NULL;
    return set.count && !*lowest ? -1 : 0;
}

/* Two entries and room; nothing is changed where there is no memory. */
static int make_room(struct values *values, int rank, int block, struct set set,
                     struct value_place **place, struct value_lowest **lowest)
{
    if (array_grow(&values->value, &values->capacity, values->count + 1,
                   sizeof *values->value) ||
        array_grow(&values->span, &values->span_capacity,
                   values->spans + set.count, sizeof *values->span) ||
        find_lowest(values, rank, block, set, lowest))
        return -1;
    *place = value_table_get(&values->table, key_of(rank, block));
    if (!*place && *lowest && (*lowest)->latest == VALUE_NONE) {
        (*lowest)->latest = 0; /* an entry, to be taken out */
        lowest_table_remove(&values->lowest, *lowest);
    }
    return *place ? 0 : -1;
}

int values_give(struct values *values, int rank, int block, struct set set,
                uint64_t from)
{
    struct value_place *place;
    struct value_lowest *lowest;
    if (make_room(values, rank, block, set, &place, &lowest))
        return -1;
    if (set.count)
        memcpy(values->span + values->spans, set.span,
               set.count * sizeof *set.span);
    values->value[values->count] = (struct held_value){
        from, values->spans, (uint32_t)set.count, place->latest,
        lowest ? lowest->latest : VALUE_NONE};
    values->spans += set.count;
    if (lowest)
        lowest->latest = (uint32_t)values->count;
    place->latest = (uint32_t)values->count++;
    return 0;
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

/* ---- what is left to be made --------------------------------------------- */

static int append_range(struct item_list *list, int64_t first, int64_t last)
{
    const struct interval span = {(int32_t)first, (int32_t)last};
    return first > last ? 0 : append(list, (struct set){&span, 1});
}

/* A part, which lies within what is left, is made. 0, or -1 with ENOMEM. */
static int take(struct values *values, struct set part)
{
    struct item_list left = values->left;
    size_t k = 0;
    values->rest.spans = 0;
    for (size_t i = 0; i < left.spans; i++) {
        struct interval span = left.span[i];
        int64_t first = span.first;
        for (; k < part.count && part.span[k].last <= span.last; k++) {
            if (append_range(&values->rest, first,
                             (int64_t)part.span[k].first - 1))
                return -1;
            first = (int64_t)part.span[k].last + 1;
        }
        if (append_range(&values->rest, first, span.last))
            return -1;
    }
    values->left = values->rest;
    values->rest = left;
    return 0;
}

/* ---- putting together ---------------------------------------------------- */

struct cover_search {
    struct values *values;
    const struct holder *holder;
    struct interval own;
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

#define VALUE_OWN (VALUE_NONE - 1)

static struct set part_of(const struct cover_search *search, uint32_t index)
{
    return index == VALUE_OWN ? (struct set){&search->own, 1}
                              : set_of(search->values, index);
}

/* The latest value with the lowest contributor of what is left. */
static uint32_t first_part(const struct cover_search *search)
{
    const struct values *values = search->values;
    const struct holder *holder = search->holder;
    const struct set left = {values->left.span, values->left.spans};
    const struct value_lowest *lowest =
        left.count
            ? lowest_table_find(&values->lowest,
                                lowest_key(holder->rank, holder->block, left))
            : NULL;
    return lowest ? lowest->latest : VALUE_NONE;
}

/* One more is tried. Where no other may fit there is no way to choose. */
static bool is_tangled(struct cover_search *search, uint32_t index)
{
    const struct values *values = search->values;
    search->tries += values->value[index].alike != VALUE_NONE;
    return search->tries > TRIES_MAX && !values->unlimited;
}

/* From *index on, the next value that fits. FOUND_MIXED: none does. */
static enum found next_part(struct cover_search *search, uint32_t *index)
{
    struct values *values = search->values;
    const struct holder *holder = search->holder;
    struct set left = {values->left.span, values->left.spans};
    values->looks += left.count / RANGES_A_LOOK;
    for (; *index != VALUE_NONE; *index = values->value[*index].alike) {
        struct set part = set_of(values, *index);
        values->looks += part.count / RANGES_A_LOOK;
        if (!may_look(values))
            return FOUND_ERROR;
        if (values->value[*index].from <= holder->time &&
            set_within(part, left))
            return is_tangled(search, *index) ? FOUND_TANGLED : FOUND;
    }
    *index = VALUE_OWN;
    return holder->own && left.span[0].first == holder->rank ? FOUND
                                                             : FOUND_MIXED;
}

static int go_on(struct cover_search *search, uint32_t index)
{
    struct values *values = search->values;
    if (array_grow(&values->trail, &values->trail_capacity, values->trails + 1,
                   sizeof *values->trail))
        return -1;
    values->trail[values->trails++] = index;
    return take(values, part_of(search, index));
}

/* The last part was wrong: *index is where to look on. */
static enum found go_back(struct cover_search *search, uint32_t *index)
{
    struct values *values = search->values;
    do {
        if (!values->trails)
            return FOUND_MIXED;
        *index = values->trail[--values->trails];
        if (append(&values->left, part_of(search, *index)))
            return FOUND_ERROR;
        values->left.spans = spans_join(values->left.span, values->left.spans);
    } while (*index == VALUE_OWN); /* the last that is tried */
    *index = values->value[*index].alike;
    return FOUND;
}

/* Make what is left of disjoint values; there may be as many as processors. */
static enum found cover(struct cover_search *search)
{
    struct values *values = search->values;
    uint32_t index = first_part(search);
    enum found found = FOUND;
    while (found == FOUND && values->left.spans) {
        found = next_part(search, &index);
        if (found == FOUND_MIXED) {
            found = go_back(search, &index);
        } else if (found == FOUND) {
            found = go_on(search, index) ? FOUND_ERROR : FOUND;
            index = first_part(search);
        }
    }
    return found;
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
        if (values->value[i].from > holder->time || !set_within(part, set))
            continue;
        if (append(list, part))
            return -1;
        if (whole && set_lacking(set, part) < 0)
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
    int32_t rank = set_lacking(set, (struct set){list.span, list.spans});
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
            int32_t both = set_common(set_of(values, i), set_of(values, k));
            if (both >= 0 && set_within(set_of(values, i), set) &&
                set_within(set_of(values, k), set) &&
                values->value[i].from <= holder->time)
                return both;
        }
    return instead;
}

enum found values_make(struct values *values, const struct holder *holder,
                       struct set set, int *culprit, uint64_t *since)
{
    struct cover_search search = {
        values, holder, {holder->rank, holder->rank}, 0};
    enum found found = blame(values, holder, set, culprit, since);
    if (found != FOUND_TWICE)
        return found;
    if (holder->any)
        return FOUND;
    values->trails = values->left.spans = 0;
    found = append(&values->left, set) ? FOUND_ERROR : cover(&search);
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
    int32_t both = set_common(sum, set);
    if (both >= 0 && set_lacking(set, sum) < 0)
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
