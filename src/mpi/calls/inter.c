/* Intercommunicators: creation and merging. Their messages go to the remote
 * group. */
#include "mpi/calls/p2p.h"
#include "mpi/calls/split.h"
#include "mpi/calls/task.h"
#include "mpi/coll/coll.h"
#include "mpi/comm.h"
#include "mpi/data/group.h"
#include "mpi/message/transport.h"

#include <string.h>

int MPI_Comm_remote_size(MPI_Comm comm, int *size)
{
    ENTER(Comm_remote_size);
    COMM(c, comm);
    if (!c->remote)
        return rank_error(rank, c, MPI_ERR_COMM,
                          "%s is not an intercommunicator", c->name);
    *size = c->remote->size;
    return MPI_SUCCESS;
}

/* What the leaders exchange: the size of their group, its `high` flag, and the
 * context from which the new one is derived. */
struct inter_offer {
    uint64_t context;
    int size, high;
};

/* Exchange offers with the other side and distribute its offer and members to
 * all ranks of this side. */
static int agree(struct rank *rank, struct comm *local, int leader,
                 struct comm *peer, int with, int tag,
                 const struct inter_offer *mine, struct inter_offer *theirs,
                 struct group **remote)
{
    int error = MPI_SUCCESS;
    const struct group *own = local->group;
    if (local->rank == leader)
        error = split_swap(rank, peer, with, tag, mine, sizeof *mine, theirs,
                           sizeof *theirs);
    if (!error)
        error = coll_tell(rank, local, theirs, sizeof *theirs, leader);
    if (error)
        return error;
    *remote = group_new(rank, theirs->size);
    size_t room = (size_t)theirs->size * sizeof(int);
    if (local->rank == leader)
        error =
            split_swap(rank, peer, with, tag, own->world,
                       (size_t)own->size * sizeof(int), (*remote)->world, room);
    return error ? error
                 : coll_tell(rank, local, (*remote)->world, room, leader);
}

static int inter_create(struct rank *rank, MPI_Comm local_handle, int leader,
                        MPI_Comm peer_handle, int with, int tag,
                        MPI_Comm *result)
{
    COMM(local, local_handle);
    if (comm_is_inter(local))
        return rank_error(rank, local, MPI_ERR_COMM,
                          "local_comm is an intercommunicator, but must be an "
                          "intracommunicator");
    if (leader < 0 || leader >= local->group->size)
        return rank_error(rank, local, MPI_ERR_RANK,
                          "local_leader is %d, but %s has ranks 0 to %d",
                          leader, local->name, local->group->size - 1);
    if (tag < 0)
        return rank_error(rank, local, MPI_ERR_TAG,
                          "tag is %d, but must not be negative", tag);
    struct comm *peer = comm_of(rank, peer_handle);
    if (local->rank == leader) {
        if (!peer)
            return rank_error(rank, local, MPI_ERR_COMM, "%s",
                              comm_wrong(peer_handle));
        const struct group *there = peer->remote ? peer->remote : peer->group;
        if (with < 0 || with >= there->size)
            return rank_error(rank, local, MPI_ERR_RANK,
                              "remote_leader is %d, but %s has ranks 0 to %d",
                              with, peer->name, there->size - 1);
    }
    struct comm *own = comm_new(rank, comm_next_context(local), local->group,
                                NULL, local->errhandler);
    /* The parts of one MPI_Comm_split() share a context; the world rank of the
     * first member makes it unique. */
    int first = local->group->world[0];
    struct inter_offer mine = {comm_mix(own->context, (uint64_t)first),
                               local->group->size, 0},
                       theirs = {0};
    struct group *remote = NULL;
    int error =
        agree(rank, local, leader, peer, with, tag, &mine, &theirs, &remote);
    if (error)
        return error;
    handle_free(rank, HANDLE_COMM, own->handle);
    own->handle = MPI_COMM_NULL;
    uint64_t low =
        mine.context < theirs.context ? mine.context : theirs.context;
    uint64_t high = mine.context ^ theirs.context ^ low;
    struct comm *inter = comm_new(rank, comm_mix(low, high), own->group, remote,
                                  local->errhandler);
    inter->local = own;
    inter->first = first < remote->world[0];
    group_drop(rank, remote);
    *result = inter->handle;
    return MPI_SUCCESS;
}

int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader,
                         MPI_Comm peer_comm, int remote_leader, int tag,
                         MPI_Comm *newintercomm)
{
    ENTER(Intercomm_create);
    RETURN_TASK(Intercomm_create,
                inter_create(rank, local_comm, local_leader, peer_comm,
                             remote_leader, tag, newintercomm));
}

static int inter_merge(struct rank *rank, MPI_Comm handle, int high,
                       MPI_Comm *result)
{
    COMM(inter, handle);
    if (!inter->remote)
        return rank_error(rank, inter, MPI_ERR_COMM,
                          "%s is not an intercommunicator", inter->name);
    struct inter_offer mine = {inter->context, 0, high != 0}, theirs = {0};
    int error = MPI_SUCCESS;
    if (inter->rank == 0)
        error = split_swap(rank, inter, 0, 0, &mine, sizeof mine, &theirs,
                           sizeof theirs);
    if (!error)
        error = coll_tell(rank, inter->local, &theirs, sizeof theirs, 0);
    if (error)
        return error;
    bool below = mine.high == theirs.high ? inter->first : !mine.high;
    const struct group *low = below ? inter->group : inter->remote;
    const struct group *up = below ? inter->remote : inter->group;
    struct group *all = group_new(rank, low->size + up->size);
    memcpy(all->world, low->world, (size_t)low->size * sizeof(int));
    memcpy(all->world + low->size, up->world, (size_t)up->size * sizeof(int));
    *result =
        comm_new(rank, comm_next_context(inter), all, NULL, inter->errhandler)
            ->handle;
    group_drop(rank, all);
    return MPI_SUCCESS;
}

int MPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm)
{
    ENTER(Intercomm_merge);
    RETURN_TASK(Intercomm_merge,
                inter_merge(rank, intercomm, high, newintracomm));
}
