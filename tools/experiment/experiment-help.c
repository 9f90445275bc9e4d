/* Cooperation of processes: calls by process 0, and their handling in the
 * others. */
#include "experiment/experiment-help.h"

#include "common/command.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <weft/unstable/cluster.h>
#include <weft/unstable/compare.h>
#include <weft/unstable/experiment.h>
#include <weft/weft.h>

/* Return whether several processes can work on the item. */
static bool is_shared(const struct weft_item *item)
{
    if (item->kind == WEFT_ITEM_COMPARISON)
        return true;
    if (item->kind != WEFT_ITEM_RUN || item->schedule)
        return false;
    const struct weft_choice *engine =
        weft_experiment_get(&item->experiment, "engine");
    return engine && !strcmp(engine->text, "mpi");
}

void help_call(const struct weft_experiment_file *file,
               const struct weft_item *item)
{
    struct weft_error err; /* a lost process is noticed later */
    uint64_t index = (uint64_t)(item - file->item);
    for (int k = 1; is_shared(item) && k < weft_cluster_size(); k++)
        weft_cluster_send(k, &index, sizeof index, &err);
}

/* Work on a comparison, whose results process 0 collects. Returns 0, or -1 if
 * it cannot be done here. */
static int help_compare(const struct weft_item *item, struct weft_error *err)
{
    struct weft_comparison *compare = calloc(1, sizeof *compare);
    if (!compare)
        return weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    int status = weft_comparison_from_item(compare, item, err);
    if (!status)
        status = weft_comparison_plan(compare, err);
    if (!status)
        status = weft_comparison_run(compare, NULL, err);
    weft_comparison_finish(compare);
    free(compare);
    return status;
}

static int help_run(const struct weft_item *item, struct weft_error *err)
{
    struct weft_result result = {0};
    int status = weft_run(&item->experiment, NULL, 0, &result, err);
    weft_result_finish(&result);
    return status;
}

static int experiment_help_help(const struct weft_item *item,
                                struct weft_error *err)
{
    return item->kind == WEFT_ITEM_COMPARISON ? help_compare(item, err)
                                              : help_run(item, err);
}

static void help_until_end(const struct weft_experiment_file *file)
{
    struct weft_arrival in;
    struct weft_error err;
    int came;
    while ((came = weft_cluster_take(true, &in, &err)) >= 0) {
        uint64_t index = UINT64_MAX;
        if (came && in.bytes == sizeof index)
            memcpy(&index, in.data, sizeof index);
        if (came)
            free(in.data);
        if (came && (index >= file->items ||
                     experiment_help_help(&file->item[index], &err)))
            return;
    }
}

int help_with(const char *path, bool force)
{
    struct weft_error err;
    struct weft_experiment_file *file =
        (force ? weft_experiment_file_read_trusted
               : weft_experiment_file_read)(path, &err);
    if (file)
        help_until_end(file);
    weft_experiment_file_destroy(file);
    return EXIT_FAILED; /* only the status of process 0 counts */
}
