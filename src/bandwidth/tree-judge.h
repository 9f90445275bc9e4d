/* Verification of trees. */
#ifndef WEFT_SRC_BANDWIDTH_TREE_JUDGE_H
#define WEFT_SRC_BANDWIDTH_TREE_JUDGE_H

#include <weft/unstable/bandwidth.h>

/* Verify that every tree spans all processors over links of the network, with
 * switches as inner vertices of its ways, that each root (all if root < 0) has
 * result->chunks trees, and that result->copies of all trees load each arc with
 * at most result->steps_bound times its capacity, [arcs] by vertex and port.
 * `reversed`: arcs lead to the root. Return 0, or -1 with WEFT_ERROR_WRONG or
 * WEFT_ERROR_MEMORY. */
int band_judge(const struct weft_bandwidth *result,
               const struct weft_network *network, bool reversed, int root,
               const int64_t *capacity, struct weft_error *err);

#endif
