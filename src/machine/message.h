/* Messages in flight; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_MESSAGE_H
#define WEFT_SRC_MACHINE_MESSAGE_H

#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#define INLINE_BYTES 8 /* longer data is stored in a separate payload */

/* a payload, which several messages may share */
struct payload {
    /* number of messages that share the payload; accessed by any thread */
    atomic_uint references;
    alignas(16) unsigned char data[]; /* the data, read-only once it is sent */
};

/* A message in flight; data of up to INLINE_BYTES is stored inline, longer data
 * in a payload. Two messages fit in a cache line. A token has only an address.
 * The length is that of times and events, whatever the size of the data
 * (run_length()). */
struct message {
    uint64_t start : 63, longer : 1, end : 63, token : 1;
    int32_t id;
    uint32_t bytes; /* length */
    union {
        unsigned char data[INLINE_BYTES];
        struct payload *shared;
        void *address;
    };
};

/* Store the data, [size], in the message or, if it is longer, in a payload for
 * `copies` copies of the message. Return 0, or -1 if out of memory. */
int message_make_odd(struct message *message, const void *data, size_t size,
                     unsigned copies);
static inline int message_make(struct message *message, const void *data,
                               size_t size, unsigned copies)
{
    if (size != INLINE_BYTES)
        return message_make_odd(message, data, size, copies);
    memcpy(message->data, data, INLINE_BYTES); /* the usual case: one word */
    return 0;
}

/* Release one reference; the last one frees the payload. */
void payload_drop(struct payload *payload);

/* Release the payload of a discarded message. */
static inline void message_drop(const struct message *message)
{
    if (message->longer)
        payload_drop(message->shared);
}

#endif
