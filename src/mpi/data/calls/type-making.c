/* Functions that all datatype constructors share. */
#include "type-making.h"
#include <string.h>

struct type_making making_of(struct rank *rank, int combiner, bool large)
{
    return (struct type_making){
        .rank = rank, .contents = {.combiner = combiner, .large = large}};
}

/* Append space for `count` integers. */
static int *more_integers(struct type_making *making, int count)
{
    struct contents *c = &making->contents;
    size_t all = (size_t)(c->integers + count);
    c->integer = rank_realloc(making->rank, c->integer,
                              (all ? all : 1) * sizeof *c->integer);
    c->integers += count;
    return c->integer + c->integers - count;
}

void making_integers(struct type_making *making, const int *values, int count)
{
    int *to = more_integers(making, count);
    if (count)
        memcpy(to, values, (size_t)count * sizeof *values);
}

static MPI_Count *more_counts(struct type_making *making, int count)
{
    struct contents *c = &making->contents;
    size_t all = (size_t)(c->counts + count);
    c->count = rank_realloc(making->rank, c->count,
                            (all ? all : 1) * sizeof *c->count);
    c->counts += count;
    return c->count + c->counts - count;
}

void making_counts(struct type_making *making, const MPI_Count *values,
                   int count)
{
    if (making->contents.large) {
        MPI_Count *to = more_counts(making, count);
        for (int i = 0; i < count; i++)
            to[i] = values[i];
        return;
    }
    int *to = more_integers(making, count);
    for (int i = 0; i < count; i++)
        to[i] = (int)values[i];
}

void making_addresses(struct type_making *making, const MPI_Aint *values,
                      int count)
{
    struct contents *c = &making->contents;
    if (c->large) {
        MPI_Count *to = more_counts(making, count);
        for (int i = 0; i < count; i++)
            to[i] = values[i];
        return;
    }
    size_t all = (size_t)(c->addresses + count);
    c->address = rank_realloc(making->rank, c->address,
                              (all ? all : 1) * sizeof *c->address);
    if (count)
        memcpy(c->address + c->addresses, values,
               (size_t)count * sizeof *values);
    c->addresses += count;
}

void making_type(struct type_making *making, const struct type *type)
{
    struct contents *c = &making->contents;
    c->type = rank_realloc(making->rank, (void *)c->type,
                           (size_t)(c->types + 1) * sizeof *c->type);
    c->type[c->types++] = type;
    type_hold(type);
}

int making_failed(struct type_making *making, int error)
{
    struct contents *c = &making->contents;
    for (int i = 0; i < c->types; i++)
        type_drop(making->rank, c->type[i]);
    rank_free(making->rank, c->integer);
    rank_free(making->rank, c->address);
    rank_free(making->rank, c->count);
    rank_free(making->rank, (void *)c->type);
    *c = (struct contents){0};
    return error;
}

int making_done(struct type_making *making, struct type *type,
                MPI_Datatype *newtype)
{
    if (!type)
        return making_failed(
            making,
            rank_error(
                making->rank, NULL, MPI_ERR_COUNT,
                "the extent of the datatype exceeds the range of MPI_Aint"));
    type->contents = making->contents;
    type->handle = handle_new(making->rank, HANDLE_TYPE, type);
    type->handles = 1;
    *newtype = type->handle;
    return MPI_SUCCESS;
}

MPI_Count *widened(struct rank *rank, const int *values, MPI_Count count)
{
    if (!values)
        return NULL;
    MPI_Count *wide = rank_alloc(rank, (size_t)(count + 1) * sizeof *wide);
    for (MPI_Count i = 0; i < count; i++)
        wide[i] = values[i];
    return wide;
}
