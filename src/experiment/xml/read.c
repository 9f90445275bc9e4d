/* Reads experiment files from a path or from memory. */
#include "experiment.h"

#include "base/base.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void weft_experiment_file_destroy(struct weft_experiment_file *file)
{
    if (!file)
        return;
    if (file->owned)
        owned_finish(file->owned);
    free(file->owned);
    free(file);
}

static struct weft_experiment_file *read_create(void)
{
    struct weft_experiment_file *file = calloc(1, sizeof *file);
    if (file)
        file->owned = calloc(1, sizeof(struct owned));
    if (file && file->owned)
        return file;
    weft_experiment_file_destroy(file);
    return NULL;
}

static struct weft_experiment_file *read_parse(const char *bytes, size_t count,
                                               const char *folder, bool trusted,
                                               struct weft_error *err)
{
    struct weft_error own;
    err = err ? err : &own;
    if (count > WEFT_EXPERIMENT_FILE_MAX) {
        weft_error_set(err, WEFT_ERROR_LIMIT, 0, "longer than %d bytes",
                       WEFT_EXPERIMENT_FILE_MAX);
        return NULL;
    }
    struct quiet quiet;
    quiet_begin(&quiet);
    struct weft_experiment_file *file = read_create();
    xmlDocPtr document = experiment_document(bytes, count, &quiet, err);
    int status = document && file
                     ? items_read(file, document, folder, trusted, err)
                     : -1;
    xmlFreeDoc(document);
    quiet_end(&quiet);
    if (!file || quiet.memory)
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    if (status) {
        weft_experiment_file_destroy(file);
        file = NULL;
    }
    return file;
}

struct weft_experiment_file *weft_experiment_file_parse(const char *bytes,
                                                        size_t count,
                                                        const char *folder,
                                                        struct weft_error *err)
{
    return read_parse(bytes, count, folder, false, err);
}

/* Read the file into *bytes, up to one byte more than allowed. The caller frees
 * *bytes in any case. Return 0 or an errno value. */
static int read_load(const char *path, char **bytes, size_t *count)
{
    FILE *in;
    int code = regular_open(path, &in);
    if (code)
        return code;
    *bytes = malloc(WEFT_EXPERIMENT_FILE_MAX + 1);
    if (*bytes)
        *count = fread(*bytes, 1, WEFT_EXPERIMENT_FILE_MAX + 1, in);
    else
        code = ENOMEM;
    if (ferror(in))
        code = errno;
    fclose(in);
    return code;
}

static struct weft_experiment_file *
xml_read_read_file(const char *path, bool trusted, struct weft_error *err)
{
    size_t count = 0;
    char *bytes = NULL;
    int code = read_load(path, &bytes, &count);
    if (code) {
        free(bytes);
        weft_error_system(err, code, 0, "%s", open_reason(code));
        return NULL;
    }
    const char *slash = strrchr(path, '/');
    char *folder =
        format_text("%.*s", slash ? (int)(slash - path + 1) : 0, path);
    struct weft_experiment_file *file = NULL;
    if (folder)
        file = read_parse(bytes, count, folder, trusted, err);
    else
        weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    free(folder);
    free(bytes);
    return file;
}

struct weft_experiment_file *weft_experiment_file_read(const char *path,
                                                       struct weft_error *err)
{
    return xml_read_read_file(path, false, err);
}

struct weft_experiment_file *
weft_experiment_file_read_trusted(const char *path, struct weft_error *err)
{
    return xml_read_read_file(path, true, err);
}

/* ---- the runs of an item ---- */

size_t weft_item_runs(const struct weft_item *item)
{
    size_t runs = 1;
    for (size_t i = 0; i < item->ranges; i++)
        runs *= item->range[i].values;
    return runs;
}

struct weft_experiment weft_item_experiment(const struct weft_item *item,
                                            size_t run,
                                            size_t choice[WEFT_RANGES_MAX])
{
    struct weft_experiment experiment = item->experiment;
    for (size_t i = item->ranges; i-- > 0;) {
        const struct weft_range *range = &item->range[i];
        size_t at = run % range->values;
        run /= range->values;
        /* cannot fail, because the value was checked when the range was read */
        weft_experiment_set(&experiment, range->setting, range->value[at],
                            NULL);
        if (choice)
            choice[i] = at;
    }
    return experiment;
}
