/* The table of formats, one row each. The name of a format on the command line
 * is also the name of its file and its symbol. */
#include "format.h"

extern const struct weft_format trace_chrome;
extern const struct weft_format trace_csv;
extern const struct weft_format trace_goal;
extern const struct weft_format trace_msccl;
extern const struct weft_format trace_mscclpp;
extern const struct weft_format trace_ncclgraph;
extern const struct weft_format trace_otf2;
extern const struct weft_format trace_page;
extern const struct weft_format trace_paje;
extern const struct weft_format trace_paraver;
extern const struct weft_format trace_picl;
extern const struct weft_format trace_picl1;
extern const struct weft_format trace_schedule;

const struct weft_format *const format_table[] = {
    &trace_chrome,   &trace_csv,     &trace_goal,
    &trace_msccl,    &trace_mscclpp, &trace_ncclgraph,
    &trace_otf2,     &trace_page,    &trace_paje,
    &trace_paraver,  &trace_picl,    &trace_picl1,
    &trace_schedule, NULL,
};

const struct weft_format_info *weft_format(size_t index)
{
    for (size_t i = 0; format_table[i]; i++)
        if (i == index)
            return &format_table[i]->info;
    return NULL;
}
