/* Creation and release of communicators. Nothing is exchanged: all members
 * create communicators in the same order, so the context of a new one is
 * derived from that of its parent and a count. Disjoint groups may share a
 * context. */
#include "mpi/comm.h"
#include "mpi/data/attribute.h"
#include "mpi/data/group.h"
#include "mpi/data/info.h"
#include "mpi/data/topology.h"
#include "mpi/world.h"

#include <stdio.h>
#include <string.h>

const char *comm_wrong(MPI_Comm handle)
{
    return handle == MPI_COMM_NULL ? "the communicator is MPI_COMM_NULL"
                                   : "the communicator is invalid or was freed";
}

struct comm *comm_of(const struct rank *rank, MPI_Comm handle)
{
    return handle_object(rank, HANDLE_COMM, handle);
}

uint64_t comm_mix(uint64_t a, uint64_t b)
{
    uint64_t x = a * 0x9e3779b97f4a7c15u + b + 1;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    /* the top bit is reserved for collectives */
    return (x ^ x >> 31) & 0x7fffffffffffffffu;
}

uint64_t comm_next_context(struct comm *comm)
{
    return comm_mix(comm->context, ++comm->children);
}

struct comm *comm_new(struct rank *rank, uint64_t context, struct group *group,
                      struct group *remote, struct error_handler *errhandler)
{
    struct comm *comm = rank_alloc(rank, sizeof *comm);
    comm->references = 1;
    comm->context = context;
    comm->group = group;
    group_hold(group);
    comm->remote = remote;
    if (remote)
        group_hold(remote);
    comm->rank = group_rank_of(group, rank->number);
    comm->errhandler = errhandler;
    if (errhandler)
        errhandler->references++;
    comm->handle = handle_new(rank, HANDLE_COMM, comm);
    snprintf(comm->name, sizeof comm->name, COMM_CREATED "%s", rank->function);
    return comm;
}

struct comm *comm_make(struct rank *rank, struct comm *parent,
                       struct group *group)
{
    uint64_t context = comm_next_context(parent);
    if (group_rank_of(group, rank->number) < 0)
        return NULL;
    return comm_new(rank, context, group, NULL, parent->errhandler);
}

struct comm *comm_copy(struct rank *rank, struct comm *comm)
{
    struct comm *copy = comm_new(rank, comm_next_context(comm), comm->group,
                                 comm->remote, comm->errhandler);
    copy->topology = comm->topology ? topology_hold(comm->topology) : NULL;
    copy->local = comm->local;
    if (copy->local)
        copy->local->references++;
    return copy;
}

void comm_drop(struct rank *rank, struct comm *comm)
{
    if (--comm->references)
        return;
    if (comm->topology)
        topology_drop(rank, comm->topology);
    if (comm->local)
        comm_drop(rank, comm->local);
    if (comm->info)
        info_destroy(rank, comm->info);
    errhandler_drop(rank, comm->errhandler);
    group_drop(rank, comm->group);
    if (comm->remote)
        group_drop(rank, comm->remote);
    rank_free(rank, comm->made);
    rank_free(rank, comm);
}

static struct comm *comm_predefined(struct rank *rank, MPI_Comm handle,
                                    struct group *group, const char *name)
{
    struct error_handler *fatal =
        handle_object(rank, HANDLE_ERRHANDLER, MPI_ERRORS_ARE_FATAL);
    struct comm *comm = comm_new(rank, comm_mix(0, (uint64_t)(handle & 0xff)),
                                 group, NULL, fatal);
    handle_free(rank, HANDLE_COMM, comm->handle);
    group_drop(rank, group);
    handle_predefine(rank, handle, comm);
    comm->handle = handle;
    strcpy(comm->name, name);
    return comm;
}

void comm_open(struct rank *rank)
{
    errhandler_open(rank);
    struct group *self = group_new(rank, 1);
    self->world[0] = rank->number;
    rank->comm_world = comm_predefined(
        rank, MPI_COMM_WORLD, rank->world->everybody, "MPI_COMM_WORLD");
    rank->comm_self =
        comm_predefined(rank, MPI_COMM_SELF, self, "MPI_COMM_SELF");
}
