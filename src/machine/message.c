/* The data of messages: short data is stored inline, longer data is shared by
 * all copies with a reference count. */
#include "message.h"
#include "base/invariant.h"
#include <stdlib.h>

int message_make_odd(struct message *message, const void *data, size_t size,
                     unsigned copies)
{
    INVARIANT_DEEP(copies > 0);
    if (size <= INLINE_BYTES) {
        if (size)
            memcpy(message->data, data, size);
        return 0;
    }
    message->shared = malloc(sizeof *message->shared + size);
    if (!message->shared)
        return -1;
    message->longer = 1;
    atomic_init(&message->shared->references, copies);
    memcpy(message->shared->data, data, size);
    return 0;
}

void payload_drop(struct payload *payload)
{
    unsigned holders = atomic_fetch_sub_explicit(&payload->references, 1,
                                                 memory_order_acq_rel);
    INVARIANT(holders > 0);
    if (holders == 1)
        free(payload);
}
