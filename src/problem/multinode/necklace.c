/* necklace: 2^d trees at once without a collision; as few steps as possible,
 * ceil((2^d - 1)/d). See src/problem/necklace.c.
 *
 * Source: document C; errata C1, C2. */
#include "problem/shared/necklace.h"
#include "multinode.h"

static int program(struct weft_processor *self, void *arg)
{
    return necklace_collect(self, arg, -1);
}

const struct weft_strategy multinode_necklace = {
    .info = {.name = "necklace",
             .summary = "2^d collision-free trees; optimal",
             .source = "C",
             .networks = "hypercube",
             .needs = "all-port"},
    .prepare = necklace_prepare,
    .program = program,
    .finish = necklace_drop,
};
