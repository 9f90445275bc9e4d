/* Conflicts with the rules of the model; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_CONFLICT_H
#define WEFT_SRC_MACHINE_CONFLICT_H

#include "base/mix.h"
#include <stdint.h>
#include <weft/machine.h>

/* Hash entry for the slot and the place of a conflict. An entry with slot 0 is
 * free. */
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

/* A set of conflicts, accessed by one thread at a time. */
struct conflicts {
    uint64_t count;
    int kept;
    struct weft_conflict conflict[WEFT_CONFLICTS_KEPT];
    struct conflicts_seen seen;
};

/* Add a conflict unless one with the same slot and rank is counted. Return 0,
 * or -1 if out of memory. */
int conflicts_port(struct conflicts *conflicts,
                   const struct weft_conflict *conflict);

/* Add a conflict unless one with the same slot and arc, from conflict->rank to
 * `to`, is counted. Return 0, or -1 if out of memory. */
int conflicts_arc(struct conflicts *conflicts,
                  const struct weft_conflict *conflict, int to);

/* Add a conflict without checking for duplicates. */
void conflicts_add(struct conflicts *conflicts,
                   const struct weft_conflict *conflict);

void conflicts_merge(struct weft_outcome *outcome,
                     const struct conflicts *from);
void conflicts_finish(struct conflicts *conflicts);

/* Like weft_conflict_format(), with the name of the model (NULL: without). */
void conflict_format(const struct weft_conflict *conflict, const char *model,
                     char *text, size_t size);

#endif
