/* The table of commands. */
#include "common/command.h"

#include <stddef.h>

extern const struct command cmd_bound, cmd_check, cmd_compare, cmd_convert,
    cmd_figure, cmd_list, cmd_mpi, cmd_optimum, cmd_replay, cmd_run, cmd_stats,
    cmd_view;

const struct command *const commands[] = {
    &cmd_run,  &cmd_compare, &cmd_figure,  &cmd_check, &cmd_stats,
    &cmd_view, &cmd_replay,  &cmd_convert, &cmd_bound, &cmd_optimum,
    &cmd_mpi,  &cmd_list,    NULL,
};
