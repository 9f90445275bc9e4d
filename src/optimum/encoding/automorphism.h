/* Symmetries of a network: which processors can be exchanged while some stay
 * where they are. */
#ifndef WEFT_SRC_OPTIMUM_AUTOMORPHISM_H
#define WEFT_SRC_OPTIMUM_AUTOMORPHISM_H

#include <stdatomic.h>

#include "optimum/instance.h"

struct automorphism {
    int n;
    unsigned char *links; /* [n][n] channels between two, 255: that or more */
    int *image;           /* [n] what each is mapped to; -1: not yet */
    bool *taken;          /* [n] is an image */
    int *prefix;          /* [n] for the caller */
    int *least;           /* [n][n] for the caller */
    long left;            /* steps that a search may still take */
    long all;             /* and all searches together */
    const atomic_bool *stop; /* any thread may set it; may be NULL */
};

/* 0, or -1: no memory; finish either way. */
int automorphism_init(struct automorphism *group, const struct instance *q,
                      const atomic_bool *stop);
void automorphism_finish(struct automorphism *group);

/* least[v]: the lowest processor that a symmetry exchanges for v while it
 * leaves fixed[0..count) alone. A pair that takes too long to decide counts as
 * different, which is always safe; so do all, when all took too long. */
void automorphism_orbits(struct automorphism *group, const int *fixed,
                         int count, int least[]);

#endif
