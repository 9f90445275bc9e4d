#include "figure/figure-cut.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/unstable/bandwidth.h>

static void figure_cut_describe(const struct weft_bandwidth *result,
                                char text[FIGURE_CUT_TEXT])
{
    const struct weft_bandwidth_cut *cut = &result->cut;
    char part[32] = "";
    if (cut->bandwidth.den != 1)
        snprintf(part, sizeof part, "/%" PRId64, cut->bandwidth.den);
    snprintf(text, FIGURE_CUT_TEXT,
             "%s: %d processor%s %s%s %" PRId64
             " word%s over bandwidth %" PRId64 "%s (red)",
             result->problem, cut->processors, cut->processors == 1 ? "" : "s",
             cut->in ? "receive" : "send", cut->processors == 1 ? "s" : "",
             cut->words, cut->words == 1 ? "" : "s", cut->bandwidth.num, part);
}

int figure_cut(const struct weft_network *network, const char *problem,
               bool **inside, char text[FIGURE_CUT_TEXT],
               struct weft_error *err)
{
    const struct weft_bandwidth_options options = {
        .problem = problem, .network = network, .cut_only = true};
    struct weft_bandwidth result;
    int status = weft_bandwidth(&options, &result, err);
    if (!status && !result.cut.inside)
        status = weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                                "%s has no single cut: give allgather or "
                                "reduce-scatter",
                                problem);
    if (!status &&
        !(*inside = calloc((size_t)weft_network_vertices(network) + 1, 1)))
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    for (int i = 0; !status && i < result.cut.count; i++)
        (*inside)[result.cut.inside[i]] = true;
    if (!status)
        figure_cut_describe(&result, text);
    weft_bandwidth_finish(&result);
    return status;
}
