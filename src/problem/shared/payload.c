/* Tagged data: (origin, id) in the first 8 bytes, then bytes derived from
 * it. */
#include "payload.h"

#include <string.h>

struct tag {
    int32_t origin, id;
};

/* Return the byte at `index` of a message with this tag. */
static unsigned char payload_mix(struct tag tag, size_t index)
{
    uint64_t x = (uint64_t)(uint32_t)tag.origin << 32 | (uint32_t)tag.id;
    x = (x + index) * 0x9e3779b97f4a7c15u;
    return (unsigned char)(x >> 56);
}

void payload_fill(void *data, size_t bytes, int origin, int id)
{
    struct tag tag = {origin, id};
    size_t head = bytes < sizeof tag ? bytes : sizeof tag;
    if (head)
        memcpy(data, &tag, head);
    for (size_t i = head; i < bytes; i++)
        ((unsigned char *)data)[i] = payload_mix(tag, i);
}

bool payload_is(const void *data, size_t bytes, int origin, int id)
{
    struct tag tag = {origin, id};
    size_t head = bytes < sizeof tag ? bytes : sizeof tag;
    if (head && memcmp(data, &tag, head) != 0)
        return false;
    for (size_t i = head; i < bytes; i++)
        if (((const unsigned char *)data)[i] != payload_mix(tag, i))
            return false;
    return true;
}

int payload_id(const void *data)
{
    struct tag tag;
    memcpy(&tag, data, sizeof tag);
    return tag.id;
}
