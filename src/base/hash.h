/* A hash table with open addressing, made for one kind of entry. The entries
 * lie in the table itself, each with its key in it. Include this with
 *
 *     HASH_NAME              the struct's name and the functions' prefix
 *     HASH_ENTRY             the type of an entry
 *     HASH_KEY               the type of a key
 *     HASH_MEMBER            the member of an entry that is its key
 *     HASH_FREE(e)           is *e a place without an entry?
 *
 * defined, and where the default will not do
 *
 *     HASH_UNUSED            a free place as an initialiser; {0}
 *     HASH_OF(key)           uint64_t; mix_one((uint64_t)key)
 *     HASH_SAME(a, b)        are two keys equal? a == b
 *     HASH_BITS              the first size is 1 << this; 6
 *     HASH_EXPIRED(e, past)  need *e not be kept, by table->past?
 *     HASH_PAST              the type of `past`; uint64_t
 *
 * All are undefined again; then there are
 *
 *     struct NAME { HASH_ENTRY *place; uint32_t used, last; }
 *                                      zeroed: empty; [past, to be set]
 *     HASH_ENTRY *NAME_find(table, key)    NULL: there is none
 *     HASH_ENTRY *NAME_get(table, key)     the same, made if there is none
 *     void NAME_remove(table, entry)       others may move
 *     size_t NAME_room(table)              number of places, free ones included
 *     void NAME_clear(table)               empty it, keep the memory
 *     void NAME_finish(table)              free it; it is empty then
 *
 * An entry is valid until the next get or remove. One that get made is like
 * HASH_UNUSED but for its key; it must not be HASH_FREE any more when the table
 * is next used. get returns NULL if there is no memory; nothing changed then.
 *
 * At least half of the places are free. With HASH_EXPIRED, expired entries are
 * found like others until the table is next made anew, as large as those that
 * are kept need. Walking over place[0 .. room) shows entries in an order that
 * differs from run to run: nothing that comes out may depend on it. */
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
#define HASH_JOIN_(a, b) a##_##b
#define HASH_JOIN(a, b) HASH_JOIN_(a, b)
#define HASH_(word) HASH_JOIN(HASH_NAME, word)

struct HASH_NAME {
    HASH_ENTRY *place; /* [last + 1], a power of two; NULL: none yet */
    uint32_t used;     /* entries, expired ones included */
    uint32_t last;
#ifdef HASH_EXPIRED
    HASH_PAST past;
#endif
};

static inline size_t HASH_(room)(const struct HASH_NAME *table)
{
    return table->place ? (size_t)table->last + 1 : 0;
}

/* Where the key's entry is or would be. */
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
    if (HASH_EXPIRED(entry, table->past))
        return false;
#endif
    return !HASH_FREE(entry);
}

/* The size that a table made anew is to have. While it is small it grows, and
 * with entries that expire it gets more room than others, lest it be made anew
 * too often. */
static inline unsigned HASH_(size_)(const struct HASH_NAME *table)
{
    unsigned bits =
        table->place ? 32 - (unsigned)__builtin_clz(table->last) : 0;
#ifdef HASH_EXPIRED
    enum { SMALL = 14 };
    size_t kept = 0;
    for (size_t i = HASH_(room)(table); i-- > 0;)
        kept += HASH_(kept_)(table, &table->place[i]);
    if (bits < SMALL)
        bits++;
    while ((size_t)1 << bits < 8 * kept)
        bits++;
    while (bits > SMALL && (size_t)1 << bits > 32 * kept)
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

/* An entry for a key that has none. Out of line: most calls of get find. */
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

/* What follows in the run of places goes back to where it would be had the
 * entry never been there. */
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
#undef HASH_JOIN_
#undef HASH_JOIN
#undef HASH_
