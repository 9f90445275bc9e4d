/* Lower bounds of an allreduce. */
#ifndef WEFT_SRC_OPTIMUM_BANDWIDTH_PARTITION_H
#define WEFT_SRC_OPTIMUM_BANDWIDTH_PARTITION_H

#include "bandwidth/band.h"

/* Compute the largest known lower bound of an allreduce of a vector of one word
 * for each processor, as a multiple of 1 / unit. Return 0; or -1 with err, or
 * with watch->stopped. */
int band_allreduce_bound(const struct band_graph *graph,
                         struct weft_fraction *bound, const char **by,
                         struct band_watch *watch, struct weft_error *err);

#endif
