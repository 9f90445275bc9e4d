/* Grama et al.: one-to-all broadcast, all-to-one reduction. */
#include "papers.h"

#define ON(kind, of) .problem = of, .strategy = "binomial", .network = kind

const struct gallery_exhibit gallery_broadcast[] = {
    {
        .info = {"broadcast-4.1", "Grama et al., Figure 4.1", "spacetime",
                 "broadcast and reduction: the same transfers, reversed in "
                 "time and direction"},
        .title = "One to all, and all to one, among eight processors",
        .panels = 2,
        .panel = {{.caption = "one-to-all broadcast",
                   ON("ring:8", "broadcast")},
                  {.caption = "all-to-one reduction", ON("ring:8", "reduce")}},
    },
    {
        .info = {"broadcast-4.2", "Grama et al., Figure 4.2", "network",
                 "broadcast on a ring of eight"},
        .title = "One-to-all broadcast on a ring",
        .panels = 1,
        .panel = {{ON("ring:8", "broadcast")}},
    },
    {
        .info = {"reduce-4.3", "Grama et al., Figure 4.3", "network",
                 "reduction on a ring of eight"},
        .title = "All-to-one reduction on a ring",
        .panels = 1,
        .panel = {{ON("ring:8", "reduce")}},
    },
    {
        .info = {"matvec-4.4", "Grama et al., Figure 4.4", "network",
                 "a 4 x 4 matrix times a vector: broadcasts down the columns, "
                 "reductions along the rows"},
        .title = "Matrix times vector on a 4 x 4 mesh",
        .note = "The top row holds the vector, the left column receives the "
                "product. Arrows are transfers, numbered by step.",
        .panels = 2,
        .panel = {{.caption = "broadcasts",
                   .problem = "matvec",
                   .network = "mesh:4x4",
                   .window = {.step = 1, .steps = 2}},
                  {.caption = "reductions",
                   .problem = "matvec",
                   .network = "mesh:4x4",
                   .window = {.step = 3}}},
    },
    {
        .info = {"broadcast-4.5", "Grama et al., Figure 4.5", "network",
                 "broadcast on a 4 x 4 mesh: a row, then all columns"},
        .title = "One-to-all broadcast on a mesh",
        .panels = 1,
        .panel = {{ON("mesh:4x4", "broadcast"), .columns = true}},
    },
    {
        .info = {"broadcast-4.6", "Grama et al., Figure 4.6", "cube",
                 "broadcast on a 3-cube, highest dimension first"},
        .title = "One-to-all broadcast on a 3-cube",
        .note = "Arrows are transfers, numbered by step; the source is "
                "shaded.",
        .panels = 1,
        .panel = {{ON("hypercube:3", "broadcast"), .label = WEFT_LABEL_BOTH}},
    },
    {
        .info = {"broadcast-4.7", "Grama et al., Figure 4.7", "network",
                 "broadcast on a tree whose leaves are the processors"},
        .title = "One-to-all broadcast on a balanced binary tree",
        .panels = 1,
        .panel = {{ON("tree:8", "broadcast")}},
    },
    {{0}},
};
