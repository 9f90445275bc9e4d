/* A list of reads, sorted by thread block. */
#include "readers.h"

#include <string.h>

#include "base/base.h"

/* Return the index of a thread block in the list, or where it would be
 * inserted. */
static size_t readers_place_of(const struct readers *readers, uint32_t block)
{
    size_t low = 0, high = readers->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (readers->read[middle].block < block)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int readers_note(struct readers *readers, struct access now)
{
    size_t at = readers_place_of(readers, now.block);
    if (at < readers->count && readers->read[at].block == now.block) {
        readers->read[at] = now;
        return 0;
    }
    if (array_grow(&readers->read, &readers->room, readers->count + 1,
                   sizeof *readers->read))
        return -1;
    memmove(&readers->read[at + 1], &readers->read[at],
            (readers->count++ - at) * sizeof *readers->read);
    readers->read[at] = now;
    return 1;
}
