/* A binary heap, made for one kind of item: the first item is the one that
 * comes before all others. Include this with
 *
 *     HEAP_NAME            the struct's name and the functions' prefix
 *     HEAP_ITEM            the type of an item
 *     HEAP_BEFORE(a, b)    does item *a come before item *b?
 *     HEAP_PLACED(a, at)   optional: item *a is at heap->item[at] from now on
 *
 * defined, which are undefined again; then there are
 *
 *     struct NAME { HEAP_ITEM *item; size_t count, room; }   zeroed: empty
 *     int NAME_put(heap, item)
 *                      0, or -1: no memory, nothing changed
 *     HEAP_ITEM *NAME_first(heap)
 *                      NULL: empty; valid until the next call
 *     HEAP_ITEM NAME_take(heap)
 *                      the first, taken out; of a heap that is not empty
 *     HEAP_ITEM NAME_remove(heap, at)
 *                      the one at that place, taken out
 *     void NAME_raise(heap, at)
 *                      that one comes earlier than before
 *     void NAME_lower(heap, at)
 *                      that one comes later than before
 *     void NAME_finish(heap)
 *                      free it; it is empty then
 *
 * Items that come before one another in neither direction are taken in any
 * order: where that can be seen, HEAP_BEFORE must tell all items apart. Each
 * call costs O(log count) comparisons; the functions are inline since the
 * comparison is most of the work. */
#include "base.h"

#include <stdlib.h>

#ifndef HEAP_PLACED
#define HEAP_PLACED(item, at) ((void)0)
#endif
#define HEAP_JOIN_(a, b) a##_##b
#define HEAP_JOIN(a, b) HEAP_JOIN_(a, b)
#define HEAP_(word) HEAP_JOIN(HEAP_NAME, word)

struct HEAP_NAME {
    HEAP_ITEM *item; /* [count] of [room]; children of i: 2 i + 1, 2 i + 2 */
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
