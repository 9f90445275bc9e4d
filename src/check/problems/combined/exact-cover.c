/* Composes values from others. "Is this set a union of disjoint sets that are
 * held?" is an exact cover problem: try the sets that contain its lowest
 * contributor, beginning with the most recent set, which is nearly always the
 * right one. The values that fit are sorted by their lowest contributors, so
 * that a union of very many values, which arrived in any order, is found
 * without a linear search for each. */
#include "exact-cover.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

#define EXACT_COVER_TRIES_MAX                                                  \
    100000 /* number of fitting sets tried to compose one set */

/* Limit on the number of values inspected, with an allowance per value: one
 * value may be sent back and forth any number of times, and each is compared
 * with all earlier ones. */
#define EXACT_COVER_LOOKS_MAX ((uint64_t)1 << 28)
#define LOOKS_A_VALUE 4096
#define RANGES_A_LOOK 8

static bool exact_cover_may_look(struct values *values)
{
    bool may =
        values->looks <= EXACT_COVER_LOOKS_MAX + values->count * LOOKS_A_VALUE;
    values->looks++;
    values->too_many |= !may && !values->unlimited;
    return may || values->unlimited;
}

/* ---- what fits ---------------------------------------------------------- */

/* Return a sort key: by lowest contributor, then latest value first. */
static uint64_t fit_of(int32_t lowest, uint32_t index)
{
    return (uint64_t)(uint32_t)lowest << 32 | (UINT32_MAX - index);
}

static int32_t lowest_of(uint64_t fit)
{
    return (int32_t)(fit >> 32);
}

static struct set exact_cover_part_of(const struct values *values, size_t at)
{
    return values_set(values, UINT32_MAX - (uint32_t)values->fit[at]);
}

static int add_fit(struct values *values, uint32_t index, struct set part)
{
    if (array_grow(&values->fit, &values->fit_capacity, values->fits + 1,
                   sizeof *values->fit))
        return -1;
    values->fit[values->fits++] = fit_of(part.span[0].first, index);
    return span_list_append(&values->sum, part);
}

/* Collect the values that are held by now and are subsets of a set. Return
 * FOUND if one of them equals the set, else FOUND_MIXED. */
static enum found exact_cover_gather(struct values *values,
                                     const struct holder *holder,
                                     struct set set)
{
    values->fits = values->sum.count = 0;
    for (uint32_t i = holder->latest; i != VALUE_NONE;
         i = values->value[i].next) {
        struct set part = values_set(values, i);
        values->looks += part.count / RANGES_A_LOOK;
        if (!exact_cover_may_look(values))
            return FOUND_ERROR;
        if (!part.count || values->value[i].from > holder->time ||
            !set_within(part, set))
            continue;
        if (part.count == set.count && set_lacking(set, part) < 0)
            return FOUND;
        if (add_fit(values, i, part))
            return FOUND_ERROR;
    }
    values->sum.count = spans_join(values->sum.span, values->sum.count);
    return FOUND_MIXED;
}

/* ---- what is left to be made --------------------------------------------- */

/* Remove a subset of the missing contributors from them. Return 0, or -1 with
 * ENOMEM. */
static int exact_cover_take(struct values *values, struct set part)
{
    struct span_list left = values->left;
    values->rest.count = 0;
    if (span_list_append_rest(&values->rest, set_in(&left), part))
        return -1;
    values->left = values->rest;
    values->rest = left;
    return 0;
}

/* ---- putting together ---------------------------------------------------- */

