/* Keyvals and attributes of communicators, types and windows. */
#include "arguments.h"
#include "mpi/data/attribute.h"
#include "mpi/data/error.h"
#include "mpi/data/keyval.h"

static int attribute_calls_give(struct rank *rank, struct keyval made,
                                bool as_is, void *extra_state, int *handle)
{
    if (!handle)
        FAIL(MPI_ERR_ARG, "the keyval is a null pointer");
    struct keyval *keyval = rank_alloc(rank, sizeof *keyval);
    *keyval = made;
    keyval->references = 1;
    keyval->copies_as_is = as_is;
    keyval->extra = extra_state;
    keyval->handle = handle_new(rank, HANDLE_KEYVAL, keyval);
    *handle = keyval->handle;
    return MPI_SUCCESS;
}

/* Implement MPI_Comm_free_keyval() and similar functions. Attributes keep their
 * keyval, whose handle stays valid; freeing it again has no effect. */
static int attribute_calls_let_go(struct rank *rank, enum handle_kind kind,
                                  int *handle)
{
    if (!handle)
        FAIL(MPI_ERR_ARG, "the keyval is a null pointer");
    struct keyval *keyval = keyval_of(rank, kind, *handle);
    if (!keyval)
        return no_such(rank, MPI_ERR_KEYVAL, HANDLE_KEYVAL, "keyval", *handle);
    if (!keyval->freed) {
        keyval->freed = true;
        handle_disown(rank, *handle);
        keyval_drop(rank, keyval);
    }
    *handle = MPI_KEYVAL_INVALID;
    return MPI_SUCCESS;
}

#define A_KEYVAL(variable, kind, handle)                                       \
    struct keyval *variable = keyval_of(rank, kind, handle);                   \
    if (!(variable))                                                           \
    return no_such(rank, MPI_ERR_KEYVAL, HANDLE_KEYVAL, "keyval", handle)

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn,
                           MPI_Comm_delete_attr_function *comm_delete_attr_fn,
                           int *comm_keyval, void *extra_state)
{
    ENTER(Comm_create_keyval);
    struct keyval keyval = {.kind = HANDLE_COMM,
                            .copy_of.comm = comm_copy_attr_fn,
                            .delete_of.comm = comm_delete_attr_fn};
    return attribute_calls_give(rank, keyval,
                                comm_copy_attr_fn == MPI_COMM_DUP_FN,
                                extra_state, comm_keyval);
}

int MPI_Keyval_create(MPI_Copy_function *copy_fn,
                      MPI_Delete_function *delete_fn, int *keyval,
                      void *extra_state)
{
    ENTER(Keyval_create);
    struct keyval made = {.kind = HANDLE_COMM,
                          .copy_of.comm = copy_fn,
                          .delete_of.comm = delete_fn};
    return attribute_calls_give(rank, made, copy_fn == MPI_DUP_FN, extra_state,
                                keyval);
}

int MPI_Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn,
                           MPI_Type_delete_attr_function *type_delete_attr_fn,
                           int *type_keyval, void *extra_state)
{
    ENTER(Type_create_keyval);
    struct keyval keyval = {.kind = HANDLE_TYPE,
                            .copy_of.type = type_copy_attr_fn,
                            .delete_of.type = type_delete_attr_fn};
    return attribute_calls_give(rank, keyval,
                                type_copy_attr_fn == MPI_TYPE_DUP_FN,
                                extra_state, type_keyval);
}

int MPI_Win_create_keyval(MPI_Win_copy_attr_function *win_copy_attr_fn,
                          MPI_Win_delete_attr_function *win_delete_attr_fn,
                          int *win_keyval, void *extra_state)
{
    ENTER(Win_create_keyval);
    struct keyval keyval = {.kind = HANDLE_WIN,
                            .copy_of.win = win_copy_attr_fn,
                            .delete_of.win = win_delete_attr_fn};
    return attribute_calls_give(rank, keyval,
                                win_copy_attr_fn == MPI_WIN_DUP_FN, extra_state,
                                win_keyval);
}

int MPI_Comm_free_keyval(int *comm_keyval)
{
    ENTER(Comm_free_keyval);
    return attribute_calls_let_go(rank, HANDLE_COMM, comm_keyval);
}

int MPI_Keyval_free(int *keyval)
{
    ENTER(Keyval_free);
    return attribute_calls_let_go(rank, HANDLE_COMM, keyval);
}

int MPI_Type_free_keyval(int *type_keyval)
{
    ENTER(Type_free_keyval);
    return attribute_calls_let_go(rank, HANDLE_TYPE, type_keyval);
}

int MPI_Win_free_keyval(int *win_keyval)
{
    ENTER(Win_free_keyval);
    return attribute_calls_let_go(rank, HANDLE_WIN, win_keyval);
}

/* The predefined attributes of every communicator; attribute values are
 * pointers to these integers. */
struct attribute_calls_predefined {
    int tag_ub, host, io, wtime_is_global, universe_size, appnum, last_code;
};

