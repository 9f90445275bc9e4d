/* necklace: 2^d trees at once without conflicts; ceil((2^d - 1)/d) steps, which
 * is the minimum. The algorithm is in shared/necklace-trees.c.
 *
 * Source: lecture notes (Bertsekas et al.); errata C1, C2. */
#include "multinode.h"
#include "problem/shared/necklace-trees.h"

int weft_multinode_necklace(struct weft_processor *self,
                            const struct weft_necklace *tree, void *blocks,
                            size_t bytes)
{
    struct necklace_blocks array = {blocks, bytes, 0};
    const struct necklace_ends ends = necklace_ends_in(&array);
    if (necklace_check(self, tree, -1))
        return -1;
    return necklace_collect(self, tree, -1, bytes, &ends);
}

/* ---- the strategy ---- */

static int multinode_necklace_program(struct weft_processor *self, void *arg)
{
    const struct plan *plan = arg;
    return necklace_program(self, plan, -1, necklace_collect);
}

const struct weft_strategy multinode_necklace = {
    .info = {.name = "necklace",
             .summary = "2^d collision-free trees; optimal",
             .source = "lecture notes (Bertsekas et al.)",
             .networks = "hypercube",
             .needs = "all-port"},
    .prepare = necklace_prepare,
    .program = multinode_necklace_program,
    .finish = necklace_finish,
};
