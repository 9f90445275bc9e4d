/* Classifies the records of a batch by time and place, with a hash table.
 * Classes are few compared to records, because many processors do the same in a
 * step. So only the classes are sorted, and the records are distributed to
 * them. */
#include "timeline.h"

#include "base/base.h"

#include <stdlib.h>

/* Make room for one more class. */
static int timeline_class_grow(struct timeline_classes *classes)
{
    if (classes->count < classes->capacity)
        return 0;
    return array_grow(&classes->member, &classes->capacity, classes->count + 1,
                      sizeof *classes->member) ||
                   keys_reserve(&classes->keys, classes->capacity)
               ? -1
               : 0;
}

int64_t timeline_class(struct timeline_classes *classes, uint64_t time,
                       uint64_t place)
{
    const struct pair key = {time, place};
    struct timeline_place *found;
    if (timeline_class_grow(classes) ||
        !(found = class_table_get(&classes->table, key)))
        return -1;
    if (found->number)
        return found->number - 1;
    classes->member[classes->count].count = 0;
    classes->keys.key[classes->count++] = (struct sort_key){time, place, 0};
    found->number = (uint32_t)classes->count;
    return (int64_t)classes->count - 1;
}

void timeline_classes_sort(struct timeline_classes *classes)
{
    uint32_t sum = 0;
    keys_sort(&classes->keys, classes->count);
    for (size_t i = 0; i < classes->count; i++) {
        uint32_t *count = &classes->member[classes->keys.key[i].index].count;
        uint32_t here = *count;
        *count = sum;
        sum += here;
    }
}

void timeline_classes_empty(struct timeline_classes *classes)
{
    classes->count = 0;
    class_table_clear(&classes->table);
}

void timeline_classes_finish(struct timeline_classes *classes)
{
    keys_finish(&classes->keys);
    class_table_finish(&classes->table);
    free(classes->member);
}
