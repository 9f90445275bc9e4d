/* Sets of contributors. */
#include "contributors.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int span_list_append(struct span_list *list, struct set set)
{
    if (array_grow(&list->span, &list->capacity, list->count + set.count,
                   sizeof *list->span))
        return -1;
    if (set.count)
        memcpy(list->span + list->count, set.span,
               set.count * sizeof *set.span);
    list->count += set.count;
    return 0;
}

static int append_range(struct span_list *list, int64_t first, int64_t last)
{
    const struct interval span = {(int32_t)first, (int32_t)last};
    return first > last ? 0 : span_list_append(list, (struct set){&span, 1});
}

int span_list_append_rest(struct span_list *list, struct set set,
                          struct set part)
{
    for (size_t i = 0, k = 0; i < set.count; i++) {
        struct interval span = set.span[i];
        int64_t first = span.first;
        for (; k < part.count && part.span[k].last <= span.last; k++) {
            if (append_range(list, first, (int64_t)part.span[k].first - 1))
                return -1;
            first = (int64_t)part.span[k].last + 1;
        }
        if (append_range(list, first, span.last))
            return -1;
    }
    return 0;
}

bool set_has(struct set set, int32_t rank)
{
    for (size_t i = 0; i < set.count && set.span[i].first <= rank; i++)
        if (rank <= set.span[i].last)
            return true;
    return false;
}

bool set_within(struct set inner, struct set outer)
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

int32_t set_common(struct set a, struct set b)
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

size_t set_unite(struct interval *to, struct set a, struct set b)
{
    if (a.count)
        memcpy(to, a.span, a.count * sizeof *to);
    if (b.count)
        memcpy(to + a.count, b.span, b.count * sizeof *to);
    return spans_join(to, a.count + b.count);
}

int32_t set_lacking(struct set a, struct set b)
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
