/* Blocks of memory that are all freed at once. */
#include "experiment.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

void *owned_memory(struct owned *owned, size_t count, size_t element)
{
    size_t bytes = count ? count * element : 1;
    if (bytes > WEFT_OWNED_MAX - owned->bytes)
        return NULL;
    if (array_grow(&owned->block, &owned->capacity, owned->count + 1,
                   sizeof *owned->block))
        return NULL;
    void *block = calloc(1, bytes);
    if (block) {
        owned->block[owned->count++] = block;
        owned->bytes += bytes;
    }
    return block;
}

char *owned_text(struct owned *owned, const char *text, size_t length)
{
    char *copy = owned_memory(owned, length + 1, 1);
    if (copy)
        memcpy(copy, text, length);
    return copy;
}

void owned_finish(struct owned *owned)
{
    for (size_t i = 0; i < owned->count; i++)
        free(owned->block[i]);
    free(owned->block);
}
