/* The description of a run for its sink: the caller's info, and the names of
 * network, model and costs if it lacks them. */
#include "told.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool says(const struct weft_trace_info *info, const char *key)
{
    for (size_t i = 0; i < info->parameters; i++)
        if (!strcmp(info->parameter[i].key, key))
            return true;
    return false;
}

static void told_add(struct told *told, const char *key, const char *value)
{
    if (!says(&told->info, key))
        told->parameter[told->info.parameters++] =
            (struct weft_parameter){key, value};
}

int told_make(struct told *told, const struct weft_machine *machine)
{
    told->info = *machine->info;
    told->parameter =
        calloc(told->info.parameters + 3, sizeof *told->parameter);
    if (!told->parameter)
        return -1;
    for (size_t i = 0; i < told->info.parameters; i++)
        told->parameter[i] = machine->info->parameter[i];
    told->info.parameter = told->parameter;
    told_add(told, "network", weft_network_name(machine->network));
    if (machine->model.name[0])
        told_add(told, "model", machine->model.name);
    if (!weft_cost_is_unit(&machine->cost)) {
        weft_cost_print(&machine->cost, told->cost);
        told_add(told, "cost", told->cost);
    }
    return 0;
}

void told_finish(struct told *told)
{
    free(told->parameter);
}
