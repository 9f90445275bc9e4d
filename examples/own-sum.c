/* A strategy of your own in which values are combined: all-reduce by recursive
 * doubling. In step t everybody exchanges all it has with the processor whose
 * number differs in bit t - 1. weft follows which contributions each value is
 * made of: one that comes in twice, or out of order, is named.
 *
 *     weft compare allreduce -s ./own-sum.c,ring,circulant -n complete:8..64
 *
 * docs/writing-an-algorithm.md explains it. */
#include <weft/plugin.h>

static int doubling(struct weft_processor *self, struct weft_work *work)
{
    int p = weft_size(self), rank = weft_rank(self), all = 0;
    if (p & (p - 1))
        return weft_fail(self, "%d processors: not a power of two", p);
    for (int bit = 1; bit < p; bit *= 2)
        if (weft_work_post(work, rank ^ bit, &all, 1) || weft_step(self) ||
            weft_work_receive_add(work, rank ^ bit, &all, 1))
            return -1;
    return 0;
}

WEFT_STRATEGY(.problem = "allreduce", .summary = "all they have, bit by bit",
              .needs = "one-port-duplex", .in_order = true,
              .function = doubling)
