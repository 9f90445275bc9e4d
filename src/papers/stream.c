/* Bruck, Cypher, Ho: generalized Fibonacci trees. */
#include "papers.h"

#define LABELS                                                                 \
    "A number beside an edge is its label in the paper: the child receives "   \
    "the tree's first packet in the next round."

#define GALLERY_STREAM_TOP(i)                                                  \
    {                                                                          \
        .caption = "T" #i, .tree = gallery_treetop, .labels = true,            \
        .number = {                                                            \
            22,                                                                \
            3,                                                                 \
            i                                                                  \
        }                                                                      \
    }

const struct gallery_exhibit gallery_stream[] = {
    {
        .info = {"stream-1", "Bruck, Cypher, Ho, Figure 1", "tree",
                 "the binary Fibonacci tree of order 6"},
        .title = "The binary Fibonacci tree of order 6",
        .note = "The number in a node is its label, the round in which a "
                "packet reaches it.",
        .panels = 1,
        .panel = {{.tree = gallery_fibonacci,
                   .number = {2, 6},
                   .label = WEFT_LABEL_STEP}},
    },
    {
        .info = {"stream-2", "Bruck, Cypher, Ho, Figure 2", "tree",
                 "the ternary Fibonacci tree of order 6"},
        .title = "The ternary Fibonacci tree of order 6",
        .note = "The number in a node is its label, the round in which a "
                "packet reaches it.",
        .panels = 1,
        .panel = {{.tree = gallery_fibonacci,
                   .number = {3, 6},
                   .label = WEFT_LABEL_STEP}},
    },
    {
        .info = {"stream-3", "Bruck, Cypher, Ho, Figure 3", "tree",
                 "the three trees of groups for 22 processors"},
        .title = "T0, T1 and T2 for 22 processors",
        .note = LABELS,
        .panels = 3,
        .panel = {GALLERY_STREAM_TOP(0), GALLERY_STREAM_TOP(1),
                  GALLERY_STREAM_TOP(2)},
    },
    {
        .info = {"stream-4", "Bruck, Cypher, Ho, Figure 4", "tree",
                 "the first of three spanning trees for 22 processors, with "
                 "the virtual processor"},
        .title = "The first tree for 22 processors",
        .note = LABELS " The empty circle is the virtual processor.",
        .panels = 1,
        .panel = {{.tree = gallery_forest,
                   .labels = true,
                   .number = {22, 3, 0, 0}}},
    },
    {
        .info = {"stream-5", "Bruck, Cypher, Ho, Figure 5", "tree",
                 "the same for 28 processors: six inserted above leaves"},
        .title = "The first tree for 28 processors",
        .note = LABELS " The empty circle is the virtual processor; squares "
                       "are nodes that 28 processors have and 22 do not.",
        .panels = 1,
        .panel = {{.tree = gallery_forest,
                   .labels = true,
                   .number = {28, 3, 0, 22}}},
    },
    {
        .info = {"stream-6", "Bruck, Cypher, Ho, Figure 6", "tree",
                 "the same for 30 processors: a chain in place of the "
                 "virtual processor"},
        .title = "The first tree for 30 processors",
        .note = LABELS " Squares are nodes that 30 processors have and 28 "
                       "do not.",
        .panels = 1,
        .panel = {{.tree = gallery_forest,
                   .labels = true,
                   .number = {30, 3, 0, 28}}},
    },
    {{0}},
};
