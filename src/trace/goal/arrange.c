/* What is to be written, in order; and what follows from all of it: when
 * messages arrive, and which network interfaces they take. */
#include "written.h"

#include <stdlib.h>
#include <weft/event.h>

/* What is received can leave at the same time, so receives are first. */
static int compare(const void *a, const void *b)
{
    const struct operation *x = a, *y = b;
    bool p = x->kind == WEFT_RECEIVE, q = y->kind == WEFT_RECEIVE;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    if (p != q)
        return p ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* By pair and tag: -1, 0 or 1. */
static int compare_message(const struct operation *x, const struct operation *y)
{
    bool p = x->kind == WEFT_RECEIVE, q = y->kind == WEFT_RECEIVE;
    const int32_t a[] = {p ? x->peer : x->rank, p ? x->rank : x->peer,
                         x->message};
    const int32_t b[] = {q ? y->peer : y->rank, q ? y->rank : y->peer,
                         y->message};
    for (int i = 0; i < 3; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* In each pair and tag the sends, then the receives, by their times. */
static int by_message(const void *a, const void *b)
{
    const struct operation *const *left = a, *const *right = b;
    const struct operation *x = *left, *y = *right;
    int order = compare_message(x, y);
    if (order)
        return order;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return compare(x, y);
}

/* LogGP: when the messages arrive that are received. The i-th receive of a pair
 * and tag takes what its i-th send sent. */
static void find_arrivals(const struct goal *goal, struct operation **sorted)
{
    const struct weft_cost *cost = &goal->cost;
    qsort(sorted, goal->count, sizeof *sorted, by_message);
    for (size_t first = 0, end, sends; first < goal->count; first = end) {
        for (end = first, sends = 0;
             end < goal->count && !compare_message(sorted[first], sorted[end]);
             end++)
            sends += sorted[end]->kind == WEFT_SEND;
        for (size_t i = 0; i < sends && first + sends + i < end; i++)
            sorted[first + sends + i]->comes =
                sorted[first + i]->time + cost->overhead + cost->latency;
    }
}

static int by_interface(const void *a, const void *b)
{
    const struct operation *const *left = a, *const *right = b;
    const struct operation *x = *left, *y = *right;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (x->dimension > y->dimension) - (x->dimension < y->dimension);
}

/* Is each dimension of a rank one peer's alone? */
static bool dimensions_tell(const struct goal *goal, struct operation **sorted)
{
    qsort(sorted, goal->count, sizeof *sorted, by_interface);
    for (size_t i = 1; i < goal->count; i++)
        if (sorted[i]->kind != WEFT_COMPUTE &&
            by_interface(&sorted[i - 1], &sorted[i]) == 0 &&
            sorted[i]->peer != sorted[i - 1]->peer)
            return false;
    return true;
}

static void choose_interfaces(const struct goal *goal,
                              struct operation **sorted)
{
    bool tell = dimensions_tell(goal, sorted);
    for (size_t i = 0; i < goal->count; i++) {
        struct operation *operation = sorted[i];
        int further = operation->kind == WEFT_SEND
                          ? operation->peer - operation->rank
                          : operation->rank - operation->peer;
        if (further < 0)
            further += goal->processors;
        if (operation->kind != WEFT_COMPUTE)
            operation->nic = tell && operation->dimension > 0
                                 ? (uint32_t)operation->dimension
                             : tell ? 0
                                    : (uint32_t)further;
    }
}

static int look_at_all(struct goal *goal)
{
    if (!goal->ports && !goal->loggp)
        return 0;
    struct operation **sorted = malloc(goal->count * sizeof *sorted);
    for (size_t i = 0; sorted && i < goal->count; i++)
        sorted[i] = &goal->operation[i];
    if (sorted && goal->loggp)
        find_arrivals(goal, sorted);
    if (sorted && goal->ports)
        choose_interfaces(goal, sorted);
    free(sorted);
    return sorted ? 0 : -1;
}

int goal_arrange(struct goal *goal)
{
    if (!goal->count)
        return 0;
    qsort(goal->operation, goal->count, sizeof *goal->operation, compare);
    return look_at_all(goal);
}
