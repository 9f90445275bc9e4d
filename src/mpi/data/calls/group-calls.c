/* MPI_Group_*(), MPI_Comm_group(), MPI_Comm_remote_group() and
 * MPI_Comm_compare(). */
#include "arguments.h"
#include <string.h>

static int group_calls_give(struct rank *rank, struct group *group,
                            MPI_Group *handle)
{
    if (group->size == 0) {
        group_drop(rank, group);
        *handle = MPI_GROUP_EMPTY;
    } else {
        *handle = handle_new(rank, HANDLE_GROUP, group);
    }
    return MPI_SUCCESS;
}

int MPI_Group_size(MPI_Group group, int *size)
{
    ENTER(Group_size);
    A_GROUP(g, group);
    NOT_NULL(size);
    *size = g->size;
    return MPI_SUCCESS;
}

int MPI_Group_rank(MPI_Group group, int *number)
{
    ENTER(Group_rank);
    A_GROUP(g, group);
    if (!number)
        FAIL(MPI_ERR_ARG, "rank is a null pointer");
    int place = group_rank_of(g, rank->number);
    *number = place < 0 ? MPI_UNDEFINED : place;
    return MPI_SUCCESS;
}

int MPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[],
                              MPI_Group group2, int ranks2[])
{
    ENTER(Group_translate_ranks);
    A_GROUP(from, group1);
    A_GROUP(to, group2);
    NOT_NEGATIVE(MPI_ERR_ARG, n);
    ARRAY(ranks1, n);
    ARRAY(ranks2, n);
    for (int i = 0; i < n; i++)
        if (ranks1[i] != MPI_PROC_NULL &&
            (ranks1[i] < 0 || ranks1[i] >= from->size))
            FAIL(MPI_ERR_RANK, "ranks1[%d] is %d, but the size of group1 is %d",
                 i, ranks1[i], from->size);
    int length;
    int *place = group_places(rank, to, &length);
    for (int i = 0; i < n; i++) {
        int world = ranks1[i] < 0 ? length : from->world[ranks1[i]];
        int at = world < length ? place[world] : -1;
        ranks2[i] = at < 0 ? MPI_UNDEFINED : at;
        if (ranks1[i] == MPI_PROC_NULL)
            ranks2[i] = MPI_PROC_NULL;
    }
    rank_free(rank, place);
    return MPI_SUCCESS;
}

int MPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result)
{
    ENTER(Group_compare);
    A_GROUP(one, group1);
    A_GROUP(other, group2);
    NOT_NULL(result);
    *result = group_compare(rank, one, other);
    return MPI_SUCCESS;
}

int MPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    ENTER(Group_union);
    A_GROUP(one, group1);
    A_GROUP(other, group2);
    NOT_NULL(newgroup);
    return group_calls_give(rank, group_union(rank, one, other), newgroup);
}

int MPI_Group_intersection(MPI_Group group1, MPI_Group group2,
                           MPI_Group *newgroup)
{
    ENTER(Group_intersection);
    A_GROUP(one, group1);
    A_GROUP(other, group2);
    NOT_NULL(newgroup);
    return group_calls_give(rank, group_chosen(rank, one, other, true),
                            newgroup);
}

int MPI_Group_difference(MPI_Group group1, MPI_Group group2,
                         MPI_Group *newgroup)
{
    ENTER(Group_difference);
    A_GROUP(one, group1);
    A_GROUP(other, group2);
    NOT_NULL(newgroup);
    return group_calls_give(rank, group_chosen(rank, one, other, false),
                            newgroup);
}

/* Check that the ranks are in the group and distinct. */
static int check_places(struct rank *rank, const struct group *group,
                        const int *places, int count)
{
    bool *seen = rank_alloc(rank, (size_t)group->size + 1);
    int wrong = -1;
    bool twice = false;
    for (int i = 0; i < count && wrong < 0; i++) {
        bool in = places[i] >= 0 && places[i] < group->size;
        twice = in && seen[places[i]];
        if (!in || twice)
            wrong = i;
        else
            seen[places[i]] = true;
    }
    rank_free(rank, seen);
    if (wrong >= 0 && twice)
        FAIL(MPI_ERR_RANK, "rank %d is listed twice", places[wrong]);
    if (wrong >= 0)
        FAIL(MPI_ERR_RANK, "rank %d is listed, but the size of the group is %d",
             places[wrong], group->size);
    return MPI_SUCCESS;
}

static int group_calls_choose(struct rank *rank, const struct group *group,
                              const int *places, int count, bool in,
                              MPI_Group *newgroup)
{
    int error = check_places(rank, group, places, count);
    if (error)
        return error;
    return group_calls_give(rank,
                            in ? group_of_places(rank, group, places, count)
                               : group_without(rank, group, places, count),
                            newgroup);
}

