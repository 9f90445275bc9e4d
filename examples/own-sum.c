/* A user-defined strategy that combines values: all-reduce by recursive
 * doubling. In step t every processor exchanges its partial result with the
 * processor whose number differs in bit t - 1. weft tracks the contributions in
 * each value and reports one that is added twice or out of order.
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
