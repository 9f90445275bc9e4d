/* Several processes that mpirun started with one command. */
#ifndef WEFT_TOOLS_PROCESSES_H
#define WEFT_TOOLS_PROCESSES_H

#include <stdbool.h>

/* If the command, argv[0], is to be done by all of them together (--engine
 * mpi, --spread), join the others; all but process 0 then print nothing. 0, or
 * the status to end with. */
int processes_join(int argc, char **argv);

/* Does this process print, and write files? */
bool processes_first(void);

/* The end of the program: the status of process 0. */
int processes_leave(int status);

#endif
