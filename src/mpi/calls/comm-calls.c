/* The functions MPI_Comm_*() of intracommunicators. */
#include "mpi/calls/split.h"
#include "mpi/calls/task.h"
#include "mpi/coll/coll.h"
#include "mpi/comm.h"
#include "mpi/data/attribute.h"
#include "mpi/data/group.h"
#include "mpi/data/info.h"
#include "mpi/message/request.h"
#include "mpi/message/transport.h"
#include "mpi/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int MPI_Comm_rank(MPI_Comm comm, int *rank_)
{
    ENTER(Comm_rank);
    COMM(c, comm);
    *rank_ = c->rank;
    return MPI_SUCCESS;
}

int MPI_Comm_size(MPI_Comm comm, int *size)
{
    ENTER(Comm_size);
    COMM(c, comm);
    *size = c->group->size;
    return MPI_SUCCESS;
}

int MPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
    ENTER(Comm_test_inter);
    COMM(c, comm);
    *flag = comm_is_inter(c);
    return MPI_SUCCESS;
}

int MPI_Comm_set_name(MPI_Comm comm, const char *comm_name)
{
    ENTER(Comm_set_name);
    COMM(c, comm);
    snprintf(c->name, sizeof c->name, "%s", comm_name);
    c->named = true;
    return MPI_SUCCESS;
}

int MPI_Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen)
{
    ENTER(Comm_get_name);
    COMM(c, comm);
    bool named = c->named || handle_is_predefined(c->handle);
    strcpy(comm_name, named ? c->name : "");
    *resultlen = (int)strlen(comm_name);
    return MPI_SUCCESS;
}

int MPI_Comm_get_parent(MPI_Comm *parent)
{
    ENTER(Comm_get_parent);
    (void)rank;
    *parent = MPI_COMM_NULL; /* no rank was spawned */
    return MPI_SUCCESS;
}

/* ---- copies ---------------------------------------------------------------
 */

/* Discard `copy` because an attribute's copy callback failed, and raise the
 * error. */
static int refuse_copy(struct rank *rank, struct comm *comm, struct comm *copy,
                       int error)
{
    attributes_delete_all(rank, copy);
    handle_free(rank, HANDLE_COMM, copy->handle);
    comm_drop(rank, copy);
    return rank_error(rank, comm, error,
                      "the copy callback of an attribute failed");
}

static int duplicate(struct rank *rank, MPI_Comm handle, MPI_Comm *result)
{
    COMM(comm, handle);
    struct coll coll;
    /* wait until all members have made the call */
    int error = coll_meet(&coll, rank, comm, NULL);
    if (error)
        return error;
    struct comm *copy = comm_copy(rank, comm);
    error = attributes_copy(rank, comm, copy);
    *result = MPI_COMM_NULL;
    if (error)
        return refuse_copy(rank, comm, copy, error);
    *result = copy->handle;
    return MPI_SUCCESS;
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)
{
    ENTER(Comm_dup);
    RETURN_TASK(Comm_dup, duplicate(rank, comm, newcomm));
}

int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm)
{
    ENTER(Comm_dup_with_info);
    int error = duplicate(rank, comm, newcomm);
    return error ? error : MPI_Comm_set_info(*newcomm, info);
}

static int begin_copy(struct rank *rank, MPI_Comm handle, MPI_Comm *result,
                      MPI_Request *request)
{
    COMM(comm, handle);
    struct comm *copy = comm_copy(rank, comm);
    int error = attributes_copy(rank, comm, copy);
    if (error)
        return refuse_copy(rank, comm, copy, error);
    *result = copy->handle;
    struct coll coll;
    error = coll_open(&coll, rank, handle, COLL_OTHER, HOW_BEGINS);
    if (error)
        return error;
    coll_claim(&coll, &(struct claim){0});
    return coll_close(&coll);
}

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
    ENTER(Comm_idup);
    *newcomm = MPI_COMM_NULL;
    RETURN_TASK(Comm_idup, begin_copy(rank, comm, newcomm, request));
}

int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm,
                            MPI_Request *request)
{
    ENTER(Comm_idup_with_info);
    *newcomm = MPI_COMM_NULL;
    int error = begin_copy(rank, comm, newcomm, request);
    return error ? error : MPI_Comm_set_info(*newcomm, info);
}