static int by_fit(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Return the first index in fit[] whose value begins with the lowest missing
 * contributor. */
static size_t first_fit(const struct values *values)
{
    size_t low = 0, high = values->left.count ? values->fits : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lowest_of(values->fit[middle]) < values->left.span[0].first)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_lowest(const struct values *values, size_t at)
{
    return at < values->fits &&
           lowest_of(values->fit[at]) == values->left.span[0].first;
}

/* Advance *at to the next value that contains only missing contributors. Return
 * FOUND_MIXED if there is none. A try is counted only if there are
 * alternatives. */
static enum found next_part(struct values *values, size_t *at, int *tries)
{
    values->looks += values->left.count / RANGES_A_LOOK;
    for (; is_lowest(values, *at); ++*at) {
        struct set part = exact_cover_part_of(values, *at);
        values->looks += part.count / RANGES_A_LOOK;
        if (!exact_cover_may_look(values))
            return FOUND_ERROR;
        if (!set_within(part, set_in(&values->left)))
            continue;
        *tries += is_lowest(values, *at + 1);
        return *tries > EXACT_COVER_TRIES_MAX && !values->unlimited
                   ? FOUND_TANGLED
                   : FOUND;
    }
    return FOUND_MIXED;
}

static int exact_cover_go_on(struct values *values, size_t at)
{
    if (array_grow(&values->trail, &values->trail_capacity, values->trails + 1,
                   sizeof *values->trail))
        return -1;
    values->trail[values->trails++] = at;
    return exact_cover_take(values, exact_cover_part_of(values, at));
}

/* Backtrack: undo the last choice and set *at to the value after it. */
static enum found go_back(struct values *values, size_t *at)
{
    if (!values->trails)
        return FOUND_MIXED;
    *at = values->trail[--values->trails];
    if (span_list_append(&values->left, exact_cover_part_of(values, *at)))
        return FOUND_ERROR;
    values->left.count = spans_join(values->left.span, values->left.count);
    ++*at;
    return FOUND;
}

/* Compose a set of disjoint values, at most as many as there are processors. */
static enum found cover(struct values *values, struct set set)
{
    int tries = 0;
    values->trails = values->left.count = 0;
    enum found found =
        span_list_append(&values->left, set) ? FOUND_ERROR : FOUND;
    if (values->fits)
        qsort(values->fit, values->fits, sizeof *values->fit, by_fit);
    size_t at = first_fit(values);
    while (found == FOUND && values->left.count) {
        found = next_part(values, &at, &tries);
        if (found == FOUND_MIXED) {
            found = go_back(values, &at);
        } else if (found == FOUND) {
            found = exact_cover_go_on(values, at) ? FOUND_ERROR : FOUND;
            at = first_fit(values);
        }
    }
    return found;
}

/* ---- why not ------------------------------------------------------------ */

/* Return whether a contributor has arrived in any value, and set *since to its
 * first arrival. */
static bool comes(struct values *values, const struct holder *holder,
                  int32_t rank, uint64_t *since)
{
    bool found = false;
    *since = 0;
    for (uint32_t i = holder->latest;
         i != VALUE_NONE && exact_cover_may_look(values);
         i = values->value[i].next) {
        if (!set_has(values_set(values, i), rank))
            continue;
        if (!*since || values->value[i].from < *since)
            *since = values->value[i].from;
        found = found || values->value[i].from <= holder->time;
    }
    return found;
}

/* Return a contributor that occurs in two of the values that fit. */
static int added_twice(struct values *values, const struct holder *holder,
                       struct set set)
{
    for (uint32_t i = holder->latest; values_any(values, i);
         i = values->value[i].next)
        for (uint32_t k = values->value[i].next;
             values_any(values, k) && exact_cover_may_look(values);
             k = values->value[k].next) {
            struct set one = values_set(values, i);
            struct set other = values_set(values, k);
            int32_t both = set_common(one, other);
            if (both >= 0 && set_within(one, set) && set_within(other, set) &&
                values->value[i].from <= holder->time)
                return both;
        }
    return holder->rank;
}

enum found values_make(struct values *values, const struct holder *holder,
                       struct set set, int *culprit, uint64_t *since)
{
    enum found found = exact_cover_gather(values, holder, set);
    *since = 0;
    values->parts = 1;
    if (found != FOUND_MIXED)
        return found;
    int32_t rank = set_lacking(set, set_in(&values->sum));
    if (rank >= 0) {
        *culprit = (int)rank;
        bool some = comes(values, holder, rank, since);
        if (!exact_cover_may_look(values))
            return FOUND_ERROR;
        return some ? FOUND_MIXED : FOUND_LACKS;
    }
    found = holder->any ? FOUND : cover(values, set);
    values->parts = holder->any ? values->fits : values->trails;
    if (found != FOUND_MIXED)
        return found;
    *culprit = added_twice(values, holder, set);
    return FOUND_TWICE;
}

/* ---- everything ---------------------------------------------------------- */

/* Add a set to values->sum. Return FOUND_TWICE if the sum contains a part of
 * it, but not all. */
static enum found exact_cover_add(struct span_list *list, struct set set,
                                  bool any, int *culprit)
{
    int32_t both = set_common(set_in(list), set);
    if (both >= 0 && set_lacking(set, set_in(list)) < 0)
        return FOUND; /* nothing to add: the sum contains the set */
    if (both >= 0 && !any) {
        *culprit = both;
        return FOUND_TWICE;
    }
    if (span_list_append(list, set))
        return FOUND_ERROR;
    list->count = spans_join(list->span, list->count);
    return FOUND;
}

enum found values_all(struct values *values, const struct holder *holder,
                      struct set *set, int *culprit)
{
    enum found found = FOUND;
    values->sum.count = 0;
    for (uint32_t i = holder->latest; i != VALUE_NONE && found == FOUND;
         i = values->value[i].next)
        if (!exact_cover_may_look(values))
            found = FOUND_ERROR;
        else if (values->value[i].from <= holder->time)
            found = exact_cover_add(&values->sum, values_set(values, i),
                                    holder->any, culprit);
    *set = set_in(&values->sum);
    return found;
}
