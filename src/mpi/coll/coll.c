/* Setup and completion that all collective calls share. */
#include "mpi/coll/coll.h"
#include "mpi/calls/p2p.h"
#include "mpi/calls/wait.h"
#include "mpi/coll/claims.h"
#include "mpi/data/group.h"
#include "mpi/message/transport.h"
#include "mpi/report.h"
#include "mpi/world.h"

#include <string.h>

static int no_intercommunicator(struct rank *rank, struct comm *comm)
{
    return rank_error(rank, comm, MPI_ERR_COMM,
                      "%s does not accept an intercommunicator",
                      rank->function);
}

static void mpi_coll_open(struct coll *c, struct rank *rank, struct comm *comm,
                          struct how how)
{
    *c = (struct coll){.rank = rank, .comm = comm, .how = how};
    c->p = comm->group->size;
    c->inter = comm_is_inter(comm);
    c->me = comm->rank;
    c->tag = (int)(comm->collectives++ & 0x3fffffff);
    c->request = request_new(rank, REQUEST_COLLECTIVE, comm);
    c->request->context = comm->context;
    c->s = schedule_new(rank, c->request, c->tag);
}

int coll_open(struct coll *c, struct rank *rank, MPI_Comm comm,
              enum coll_kind which, struct how how)
{
    COMM(found, comm);
    if (comm_is_inter(found) && which == COLL_ONE_GROUP)
        return no_intercommunicator(rank, found);
    mpi_coll_open(c, rank, found, how);
    if (c->inter)
        c->p = found->remote->size;
    if (rank->world->settings->synchronise && !how.handle) {
        coll_put_barrier(c);
        schedule_next(rank, c->s);
    }
    return MPI_SUCCESS;
}

int coll_give_up(struct coll *c, int error)
{
    request_destroy(c->rank, c->request);
    return error;
}

/* Report calls by two threads that may happen in either order, although all
 * members have to make them in the same order. */
static void coll_check_order(struct rank *rank, struct comm *comm)
{
    char where[240];
    if (!rank->threads || thread_follows(rank, &comm->latest))
        return;
    report_where(rank, comm->latest.caller, where, sizeof where);
    rank_fault(rank, RULE_COLLECTIVE, rank->caller,
               "%s on %s is called by thread %d, and nothing orders it after "
               "%s of thread %d at %s",
               rank->function, comm->name, rank->threads->running->number,
               comm->latest.function, comm->latest.thread, where);
    rank_halt(rank);
}

void coll_claim(struct coll *c, const struct claim *claim)
{
    coll_check_order(c->rank, c->comm);
    struct claim full = *claim;
    full.function = c->rank->function;
    full.caller = c->rank->caller;
    full.rank = c->me;
    claims_enter(c->rank, c->comm, c->tag, &full);
}

int coll_close(struct coll *c)
{
    struct rank *rank = c->rank;
    struct request *request = c->request;
    request->persistent = c->how.persistent;
    if (c->how.handle)
        *c->how.handle = request->handle =
            handle_new(rank, HANDLE_REQUEST, request);
    if (c->how.persistent)
        return MPI_SUCCESS;
    request_start(rank, request);
    return c->how.handle ? MPI_SUCCESS
                         : request_finish(rank, request, MPI_STATUS_IGNORE);
}

int coll_meet(struct coll *c, struct rank *rank, struct comm *comm,
              const struct agreement *agreement)
{
    mpi_coll_open(c, rank, comm, HOW_WAITS);
    coll_claim(c, &(struct claim){.agreement = agreement});
    if (rank->world->settings->synchronise && !comm_is_inter(comm))
        coll_put_barrier(c);
    return coll_close(c);
}

int coll_exchange(struct rank *rank, struct comm *comm, const void *own,
                  void *all, size_t bytes)
{
    struct coll c;
    mpi_coll_open(&c, rank, comm, HOW_WAITS);
    coll_claim(&c, &(struct claim){0});
    memcpy((char *)all + (size_t)c.me * bytes, own, bytes);
    coll_put_allgather(&c, all, bytes);
    return coll_close(&c);
}

int coll_tell(struct rank *rank, struct comm *comm, void *bytes, size_t count,
              int root)
{
    struct coll c;
    const struct data data = {bytes, count, type_of(rank, MPI_BYTE), MPI_BYTE};
    mpi_coll_open(&c, rank, comm, HOW_WAITS);
    coll_claim(&c, &(struct claim){.root = root, .has_root = true});
    coll_put_bcast(&c, &data, root);
    return coll_close(&c);
}

void coll_private(struct coll *c, struct rank *rank, struct comm *comm, int tag)
{
    mpi_coll_open(c, rank, comm, HOW_WAITS);
    comm->collectives--;
    c->tag = c->s->tag = tag;
    schedule_lane(c->s, SCHEDULE_PRIVATE);
}

/* ---- arguments ------------------------------------------------------------
 */

int coll_data(struct coll *c, struct data *data, const void *buffer,
              MPI_Count count, MPI_Datatype handle)
{
    const struct type *type;
    int error = p2p_check_data(c->rank, c->comm, buffer, count, handle, &type);
    if (error)
        return error;
    *data = (struct data){(char *)buffer, (size_t)count, type, handle};
    return MPI_SUCCESS;
}

int coll_root(struct coll *c, int root)
{
    if ((root >= 0 && root < c->p) ||
        (c->inter && (root == MPI_ROOT || root == MPI_PROC_NULL)))
        return MPI_SUCCESS;
    return rank_error(c->rank, c->comm, MPI_ERR_ROOT,
                      "root %d is not in %s, which has ranks 0 to %d", root,
                      c->comm->name, c->p - 1);
}

int coll_op(struct coll *c, MPI_Op handle, const struct type *type,
            const struct op **op)
{
    char name[64];
    *op = op_of(c->rank, handle);
    if (!*op || !op_reduces(*op))
        return rank_error(c->rank, c->comm, MPI_ERR_OP,
                          handle == MPI_OP_NULL
                              ? "the operation is MPI_OP_NULL"
                              : "the operation is invalid, was freed, or is "
                                "for one-sided calls only");
    if (op_fits(*op, type))
        return MPI_SUCCESS;
    return rank_error(c->rank, c->comm, MPI_ERR_OP, "%s is not defined for %s",
                      (*op)->name, type_name(c->rank, type, name));
}
