/* A message under way; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_MESSAGE_H
#define WEFT_SRC_MACHINE_MESSAGE_H

#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#define INLINE_BYTES 8 /* payloads up to this travel inside the message */

/* A payload shared by several messages. */
struct payload {
    atomic_uint references;           /* any thread */
    alignas(16) unsigned char data[]; /* read-only once sent */
};

/* A message under way; data of INLINE_BYTES or less is in it. Two of them lie
 * in a line of the cache. Of a token only the address is there, whatever the
 * length. */
struct message {
    uint64_t start, end : 63, token : 1;
    int32_t id;
    uint32_t bytes;
    union {
        unsigned char data[INLINE_BYTES];
        struct payload *shared;
        void *address;
    };
};

/* Put the data into the message or, if it is long, into a payload for so many
 * copies of the message. 0, or -1: no memory. */
int message_make_odd(struct message *message, const void *data,
                     unsigned copies);
static inline int message_make(struct message *message, const void *data,
                               unsigned copies)
{
    if (message->bytes != INLINE_BYTES)
        return message_make_odd(message, data, copies);
    memcpy(message->data, data, INLINE_BYTES); /* a word: nearly always */
    return 0;
}

/* One message less holds the payload; the last one frees it. */
void payload_drop(struct payload *payload);

/* The same of one that is thrown away. */
static inline void message_drop(const struct message *message)
{
    if (message->bytes > INLINE_BYTES && !message->token)
        payload_drop(message->shared);
}

#endif
