/* MPI functions for one-sided operations. */
#include "accesses.h"
#include "mpi/message/request.h"

/* Parameters that describe the target, common to all functions. */
#define TO(target_rank, target_disp, target_count, target_datatype)            \
    struct remote to = {target_rank, target_disp, target_count,                \
                        target_datatype, NULL}
#define ORIGIN(name, address, count, datatype)                                 \
    struct local name = {(void *)(address), count, datatype, NULL}

static void guard_local(struct rank *rank, const struct request *request,
                        const struct local *own, bool written)
{
    guard_begin(rank, request,
                &(struct guard_buffer){own->buffer, (size_t)own->count,
                                       own->type, written},
                "until it is completed");
}

/* Create the request of an operation: its buffers are in use until the request
 * is completed or the epoch ends, and its data have been read then. */
static struct request *make_request(struct rank *rank, struct window *window,
                                    const struct remote *to,
                                    MPI_Request *request)
{
    struct request *made = access_request(rank, request);
    made->window = window->handle;
    made->target = to->target;
    made->access = window->serving;
    made->actions = &conflict_actions;
    window->requested = true;
    return made;
}

static int moves(struct rank *rank, MPI_Win win, struct local own,
                 struct remote to, bool puts, MPI_Request *request)
{
    A_WINDOW(window, win);
    window->serving = request && !puts ? ++window->served : 0;
    int error = access_move(rank, window, &own, &to, puts, !request);
    if (!error && request)
        guard_local(rank, make_request(rank, window, &to, request), &own,
                    !puts);
    return error;
}

static int rma_calls_combines(struct rank *rank, MPI_Win win, struct local own,
                              struct local *result, struct remote to, MPI_Op op,
                              MPI_Request *request)
{
    A_WINDOW(window, win);
    window->serving = request && result ? ++window->served : 0;
    int error = access_combine(rank, window, &own, result, &to, op, !request);
    if (error || !request)
        return error;
    const struct request *made = make_request(rank, window, &to, request);
    guard_local(rank, made, &own, false);
    if (result)
        guard_local(rank, made, result, true);
    return MPI_SUCCESS;
}

int MPI_Put(const void *origin_addr, int origin_count,
            MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
            int target_count, MPI_Datatype target_datatype, MPI_Win win)
{
    ENTER(Put);
    ORIGIN(own, origin_addr, origin_count, origin_datatype);
    TO(target_rank, target_disp, target_count, target_datatype);
    return moves(rank, win, own, to, true, NULL);
}

int MPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
            int target_rank, MPI_Aint target_disp, int target_count,
            MPI_Datatype target_datatype, MPI_Win win)
{
    ENTER(Get);
    ORIGIN(own, origin_addr, origin_count, origin_datatype);
    TO(target_rank, target_disp, target_count, target_datatype);
    return moves(rank, win, own, to, false, NULL);
}

int MPI_Rput(const void *origin_addr, int origin_count,
             MPI_Datatype origin_datatype, int target_rank,
             MPI_Aint target_disp, int target_count,
             MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)
{
    ENTER(Rput);
    ORIGIN(own, origin_addr, origin_count, origin_datatype);
    TO(target_rank, target_disp, target_count, target_datatype);
    return moves(rank, win, own, to, true, request);
}

int MPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
             int target_rank, MPI_Aint target_disp, int target_count,
             MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)
{
    ENTER(Rget);
    ORIGIN(own, origin_addr, origin_count, origin_datatype);
    TO(target_rank, target_disp, target_count, target_datatype);
    return moves(rank, win, own, to, false, request);
}

int MPI_Accumulate(const void *origin_addr, int origin_count,
                   MPI_Datatype origin_datatype, int target_rank,
                   MPI_Aint target_disp, int target_count,
                   MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    ENTER(Accumulate);
    ORIGIN(own, origin_addr, origin_count, origin_datatype);
    TO(target_rank, target_disp, target_count, target_datatype);
    return rma_calls_combines(rank, win, own, NULL, to, op, NULL);
}

int MPI_Raccumulate(const void *origin_addr, int origin_count,
                    MPI_Datatype origin_datatype, int target_rank,
                    MPI_Aint target_disp, int target_count,
                    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                    MPI_Request *request)
{
    ENTER(Raccumulate);
    ORIGIN(own, origin_addr, origin_count, origin_datatype);
    TO(target_rank, target_disp, target_count, target_datatype);
    return rma_calls_combines(rank, win, own, NULL, to, op, request);
}

int MPI_Get_accumulate(const void *origin_addr, int origin_count,
                       MPI_Datatype origin_datatype, void *result_addr,
                       int result_count, MPI_Datatype result_datatype,
                       int target_rank, MPI_Aint target_disp, int target_count,
                       MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    ENTER(Get_accumulate);
    ORIGIN(own, origin_addr, origin_count, origin_datatype);
    ORIGIN(result, result_addr, result_count, result_datatype);
    TO(target_rank, target_disp, target_count, target_datatype);
    return rma_calls_combines(rank, win, own, &result, to, op, NULL);
}

int MPI_Rget_accumulate(const void *origin_addr, int origin_count,
                        MPI_Datatype origin_datatype, void *result_addr,
                        int result_count, MPI_Datatype result_datatype,
                        int target_rank, MPI_Aint target_disp, int target_count,
                        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                        MPI_Request *request)
{
    ENTER(Rget_accumulate);
    ORIGIN(own, origin_addr, origin_count, origin_datatype);
    ORIGIN(result, result_addr, result_count, result_datatype);
    TO(target_rank, target_disp, target_count, target_datatype);
    return rma_calls_combines(rank, win, own, &result, to, op, request);
}

int MPI_Fetch_and_op(const void *origin_addr, void *result_addr,
                     MPI_Datatype datatype, int target_rank,
                     MPI_Aint target_disp, MPI_Op op, MPI_Win win)
{
    ENTER(Fetch_and_op);
    ORIGIN(own, origin_addr, 1, datatype);
    ORIGIN(result, result_addr, 1, datatype);
    TO(target_rank, target_disp, 1, datatype);
    A_WINDOW(window, win);
    const struct type *type = type_of(rank, datatype);
    char name[64];
    if (type && !type->basic)
        return window_error(rank, window, MPI_ERR_TYPE,
                            "a predefined datatype is required, not %s",
                            type_name(rank, type, name));
    return rma_calls_combines(rank, win, own, &result, to, op, NULL);
}

int MPI_Compare_and_swap(const void *origin_addr, const void *compare_addr,
                         void *result_addr, MPI_Datatype datatype,
                         int target_rank, MPI_Aint target_disp, MPI_Win win)
{
    ENTER(Compare_and_swap);
    A_WINDOW(window, win);
    ORIGIN(own, origin_addr, 1, datatype);
    ORIGIN(result, result_addr, 1, datatype);
    TO(target_rank, target_disp, 1, datatype);
    return access_swap(rank, window, &own, compare_addr, &result, &to);
}
