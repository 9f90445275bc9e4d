/* The data of a message: short data travels inside it, long data is shared by
 * all copies and counted. */
#include "message.h"
#include <stdlib.h>
#include <string.h>

int message_make(struct message *message, const void *data, unsigned copies)
{
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
    if (atomic_fetch_sub_explicit(&payload->references, 1,
                                  memory_order_acq_rel) == 1)
        free(payload);
}
