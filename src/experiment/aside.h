/* Messages of a schedule that came before those that their receiver waits for:
 * as MPI's tags, the numbers of messages say which receive is for which.
 * Private to the driver. */
#ifndef WEFT_SRC_EXPERIMENT_ASIDE_H
#define WEFT_SRC_EXPERIMENT_ASIDE_H

#include <weft/processor.h>
#include <weft/trace.h>

#include "base/mix.h"

/* How many of one number from one sender. */
struct aside {
    struct pair key; /* sender, number */
    uint32_t count;
};

#define HASH_NAME aside_table
#define HASH_ENTRY struct aside
#define HASH_KEY struct pair
#define HASH_MEMBER key
#define HASH_FREE(e) (!(e)->count)
#define HASH_OF(key) mix_pair(key)
#define HASH_SAME(a, b) pair_same(a, b)
#define HASH_BITS 2
#include "base/hash.h"

/* Do what a receive event says: receive the message of its number from its
 * sender, or take it from those put aside; those before it are put there.
 * A number below 0 is that of any message. 0, or -1: as weft_receive(), or no
 * memory. */
int aside_receive(struct weft_processor *self, struct aside_table *table,
                  const struct weft_event *event);
/* The end of a processor's events. 0, or -1: some are left, which has made the
 * run fail. */
int aside_end(struct weft_processor *self, const struct aside_table *table);

#endif
