/* Is a machine fit to run? Private to src/machine. */
#ifndef WEFT_SRC_MACHINE_ARGUMENTS_H
#define WEFT_SRC_MACHINE_ARGUMENTS_H

#include <weft/machine.h>

/* 0, or -1 with err set: WEFT_ERROR_MISUSE. */
int arguments_check(const struct weft_machine *machine, struct weft_error *err);

#endif
