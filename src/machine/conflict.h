/* Broken rules; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_CONFLICT_H
#define WEFT_SRC_MACHINE_CONFLICT_H

#include "base/mix.h"
#include <stdint.h>
#include <weft/machine.h>

/* The slots and processors of conflicts; slot 0: a free place. */
struct conflict_seen {
    struct pair key;
};
#define HASH_NAME conflicts_seen
#define HASH_ENTRY struct conflict_seen
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_FREE(seen) (!(seen)->key.a)
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(one, two) pair_same(one, two)
#include "base/hash.h"

/* Conflicts found in one place. One owner at a time. */
struct conflicts {
    uint64_t count;
    int kept;
    struct weft_conflict conflict[WEFT_CONFLICTS_KEPT];
    struct conflicts_seen seen;
};

/* Count once per (slot, rank). 0, or -1: no memory. */
int conflicts_port(struct conflicts *conflicts,
                   const struct weft_conflict *conflict);

/* Count once per slot and arc, from conflict->rank to `to`. As above. */
int conflicts_arc(struct conflicts *conflicts,
                  const struct weft_conflict *conflict, int to);

/* Count. */
void conflicts_add(struct conflicts *conflicts,
                   const struct weft_conflict *conflict);

void conflicts_merge(struct weft_outcome *outcome,
                     const struct conflicts *from);
void conflicts_finish(struct conflicts *conflicts);

/* weft_conflict_format() with the name of the model; NULL: without. */
void conflict_format(const struct weft_conflict *conflict, const char *model,
                     char *text, size_t size);

#endif
