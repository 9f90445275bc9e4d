/* MPI_Type_commit(), _free() and _dup(), and the names, envelopes and contents
 * of types. */
#include "base/base.h"
#include "mpi/data/attribute.h"
#include "type-making.h"
#include <limits.h>
#include <string.h>

int MPI_Type_commit(MPI_Datatype *datatype)
{
    ENTER(Type_commit);
    NOT_NULL(datatype);
    A_TYPE(type, *datatype);
    if (!type->committed)
        ((struct type *)type)->committed = true;
    return MPI_SUCCESS;
}

int MPI_Type_free(MPI_Datatype *datatype)
{
    ENTER(Type_free);
    NOT_NULL(datatype);
    A_TYPE(type, *datatype);
    if (type_is_permanent(type)) {
        char name[64];
        FAIL(MPI_ERR_TYPE, "%s is predefined and cannot be freed",
             type_name(rank, type, name));
    }
    struct type *own = (struct type *)type;
    if (own->handles == 1) {
        int error = attributes_delete_list(rank, HANDLE_TYPE, *datatype,
                                           &own->attributes);
        if (error)
            return error;
    }
    handle_free(rank, HANDLE_TYPE, *datatype);
    own->handles--;
    type_drop(rank, type);
    *datatype = MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}

int MPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    ENTER(Type_dup);
    A_TYPE(old, oldtype);
    NOT_NULL(newtype);
    struct type_making making = making_of(rank, MPI_COMBINER_DUP, false);
    making_type(&making, old);
    struct type *copy = type_strided(rank, 1, 1, 0, old);
    MPI_Datatype handle;
    int error = making_done(&making, copy, &handle);
    if (error)
        return error;
    copy->committed = old->committed;
    error = attributes_copy_list(rank, HANDLE_TYPE, oldtype,
                                 type_attributes(rank, old), &copy->attributes);
    if (error) {
        attributes_delete_list(rank, HANDLE_TYPE, handle, &copy->attributes);
        handle_free(rank, HANDLE_TYPE, handle);
        type_drop(rank, copy);
        *newtype = MPI_DATATYPE_NULL;
        FAIL(error, "the copy callback of an attribute failed");
    }
    *newtype = handle;
    return MPI_SUCCESS;
}

int MPI_Type_set_name(MPI_Datatype datatype, const char *type_name)
{
    ENTER(Type_set_name);
    A_TYPE(type, datatype);
    NOT_NULL(type_name);
    char **name = type_own_name(rank, type);
    *name = name_copy(rank, *name, type_name);
    return MPI_SUCCESS;
}

int MPI_Type_get_name(MPI_Datatype datatype, char *type_name, int *resultlen)
{
    ENTER(Type_get_name);
    A_TYPE(type, datatype);
    NOT_NULL(type_name);
    NOT_NULL(resultlen);
    name_tell(type_name_in_reports(rank, type), type_name, resultlen);
    return MPI_SUCCESS;
}

static int envelope(struct rank *rank, MPI_Datatype datatype,
                    const struct contents **contents)
{
    A_TYPE(type, datatype);
    *contents = &type->contents;
    return MPI_SUCCESS;
}

int MPI_Type_get_envelope(MPI_Datatype datatype, int *num_integers,
                          int *num_addresses, int *num_datatypes, int *combiner)
{
    ENTER(Type_get_envelope);
    const struct contents *c = NULL;
    int error = envelope(rank, datatype, &c);
    if (error)
        return error;
    NOT_NULL(num_integers);
    NOT_NULL(num_addresses);
    NOT_NULL(num_datatypes);
    NOT_NULL(combiner);
    if (c->large)
        FAIL(MPI_ERR_TYPE, "the datatype was made with large counts: "
                           "call MPI_Type_get_envelope_c instead");
    *num_integers = c->integers;
    *num_addresses = c->addresses;
    *num_datatypes = c->types;
    *combiner = c->combiner;
    return MPI_SUCCESS;
}

int MPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *num_integers,
                            MPI_Count *num_addresses,
                            MPI_Count *num_large_counts,
                            MPI_Count *num_datatypes, int *combiner)
{
    ENTER(Type_get_envelope_c);
    const struct contents *c = NULL;
    int error = envelope(rank, datatype, &c);
    if (error)
        return error;
    NOT_NULL(num_integers);
    NOT_NULL(num_addresses);
    NOT_NULL(num_large_counts);
    NOT_NULL(num_datatypes);
    NOT_NULL(combiner);
    *num_integers = c->integers;
    *num_addresses = c->addresses;
    *num_large_counts = c->counts;
    *num_datatypes = c->types;
    *combiner = c->combiner;
    return MPI_SUCCESS;
}

/* Return the types from which a type was made. The program must free their
 * handles. */
static void tell_types(struct rank *rank, const struct contents *c,
                       MPI_Datatype array_of_datatypes[])
{
    for (int i = 0; i < c->types; i++) {
        struct type *type = (struct type *)c->type[i];
        array_of_datatypes[i] = type->handle;
        if (type_is_permanent(type))
            continue;
        type_hold(type);
        type->handles++;
        array_of_datatypes[i] = handle_new(rank, HANDLE_TYPE, type);
    }
}

static int contents_of(struct rank *rank, MPI_Datatype datatype,
                       const struct contents *room, const struct contents **of)
{
    int error = envelope(rank, datatype, of);
    if (error)
        return error;
    const struct contents *c = *of;
    if (c->combiner == MPI_COMBINER_NAMED)
        FAIL(MPI_ERR_TYPE, "a predefined datatype has no contents");
    if (room->integers < c->integers || room->addresses < c->addresses ||
        room->counts < c->counts || room->types < c->types)
        FAIL(MPI_ERR_ARG,
             "the arrays hold %d integers, %d addresses, %d counts and %d "
             "datatypes, but %d, %d, %d and %d are needed",
             room->integers, room->addresses, room->counts, room->types,
             c->integers, c->addresses, c->counts, c->types);
    return MPI_SUCCESS;
}

#define TELL(to, from, count)                                                  \
    do {                                                                       \
        if (count)                                                             \
            memcpy(to, from, (size_t)(count) * sizeof *(to));                  \
    } while (0)

int MPI_Type_get_contents(MPI_Datatype datatype, int max_integers,
                          int max_addresses, int max_datatypes,
                          int array_of_integers[],
                          MPI_Aint array_of_addresses[],
                          MPI_Datatype array_of_datatypes[])
{
    ENTER(Type_get_contents);
    const struct contents *c = NULL;
    struct contents room = {.integers = max_integers,
                            .addresses = max_addresses,
                            .types = max_datatypes};
    int error = contents_of(rank, datatype, &room, &c);
    if (error)
        return error;
    ARRAY(array_of_integers, c->integers);
    ARRAY(array_of_addresses, c->addresses);
    ARRAY(array_of_datatypes, c->types);
    TELL(array_of_integers, c->integer, c->integers);
    TELL(array_of_addresses, c->address, c->addresses);
    tell_types(rank, c, array_of_datatypes);
    return MPI_SUCCESS;
}

static int type_life_room(MPI_Count count)
{
    return (int)clamp(count, 0, INT_MAX);
}

int MPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers,
                            MPI_Count max_addresses, MPI_Count max_large_counts,
                            MPI_Count max_datatypes, int array_of_integers[],
                            MPI_Aint array_of_addresses[],
                            MPI_Count array_of_large_counts[],
                            MPI_Datatype array_of_datatypes[])
{
    ENTER(Type_get_contents_c);
    const struct contents *c = NULL;
    struct contents room = {.integers = type_life_room(max_integers),
                            .addresses = type_life_room(max_addresses),
                            .counts = type_life_room(max_large_counts),
                            .types = type_life_room(max_datatypes)};
    int error = contents_of(rank, datatype, &room, &c);
    if (error)
        return error;
    ARRAY(array_of_integers, c->integers);
    ARRAY(array_of_addresses, c->addresses);
    ARRAY(array_of_large_counts, c->counts);
    ARRAY(array_of_datatypes, c->types);
    TELL(array_of_integers, c->integer, c->integers);
    TELL(array_of_addresses, c->address, c->addresses);
    TELL(array_of_large_counts, c->count, c->counts);
    tell_types(rank, c, array_of_datatypes);
    return MPI_SUCCESS;
}
