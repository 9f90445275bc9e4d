/* A hash table template with open addressing. Entries are stored in the table
 * itself, and each entry contains its key. Include this header with
 *
 *     HASH_NAME              the struct's name and the functions' prefix
 *     HASH_ENTRY             the type of an entry
 *     HASH_KEY               the type of a key
 *     HASH_MEMBER            the member of an entry that is its key
 *     HASH_FREE(e)           is the slot *e empty?
 *
 * defined and, to override a default (given last), with
 *
 *     HASH_UNUSED            initialiser of an empty slot; {0}
 *     HASH_OF(key)           hash of a key, uint64_t; mix_one((uint64_t)key)
 *     HASH_SAME(a, b)        are two keys equal? a == b
 *     HASH_BITS              log2 of the initial size; 6
 *     HASH_EXPIRED(e, past)  may a rebuild drop *e, by table->past?
 *     HASH_PAST              the type of `past`; uint64_t
 *     HASH_SMALL             with HASH_EXPIRED: log2 of the size up to which a
 *                            rebuild at least doubles; 14
 *     HASH_SPARE             ... and slots for each entry after a rebuild; 8
 *
 * All are undefined at the end. This defines
 *
 *     struct NAME { HASH_ENTRY *place; uint32_t used, last; }
 *                                      zeroed: empty; [past, set by the user]
 *     HASH_ENTRY *NAME_find(table, key)    NULL: not found
 *     HASH_ENTRY *NAME_get(table, key)     find or insert
 *     void NAME_remove(table, entry)       other entries may move
 *     size_t NAME_room(table)              number of slots
 *     void NAME_clear(table)               remove all, keep the memory
 *     void NAME_finish(table)              free the memory; empty again
 *
 * An entry is valid until the next get or remove. A new entry of get equals
 * HASH_UNUSED except for its key; the caller must fill it so that it is not
 * HASH_FREE before the next call. If out of memory, get returns NULL and
 * changes nothing.
 *
 * At least half of the slots are empty. With HASH_EXPIRED, expired entries are
 * found like others until the next rebuild, which chooses the size for the
 * remaining entries. The order of entries in place[0 .. room) differs from run
 * to run: no result may depend on it. */
#include "base.h"
#include "mix.h"

#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
#ifndef HASH_UNUSED
#define HASH_UNUSED {0}
#endif
/* clang-format on */
#ifndef HASH_OF
#define HASH_OF(key) mix_one((uint64_t)(key))
#endif
#ifndef HASH_SAME
#define HASH_SAME(a, b) ((a) == (b))
#endif
#ifndef HASH_BITS
#define HASH_BITS 6
#endif
#ifndef HASH_PAST
#define HASH_PAST uint64_t
#endif
#ifndef HASH_SMALL
#define HASH_SMALL 14
#endif
#ifndef HASH_SPARE
#define HASH_SPARE 8
#endif
#define HASH_JOIN_(a, b) a##_##b
#define HASH_JOIN(a, b) HASH_JOIN_(a, b)
#define HASH_(word) HASH_JOIN(HASH_NAME, word)

struct HASH_NAME {
    /* [last + 1] slots, a power of two; NULL: no memory yet */
    HASH_ENTRY *place;
    uint32_t used; /* number of entries, including expired ones */
    uint32_t last;
#ifdef HASH_EXPIRED
    HASH_PAST past;
#endif
};

static inline size_t HASH_(room)(const struct HASH_NAME *table)
{
    return table->place ? (size_t)table->last + 1 : 0;
}

/* Return the slot that holds the key or where it would be inserted. */
static inline HASH_ENTRY *HASH_(probe_)(const struct HASH_NAME *table,
                                        HASH_KEY key)
{
    size_t mask = table->last;
    size_t i = (size_t)HASH_OF(key) & mask;
    while (!HASH_FREE(&table->place[i]) &&
           !HASH_SAME(table->place[i].HASH_MEMBER, key))
        i = (i + 1) & mask;
    return &table->place[i];
}

static inline HASH_ENTRY *HASH_(find)(const struct HASH_NAME *table,
                                      HASH_KEY key)
{
    if (!table->used)
        return NULL;
    HASH_ENTRY *entry = HASH_(probe_)(table, key);
    return HASH_FREE(entry) ? NULL : entry;
}

static inline void HASH_(clear)(struct HASH_NAME *table)
{
    static const HASH_ENTRY unused = HASH_UNUSED;
    for (size_t i = HASH_(room)(table); i-- > 0;)
        table->place[i] = unused;
    table->used = 0;
}

