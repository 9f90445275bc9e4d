/* The description of a run for its sink; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_RECORD_RUN_INFO_H
#define WEFT_SRC_MACHINE_RECORD_RUN_INFO_H

#include <weft/event.h>
#include <weft/machine.h>
#include <weft/model.h>

/* The caller's info, extended by network, model and costs if it does not name
 * them. */
struct run_info {
    struct weft_trace_info info;
    struct weft_parameter *parameter;
    char cost[WEFT_COST_TEXT];
};

/* Create the description. Return 0, or -1 if out of memory. Call
 * run_info_finish() in either case. */
int run_info_make(struct run_info *extended,
                  const struct weft_machine *machine);
void run_info_finish(struct run_info *extended);

#endif
