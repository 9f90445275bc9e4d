/* Desprez et al. 1993: successive broadcasts on the hypercube. Figures 3 to 5
 * share one time scale: that of the eleven trees in Figure 3. */
#include "papers.h"

#define SCALE 44 /* steps shown: 11 synchronised broadcasts of 4 steps */

#define ON_4_CUBE(words)                                                       \
    .panels = 1, .panel = {{.network = "hypercube:4",                          \
                            .problem = "successive",                           \
                            .strategy = words,                                 \
                            .window = {.steps = SCALE}}}

const struct gallery_exhibit gallery_successive[] = {
    {
        .info = {"successive-1", "Desprez et al. 1993, Figure 1", "tree",
                 "binomial spanning trees of the 3-cube: two roots, and one "
                 "rotated"},
        .title = "Spanning binomial trees of the 3-cube",
        .note = "The number beside an edge is the step; colour and dashes show "
                "the dimension of the link. Rotated once, every edge uses the "
                "next dimension.",
        .panels = 3,
        .panel = {{.caption = "SBT(000)",
                   .network = "hypercube:3",
                   .tree = gallery_binomial,
                   .number = {3, 0, 0}},
                  {.caption = "SBT(011)",
                   .network = "hypercube:3",
                   .tree = gallery_binomial,
                   .number = {3, 3, 0}},
                  {.caption = "SBT(011), rotated once",
                   .network = "hypercube:3",
                   .tree = gallery_binomial,
                   .number = {3, 3, 1}}},
    },
    {
        .info = {"successive-2", "Desprez et al. 1993, Figure 2", "cube",
                 "why a broadcast cannot start in every step: two messages "
                 "reach one processor"},
        .title = "A broadcast started in every step",
        .note = "Arrows are transfers, numbered by message. A double ring "
                "marks a processor that breaks a rule of the model.",
        .panels = 2,
        .panel = {{.caption = "step 1",
                   .network = "hypercube:3",
                   .problem = "successive",
                   .strategy = "rotated",
                   .spacing = 1,
                   .report = true,
                   .window = {.step = 1, .steps = 1}},
                  {.caption = "step 2",
                   .network = "hypercube:3",
                   .problem = "successive",
                   .strategy = "rotated",
                   .spacing = 1,
                   .report = true,
                   .window = {.step = 2, .steps = 1}}},
    },
    {
        .info = {"successive-3", "Desprez et al. 1993, Figure 3", "spacetime",
                 "synchronised broadcasts on the 4-cube: 11 of 16 in 44 "
                 "steps"},
        .title = "Synchronised broadcasts on the 4-cube",
        ON_4_CUBE("synchronised"),
    },
    {
        .info = {"successive-4", "Desprez et al. 1993, Figure 4", "spacetime",
                 "interleaved broadcasts on the 4-cube, on the scale of "
                 "successive-3"},
        .title = "Interleaved broadcasts on the 4-cube",
        ON_4_CUBE("interleaved"),
    },
    {
        .info = {"successive-5", "Desprez et al. 1993, Figure 5", "spacetime",
                 "rotated broadcasts on the 4-cube, on the scale of "
                 "successive-3"},
        .title = "Rotated broadcasts on the 4-cube",
        ON_4_CUBE("rotated"),
    },
    {{0}},
};
