/* The records of a timeline, sorted as in a PICL file. */
#include "timeline.h"

#include "../base/base.h"
#include "keys.h"
#include "out.h"

int timeline_flush(struct timeline *timeline, struct weft_out *out,
                   uint64_t time)
{
    struct weft_keys *keys = &timeline->keys;
    size_t going = 0, staying = 0;
    if (weft_keys_reserve(keys, timeline->count))
        return -1;
    for (size_t i = 0; i < timeline->count; i++) {
        const struct timeline_record *record = &timeline->record[i];
        if (record->time < time)
            keys->key[going++] =
                (struct weft_key){record->time, record->key, (uint32_t)i};
    }
    weft_keys_sort(keys, going);
    char *(*put)(char *, const struct timeline_record *,
                 struct timeline_clock *) = timeline->dialect->put;
    for (size_t i = 0; i < going; i++) {
        const struct timeline_record *record =
            &timeline->record[keys->key[i].index];
        weft_out_used(out, put(weft_out_room(out), record, &timeline->clock));
    }
    for (size_t i = 0; i < timeline->count; i++)
        if (timeline->record[i].time >= time)
            timeline->record[staying++] = timeline->record[i];
    timeline->count = staying;
    return 0;
}
