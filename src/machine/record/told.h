/* What a run tells its sink of itself. Private to src/machine. */
#ifndef WEFT_SRC_MACHINE_RECORD_TOLD_H
#define WEFT_SRC_MACHINE_RECORD_TOLD_H

#include <weft/event.h>
#include <weft/machine.h>
#include <weft/model.h>

/* The caller's info, with network, model and costs if it names none. */
struct told {
    struct weft_trace_info info;
    struct weft_parameter *parameter;
    char cost[WEFT_COST_TEXT];
};

/* 0, or -1: no memory. In any case told_finish() is to be called. */
int told_make(struct told *told, const struct weft_machine *machine);
void told_finish(struct told *told);

#endif
