/* The search from every processor as root: one search for each class of
 * processors that symmetries of the network exchange. */
#include <stdlib.h>
#include <weft/problem.h>

#include "search.h"

/* Keep the result of the root that needs the most steps. If one was not
 * decided, others may need more: then no number of steps is enough. */
static void every_root_keep(struct weft_optimum *best,
                            struct weft_optimum *found)
{
    int searched = best->roots_searched + 1;
    bool decided = found->decided;
    struct weft_optimum other = *best;
    if (searched == 1 || !found->reachable || found->lower > best->lower)
        *best = *found;
    else
        other = *found;
    weft_optimum_finish(&other);
    best->roots_searched = searched;
    if (decided)
        return;
    weft_optimum_finish(best);
    best->upper = 0;
    best->messages = 0;
    best->decided = best->fewest = false;
}

static int search_root(const struct weft_optimum_options *options, int root,
                       struct weft_optimum *result, struct weft_error *err)
{
    struct weft_experiment experiment = *options->experiment;
    struct weft_optimum_options one = *options;
    one.experiment = &experiment;
    one.every_root = false;
    *result = (struct weft_optimum){.lower = 0};
    if (weft_experiment_set_number(&experiment, "root", root, err))
        return -1;
    int status = weft_optimum(&one, result, err);
    result->root = root;
    return status;
}

/* Search from each root that is its own least[]; set steps[] of these. */
static int search_roots(const struct weft_optimum_options *options, int n,
                        const int *least, int *steps, struct weft_optimum *best,
                        struct weft_error *err)
{
    struct weft_optimum_options one = *options;
    double seconds = 0;
    one.proof = NULL;
    for (int v = 0; v < n && (!v || best->decided); v++) {
        struct weft_optimum found;
        if (least[v] != v)
            continue;
        if (options->limit > 0) /* at least the counting bound of this root */
            one.limit =
                options->limit > seconds ? options->limit - seconds : 1e-9;
        if (search_root(&one, v, &found, err)) {
            weft_optimum_finish(&found);
            return -1;
        }
        steps[v] = found.upper;
        seconds += found.seconds;
        every_root_keep(best, &found);
    }
    for (int v = 0; best->decided && v < n; v++)
        best->roots_slowest += steps[least[v]] == best->upper;
    best->seconds = seconds;
    return 0;
}

/* Search once more from the slowest root, with a proof. */
static int every_root_prove(const struct weft_optimum_options *options,
                            struct weft_optimum *best, struct weft_error *err)
{
    struct weft_optimum again;
    int status = search_root(options, best->root, &again, err);
    again.roots_searched = best->roots_searched;
    again.roots_slowest = best->roots_slowest;
    again.seconds += best->seconds;
    weft_optimum_finish(best);
    *best = again;
    return status;
}

int optimum_every_root(const struct weft_optimum_options *options,
                       struct weft_optimum *result, struct weft_error *err)
{
    int n, *least = NULL;
    *result = (struct weft_optimum){.lower = 0};
    if (options->goal || options->from || options->to)
        return weft_error_set(err, WEFT_ERROR_MISUSE, 0,
                              "all roots cannot be searched with a goal or a "
                              "range of steps");
    if (weft_setting_check("root", options->experiment->problem, err))
        return -1;
    int status = optimum_orbits(options, &n, &least, err);
    int *steps = status ? NULL : calloc((size_t)n, sizeof *steps);
    if (!status && !steps)
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (!status)
        status = search_roots(options, n, least, steps, result, err);
    if (!status && options->proof && result->decided)
        status = every_root_prove(options, result, err);
    free(steps);
    free(least);
    return status;
}
