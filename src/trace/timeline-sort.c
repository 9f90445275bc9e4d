/* The records of a timeline, sorted as in a PICL file. */
#include "timeline.h"

#include "../base/base.h"
#include "out.h"

#include <stdlib.h>

static bool later(const struct timeline_record *a,
                  const struct timeline_record *b)
{
    return a->time != b->time ? a->time > b->time : a->key > b->key;
}

static int compare(const void *a, const void *b)
{
    return later(a, b) - later(b, a);
}

int timeline_flush(struct timeline *timeline, struct weft_out *out,
                   uint64_t time)
{
    size_t going = 0, staying = 0;
    if (weft_grow(&timeline->sorted, &timeline->sorted_capacity,
                  timeline->count, sizeof *timeline->sorted))
        return -1;
    for (size_t i = 0; i < timeline->count; i++) {
        const struct timeline_record *record = &timeline->record[i];
        if (record->time < time)
            timeline->sorted[going++] = *record;
        else
            timeline->record[staying++] = *record;
    }
    timeline->count = staying;
    qsort(timeline->sorted, going, sizeof *timeline->sorted, compare);
    for (size_t i = 0; i < going; i++)
        weft_out_used(out, timeline->dialect->put(weft_out_room(out),
                                                  &timeline->sorted[i]));
    return 0;
}
