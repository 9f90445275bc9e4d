/* Calls that are tasks in the trace: those that may send, receive or wait;
 * private to src/mpi. */
#ifndef WEFT_SRC_MPI_TASK_H
#define WEFT_SRC_MPI_TASK_H

#include "mpi/rank.h"

/* Names of the functions without the prefix MPI_. */
/* clang-format off */
#define TASKS(X)                                                               \
    X(Init) X(Finalize)                                                        \
    X(Send) X(Bsend) X(Ssend) X(Rsend) X(Recv)                                 \
    X(Isend) X(Ibsend) X(Issend) X(Irsend) X(Irecv)                            \
    X(Sendrecv) X(Sendrecv_replace) X(Isendrecv) X(Isendrecv_replace)          \
    X(Probe) X(Iprobe) X(Mprobe) X(Improbe) X(Mrecv) X(Imrecv)                 \
    X(Wait) X(Waitall) X(Waitany) X(Waitsome)                                  \
    X(Test) X(Testall) X(Testany) X(Testsome)                                  \
    X(Start) X(Startall)                                                       \
    X(Barrier) X(Bcast)                                                        \
    X(Gather) X(Gatherv) X(Scatter) X(Scatterv)                                \
    X(Allgather) X(Allgatherv)                                                 \
    X(Alltoall) X(Alltoallv) X(Alltoallw)                                      \
    X(Reduce) X(Allreduce) X(Reduce_scatter) X(Reduce_scatter_block)           \
    X(Scan) X(Exscan)                                                          \
    X(Ibarrier) X(Ibcast)                                                      \
    X(Igather) X(Igatherv) X(Iscatter) X(Iscatterv)                            \
    X(Iallgather) X(Iallgatherv)                                               \
    X(Ialltoall) X(Ialltoallv) X(Ialltoallw)                                   \
    X(Ireduce) X(Iallreduce) X(Ireduce_scatter) X(Ireduce_scatter_block)       \
    X(Iscan) X(Iexscan)                                                        \
    X(Neighbor_allgather) X(Neighbor_allgatherv)                               \
    X(Neighbor_alltoall) X(Neighbor_alltoallv) X(Neighbor_alltoallw)           \
    X(Ineighbor_allgather) X(Ineighbor_allgatherv)                             \
    X(Ineighbor_alltoall) X(Ineighbor_alltoallv) X(Ineighbor_alltoallw)        \
    X(Comm_dup) X(Comm_split) X(Comm_create)                                   \
    X(Intercomm_create) X(Intercomm_merge) X(Comm_idup)                        \
    X(File_open) X(File_close) X(File_set_view) X(File_seek_shared)            \
    X(File_set_size) X(File_preallocate) X(File_set_atomicity) X(File_sync)    \
    X(File_set_info) X(File_read_at) X(File_write_at) X(File_read_at_all)      \
    X(File_write_at_all) X(File_read) X(File_write) X(File_read_all)           \
    X(File_write_all) X(File_read_shared) X(File_write_shared)                 \
    X(File_read_ordered) X(File_write_ordered) X(File_iread_at)                \
    X(File_iwrite_at) X(File_iread_at_all) X(File_iwrite_at_all)               \
    X(File_iread) X(File_iwrite) X(File_iread_all) X(File_iwrite_all)          \
    X(File_iread_shared) X(File_iwrite_shared) X(File_read_at_all_begin)       \
    X(File_read_at_all_end) X(File_write_at_all_begin)                         \
    X(File_write_at_all_end) X(File_read_all_begin) X(File_read_all_end)       \
    X(File_write_all_begin) X(File_write_all_end)                              \
    X(File_read_ordered_begin) X(File_read_ordered_end)                        \
    X(File_write_ordered_begin) X(File_write_ordered_end)
/* clang-format on */

enum task {
#define TASK_NUMBER(name) TASK_##name,
    TASKS(TASK_NUMBER)
#undef TASK_NUMBER
        TASK_COUNT
};

extern const char *const task_names[TASK_COUNT];

/* Begin or end a task. Calls made within another call are not recorded. */
void task_begin(struct rank *rank, enum task task);
void task_end(struct rank *rank, enum task task);

/* Evaluate `call` as a task of the trace and return its result. */
#define RETURN_TASK(name, call)                                                \
    do {                                                                       \
        task_begin(rank, TASK_##name);                                         \
        int code_ = (call);                                                    \
        task_end(rank, TASK_##name);                                           \
        return code_;                                                          \
    } while (0)

#endif
