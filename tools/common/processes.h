/* Several processes that mpirun started with one command. */
#ifndef WEFT_TOOLS_PROCESSES_H
#define WEFT_TOOLS_PROCESSES_H

#include <stdbool.h>

/* If the command, argv[0], is to be executed by all processes together
 * (--engine mpi, --spread), join them; then only process 0 prints. Returns 0 or
 * the exit status. */
int processes_join(int argc, char **argv);

/* Return whether this process prints and writes files. */
bool processes_first(void);

/* Leave the other processes. Returns the exit status of process 0. */
int processes_leave(int status);

#endif
