/* Sorts the operations to be written, and determines what depends on all of
 * them: when messages arrive, and which network interfaces they use. */
#include "written.h"

#include <stdlib.h>
#include <weft/event.h>

/* Compare by rank and time. At the same time, receives come first, because a
 * received message can be sent on at once. */
static int arrange_compare(const void *a, const void *b)
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

/* Compare by pair of ranks and tag. Return -1, 0 or 1. */
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

/* Compare by pair of ranks and tag, then sends before receives, then by
 * time. */
static int arrange_by_message(const void *a, const void *b)
{
    const struct operation *const *left = a, *const *right = b;
    const struct operation *x = *left, *y = *right;
    int order = compare_message(x, y);
    if (order)
        return order;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return arrange_compare(x, y);
}

/* Determine when each received message arrives. The i-th receive of a pair and
 * tag takes the message of its i-th send. */
static void find_arrivals(const struct goal *goal, struct operation **sorted)
{
    const struct weft_cost *cost = &goal->costs.cost;
    uint64_t way = goal->costs.loggp ? cost->overhead + cost->latency : 0;
    qsort(sorted, goal->count, sizeof *sorted, arrange_by_message);
    for (size_t first = 0, end, sends; first < goal->count; first = end) {
        for (end = first, sends = 0;
             end < goal->count && !compare_message(sorted[first], sorted[end]);
             end++)
            sends += sorted[end]->kind == WEFT_SEND;
        for (size_t i = 0; i < sends && first + sends + i < end; i++) {
            struct operation *receive = sorted[first + sends + i];
            receive->comes = sorted[first + i]->time + way;
            receive->sent = sorted[first + i];
        }
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

/* Return whether each rank uses each dimension for one peer only. */
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
        if (operation->kind == WEFT_COMPUTE)
            continue;
        int nic = tell ? operation->dimension : further;
        operation->nic = nic > 0 && nic <= UINT8_MAX ? (uint32_t)nic : 0;
    }
}

/* Compare sends before others, then by interface. */
static int by_way(const struct operation *x, const struct operation *y, bool in)
{
    const int64_t a[] = {x->kind != WEFT_SEND, in ? x->peer : x->rank, x->nic};
    const int64_t b[] = {y->kind != WEFT_SEND, in ? y->peer : y->rank, y->nic};
    for (int i = 0; i < 3; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int by_way_out(const void *a, const void *b)
{
    const struct operation *const *x = a, *const *y = b;
    int order = by_way(*x, *y, false);
    return order ? order
                 : ((*x)->time > (*y)->time) - ((*x)->time < (*y)->time);
}

static int by_way_in(const void *a, const void *b)
{
    const struct operation *const *x = a, *const *y = b;
    int order = by_way(*x, *y, true);
    return order ? order
                 : ((*x)->time > (*y)->time) - ((*x)->time < (*y)->time);
}

/* Return a send that needs an interface, of its sender or of its receiver,
 * while the previous message still occupies it; NULL if there is none. */
static const struct operation *find_crowd(const struct goal *goal,
                                          struct operation **sorted, bool in)
{
    qsort(sorted, goal->count, sizeof *sorted, in ? by_way_in : by_way_out);
    for (size_t i = 1; i < goal->count && sorted[i]->kind == WEFT_SEND; i++) {
        const struct operation *before = sorted[i - 1], *send = sorted[i];
        if (!by_way(before, send, in) &&
            send->time - before->time < goal_lasts(&goal->costs, before->bytes))
            return send;
    }
    return NULL;
}

/* Choose interfaces such that each carries one message at a time; if this is
 * impossible, set goal->crowd. */
static void arrange_part(struct goal *goal, struct operation **sorted)
{
    bool known = goal->ports;
    for (int tries = known; tries < 2; tries++) {
        goal->ports = tries;
        if (tries)
            choose_interfaces(goal, sorted);
        if (goal->costs.loggp || !goal->timed)
            return;
        goal->crowd = find_crowd(goal, sorted, false);
        if (!goal->crowd)
            goal->crowd = find_crowd(goal, sorted, true);
        if (!goal->crowd)
            return;
    }
}

int goal_arrange(struct goal *goal)
{
    if (!goal->count)
        return 0;
    qsort(goal->operation, goal->count, sizeof *goal->operation,
          arrange_compare);
    struct operation **sorted = malloc(goal->count * sizeof *sorted);
    if (!sorted)
        return -1;
    for (size_t i = 0; i < goal->count; i++)
        sorted[i] = &goal->operation[i];
    find_arrivals(goal, sorted);
    arrange_part(goal, sorted);
    free(sorted);
    return 0;
}
