/* The functions MPI_Info_*(). */
#include "arguments.h"
#include "mpi/data/info.h"
#include <string.h>

#define AN_INFO(variable, handle)                                              \
    struct info *variable = info_of(rank, handle);                             \
    if (!(variable))                                                           \
    return no_such(rank, MPI_ERR_INFO, HANDLE_INFO, "info object", handle)
#define A_KEY(key)                                                             \
    do {                                                                       \
        if (!(key))                                                            \
            FAIL(MPI_ERR_INFO_KEY, "the key is a null pointer");               \
        if (!*(key) || strlen(key) >= MPI_MAX_INFO_KEY)                        \
            FAIL(MPI_ERR_INFO_KEY,                                             \
                 "the key has %zu characters, but must have 1 to %d",          \
                 strlen(key), MPI_MAX_INFO_KEY - 1);                           \
    } while (0)

int MPI_Info_create(MPI_Info *info)
{
    ENTER_ANY_TIME(Info_create);
    NOT_NULL(info);
    *info = handle_new(rank, HANDLE_INFO, info_new(rank));
    return MPI_SUCCESS;
}

int MPI_Info_create_env(int argc, char *argv[], MPI_Info *info)
{
    ENTER_ANY_TIME(Info_create_env);
    NOT_NULL(info);
    struct info *env = info_copy(rank, info_of(rank, MPI_INFO_ENV));
    if (argc > 0 && argv && argv[0])
        info_set(rank, env, "command", argv[0]);
    *info = handle_new(rank, HANDLE_INFO, env);
    return MPI_SUCCESS;
}

int MPI_Info_dup(MPI_Info info, MPI_Info *newinfo)
{
    ENTER_ANY_TIME(Info_dup);
    AN_INFO(from, info);
    NOT_NULL(newinfo);
    *newinfo = handle_new(rank, HANDLE_INFO, info_copy(rank, from));
    return MPI_SUCCESS;
}

int MPI_Info_free(MPI_Info *info)
{
    ENTER_ANY_TIME(Info_free);
    NOT_NULL(info);
    AN_INFO(own, *info);
    if (*info == MPI_INFO_ENV)
        FAIL(MPI_ERR_INFO, "MPI_INFO_ENV is predefined and cannot be freed");
    handle_free(rank, HANDLE_INFO, *info);
    info_destroy(rank, own);
    *info = MPI_INFO_NULL;
    return MPI_SUCCESS;
}

int MPI_Info_set(MPI_Info info, const char *key, const char *value)
{
    ENTER_ANY_TIME(Info_set);
    AN_INFO(own, info);
    A_KEY(key);
    if (!value || strlen(value) >= MPI_MAX_INFO_VAL)
        FAIL(MPI_ERR_INFO_VALUE, "the value of '%s' is %s", key,
             value ? "too long" : "a null pointer");
    if (info == MPI_INFO_ENV)
        FAIL(MPI_ERR_INFO, "MPI_INFO_ENV cannot be changed");
    info_set(rank, own, key, value);
    return MPI_SUCCESS;
}

int MPI_Info_delete(MPI_Info info, const char *key)
{
    ENTER_ANY_TIME(Info_delete);
    AN_INFO(own, info);
    A_KEY(key);
    int at = info_find(own, key);
    if (at < 0)
        FAIL(MPI_ERR_INFO_NOKEY, "the info object has no key '%s'", key);
    if (info == MPI_INFO_ENV)
        FAIL(MPI_ERR_INFO, "MPI_INFO_ENV cannot be changed");
    rank_free(rank, own->pair[at].key);
    rank_free(rank, own->pair[at].value);
    own->count--;
    memmove(own->pair + at, own->pair + at + 1,
            (size_t)(own->count - at) * sizeof *own->pair);
    return MPI_SUCCESS;
}

/* Look up the value of a key. Clears *flag if the key is not set. */
static int info_calls_value_of(struct rank *rank, MPI_Info info,
                               const char *key, int *flag, const char **value)
{
    AN_INFO(own, info);
    A_KEY(key);
    NOT_NULL(flag);
    int at = info_find(own, key);
    *flag = at >= 0;
    *value = at >= 0 ? own->pair[at].value : NULL;
    return MPI_SUCCESS;
}

int MPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value,
                 int *flag)
{
    ENTER_ANY_TIME(Info_get);
    const char *text = NULL;
    int error = info_calls_value_of(rank, info, key, flag, &text);
    if (error || !text)
        return error;
    NOT_NULL(value);
    NOT_NEGATIVE(MPI_ERR_ARG, valuelen);
    size_t length = strnlen(text, (size_t)valuelen);
    memcpy(value, text, length);
    value[length] = 0;
    return MPI_SUCCESS;
}

int MPI_Info_get_string(MPI_Info info, const char *key, int *buflen,
                        char *value, int *flag)
{
    ENTER_ANY_TIME(Info_get_string);
    const char *text = NULL;
    int error = info_calls_value_of(rank, info, key, flag, &text);
    if (error || !text)
        return error;
    NOT_NULL(buflen);
    size_t size = strlen(text) + 1;
    if (*buflen > 0) {
        NOT_NULL(value);
        size_t room = (size_t)*buflen - 1;
        size_t length = size - 1 < room ? size - 1 : room;
        memcpy(value, text, length);
        value[length] = 0;
    }
    *buflen = (int)size;
    return MPI_SUCCESS;
}

int MPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen,
                          int *flag)
{
    ENTER_ANY_TIME(Info_get_valuelen);
    const char *text = NULL;
    int error = info_calls_value_of(rank, info, key, flag, &text);
    if (error || !text)
        return error;
    NOT_NULL(valuelen);
    *valuelen = (int)strlen(text);
    return MPI_SUCCESS;
}

int MPI_Info_get_nkeys(MPI_Info info, int *nkeys)
{
    ENTER_ANY_TIME(Info_get_nkeys);
    AN_INFO(own, info);
    NOT_NULL(nkeys);
    *nkeys = own->count;
    return MPI_SUCCESS;
}

int MPI_Info_get_nthkey(MPI_Info info, int n, char *key)
{
    ENTER_ANY_TIME(Info_get_nthkey);
    AN_INFO(own, info);
    NOT_NULL(key);
    if (n < 0 || n >= own->count)
        FAIL(MPI_ERR_ARG, "n is %d, but the info object has %d keys", n,
             own->count);
    strcpy(key, own->pair[n].key);
    return MPI_SUCCESS;
}
