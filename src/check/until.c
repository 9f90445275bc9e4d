/* Things in use until some time: open addressing, linear probing. Nothing is
 * ever removed; when the table is half full it is made anew without what is
 * past, which costs a few operations per insertion. */
#include "until.h"

#include <stdlib.h>

/* Up to this size the table grows rather than be made anew too often. */
#define CAPACITY_SMALL ((size_t)1 << 14)

static size_t place(const struct untils *table, uint64_t key)
{
    uint64_t hash = key * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(hash >> 20) & (table->capacity - 1);
}

static struct until *probe(const struct untils *table, uint64_t key)
{
    size_t i = place(table, key);
    while (table->entry[i].end && table->entry[i].key != key)
        i = (i + 1) & (table->capacity - 1);
    return &table->entry[i];
}

static size_t count_live(const struct untils *table, uint64_t past)
{
    size_t live = 0;
    for (size_t i = 0; i < table->capacity; i++)
        live += table->entry[i].end > past;
    return live;
}

static int rebuild(struct untils *table, uint64_t past)
{
    size_t live = count_live(table, past);
    size_t capacity = table->capacity ? table->capacity : 64;
    if (capacity < CAPACITY_SMALL)
        capacity *= 2;
    while (capacity < 8 * live)
        capacity *= 2;
    while (capacity > CAPACITY_SMALL && capacity > 32 * live)
        capacity /= 2;
    struct untils fresh = {calloc(capacity, sizeof *fresh.entry), capacity, 0};
    if (!fresh.entry)
        return -1;
    for (size_t i = 0; i < table->capacity; i++)
        if (table->entry[i].end > past) {
            *probe(&fresh, table->entry[i].key) = table->entry[i];
            fresh.used++;
        }
    free(table->entry);
    *table = fresh;
    return 0;
}

struct until *until_find(const struct untils *table, uint64_t key, uint64_t now)
{
    if (!table->capacity)
        return NULL;
    struct until *entry = probe(table, key);
    return entry->end > now ? entry : NULL;
}

struct until *until_get(struct untils *table, uint64_t key, uint64_t past)
{
    if (2 * table->used >= table->capacity && rebuild(table, past))
        return NULL;
    struct until *entry = probe(table, key);
    if (!entry->end) {
        table->used++;
        *entry = (struct until){.key = key};
    }
    return entry;
}

void until_finish(struct untils *table)
{
    free(table->entry);
    *table = (struct untils){0};
}
