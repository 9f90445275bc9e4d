/* Comparison of lists of sources of simultaneous broadcasts: 3,0,5 is equal to
 * 0,3,05. random:K is equal only to itself, because the sources that it selects
 * are not known here. */
#include "compare/compare-sources.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct list {
    long *rank; /* [count] ascending, owned */
    size_t count;
};

static int by_rank(const void *a, const void *b)
{
    const long *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Parse a list of numbers; other texts give an empty list. Returns 0, or -1 if
 * memory is short. */
static int compare_sources_read_list(const char *text, struct list *list)
{
    const char *at = text;
    char *rest;
    *list = (struct list){malloc((strlen(text) + 1) * sizeof *list->rank), 0};
    if (!list->rank)
        return -1;
    while (*at >= '0' && *at <= '9') {
        list->rank[list->count++] = strtol(at, &rest, 10);
        at = rest + (*rest == ',');
    }
    if (*at)
        list->count = 0;
    qsort(list->rank, list->count, sizeof *list->rank, by_rank);
    return 0;
}

static bool is_all(const struct list *list, int processors)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->rank[i] != (long)i)
            return false;
    return list->count && (!processors || list->count == (size_t)processors);
}

static bool compare_sources_is_same(const struct list *a, const struct list *b)
{
    return a->count && a->count == b->count &&
           !memcmp(a->rank, b->rank, a->count * sizeof *a->rank);
}

int compared_sources(const char *a, const char *b, int processors)
{
    struct list first = {0}, second = {0};
    int same = -1;
    if (!strcmp(a, b))
        return 1;
    if (!compare_sources_read_list(a, &first) &&
        !compare_sources_read_list(b, &second)) {
        if (!strcmp(a, "all"))
            same = is_all(&second, processors);
        else if (!strcmp(b, "all"))
            same = is_all(&first, processors);
        else
            same = compare_sources_is_same(&first, &second);
    }
    free(first.rank);
    free(second.rank);
    return same;
}
