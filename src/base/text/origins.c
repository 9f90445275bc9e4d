/* The origins of traces. */
#include "origins.h"

#include <string.h>

static const struct trace_origin origins[] = {
    {.name = "goal", .types = true, .overlaps = true},
    {.name = "chrome", .nests = true, .complete = true},
    {.name = "paje", .nests = true, .complete = true},
    {.name = "otf2", .nests = true, .complete = true},
    {.name = "paraver", .nests = true, .complete = true},
    {.name = "paje-calls", .nests = true}, /* ... and nothing else */
};

const struct trace_origin *origin_of_trace(const struct weft_trace_info *info)
{
    static const struct trace_origin usual = {.name = NULL};
    const char *origin = weft_trace_info_get(info, ORIGIN_KEY);
    for (size_t i = 0; origin && i < sizeof origins / sizeof *origins; i++)
        if (!strcmp(origins[i].name, origin))
            return &origins[i];
    return &usual;
}