/* Copy only the hints that the standard defines for communicators:
 * MPI_Comm_get_info() returns only known hints. weft does not use them. */
static struct info *known_hints(struct rank *rank, const struct info *given)
{
    static const char *const hints[] = {
        "mpi_assert_no_any_tag",
        "mpi_assert_no_any_source",
        "mpi_assert_exact_length",
        "mpi_assert_allow_overtaking",
    };
    struct info *known = info_new(rank);
    for (size_t i = 0; given && i < sizeof hints / sizeof *hints; i++) {
        int at = info_find(given, hints[i]);
        if (at >= 0)
            info_set(rank, known, hints[i], given->pair[at].value);
    }
    return known;
}

int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info)
{
    ENTER(Comm_set_info);
    COMM(c, comm);
    if (info != MPI_INFO_NULL && !info_of(rank, info))
        return rank_error(rank, c, MPI_ERR_INFO,
                          "the info object is invalid or was freed");
    if (c->info)
        info_destroy(rank, c->info);
    c->info = known_hints(rank, info_of(rank, info));
    return MPI_SUCCESS;
}

int MPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used)
{
    ENTER(Comm_get_info);
    COMM(c, comm);
    *info_used = info_handle(rank, c->info);
    return MPI_SUCCESS;
}

/* ---- parts ----------------------------------------------------------------
 */

static int comm_calls_split(struct rank *rank, MPI_Comm handle, int color,
                            int key, MPI_Comm *result)
{
    COMM(comm, handle);
    if (color < 0 && color != MPI_UNDEFINED)
        return rank_error(
            rank, comm, MPI_ERR_ARG,
            "color is %d, but must be MPI_UNDEFINED or at least 0", color);
    return split_comm(rank, comm, color, key, result);
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm)
{
    ENTER(Comm_split);
    RETURN_TASK(Comm_split, comm_calls_split(rank, comm, color, key, newcomm));
}

/* Implement MPI_Comm_split_type(). All ranks share one memory, so they are on
 * one node. */
static int split_by_type(struct rank *rank, MPI_Comm handle, int type, int key,
                         MPI_Comm *result)
{
    COMM(comm, handle);
    struct agreement agreement = {0};
    if (type != MPI_UNDEFINED &&
        (type < MPI_COMM_TYPE_SHARED || type > MPI_COMM_TYPE_HW_GUIDED))
        return rank_error(rank, comm, MPI_ERR_ARG,
                          "split_type is %d, but must be MPI_UNDEFINED or one "
                          "of MPI_COMM_TYPE_SHARED, MPI_COMM_TYPE_HW_UNGUIDED "
                          "and MPI_COMM_TYPE_HW_GUIDED",
                          type);
    if (type != MPI_UNDEFINED)
        agree_numbers(&agreement, "split_type", 1, &type);
    int error = agree_meet(rank, comm, &agreement);
    if (error)
        return error;
    bool in = type == MPI_COMM_TYPE_SHARED;
    return split_comm(rank, comm, in ? 0 : MPI_UNDEFINED, key, result);
}

int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info,
                        MPI_Comm *newcomm)
{
    ENTER(Comm_split_type);
    (void)info;
    return split_by_type(rank, comm, split_type, key, newcomm);
}

/* Verify that the members of the group that a member passed (ranks in the
 * communicator) passed the same group. */
static void check_groups(struct rank *rank, const struct comm *comm,
                         const struct agree_member *member)
{
    char where[240], there[240];
    for (int i = 0; i < comm->group->size; i++) {
        const struct agree_member *one = &member[i];
        if (i && one->numbers == member[i - 1].numbers)
            continue;
        for (size_t k = 0; k < one->count; k++) {
            const struct agree_member *other = &member[one->numbers[k]];
            if (other->numbers == one->numbers ||
                (other->count == one->count &&
                 !memcmp(other->numbers, one->numbers,
                         one->count * sizeof *one->numbers)))
                continue;
            report_where(rank, one->caller, where, sizeof where);
            report_where(rank, other->caller, there, sizeof there);
            rank_fault(rank, RULE_COLLECTIVE, rank->caller,
                       "MPI_Comm_create on %s: rank %d is in the group that "
                       "rank %d passes at %s, but passes another group at %s",
                       comm->name, one->numbers[k], i, where, there);
            return;
        }
    }
}

