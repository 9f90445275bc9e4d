/* Merge sort; short runs are sorted by insertion. Without memory for merging,
 * everything is sorted by insertion. */
#include "stable-sort.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* maximum number of items that are sorted by insertion */
#define STABLE_SHORT 8

struct stable_order {
    size_t size; /* size of an item in bytes */
    int (*compare)(const void *a, const void *b, void *arg);
    void *arg;
    char *room; /* space for half of the items; NULL: out of memory */
};

static void stable_swap(char *a, char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

static void stable_insert(const struct stable_order *order, char *base,
                          size_t count)
{
    size_t size = order->size;
    for (size_t i = 1; i < count; i++)
        for (char *at = base + i * size;
             at > base && order->compare(at - size, at, order->arg) > 0;
             at -= size)
            stable_swap(at - size, at, size);
}

/* Merge two sorted parts, of which the first has `half` items. */
static void stable_merge(const struct stable_order *order, char *base,
                         size_t half, size_t count)
{
    size_t size = order->size;
    char *left = order->room, *left_end = left + half * size;
    char *right = base + half * size, *right_end = base + count * size;
    memcpy(left, base, half * size);
    for (char *to = base; left < left_end; to += size) {
        bool second =
            right < right_end && order->compare(left, right, order->arg) > 0;
        char **from = second ? &right : &left;
        memmove(to, *from, size);
        *from += size;
    }
}

static void stable_sort_part(const struct stable_order *order, char *base,
                             size_t count)
{
    if (count <= STABLE_SHORT || !order->room) {
        stable_insert(order, base, count);
        return;
    }
    size_t half = count / 2;
    stable_sort_part(order, base, half);
    stable_sort_part(order, base + half * order->size, count - half);
    stable_merge(order, base, half, count);
}

void stable_sort(void *base, size_t count, size_t size,
                 int (*compare)(const void *a, const void *b, void *arg),
                 void *arg)
{
    struct stable_order order = {size, compare, arg, NULL};
    if (count > STABLE_SHORT)
        order.room = malloc(count / 2 * size);
    stable_sort_part(&order, base, count);
    free(order.room);
}
