/* Handle tables of a rank. */
#include "mpi/handle.h"
#include "mpi/rank.h"

#include <string.h>

#define GENERATION(handle) ((uint32_t)(handle) >> 20 & 0x3fu)
#define HANDLE_KIND(handle) ((unsigned)(handle) >> 26)

/* The first slots are reserved for predefined handles. */
#define PREDEFINED 4

static uint32_t slot_of(int handle)
{
    uint32_t index = (uint32_t)handle & 0xfffffu;
    if (index >= HANDLE_FIRST)
        return index - HANDLE_FIRST + PREDEFINED;
    return index < PREDEFINED ? index : UINT32_MAX;
}

const struct handle *handle_entry(const struct rank *rank, int handle)
{
    unsigned kind = HANDLE_KIND(handle);
    if (kind == HANDLE_NONE || kind >= HANDLE_KINDS)
        return NULL;
    const struct handles *table = &rank->handles[kind];
    uint32_t index = slot_of(handle);
    if (index >= table->used || !table->handle[index].object ||
        table->handle[index].generation != GENERATION(handle))
        return NULL;
    return &table->handle[index];
}

void *handle_object(const struct rank *rank, enum handle_kind kind, int handle)
{
    if (HANDLE_KIND(handle) != (unsigned)kind)
        return NULL;
    const struct handle *entry = handle_entry(rank, handle);
    return entry ? entry->object : NULL;
}

/* Return the entry of a slot; grow the table if necessary. */
static struct handle *handle_reach(struct rank *rank, struct handles *table,
                                   uint32_t index)
{
    if (index >= table->room) {
        uint32_t room = table->room ? 2 * table->room : 8;
        while (room <= index)
            room *= 2;
        table->handle =
            rank_realloc(rank, table->handle, room * sizeof *table->handle);
        memset(table->handle + table->room, 0,
               (room - table->room) * sizeof *table->handle);
        table->room = room;
    }
    if (table->used <= index)
        table->used = index + 1;
    return &table->handle[index];
}

int handle_new(struct rank *rank, enum handle_kind kind, void *object)
{
    struct handles *table = &rank->handles[kind];
    uint32_t index = table->free;
    if (!index)
        index = table->used < PREDEFINED ? PREDEFINED : table->used;
    if (index > 0xfffffu - HANDLE_FIRST)
        rank_stop(rank, "more than a million MPI objects of one kind exist");
    struct handle *entry = handle_reach(rank, table, index);
    table->free = entry->next;
    entry->next = 0;
    entry->object = object;
    entry->origin = rank->caller;
    entry->maker = rank->function;
    entry->generation = (entry->generation + 1) & 0x3fu;
    entry->value = (int)((unsigned)kind << 26 | entry->generation << 20 |
                         (index - PREDEFINED + HANDLE_FIRST));
    return entry->value;
}

void handle_predefine(struct rank *rank, int handle, void *object)
{
    handle_reach(rank, &rank->handles[HANDLE_KIND(handle)], slot_of(handle))
        ->object = object;
}

void handle_disown(struct rank *rank, int handle)
{
    uint32_t index = slot_of(handle);
    rank->handles[HANDLE_KIND(handle)].handle[index].maker = NULL;
}

void handle_free(struct rank *rank, enum handle_kind kind, int handle)
{
    struct handles *table = &rank->handles[kind];
    uint32_t index = slot_of(handle);
    struct handle *entry = &table->handle[index];
    entry->object = NULL;
    if (index < PREDEFINED)
        return;
    entry->next = table->free;
    table->free = index;
}

void handle_each(struct rank *rank, enum handle_kind kind,
                 void (*visit)(struct rank *rank, const struct handle *entry,
                               void *arg),
                 void *arg)
{
    const struct handles *table = &rank->handles[kind];
    for (uint32_t i = PREDEFINED; i < table->used; i++)
        if (table->handle[i].object)
            visit(rank, &table->handle[i], arg);
}
