/* Pools and blocks: memory for elements of one kind, reused as soon as it is
 * free. */
#include "kernel.h"

#include <string.h>

uint32_t pool_take(struct sharing_pool *pool, size_t size)
{
    if (pool->free) {
        uint32_t place = pool->free - 1;
        memcpy(&pool->free, (char *)pool->element + place * size,
               sizeof pool->free);
        pool->used++;
        return place;
    }
    bool full = pool->count == pool->room;
    if (pool->count >= NOTHING - 1 ||
        (full &&
         array_grow(&pool->element, &pool->room, pool->count + 1, size)))
        return NOTHING;
    memset((char *)pool->element + pool->count * size, 0, size);
    pool->used++;
    return (uint32_t)pool->count++;
}

void pool_give(struct sharing_pool *pool, size_t size, uint32_t place)
{
    memcpy((char *)pool->element + place * size, &pool->free,
           sizeof pool->free);
    pool->free = place + 1;
    pool->used--;
}

static unsigned pools_class(size_t words)
{
    unsigned class = 0;
    while ((size_t)4 << class < words)
        class ++;
    return class;
}

uint32_t blocks_take(struct sharing_blocks *blocks, size_t words)
{
    unsigned class = pools_class(words);
    if (class >= sizeof blocks->free / sizeof *blocks->free)
        return NOTHING;
    if (blocks->free[class]) {
        uint32_t place = blocks->free[class] - 1;
        blocks->free[class] = blocks->word[place];
        return place;
    }
    size_t size = (size_t)4 << class, place = blocks->count;
    if (place + size >= NOTHING ||
        array_grow(&blocks->word, &blocks->room, place + size,
                   sizeof *blocks->word))
        return NOTHING;
    blocks->count += size;
    return (uint32_t)place;
}

void blocks_give(struct sharing_blocks *blocks, uint32_t place, size_t words)
{
    unsigned class = pools_class(words);
    blocks->word[place] = blocks->free[class];
    blocks->free[class] = place + 1;
}

int places_add(struct sharing_places *places, uint32_t place)
{
    if (places->count == places->room &&
        array_grow(&places->place, &places->room, places->count + 1,
                   sizeof *places->place))
        return -1;
    places->place[places->count++] = place;
    return 0;
}
