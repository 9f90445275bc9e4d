/* Stamoulis, Tsitsiklis: simultaneous broadcasts. */
#include "papers.h"

#define DISJOINT(j, root)                                                      \
    {                                                                          \
        .caption = "T(" #j "), root " root, .network = "hypercube:3",          \
        .tree = gallery_disjoint, .number = {                                  \
            3,                                                                 \
            j                                                                  \
        }                                                                      \
    }

const struct gallery_exhibit gallery_simultaneous[] = {
    {
        .info = {"simultaneous-1", "Stamoulis, Tsitsiklis, Figure 1", "tree",
                 "the completely unbalanced spanning tree of the 3-cube"},
        .title = "The completely unbalanced spanning tree of the 3-cube",
        .panels = 1,
        .panel = {{.network = "hypercube:3",
                   .tree = gallery_ascending,
                   .number = {3, 0, 0}}},
    },
    {
        .info = {"simultaneous-2", "Stamoulis, Tsitsiklis, Figure 2", "cube",
                 "three spanning trees of the 3-cube without a common arc"},
        .title = "The disjoint spanning trees of the 3-cube",
        .note = "Arrows are edges of the trees, numbered by step; roots are "
                "shaded. In the last cube colour and dashes show the tree: no "
                "arc has two arrows.",
        .panels = 4,
        .panel = {DISJOINT(1, "001"),
                  DISJOINT(2, "010"),
                  DISJOINT(3, "100"),
                  {.caption = "all three",
                   .network = "hypercube:3",
                   .tree = gallery_disjoint,
                   .number = {3},
                   .together = 3}},
    },
    {{0}},
};
