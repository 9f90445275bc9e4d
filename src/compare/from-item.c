/* Construction of a comparison from an element of an experiment file. */
#include <string.h>

#include "columns.h"

static const struct weft_setting *from_item_find(const char *name)
{
    size_t i = 0;
    while (strcmp(weft_setting(i)->name, name) != 0)
        i++;
    return weft_setting(i);
}

/* Return the list for the values of a setting: a new axis, or the list of
 * strategies. */
static struct weft_values *values_of(struct weft_comparison *compare,
                                     const char *setting)
{
    if (strcmp(setting, "strategy") == 0)
        return &compare->strategies;
    struct weft_compared_axis *axis = &compare->axis[compare->axes++];
    axis->setting = from_item_find(setting);
    return &axis->values;
}

int weft_comparison_from_item(struct weft_comparison *compare,
                              const struct weft_item *item,
                              struct weft_error *err)
{
    int status = 0;
    compare->problem[compare->problems++] = item->experiment.problem;
    compare->jobs = item->jobs;
    for (size_t i = 0; !status && i < item->parameters; i++) {
        const char *name = item->parameter[i].key;
        /* resolved text, because paths are relative to the experiment file */
        const char *text = weft_experiment_get(&item->experiment, name)->text;
        status = weft_values_append(values_of(compare, name), text, err);
    }
    for (size_t i = 0; !status && i < item->ranges; i++) {
        const struct weft_range *range = &item->range[i];
        if (item->every_strategy && i + 1 == item->ranges)
            break;
        struct weft_values *values = values_of(compare, range->setting);
        for (size_t k = 0; !status && k < range->values; k++)
            status = weft_values_append(values, range->value[k], err);
    }
    return status;
}

int weft_comparison_axis(const struct weft_comparison *compare,
                         const char *setting)
{
    for (size_t i = 0; i < compare->axes; i++)
        if (strcmp(compare->axis[i].setting->name, setting) == 0)
            return (int)i;
    return -1;
}
