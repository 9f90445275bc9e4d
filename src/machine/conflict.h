/* Broken rules; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_CONFLICT_H
#define WEFT_SRC_MACHINE_CONFLICT_H

#include <stdint.h>
#include <weft/machine.h>

/* Conflicts found in one place. One owner at a time. */
struct conflicts {
    uint64_t count;
    int kept;
    struct weft_conflict conflict[WEFT_CONFLICTS_KEPT];
    uint64_t (*seen)[2]; /* set of {slot, rank}; slot 0: empty place */
    size_t seen_count, seen_room;
};

/* Count once per (slot, rank). */
int conflicts_port(struct conflicts *conflicts,
                   const struct weft_conflict *conflict);

/* Count. */
void conflicts_add(struct conflicts *conflicts,
                   const struct weft_conflict *conflict);

void conflicts_merge(struct weft_outcome *outcome,
                     const struct conflicts *from);
void conflicts_finish(struct conflicts *conflicts);

#endif
