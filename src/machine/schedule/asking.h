/* Heap of processors in state ASKING, ordered by the earliest known time of
 * their next action, then by rank; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_SCHEDULE_ASKING_H
#define WEFT_SRC_MACHINE_SCHEDULE_ASKING_H

#include "base/invariant.h"
#include "machine/processor.h"

static inline bool asking_before(const struct weft_processor *a,
                                 const struct weft_processor *b)
{
    return a->time != b->time ? a->time < b->time : a->rank < b->rank;
}

/* Guarded by the baton. Each processor stores its position, so that it can be
 * moved up. */
#define HEAP_NAME asking
#define HEAP_ITEM struct weft_processor *
#define HEAP_BEFORE(a, b) asking_before(*(a), *(b))
#define HEAP_PLACED(item, at) ((*(item))->place = (int)(at))
#include "base/heap.h"

/* Remove a processor from the heap. */
static inline void asking_leave(struct asking *asking,
                                struct weft_processor *processor)
{
    size_t place = (size_t)processor->place;
    INVARIANT(processor->state == ASKING);
    INVARIANT(place < asking->count && asking->item[place] == processor);
    asking_remove(asking, place);
    processor->place = -1;
}

#endif
