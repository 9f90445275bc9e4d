/* Common code of algorithms that are implemented as functions. */
#include "collective.h"

#include <string.h>

static int collective_store(void *self, int id, const void *data, size_t bytes)
{
    return weft_store(self, id, data, bytes);
}

struct keeper keeper_store(struct weft_processor *self)
{
    return (struct keeper){collective_store, self};
}

int collective_check_root(struct weft_processor *self, int root)
{
    if (root >= 0 && root < weft_size(self))
        return 0;
    return weft_fail(self, "root %d does not exist: processors are 0 to %d",
                     root, weft_size(self) - 1);
}

int collective_check_bytes(struct weft_processor *self, size_t bytes)
{
    return bytes <= UINT32_MAX
               ? 0
               : weft_fail(self,
                           "blocks of %zu bytes do not fit into a message of "
                           "at most 2^32 - 1 bytes",
                           bytes);
}

int collective_dimension(struct weft_processor *self)
{
    int p = weft_size(self);
    if (p & (p - 1))
        return weft_fail(self, "needs a power of two processors, not %d", p);
    return __builtin_ctz((unsigned)p);
}

int collective_receive(struct weft_processor *self, int from, void *data,
                       size_t bytes, const struct keeper *keeper)
{
    struct weft_message message;
    if (weft_receive(self, from, &message))
        return -1;
    if (message.bytes != bytes)
        return weft_fail(self, "received a message of %zu bytes instead of %zu",
                         message.bytes, bytes);
    if (bytes)
        memcpy(data, message.data, bytes);
    return keeper ? keeper->keep(keeper->arg, message.id, data, bytes) : 0;
}
