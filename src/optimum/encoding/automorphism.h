/* Symmetries of a network: which processors can be exchanged while others are
 * fixed. */
#ifndef WEFT_SRC_OPTIMUM_AUTOMORPHISM_H
#define WEFT_SRC_OPTIMUM_AUTOMORPHISM_H

#include <stdatomic.h>

#include "optimum/instance.h"

struct automorphism {
    int n;
    /* [n][n] number of channels between two processors, at most 255 */
    unsigned char *links;
    const int *distance;     /* [n][n] in channels, borrowed */
    int *image;              /* [n] image of each processor; -1: unmapped */
    bool *taken;             /* [n] whether each processor is an image */
    int *prefix;             /* [n] buffer of the caller */
    int *least;              /* [n][n] buffer of the caller */
    long each;               /* maximum steps for one pair of processors */
    long left;               /* remaining steps of the current search */
    long all;                /* remaining steps of all searches */
    const atomic_bool *stop; /* set by any thread to stop the search; or NULL */
};

/* Returns 0, or -1 if memory is short. Call finish in both cases. */
int automorphism_init(struct automorphism *group, const struct instance *q,
                      const atomic_bool *stop);
void automorphism_finish(struct automorphism *group);

/* Return whether a symmetry that fixes fixed[0..count) maps v to w. */
bool automorphism_exchanges(struct automorphism *group, const int *fixed,
                            int count, int v, int w);

/* Set least[v] to the lowest processor to which a symmetry maps v while it
 * fixes fixed[0..count). If a search for a pair takes too many steps, or all
 * searches together do, the pair counts as not symmetric, which is always
 * safe. */
void automorphism_orbits(struct automorphism *group, const int *fixed,
                         int count, int least[]);

#endif
