/* Fuzz target: experiment files. Accepted input must keep the guarantees of the
 * header; nothing is run or written. */
#include <weft/unstable/experiment.h>

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define RUNS_TRIED 16
#ifndef FOLDER /* folder of the plug-ins that experiments may name */
#define FOLDER NULL
#endif

static void check_outputs(const struct weft_item *item)
{
    assert(item->outputs > 0);
    for (size_t i = 0; i < item->outputs; i++) {
        const struct weft_output *output = &item->output[i];
        assert(output->file && *output->file && !strchr(output->file, '/'));
        assert(output->format || item->kind == WEFT_ITEM_EXHIBIT);
    }
}

static void check_runs(const struct weft_item *item)
{
    size_t runs = weft_item_runs(item), choice[WEFT_RANGES_MAX];
    assert(runs > 0 && runs <= WEFT_RUNS_MAX);
    for (size_t run = 0; run < runs && run < RUNS_TRIED; run++) {
        struct weft_experiment each = weft_item_experiment(item, run, choice);
        assert(each.problem);
        for (size_t i = 0; i < item->ranges; i++)
            assert(choice[i] < item->range[i].values);
    }
}

static void check(const struct weft_experiment_file *file)
{
    assert(file->items > 0);
    for (size_t i = 0; i < file->items; i++) {
        const struct weft_item *item = &file->item[i];
        assert(item->ranges <= WEFT_RANGES_MAX);
        check_outputs(item);
        if (item->kind == WEFT_ITEM_EXHIBIT)
            assert(item->exhibit);
        else
            check_runs(item);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct weft_error err = {0};
    struct weft_experiment_file *file =
        weft_experiment_file_parse((const char *)data, size, FOLDER, &err);
    assert(file || err.text[0]);
    if (file)
        check(file);
    weft_experiment_file_destroy(file);
    return 0;
}
