/* Computes the values of a range, in the syntax of `weft compare`. */
#include "experiment.h"

#include <string.h>

static int range_keep(struct owned *owned, struct weft_range *range,
                      const struct weft_values *values)
{
    const char **kept = owned_memory(owned, values->count, sizeof *kept);
    if (!kept)
        return -1;
    for (size_t i = 0; i < values->count; i++) {
        const char *text = values->text[i];
        kept[i] = owned_text(owned, text, strlen(text));
        if (!kept[i])
            return -1;
    }
    range->value = kept;
    range->values = values->count;
    return 0;
}

static const struct weft_setting *range_find(const char *name)
{
    size_t i = 0;
    while (strcmp(weft_setting(i)->name, name) != 0)
        i++;
    return weft_setting(i);
}

int range_expand(struct owned *owned, struct weft_range *range,
                 struct weft_error *err)
{
    struct weft_values values = {0};
    int status = weft_values_add(&values, range_find(range->setting),
                                 range->written, err);
    if (!status && range_keep(owned, range, &values))
        status = weft_error_set(err, WEFT_ERROR_MEMORY, 0, "no memory");
    weft_values_finish(&values);
    return status;
}
