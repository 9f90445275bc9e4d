/* A binary heap of processors by (time, rank). Each processor knows its
 * place, so that its time can be brought forward. */
#include "heap.h"
#include "base/base.h"
#include "machine/processor.h"

static bool before(const struct weft_processor *a,
                   const struct weft_processor *b)
{
    return a->time != b->time ? a->time < b->time : a->rank < b->rank;
}

static void put_at(struct heap *heap, size_t place,
                   struct weft_processor *processor)
{
    heap->item[place] = processor;
    processor->place = (int)place;
}

void heap_earlier(struct heap *heap, struct weft_processor *processor)
{
    size_t place = (size_t)processor->place;
    while (place && before(processor, heap->item[(place - 1) / 2])) {
        put_at(heap, place, heap->item[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put_at(heap, place, processor);
}

int heap_put(struct heap *heap, struct weft_processor *processor)
{
    if (array_grow(&heap->item, &heap->room, heap->count + 1,
                   sizeof heap->item[0]))
        return -1;
    put_at(heap, heap->count++, processor);
    heap_earlier(heap, processor);
    return 0;
}

/* To its place, which is `place` or below. */
static void later(struct heap *heap, size_t place,
                  struct weft_processor *processor)
{
    for (;;) {
        size_t child = 2 * place + 1;
        if (child >= heap->count)
            break;
        if (child + 1 < heap->count &&
            before(heap->item[child + 1], heap->item[child]))
            child++;
        if (!before(heap->item[child], processor))
            break;
        put_at(heap, place, heap->item[child]);
        place = child;
    }
    put_at(heap, place, processor);
}

void heap_remove(struct heap *heap, struct weft_processor *processor)
{
    size_t place = (size_t)processor->place;
    struct weft_processor *last = heap->item[--heap->count];
    processor->place = -1;
    if (last == processor)
        return;
    later(heap, place, last);
    heap_earlier(heap, last);
}

struct weft_processor *heap_take(struct heap *heap)
{
    struct weft_processor *first = heap->item[0];
    heap_remove(heap, first);
    return first;
}
