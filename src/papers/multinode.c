/* Lecture notes: spanning trees for multi-broadcasts. The pictures in the notes
 * have no numbers; here they are numbered in the order of the text. */
#include "papers.h"

#define MULTI(words, of)                                                       \
    {                                                                          \
        .caption = of, .network = "hypercube:3", .problem = "multinode",       \
        .strategy = words, .report = true                                      \
    }

const struct gallery_exhibit gallery_multinode[] = {
    {
        .info = {"multinode-1", "lecture notes, the hypercube", "cube",
                 "hypercubes of one to four dimensions"},
        .title = "Hypercubes of one to four dimensions",
        .panels = 4,
        .panel = {{.caption = "one", .network = "hypercube:1"},
                  {.caption = "two", .network = "hypercube:2"},
                  {.caption = "three", .network = "hypercube:3"},
                  {.caption = "four", .network = "hypercube:4"}},
    },
    {
        .info = {"multinode-2", "lecture notes, single broadcasts", "tree",
                 "the spanning tree of a single broadcast: leaves end in 1"},
        .title = "A single broadcast on the 4-cube",
        .panels = 1,
        .panel = {{.network = "hypercube:4",
                   .tree = gallery_binomial,
                   .number = {4, 0, 0}}},
    },
    {
        .info = {"multinode-3", "lecture notes, single broadcasts", "cube",
                 "the same tree in the cube, from two roots"},
        .title = "A single broadcast in the 4-cube, from two roots",
        .note = "Arrows are edges of the tree, numbered by step; the root is "
                "shaded.",
        .panels = 2,
        .panel = {{.caption = "root 0000",
                   .network = "hypercube:4",
                   .tree = gallery_binomial,
                   .number = {4, 0, 0}},
                  {.caption = "root 0101: every node xor 0101",
                   .network = "hypercube:4",
                   .tree = gallery_binomial,
                   .number = {4, 5, 0}}},
    },
    {
        .info = {"multinode-4", "lecture notes, multi-broadcasts", "tree",
                 "the tree by which all processors broadcast at once: each "
                 "step adds four nodes on four dimensions"},
        .title = "The tree of a multi-broadcast on the 4-cube",
        .panels = 1,
        .panel = {{.network = "hypercube:4",
                   .tree = gallery_necklace,
                   .number = {4, 0}}},
    },
    {
        .info = {"multinode-5", "lecture notes, multi-broadcasts", "cube",
                 "the three steps of a multi-broadcast on the 3-cube"},
        .title = "A multi-broadcast on the 3-cube",
        .note = "The number of an arrow is the message, which is the number "
                "of its source.",
        .panels = 3,
        .panel = {{.caption = "step 1",
                   .network = "hypercube:3",
                   .problem = "multinode",
                   .strategy = "necklace",
                   .window = {.step = 1, .steps = 1}},
                  {.caption = "step 2",
                   .network = "hypercube:3",
                   .problem = "multinode",
                   .strategy = "necklace",
                   .window = {.step = 2, .steps = 1}},
                  {.caption = "step 3",
                   .network = "hypercube:3",
                   .problem = "multinode",
                   .strategy = "necklace",
                   .window = {.step = 3, .steps = 1}}},
    },
    {
        .info = {"multinode-6", "lecture notes, the problem", "links",
                 "isolated broadcasts collide on links; the trees of a "
                 "multi-broadcast do not"},
        .title = "All processors of the 3-cube broadcast at once",
        .panels = 2,
        .panel = {MULTI("isolated", "isolated broadcasts"),
                  MULTI("necklace", "collision-free trees")},
    },
    {{0}},
};
