/* Groups of processes. */
#include "group.h"
#include <string.h>

/* MPI_GROUP_EMPTY, which is never freed. */
static struct group groups_empty = {.references = -1};

struct group *group_of(const struct rank *rank, MPI_Group handle)
{
    if (handle == MPI_GROUP_EMPTY)
        return &groups_empty;
    return handle_object(rank, HANDLE_GROUP, handle);
}

struct group *group_new(struct rank *rank, int size)
{
    struct group *group =
        rank_alloc(rank, sizeof *group + (size_t)size * sizeof *group->world);
    group->references = 1;
    group->size = size;
    return group;
}

void group_hold(struct group *group)
{
    if (group->references > 0)
        group->references++;
}

void group_drop(struct rank *rank, struct group *group)
{
    if (group && group->references > 0 && --group->references == 0)
        rank_free(rank, group);
}

int group_rank_of(const struct group *group, int world_rank)
{
    if (world_rank < 0)
        return -1;
    if (world_rank < group->size && group->world[world_rank] == world_rank)
        return world_rank;
    for (int i = 0; i < group->size; i++)
        if (group->world[i] == world_rank)
            return i;
    return -1;
}

int *group_places(struct rank *rank, const struct group *group, int *length)
{
    int highest = -1;
    for (int i = 0; i < group->size; i++)
        if (group->world[i] > highest)
            highest = group->world[i];
    int *place = rank_alloc(rank, (size_t)(highest + 2) * sizeof *place);
    for (int i = 0; i <= highest; i++)
        place[i] = -1;
    for (int i = 0; i < group->size; i++)
        place[group->world[i]] = i;
    *length = highest + 1;
    return place;
}

int group_compare(struct rank *rank, const struct group *one,
                  const struct group *other)
{
    if (one->size != other->size)
        return MPI_UNEQUAL;
    if (memcmp(one->world, other->world,
               (size_t)one->size * sizeof *one->world) == 0)
        return MPI_IDENT;
    int length, result = MPI_SIMILAR;
    int *place = group_places(rank, other, &length);
    for (int i = 0; i < one->size; i++)
        if (one->world[i] >= length || place[one->world[i]] < 0)
            result = MPI_UNEQUAL;
    rank_free(rank, place);
    return result;
}

struct group *group_chosen(struct rank *rank, const struct group *group,
                           const struct group *by, bool in)
{
    int length, count = 0;
    int *place = group_places(rank, by, &length);
    struct group *result = group_new(rank, group->size);
    for (int i = 0; i < group->size; i++) {
        int world = group->world[i];
        if ((world < length && place[world] >= 0) == in)
            result->world[count++] = world;
    }
    result->size = count;
    rank_free(rank, place);
    return result;
}

struct group *group_union(struct rank *rank, const struct group *one,
                          const struct group *other)
{
    struct group *more = group_chosen(rank, other, one, false);
    struct group *result = group_new(rank, one->size + more->size);
    if (one->size)
        memcpy(result->world, one->world,
               (size_t)one->size * sizeof *one->world);
    if (more->size)
        memcpy(result->world + one->size, more->world,
               (size_t)more->size * sizeof *more->world);
    group_drop(rank, more);
    return result;
}

struct group *group_of_places(struct rank *rank, const struct group *group,
                              const int *places, int count)
{
    struct group *result = group_new(rank, count);
    for (int i = 0; i < count; i++)
        result->world[i] = group->world[places[i]];
    return result;
}

struct group *group_without(struct rank *rank, const struct group *group,
                            const int *places, int count)
{
    bool *gone = rank_alloc(rank, (size_t)group->size + 1);
    for (int i = 0; i < count; i++)
        gone[places[i]] = true;
    struct group *result = group_new(rank, group->size - count);
    for (int i = 0, next = 0; i < group->size; i++)
        if (!gone[i])
            result->world[next++] = group->world[i];
    rank_free(rank, gone);
    return result;
}