int MPI_Group_incl(MPI_Group group, int n, const int ranks[],
                   MPI_Group *newgroup)
{
    ENTER(Group_incl);
    A_GROUP(g, group);
    NOT_NEGATIVE(MPI_ERR_ARG, n);
    ARRAY(ranks, n);
    NOT_NULL(newgroup);
    return group_calls_choose(rank, g, ranks, n, true, newgroup);
}

int MPI_Group_excl(MPI_Group group, int n, const int ranks[],
                   MPI_Group *newgroup)
{
    ENTER(Group_excl);
    A_GROUP(g, group);
    NOT_NEGATIVE(MPI_ERR_ARG, n);
    ARRAY(ranks, n);
    NOT_NULL(newgroup);
    return group_calls_choose(rank, g, ranks, n, false, newgroup);
}

/* Expand ranges (first, last, stride) into ranks of the group. Stops after one
 * rank more than the group has, because one must then be repeated. Returns NULL
 * if an error was raised. */
static int *of_ranges(struct rank *rank, const struct group *group, int n,
                      int ranges[][3], int *count, int *error)
{
    int *places = rank_alloc(rank, ((size_t)group->size + 1) * sizeof *places);
    *count = 0;
    for (int i = 0; i < n; i++) {
        long long first = ranges[i][0], last = ranges[i][1],
                  stride = ranges[i][2];
        if (stride == 0) {
            rank_free(rank, places);
            *error =
                rank_error(rank, NULL, MPI_ERR_ARG, "range %d has stride 0", i);
            return NULL;
        }
        for (long long at = first; stride > 0 ? at <= last : at >= last;
             at += stride)
            if (*count <= group->size)
                places[(*count)++] = (int)at;
            else
                break;
    }
    return places;
}

static int choose_ranges(struct rank *rank, const struct group *group, int n,
                         int ranges[][3], bool in, MPI_Group *newgroup)
{
    int count, error = MPI_SUCCESS;
    int *places = of_ranges(rank, group, n, ranges, &count, &error);
    if (!places)
        return error;
    error = group_calls_choose(rank, group, places, count, in, newgroup);
    rank_free(rank, places);
    return error;
}

int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3],
                         MPI_Group *newgroup)
{
    ENTER(Group_range_incl);
    A_GROUP(g, group);
    NOT_NEGATIVE(MPI_ERR_ARG, n);
    ARRAY(ranges, n);
    NOT_NULL(newgroup);
    return choose_ranges(rank, g, n, ranges, true, newgroup);
}

int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3],
                         MPI_Group *newgroup)
{
    ENTER(Group_range_excl);
    A_GROUP(g, group);
    NOT_NEGATIVE(MPI_ERR_ARG, n);
    ARRAY(ranges, n);
    NOT_NULL(newgroup);
    return choose_ranges(rank, g, n, ranges, false, newgroup);
}

int MPI_Group_free(MPI_Group *group)
{
    ENTER(Group_free);
    NOT_NULL(group);
    A_GROUP(g, *group);
    if (*group != MPI_GROUP_EMPTY) {
        handle_free(rank, HANDLE_GROUP, *group);
        group_drop(rank, g);
    }
    *group = MPI_GROUP_NULL;
    return MPI_SUCCESS;
}

int MPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    ENTER(Comm_group);
    A_COMM(c, comm);
    NOT_NULL(group);
    group_hold(c->group);
    return group_calls_give(rank, c->group, group);
}

int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group)
{
    ENTER(Comm_remote_group);
    A_COMM(c, comm);
    NOT_NULL(group);
    if (!comm_is_inter(c))
        FAIL(MPI_ERR_COMM, "the communicator is not an intercommunicator");
    group_hold(c->remote);
    return group_calls_give(rank, c->remote, group);
}

static int group_calls_worse(int a, int b)
{
    return a > b ? a : b; /* IDENT < CONGRUENT < SIMILAR < UNEQUAL */
}

int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result)
{
    ENTER(Comm_compare);
    A_COMM(one, comm1);
    A_COMM(other, comm2);
    NOT_NULL(result);
    if (one == other) {
        *result = MPI_IDENT;
        return MPI_SUCCESS;
    }
    *result = MPI_UNEQUAL;
    if (comm_is_inter(one) != comm_is_inter(other))
        return MPI_SUCCESS;
    *result = group_calls_worse(MPI_CONGRUENT,
                                group_compare(rank, one->group, other->group));
    if (comm_is_inter(one))
        *result = group_calls_worse(
            *result, group_compare(rank, one->remote, other->remote));
    return MPI_SUCCESS;
}
