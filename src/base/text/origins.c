/* The origins of traces. */
#include "origins.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct trace_origin origins[] = {
    {.name = "goal", .types = true, .overlaps = true},
    {.name = "chrome", .nests = true, .answered = true, .complete = true},
    {.name = "paje", .nests = true, .answered = true, .complete = true},
    {.name = "otf2", .nests = true, .complete = true},
    {.name = "paraver", .nests = true, .complete = true},
    /* traces of paje-calls may omit communication */
    {.name = "paje-calls", .nests = true},
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

const char *origin_time(const struct weft_trace_info *info, uint64_t time,
                        char text[ORIGIN_TIME_MAX])
{
    const char *word = weft_trace_info_get(info, ORIGIN_SHIFT_KEY);
    uint64_t shift = word ? strtoull(word, NULL, 10) : 0;
    bool before = shift > time;
    uint64_t size = before ? shift - time : time - shift;
    const struct weft_time_unit *unit = weft_time_unit(info, size);
    char number[WEFT_TIME_MAX];
    weft_time_print(number, info, unit, size,
                    weft_time_decimals(info, unit, size));
    snprintf(text, ORIGIN_TIME_MAX, "%s%s %s", before ? "-" : "", number,
             unit->name);
    return size ? text : NULL;
}
