/* Processors by time, the earliest first; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_HEAP_H
#define WEFT_SRC_MACHINE_SCHEDULE_HEAP_H

#include <stddef.h>

struct weft_processor;

/* Guarded by the baton. */
struct heap {
    struct weft_processor **item;
    size_t count, room;
};

int heap_put(struct heap *heap, struct weft_processor *processor);
void heap_earlier(struct heap *heap, struct weft_processor *processor);
struct weft_processor *heap_take(struct heap *heap);
void heap_remove(struct heap *heap, struct weft_processor *processor);

#endif