static int *attribute_calls_predefined_value(struct rank *rank, int keyval)
{
    if (!rank->attributes)
        rank->attributes =
            rank_alloc(rank, sizeof(struct attribute_calls_predefined));
    struct attribute_calls_predefined *p = rank->attributes;
    *p = (struct attribute_calls_predefined){
        .tag_ub = (1 << 30) - 1,
        .host = MPI_PROC_NULL,
        .io = MPI_ANY_SOURCE,
        .wtime_is_global = 1,
        .universe_size = rank->comm_world->group->size,
        .last_code = error_last_code(rank)};
    const struct {
        int keyval;
        int *value;
    } rows[] = {
        {MPI_TAG_UB, &p->tag_ub},
        {MPI_HOST, &p->host},
        {MPI_IO, &p->io},
        {MPI_WTIME_IS_GLOBAL, &p->wtime_is_global},
        {MPI_UNIVERSE_SIZE, &p->universe_size},
        {MPI_APPNUM, &p->appnum},
        {MPI_LASTUSEDCODE, &p->last_code},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].keyval == keyval)
            return rows[i].value;
    return NULL;
}

static int comm_get(struct rank *rank, MPI_Comm comm, int handle,
                    void *attribute_val, int *flag)
{
    A_COMM(c, comm);
    NOT_NULL(attribute_val);
    NOT_NULL(flag);
    int *value = attribute_calls_predefined_value(rank, handle);
    if (value) {
        *(void **)attribute_val = value;
        *flag = 1;
        return MPI_SUCCESS;
    }
    A_KEYVAL(keyval, HANDLE_COMM, handle);
    *flag = attributes_find(c->attributes, keyval->handle, attribute_val);
    return MPI_SUCCESS;
}

static int comm_set(struct rank *rank, MPI_Comm comm, int handle, void *value)
{
    A_COMM(c, comm);
    if (attribute_calls_predefined_value(rank, handle))
        FAIL(MPI_ERR_KEYVAL,
             "the keyval is predefined, and its attribute cannot be changed");
    A_KEYVAL(keyval, HANDLE_COMM, handle);
    return attributes_set(rank, HANDLE_COMM, comm, &c->attributes, keyval,
                          value);
}

static int comm_delete(struct rank *rank, MPI_Comm comm, int handle)
{
    A_COMM(c, comm);
    if (attribute_calls_predefined_value(rank, handle))
        FAIL(MPI_ERR_KEYVAL,
             "the keyval is predefined, and its attribute cannot be changed");
    A_KEYVAL(keyval, HANDLE_COMM, handle);
    return attributes_delete(rank, HANDLE_COMM, comm, &c->attributes, keyval);
}

int MPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void *attribute_val,
                      int *flag)
{
    ENTER(Comm_get_attr);
    return comm_get(rank, comm, comm_keyval, attribute_val, flag);
}

int MPI_Attr_get(MPI_Comm comm, int keyval, void *attribute_val, int *flag)
{
    ENTER(Attr_get);
    return comm_get(rank, comm, keyval, attribute_val, flag);
}

int MPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val)
{
    ENTER(Comm_set_attr);
    return comm_set(rank, comm, comm_keyval, attribute_val);
}

int MPI_Attr_put(MPI_Comm comm, int keyval, void *attribute_val)
{
    ENTER(Attr_put);
    return comm_set(rank, comm, keyval, attribute_val);
}

int MPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval)
{
    ENTER(Comm_delete_attr);
    return comm_delete(rank, comm, comm_keyval);
}

int MPI_Attr_delete(MPI_Comm comm, int keyval)
{
    ENTER(Attr_delete);
    return comm_delete(rank, comm, keyval);
}

int MPI_Type_set_attr(MPI_Datatype datatype, int type_keyval,
                      void *attribute_val)
{
    ENTER(Type_set_attr);
    A_TYPE(type, datatype);
    A_KEYVAL(keyval, HANDLE_TYPE, type_keyval);
    return attributes_set(rank, HANDLE_TYPE, datatype,
                          type_own_attributes(rank, type), keyval,
                          attribute_val);
}

int MPI_Type_get_attr(MPI_Datatype datatype, int type_keyval,
                      void *attribute_val, int *flag)
{
    ENTER(Type_get_attr);
    A_TYPE(type, datatype);
    A_KEYVAL(keyval, HANDLE_TYPE, type_keyval);
    NOT_NULL(attribute_val);
    NOT_NULL(flag);
    *flag = attributes_find(type_attributes(rank, type), keyval->handle,
                            attribute_val);
    return MPI_SUCCESS;
}

int MPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval)
{
    ENTER(Type_delete_attr);
    A_TYPE(type, datatype);
    A_KEYVAL(keyval, HANDLE_TYPE, type_keyval);
    return attributes_delete(rank, HANDLE_TYPE, datatype,
                             type_own_attributes(rank, type), keyval);
}
