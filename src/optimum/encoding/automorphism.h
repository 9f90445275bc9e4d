/* Symmetries of a network: which processors can be exchanged while some stay
 * where they are. */
#ifndef WEFT_SRC_OPTIMUM_AUTOMORPHISM_H
#define WEFT_SRC_OPTIMUM_AUTOMORPHISM_H

#include "optimum/instance.h"

struct automorphism {
    int n;
    unsigned char *links; /* [n][n] channels between two, 255: that or more */
    int *image;           /* [n] what each is mapped to; -1: not yet */
    bool *taken;          /* [n] is an image */
    int *prefix;          /* [n] for the caller */
    int *least;           /* [n][n] for the caller */
    long left;            /* steps that a search may still take */
};

/* 0, or -1: no memory; finish either way. */
int automorphism_init(struct automorphism *group, const struct instance *q);
void automorphism_finish(struct automorphism *group);

/* least[v]: the lowest processor that a symmetry exchanges for v while it
 * leaves fixed[0..count) alone. A pair that takes too long to decide counts as
 * different, which is always safe. */
void automorphism_orbits(struct automorphism *group, const int *fixed,
                         int count, int least[]);

#endif
