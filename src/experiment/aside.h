/* Messages of a schedule that arrive earlier than the message that their
 * receiver waits for. Message numbers determine which receive takes which
 * message, as MPI tags do. Private to the driver. */
#ifndef WEFT_SRC_EXPERIMENT_ASIDE_H
#define WEFT_SRC_EXPERIMENT_ASIDE_H

#include <weft/processor.h>
#include <weft/trace.h>

#include "base/mix.h"

/* Messages with the same number and sender that were received too early. */
struct aside {
    struct pair key; /* sender and message number */
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

/* Execute a receive event: take its message from those put aside, or receive
 * from its sender until it arrives, and put other messages aside. A negative
 * message number matches any message. Return 0, or -1 if weft_receive() fails
 * or out of memory. */
int aside_receive(struct weft_processor *self, struct aside_table *table,
                  const struct weft_event *event);
/* Call this after a processor's last event. Return 0, or -1 if messages are
 * left over; in this case, the run has been marked as failed. */
int aside_end(struct weft_processor *self, const struct aside_table *table);

#endif
