/* Check a machine's description before a run; private to src/machine. */
#ifndef WEFT_SRC_MACHINE_ARGUMENTS_H
#define WEFT_SRC_MACHINE_ARGUMENTS_H

#include <weft/machine.h>

/* Check the description. Return 0, or -1 with WEFT_ERROR_MISUSE. */
int arguments_check(const struct weft_machine *machine, struct weft_error *err);

#endif
