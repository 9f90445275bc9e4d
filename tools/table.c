/* The table of commands. */
#include "command.h"

#include <stddef.h>

extern const struct command cmd_compare, cmd_list, cmd_run;

const struct command *const commands[] = {
    &cmd_run,
    &cmd_compare,
    &cmd_list,
    NULL,
};
