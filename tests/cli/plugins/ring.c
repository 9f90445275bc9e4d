/* An allgather strategy for ring networks only. */
#include <weft/plugin.h>

static int mine(struct weft_processor *self, struct weft_work *work)
{
    int p = weft_size(self), rank = weft_rank(self);
    int right = (rank + 1) % p, left = (rank + p - 1) % p;
    for (int t = 1; t < p; t++) {
        int block = (rank - t + 1 + p) % p;
        struct weft_message message;
        if (weft_post(self, right, block, weft_work_block(work, block),
                      weft_work_bytes(work)) ||
            weft_step(self) || weft_receive(self, left, &message) ||
            weft_work_keep(work, message.id, message.data))
            return -1;
    }
    return 0;
}

WEFT_STRATEGY(.problem = "multinode", .summary = "round the ring",
              .networks = "ring", .needs = "one-port-duplex", .function = mine)
