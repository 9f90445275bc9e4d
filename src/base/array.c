/* Growing arrays. */
#include "base.h"

#include <stdlib.h>
#include <string.h>

/* Size of the first allocation: small, since there may be an array per
 * processor. */
#define FIRST_BYTES 64

int array_grow(void *array, size_t *capacity, size_t needed, size_t element)
{
    if (needed <= *capacity)
        return 0;
    size_t room = *capacity;
    if (!room)
        room = element < FIRST_BYTES ? FIRST_BYTES / element : 1;
    while (room < needed) {
        if (room > SIZE_MAX / 2 / element)
            return -1;
        room *= 2;
    }
    void *old;
    memcpy(&old, array, sizeof old);
    void *grown = realloc(old, room * element);
    if (!grown)
        return -1;
    memcpy(array, &grown, sizeof grown);
    *capacity = room;
    return 0;
}
