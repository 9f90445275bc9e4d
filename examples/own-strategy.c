/* A user-defined strategy: all-gather on a ring. In each of p - 1 steps every
 * processor sends the last received block to its right neighbour.
 *
 *     weft compare allgather -s ./own-strategy.c,bruck -n complete:8..64
 *
 * docs/writing-an-algorithm.md explains it. */
#include <weft/plugin.h>

static int mine(struct weft_processor *self, struct weft_work *work)
{
    int p = weft_size(self), rank = weft_rank(self);
    int right = (rank + 1) % p, left = (rank + p - 1) % p;
    for (int t = 1; t < p; t++) {
        int block = (rank - t + 1 + p) % p, next = (rank - t + p) % p;
        if (weft_work_post(work, right, &block, 1) || weft_step(self) ||
            weft_work_receive(work, left, &next, 1))
            return -1;
    }
    return 0;
}

WEFT_STRATEGY(.problem = "allgather", .summary = "round the ring",
              .needs = "one-port-duplex", .function = mine)
