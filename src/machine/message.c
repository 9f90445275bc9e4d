/* The data of messages: short data is stored inline, longer data is shared by
 * all copies with a reference count. */
#include "message.h"
#include "base/invariant.h"
#include <stdlib.h>

int message_make_odd(struct message *message, const void *data, unsigned copies)
{
    INVARIANT_DEEP(copies > 0);
    if (message->bytes <= INLINE_BYTES) {
        if (message->bytes)
            memcpy(message->data, data, message->bytes);
        return 0;
    }
    message->shared = malloc(sizeof *message->shared + message->bytes);
    if (!message->shared)
        return -1;
    atomic_init(&message->shared->references, copies);
    memcpy(message->shared->data, data, message->bytes);
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
