/* Splitting communicators by colour. */
#include "mpi/calls/split.h"
#include "mpi/coll/coll.h"
#include "mpi/data/group.h"

#include <stdlib.h>

struct choice_of {
    int color, key, world, rank;
};

static int calls_split_compare(const void *left, const void *right)
{
    const struct choice_of *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->rank - b->rank;
}

/* Return the group of the members with a colour, ordered by key. */
static struct group *of_color(struct rank *rank, struct choice_of *all,
                              int size, int color)
{
    int count = 0;
    for (int i = 0; i < size; i++)
        if (all[i].color == color)
            all[count++] = all[i];
    qsort(all, (size_t)count, sizeof *all, calls_split_compare);
    struct group *group = group_new(rank, count);
    for (int i = 0; i < count; i++)
        group->world[i] = all[i].world;
    return group;
}

int split_swap(struct rank *rank, struct comm *peer, int with, int tag,
               const void *mine, size_t bytes, void *theirs, size_t room)
{
    struct coll c;
    const struct type *raw = type_of(rank, MPI_BYTE);
    coll_private(&c, rank, peer, tag);
    schedule_send(rank, c.s, mine, bytes, raw, with);
    schedule_receive(rank, c.s, theirs, room, raw, with);
    return coll_close(&c);
}

/* Distribute the other side's colours and keys to all ranks of this side. */
static int calls_split_hear(struct rank *rank, struct comm *inter,
                            const struct choice_of *mine,
                            struct choice_of *theirs)
{
    size_t one = sizeof *mine;
    size_t here = (size_t)inter->group->size * one;
    size_t there = (size_t)inter->remote->size * one;
    int error = MPI_SUCCESS;
    if (inter->rank == 0)
        error = split_swap(rank, inter, 0, 0, mine, here, theirs, there);
    return error ? error : coll_tell(rank, inter->local, theirs, there, 0);
}

/* Create the communicator of a colour that exists on both sides. */
static MPI_Comm calls_split_part(struct rank *rank, struct comm *comm,
                                 struct group *group, struct group *remote)
{
    uint64_t context = comm_next_context(comm);
    if (!remote)
        return comm_new(rank, context, group, NULL, comm->errhandler)->handle;
    struct comm *local = comm_new(rank, comm_mix(context, comm->first), group,
                                  NULL, comm->errhandler);
    handle_free(rank, HANDLE_COMM, local->handle);
    local->handle = MPI_COMM_NULL;
    struct comm *inter =
        comm_new(rank, context, group, remote, comm->errhandler);
    inter->local = local;
    inter->first = group->world[0] < remote->world[0];
    return inter->handle;
}

int split_comm(struct rank *rank, struct comm *comm, int color, int key,
               MPI_Comm *result)
{
    struct comm *local = comm->remote ? comm->local : comm;
    int p = comm->group->size, q = comm->remote ? comm->remote->size : 0;
    struct choice_of own = {color, key, rank->number, comm->rank};
    struct choice_of *all = rank_alloc(rank, (size_t)(p + q) * sizeof own);
    int error = coll_exchange(rank, local, &own, all, sizeof own);
    if (!error && q)
        error = calls_split_hear(rank, comm, all, all + p);
    if (error)
        return error;
    struct group *group = of_color(rank, all, p, color), *remote = NULL;
    if (q)
        remote = of_color(rank, all + p, q, color);
    rank_free(rank, all);
    *result = MPI_COMM_NULL;
    if (color != MPI_UNDEFINED && (!remote || remote->size))
        *result = calls_split_part(rank, comm, group, remote);
    else
        comm_next_context(comm); /* count contexts like the other members */
    group_drop(rank, group);
    if (remote)
        group_drop(rank, remote);
    return MPI_SUCCESS;
}
