/* Attributes: one list per object. Keyvals are objects of the rank that live as
 * long as attributes refer to them. */
#include "attribute.h"
#include "keyval.h"
#include "mpi/comm.h"

struct data_attribute_attribute {
    struct data_attribute_attribute *next;
    struct keyval *keyval; /* holds a reference */
    void *value;
};

struct keyval *keyval_of(const struct rank *rank, enum handle_kind kind,
                         int handle)
{
    struct keyval *keyval = handle_object(rank, HANDLE_KEYVAL, handle);
    return keyval && keyval->kind == kind ? keyval : NULL;
}

void keyval_drop(struct rank *rank, struct keyval *keyval)
{
    if (--keyval->references > 0)
        return;
    handle_free(rank, HANDLE_KEYVAL, keyval->handle);
    rank_free(rank, keyval);
}

/* Call the program's delete function, if any. */
static int call_delete(const struct keyval *keyval, int handle, void *value)
{
    if (keyval->kind == HANDLE_COMM && keyval->delete_of.comm)
        return keyval->delete_of.comm(handle, keyval->handle, value,
                                      keyval->extra);
    if (keyval->kind == HANDLE_TYPE && keyval->delete_of.type)
        return keyval->delete_of.type(handle, keyval->handle, value,
                                      keyval->extra);
    if (keyval->kind == HANDLE_WIN && keyval->delete_of.win)
        return keyval->delete_of.win(handle, keyval->handle, value,
                                     keyval->extra);
    return MPI_SUCCESS;
}

/* Call the program's copy function. MPI_COMM_DUP_FN and similar constants are
 * 1, which is not a function. */
static int call_copy(const struct keyval *keyval, int handle, void *in,
                     void **out, int *copied)
{
    if (keyval->copies_as_is) {
        *out = in;
        *copied = 1;
        return MPI_SUCCESS;
    }
    if (keyval->kind == HANDLE_COMM && keyval->copy_of.comm)
        return keyval->copy_of.comm(handle, keyval->handle, keyval->extra, in,
                                    out, copied);
    if (keyval->kind == HANDLE_TYPE && keyval->copy_of.type)
        return keyval->copy_of.type(handle, keyval->handle, keyval->extra, in,
                                    out, copied);
    if (keyval->kind == HANDLE_WIN && keyval->copy_of.win)
        return keyval->copy_of.win(handle, keyval->handle, keyval->extra, in,
                                   out, copied);
    return MPI_SUCCESS;
}

static void attribute_add(struct rank *rank, void **list, struct keyval *keyval,
                          void *value)
{
    struct data_attribute_attribute *attribute =
        rank_alloc(rank, sizeof *attribute);
    attribute->keyval = keyval;
    attribute->value = value;
    attribute->next = *list;
    keyval->references++;
    *list = attribute;
}

bool attributes_find(void *list, int keyval, void **value)
{
    for (struct data_attribute_attribute *a = list; a; a = a->next)
        if (a->keyval->handle == keyval) {
            *value = a->value;
            return true;
        }
    return false;
}

int attributes_set(struct rank *rank, enum handle_kind kind, int handle,
                   void **list, struct keyval *keyval, void *value)
{
    int error = attributes_delete(rank, kind, handle, list, keyval);
    if (!error)
        attribute_add(rank, list, keyval, value);
    return error;
}

/* Delete the attribute *at unless the program's function fails. */
static int delete_one(struct rank *rank, int handle,
                      struct data_attribute_attribute **at)
{
    struct data_attribute_attribute *attribute = *at;
    int error = call_delete(attribute->keyval, handle, attribute->value);
    if (error)
        return error;
    *at = attribute->next;
    keyval_drop(rank, attribute->keyval);
    rank_free(rank, attribute);
    return MPI_SUCCESS;
}

int attributes_delete(struct rank *rank, enum handle_kind kind, int handle,
                      void **list, struct keyval *keyval)
{
    (void)kind;
    for (struct data_attribute_attribute **at =
             (struct data_attribute_attribute **)list;
         *at; at = &(*at)->next)
        if ((*at)->keyval == keyval)
            return delete_one(rank, handle, at);
    return MPI_SUCCESS;
}

/* Append an attribute, so that copies keep the order of the originals. */
static void attribute_append(struct rank *rank, void **list,
                             struct keyval *keyval, void *value)
{
    while (*list)
        list = (void **)&((struct data_attribute_attribute *)*list)->next;
    attribute_add(rank, list, keyval, value);
}

int attributes_copy_list(struct rank *rank, enum handle_kind kind, int handle,
                         void *from, void **to)
{
    (void)kind;
    for (struct data_attribute_attribute *a = from; a; a = a->next) {
        void *value = NULL;
        int copied = 0;
        int error = call_copy(a->keyval, handle, a->value, &value, &copied);
        if (error)
            return error;
        if (copied)
            attribute_append(rank, to, a->keyval, value);
    }
    return MPI_SUCCESS;
}

int attributes_delete_list(struct rank *rank, enum handle_kind kind, int handle,
                           void **list)
{
    (void)kind;
    while (*list) {
        int error =
            delete_one(rank, handle, (struct data_attribute_attribute **)list);
        if (error)
            return error;
    }
    return MPI_SUCCESS;
}

int attributes_copy(struct rank *rank, struct comm *from, struct comm *to)
{
    return attributes_copy_list(rank, HANDLE_COMM, from->handle,
                                from->attributes, &to->attributes);
}

int attributes_delete_all(struct rank *rank, struct comm *comm)
{
    return attributes_delete_list(rank, HANDLE_COMM, comm->handle,
                                  &comm->attributes);
}