static inline bool HASH_(kept_)(const struct HASH_NAME *table,
                                const HASH_ENTRY *entry)
{
    (void)table;
#ifdef HASH_EXPIRED
    if (!HASH_FREE(entry) && HASH_EXPIRED(entry, table->past))
        return false;
#endif
    return !HASH_FREE(entry);
}

/* Return log2 of the size after a rebuild. Small tables grow, and tables with
 * expiring entries get more room than others, to limit the number of
 * rebuilds. */
static inline unsigned HASH_(size_)(const struct HASH_NAME *table)
{
    unsigned bits =
        table->place ? 32 - (unsigned)__builtin_clz(table->last) : 0;
#ifdef HASH_EXPIRED
    size_t kept = 0;
    for (size_t i = HASH_(room)(table); i-- > 0;)
        kept += HASH_(kept_)(table, &table->place[i]);
    if (bits < HASH_SMALL)
        bits++;
    while ((size_t)1 << bits < HASH_SPARE * kept)
        bits++;
    while (bits > HASH_SMALL && (size_t)1 << bits > 4 * HASH_SPARE * kept)
        bits--;
#else
    bits++;
#endif
    return table->place ? bits : HASH_BITS;
}

static inline int HASH_(rebuild_)(struct HASH_NAME *table)
{
    struct HASH_NAME fresh = *table;
    unsigned bits = HASH_(size_)(table);
    size_t align = alignof(HASH_ENTRY), room = (size_t)1 << bits;
    mix_begin();
    if (bits > 31 || room > SIZE_MAX / sizeof(HASH_ENTRY)) {
        return -1;
    }
    if (align < sizeof(void *))
        align = sizeof(void *);
    fresh.last = (uint32_t)(room - 1);
    fresh.place = aligned_alloc(align, (room * sizeof(HASH_ENTRY) + align - 1) /
                                           align * align);
    if (!fresh.place)
        return -1;
    HASH_(clear)(&fresh);
    for (size_t i = 0; i < HASH_(room)(table); i++)
        if (HASH_(kept_)(table, &table->place[i])) {
            *HASH_(probe_)(&fresh, table->place[i].HASH_MEMBER) =
                table->place[i];
            fresh.used++;
        }
    free(table->place);
    *table = fresh;
    return 0;
}

/* Insert an entry for a new key. Not inlined: most calls of get find the
 * key. */
__attribute__((noinline, unused)) static HASH_ENTRY *
HASH_(make_)(struct HASH_NAME *table, HASH_KEY key)
{
    if ((!table->place || 2 * ((size_t)table->used + 1) > HASH_(room)(table)) &&
        HASH_(rebuild_)(table))
        return NULL;
    HASH_ENTRY *entry = HASH_(probe_)(table, key);
    entry->HASH_MEMBER = key;
    table->used++;
    return entry;
}

static inline HASH_ENTRY *HASH_(get)(struct HASH_NAME *table, HASH_KEY key)
{
    HASH_ENTRY *entry = HASH_(find)(table, key);
    return entry ? entry : HASH_(make_)(table, key);
}

/* Move later entries of the probe sequence back to where they would be if the
 * entry had never existed. */
static inline void HASH_(remove)(struct HASH_NAME *table, HASH_ENTRY *entry)
{
    static const HASH_ENTRY unused = HASH_UNUSED;
    size_t mask = table->last;
    size_t hole = (size_t)(entry - table->place);
    for (size_t i = (hole + 1) & mask; !HASH_FREE(&table->place[i]);
         i = (i + 1) & mask) {
        size_t home = (size_t)HASH_OF(table->place[i].HASH_MEMBER) & mask;
        if (((i - home) & mask) < ((i - hole) & mask))
            continue;
        table->place[hole] = table->place[i];
        hole = i;
    }
    table->place[hole] = unused;
    table->used--;
}

static inline void HASH_(finish)(struct HASH_NAME *table)
{
    free(table->place);
    *table = (struct HASH_NAME){0};
}

#undef HASH_NAME
#undef HASH_ENTRY
#undef HASH_KEY
#undef HASH_MEMBER
#undef HASH_FREE
#undef HASH_UNUSED
#undef HASH_OF
#undef HASH_SAME
#undef HASH_BITS
#undef HASH_EXPIRED
#undef HASH_PAST
#undef HASH_SMALL
#undef HASH_SPARE
#undef HASH_JOIN_
#undef HASH_JOIN
#undef HASH_