static int agree_on_group(struct rank *rank, struct comm *comm,
                          const struct group *members)
{
    int *numbers =
        rank_alloc(rank, ((size_t)members->size + 1) * sizeof *numbers);
    for (int i = 0; i < members->size; i++)
        numbers[i] = group_rank_of(comm->group, members->world[i]);
    const struct agreement agreement = {.numbers = numbers,
                                        .count = (size_t)members->size,
                                        .check = check_groups};
    int error = agree_meet(rank, comm, &agreement);
    rank_free(rank, numbers);
    return error;
}

static int comm_calls_create(struct rank *rank, MPI_Comm handle,
                             MPI_Group group, MPI_Comm *result)
{
    COMM(comm, handle);
    struct group *members = group_of(rank, group);
    if (!members)
        return rank_error(rank, comm, MPI_ERR_GROUP,
                          "the group is invalid or was freed");
    for (int i = 0; i < members->size; i++)
        if (group_rank_of(comm->group, members->world[i]) < 0)
            return rank_error(rank, comm, MPI_ERR_GROUP,
                              "rank %d of the group is not a member of %s", i,
                              comm->name);
    int place = group_rank_of(members, rank->number);
    if (comm_is_inter(comm))
        return split_comm(rank, comm, place < 0 ? MPI_UNDEFINED : 0, place,
                          result);
    int error = agree_on_group(rank, comm, members);
    if (error)
        return error;
    struct comm *made = comm_make(rank, comm, members);
    *result = made ? made->handle : MPI_COMM_NULL;
    return MPI_SUCCESS;
}

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm)
{
    ENTER(Comm_create);
    RETURN_TASK(Comm_create, comm_calls_create(rank, comm, group, newcomm));
}

/* Number of communicators created so far for each key, a hash of group and
 * tag. */
struct made {
    size_t count;
    struct {
        uint64_t key, times;
    } row[];
};

static uint64_t times_made(struct rank *rank, struct comm *comm, uint64_t key)
{
    struct made *made = comm->made;
    for (size_t i = 0; made && i < made->count; i++)
        if (made->row[i].key == key)
            return ++made->row[i].times;
    size_t count = made ? made->count : 0;
    made = rank_realloc(rank, made,
                        sizeof *made + (count + 1) * sizeof made->row[0]);
    made->count = count + 1;
    made->row[count].key = key;
    comm->made = made;
    return made->row[count].times = 1;
}

int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag,
                          MPI_Comm *newcomm)
{
    ENTER(Comm_create_group);
    COMM(c, comm);
    struct group *members = group_of(rank, group);
    *newcomm = MPI_COMM_NULL;
    if (!members)
        return rank_error(rank, c, MPI_ERR_GROUP,
                          "the group is invalid or was freed");
    if (tag < 0)
        return rank_error(rank, c, MPI_ERR_TAG,
                          "tag is %d, but must not be negative", tag);
    if (group_rank_of(members, rank->number) < 0)
        return MPI_SUCCESS;
    uint64_t key = comm_mix(c->context, (uint64_t)tag);
    for (int i = 0; i < members->size; i++)
        key = comm_mix(key, (uint64_t)members->world[i]);
    uint64_t times = times_made(rank, c, key);
    *newcomm =
        comm_new(rank, comm_mix(key, times), members, NULL, c->errhandler)
            ->handle;
    return MPI_SUCCESS;
}

/* ---- the end --------------------------------------------------------------
 */

static int comm_calls_let_go(struct rank *rank, MPI_Comm *handle)
{
    COMM(comm, *handle);
    if (handle_is_predefined(*handle))
        return rank_error(rank, comm, MPI_ERR_COMM,
                          "%s is predefined and cannot be freed", comm->name);
    int error = attributes_delete_all(rank, comm);
    if (error)
        return rank_error(rank, comm, error,
                          "the delete callback of an attribute failed");
    handle_free(rank, HANDLE_COMM, *handle);
    comm_drop(rank, comm);
    *handle = MPI_COMM_NULL;
    return MPI_SUCCESS;
}

int MPI_Comm_free(MPI_Comm *comm)
{
    ENTER(Comm_free);
    return comm_calls_let_go(rank, comm);
}

int MPI_Comm_disconnect(MPI_Comm *comm)
{
    ENTER(Comm_disconnect);
    return comm_calls_let_go(rank, comm);
}
