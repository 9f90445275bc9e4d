/* Thread-specific data of private libraries.
 *
 * The C library has 1024 keys in a process, and the library of Fortran takes
 * two for each copy without looking whether it got them. Therefore copies get
 * keys of weft, whose numbers begin above those of the C library. */
#include "mpi/load.h"
#include "mpi/world.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define KEYS_FIRST 65536u

/* The values of one thread. */
struct keys_values {
    size_t count;
    const void **value; /* [count] */
};

/* Functions of the C library. */
static struct {
    int (*create)(pthread_key_t *key, void (*destroy)(void *));
    int (*forget)(pthread_key_t key);
    void *(*get)(pthread_key_t key);
    int (*set)(pthread_key_t key, const void *value);
    pthread_key_t values; /* the thread's struct keys_values */
} keys_libc;

static _Atomic unsigned keys_used;

static void keys_free(void *arg)
{
    struct keys_values *values = arg;
    free(values->value);
    free(values);
}

static void keys_open(void)
{
    *(void **)&keys_libc.create = dlsym(RTLD_NEXT, "pthread_key_create");
    *(void **)&keys_libc.forget = dlsym(RTLD_NEXT, "pthread_key_delete");
    *(void **)&keys_libc.get = dlsym(RTLD_NEXT, "pthread_getspecific");
    *(void **)&keys_libc.set = dlsym(RTLD_NEXT, "pthread_setspecific");
    keys_libc.create(&keys_libc.values, keys_free);
}

static void keys_ready(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, keys_open);
}

/* Return whether the caller is a private library. Only these are loaded after
 * the copy of rank 0; their constructors may jump to this function instead of
 * calling it, so the return address is not sufficient. */
static bool is_private_caller(const void *caller)
{
    if (!world_now)
        return false;
    if (load_is_loading(world_now->copies))
        return load_is_copying(world_now->copies);
    const struct rank *rank = rank_here();
    return rank && load_file_of(world_now->copies, rank->number, caller) > 0;
}

static struct keys_values *keys_values(void)
{
    struct keys_values *values = keys_libc.get(keys_libc.values);
    if (values)
        return values;
    values = calloc(1, sizeof *values);
    if (values)
        keys_libc.set(keys_libc.values, values);
    return values;
}

#define KEYS_EXPORTED __attribute__((visibility("default")))

KEYS_EXPORTED int pthread_key_create(pthread_key_t *key,
                                     void (*destroy)(void *))
{
    keys_ready();
    if (!is_private_caller(__builtin_return_address(0)))
        return keys_libc.create(key, destroy);
    *key = KEYS_FIRST + keys_used++;
    return 0;
}

KEYS_EXPORTED int pthread_key_delete(pthread_key_t key)
{
    keys_ready();
    return key < KEYS_FIRST ? keys_libc.forget(key) : 0;
}

KEYS_EXPORTED void *pthread_getspecific(pthread_key_t key)
{
    keys_ready();
    if (key < KEYS_FIRST)
        return keys_libc.get(key);
    const struct keys_values *values = keys_values();
    size_t i = key - KEYS_FIRST;
    return values && i < values->count ? (void *)values->value[i] : NULL;
}

KEYS_EXPORTED int pthread_setspecific(pthread_key_t key, const void *value)
{
    keys_ready();
    if (key < KEYS_FIRST)
        return keys_libc.set(key, value);
    struct keys_values *values = keys_values();
    size_t i = key - KEYS_FIRST;
    if (values && i >= values->count) {
        size_t room = 2 * i + 64;
        const void **more = realloc(values->value, room * sizeof *more);
        if (!more)
            return ENOMEM;
        memset(more + values->count, 0, (room - values->count) * sizeof *more);
        values->value = more;
        values->count = room;
    }
    if (!values)
        return ENOMEM;
    values->value[i] = value;
    return 0;
}
