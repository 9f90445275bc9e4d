/* Give equal sets of contributors the same number. */
#include "written.h"

#include <stdlib.h>
#include <string.h>

struct sets_numbered {
    const struct interval *span; /* [count] */
    size_t count;
    uint32_t number;
};

static int sets_compare_spans(const struct sets_numbered *x,
                              const struct sets_numbered *y)
{
    if (x->count != y->count)
        return x->count < y->count ? -1 : 1;
    return memcmp(x->span, y->span, x->count * sizeof *x->span);
}

/* Compare two sets: equal sets become adjacent, the lowest number first. */
static int by_spans(const void *a, const void *b)
{
    const struct sets_numbered *x = a, *y = b;
    int order = sets_compare_spans(x, y);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

/* Set first[n] to the lowest number of a set that equals set n. */
static void find_first(const struct written *written,
                       struct sets_numbered *list, uint32_t *first)
{
    for (size_t i = 0; i < written->sets; i++)
        list[i] =
            (struct sets_numbered){written->pool.span + written->set[i].begin,
                                   written->set[i].count, (uint32_t)i};
    qsort(list, written->sets, sizeof *list, by_spans);
    for (size_t i = 0; i < written->sets; i++)
        first[list[i].number] = i && !sets_compare_spans(&list[i - 1], &list[i])
                                    ? first[list[i - 1].number]
                                    : list[i].number;
}

int written_join_sets(struct written *written)
{
    struct written_side *want = &written->want;
    if (written->sets < 2)
        return 0;
    struct sets_numbered *list = malloc(written->sets * sizeof *list);
    uint32_t *first = malloc(written->sets * sizeof *first);
    if (list && first)
        find_first(written, list, first);
    for (size_t i = 0; list && first && i < want->count; i++)
        if (want->part[i].set != EVERY_HOLDER)
            want->part[i].set = first[want->part[i].set];
    int status = list && first ? 0 : -1;
    free(list);
    free(first);
    return status;
}
