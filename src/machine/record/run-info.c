/* The description of a run for its sink: the caller's info, and the names of
 * network, model and costs if it lacks them. */
#include "run-info.h"

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

static void run_info_add(struct run_info *extended, const char *key,
                         const char *value)
{
    if (!says(&extended->info, key))
        extended->parameter[extended->info.parameters++] =
            (struct weft_parameter){key, value};
}

int run_info_make(struct run_info *extended, const struct weft_machine *machine)
{
    extended->info = *machine->info;
    extended->parameter =
        calloc(extended->info.parameters + 3, sizeof *extended->parameter);
    if (!extended->parameter)
        return -1;
    for (size_t i = 0; i < extended->info.parameters; i++)
        extended->parameter[i] = machine->info->parameter[i];
    extended->info.parameter = extended->parameter;
    run_info_add(extended, "network", weft_network_name(machine->network));
    if (machine->model.name[0])
        run_info_add(extended, "model", machine->model.name);
    if (!weft_cost_is_unit(&machine->cost)) {
        weft_cost_print(&machine->cost, extended->cost);
        run_info_add(extended, "cost", extended->cost);
    }
    return 0;
}

void run_info_finish(struct run_info *extended)
{
    free(extended->parameter);
}
