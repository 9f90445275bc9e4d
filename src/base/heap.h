/* A binary heap template. The first item is the one that precedes all others.
 * Include this header with
 *
 *     HEAP_NAME            the struct's name and the functions' prefix
 *     HEAP_ITEM            the type of an item
 *     HEAP_BEFORE(a, b)    does item *a come before item *b?
 *     HEAP_PLACED(a, at)   optional: called when item *a moves to
 * heap->item[at]
 *
 * defined; they are undefined at the end. This defines
 *
 *     struct NAME { HEAP_ITEM *item; size_t count, room; }   zeroed: empty
 *     int NAME_put(heap, item)
 *                      0, or -1: out of memory, nothing changed
 *     HEAP_ITEM *NAME_first(heap)
 *                      NULL if empty; valid until the next call
 *     HEAP_ITEM NAME_take(heap)
 *                      remove and return the first; the heap is not empty
 *     HEAP_ITEM NAME_remove(heap, at)
 *                      remove and return item[at]
 *     void NAME_raise(heap, at)
 *                      restore the order: item[at] now comes earlier
 *     void NAME_lower(heap, at)
 *                      restore the order: item[at] now comes later
 *     void NAME_finish(heap)
 *                      free the memory; empty again
 *
 * Equal items are removed in any order: where this would be visible,
 * HEAP_BEFORE must be a strict total order. Each call costs O(log count)
 * comparisons; the functions are inline because the comparison is most of the
 * work. */
#include "base.h"

#include <stdlib.h>

#ifndef HEAP_PLACED
#define HEAP_PLACED(item, at) ((void)0)
#endif
#define HEAP_JOIN_(a, b) a##_##b
#define HEAP_JOIN(a, b) HEAP_JOIN_(a, b)
#define HEAP_(word) HEAP_JOIN(HEAP_NAME, word)

struct HEAP_NAME {
    /* [count] items, space for `room`; children of i: 2 i + 1, 2 i + 2 */
    HEAP_ITEM *item;
    size_t count, room;
};

static inline void HEAP_(set_)(struct HEAP_NAME *heap, size_t at,
                               HEAP_ITEM const *item)
{
    heap->item[at] = *item;
    HEAP_PLACED(&heap->item[at], at);
}

static inline void HEAP_(raise)(struct HEAP_NAME *heap, size_t at)
{
    HEAP_ITEM const moved = heap->item[at];
    for (size_t parent; at; at = parent) {
        parent = (at - 1) / 2;
        if (!HEAP_BEFORE(&moved, &heap->item[parent]))
            break;
        HEAP_(set_)(heap, at, &heap->item[parent]);
    }
    HEAP_(set_)(heap, at, &moved);
}

static inline void HEAP_(lower)(struct HEAP_NAME *heap, size_t at)
{
    HEAP_ITEM const moved = heap->item[at];
    for (size_t child; (child = 2 * at + 1) < heap->count; at = child) {
        if (child + 1 < heap->count &&
            HEAP_BEFORE(&heap->item[child + 1], &heap->item[child]))
            child++;
        if (!HEAP_BEFORE(&heap->item[child], &moved))
            break;
        HEAP_(set_)(heap, at, &heap->item[child]);
    }
    HEAP_(set_)(heap, at, &moved);
}

static inline int HEAP_(put)(struct HEAP_NAME *heap, HEAP_ITEM item)
{
    if (heap->count == heap->room &&
        array_grow(&heap->item, &heap->room, heap->count + 1,
                   sizeof *heap->item))
        return -1;
    heap->item[heap->count++] = item;
    HEAP_(raise)(heap, heap->count - 1);
    return 0;
}

static inline HEAP_ITEM *HEAP_(first)(const struct HEAP_NAME *heap)
{
    return heap->count ? heap->item : NULL;
}

static inline HEAP_ITEM HEAP_(remove)(struct HEAP_NAME *heap, size_t at)
{
    HEAP_ITEM const gone = heap->item[at];
    if (at == --heap->count)
        return gone;
    HEAP_(set_)(heap, at, &heap->item[heap->count]);
    if (at && HEAP_BEFORE(&heap->item[at], &heap->item[(at - 1) / 2]))
        HEAP_(raise)(heap, at);
    else
        HEAP_(lower)(heap, at);
    return gone;
}

static inline HEAP_ITEM HEAP_(take)(struct HEAP_NAME *heap)
{
    return HEAP_(remove)(heap, 0);
}

static inline void HEAP_(finish)(struct HEAP_NAME *heap)
{
    free(heap->item);
    *heap = (struct HEAP_NAME){0};
}

#undef HEAP_NAME
#undef HEAP_ITEM
#undef HEAP_BEFORE
#undef HEAP_PLACED
#undef HEAP_JOIN_
#undef HEAP_JOIN
#undef HEAP_
