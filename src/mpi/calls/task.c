/* MPI calls as tasks of the trace. */
#include "mpi/calls/task.h"
#include "mpi/message/trace-details.h"
#include "mpi/message/transport.h"

const char *const task_names[TASK_COUNT] = {
#define TASK_NAME(name) "MPI_" #name,
    TASKS(TASK_NAME)
#undef TASK_NAME
};

void task_begin(struct rank *rank, enum task task)
{
    transport_charge(rank);
    if (!rank->tasks)
        details_of_call(rank);
    if (!rank->tasks++ && weft_task_begin(rank->self, (int)task))
        rank_cancelled(rank);
}

void task_end(struct rank *rank, enum task task)
{
    if (rank->tasks == 1)
        details_none(rank);
    if (!--rank->tasks && weft_task_end(rank->self, (int)task))
        rank_cancelled(rank);
}
