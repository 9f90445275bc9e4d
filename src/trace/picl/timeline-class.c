/* The times and places of the records of a batch, found by hashing. There are
 * few for many records: a processor does in a step what others do, too. So it
 * is the classes that are sorted, and the records are dealt out to them. */
#include "timeline.h"

#include "base/base.h"

#include <stdlib.h>

#define SLOTS_MIN 256u

static size_t hash(const struct timeline_classes *classes, uint64_t time,
                   uint64_t place)
{
    uint64_t mixed = (time + place * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
    return (size_t)(mixed >> 32) & (classes->slots - 1);
}

/* Twice as many slots, and everything put there again. */
static int grow(struct timeline_classes *classes)
{
    size_t slots = classes->slots ? 2 * classes->slots : SLOTS_MIN;
    uint32_t *slot = calloc(slots, sizeof *slot);
    struct timeline_members *member =
        realloc(classes->member, slots * sizeof *member);
    if (member)
        classes->member = member;
    if (!slot || !member || keys_reserve(&classes->keys, slots)) {
        free(slot);
        return -1;
    }
    free(classes->slot);
    classes->slot = slot;
    classes->slots = slots;
    for (size_t i = 0; i < classes->count; i++) {
        const struct sort_key *key = &classes->keys.key[i];
        size_t at = hash(classes, key->major, key->minor);
        while (slot[at])
            at = (at + 1) & (slots - 1);
        slot[at] = (uint32_t)i + 1;
    }
    return 0;
}

int64_t timeline_class(struct timeline_classes *classes, uint64_t time,
                       uint64_t place)
{
    if (2 * classes->count >= classes->slots && grow(classes))
        return -1;
    size_t at = hash(classes, time, place);
    for (uint32_t number; (number = classes->slot[at]);) {
        const struct sort_key *key = &classes->keys.key[number - 1];
        if (key->major == time && key->minor == place)
            return number - 1;
        at = (at + 1) & (classes->slots - 1);
    }
    classes->member[classes->count].count = 0;
    classes->keys.key[classes->count++] = (struct sort_key){time, place, 0};
    classes->slot[at] = (uint32_t)classes->count;
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
    if (classes->slots)
        memset(classes->slot, 0, classes->slots * sizeof *classes->slot);
}

void timeline_classes_finish(struct timeline_classes *classes)
{
    keys_finish(&classes->keys);
    free(classes->slot);
    free(classes->member);
}
