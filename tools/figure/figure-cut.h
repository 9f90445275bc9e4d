/* The cut that bounds the throughput of a network, for its figure. */
#ifndef WEFT_TOOLS_FIGURE_CUT_H
#define WEFT_TOOLS_FIGURE_CUT_H

#include <stdbool.h>
#include <weft/error.h>
#include <weft/network.h>

#define FIGURE_CUT_TEXT 200

/* Find the cut of `weft optimum PROBLEM --bandwidth` from root 0. Set *inside
 * to an array, [vertices], that the caller frees, and describe the cut in
 * `text`. Return 0, or -1 like weft_bandwidth(). */
int figure_cut(const struct weft_network *network, const char *problem,
               bool **inside, char text[FIGURE_CUT_TEXT],
               struct weft_error *err);

#endif
