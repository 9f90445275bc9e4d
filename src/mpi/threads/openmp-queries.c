/* OpenMP: the functions that programs call. Programs of a compiler with another
 * library for OpenMP (clang: libomp) reach that library. */
#include "mpi/load.h"
#include "mpi/threads/openmp.h"
#include "mpi/world.h"

#include <dlfcn.h>
#include <string.h>

/* Return the function of another library that the program calls, or NULL. */
static void *openmp_other(const char *name)
{
    const struct rank *rank = rank_here();
    const struct program_copies *copies = world_now ? world_now->copies : NULL;
    int number = rank ? rank->number : 0;
    if (!copies || !copies->copy || load_threads(copies, number))
        return NULL;
    return dlsym(load_copy(copies, number)->file->object, name);
}

/* A function with its name in Fortran. `self` (NULL: in no rank) is the running
 * thread, `value` the result. */
#define QUERY(name, value)                                                     \
    int name(void);                                                            \
    int name##_(void);                                                         \
    OPENMP_EXPORTED int name(void)                                             \
    {                                                                          \
        int (*other)(void);                                                    \
        *(void **)&other = openmp_other(#name);                                \
        const struct thread *self = other ? NULL : openmp_self();              \
        (void)self;                                                            \
        return other ? other() : (value);                                      \
    }                                                                          \
    OPENMP_EXPORTED int name##_(void)                                          \
    {                                                                          \
        return name();                                                         \
    }
/* The same with an argument. */
#define QUERY_OF(name, value)                                                  \
    int name(int argument);                                                    \
    int name##_(const int *argument);                                          \
    OPENMP_EXPORTED int name(int argument)                                     \
    {                                                                          \
        int (*other)(int);                                                     \
        *(void **)&other = openmp_other(#name);                                \
        const struct thread *self = other ? NULL : openmp_self();              \
        (void)self;                                                            \
        return other ? other(argument) : (value);                              \
    }                                                                          \
    OPENMP_EXPORTED int name##_(const int *argument)                           \
    {                                                                          \
        return name(*argument);                                                \
    }
/* A setting. */
#define SETTING(name, set)                                                     \
    void name(int argument);                                                   \
    void name##_(const int *argument);                                         \
    OPENMP_EXPORTED void name(int argument)                                    \
    {                                                                          \
        void (*other)(int);                                                    \
        *(void **)&other = openmp_other(#name);                                \
        struct thread *self = other ? NULL : openmp_self();                    \
        if (other)                                                             \
            other(argument);                                                   \
        else                                                                   \
            set(self, argument);                                               \
    }                                                                          \
    OPENMP_EXPORTED void name##_(const int *argument)                          \
    {                                                                          \
        name(*argument);                                                       \
    }

static int openmp_wanted_now(const struct thread *self)
{
    return self ? openmp_wanted(self->rank) : 1;
}

static void openmp_want(const struct thread *self, int wanted)
{
    if (self && wanted > 0)
        self->rank->threads->wanted = wanted;
}

static bool openmp_inside(const struct thread *self)
{
    return self && self->team->size > 1;
}

static void openmp_ignore(const struct thread *self, int value)
{
    (void)self, (void)value;
}

/* Only one region around a thread has several threads. */

static int openmp_member_of(const struct thread *self, int level)
{
    if (level == 0)
        return 0;
    return level == 1 && openmp_inside(self) ? self->member : -1;
}

static int openmp_size_of(const struct thread *self, int level)
{
    if (level == 0)
        return 1;
    return level == 1 && openmp_inside(self) ? self->team->size : -1;
}

QUERY(omp_get_thread_num, self ? self->member : 0)
QUERY(omp_get_num_threads, self ? self->team->size : 1)
QUERY(omp_get_max_threads, openmp_wanted_now(self))
QUERY(omp_get_num_procs, openmp_wanted_now(self))
QUERY(omp_get_thread_limit, THREADS_MOST)
QUERY(omp_in_parallel, openmp_inside(self))
QUERY(omp_get_level, openmp_inside(self))
QUERY(omp_get_active_level, openmp_inside(self))
QUERY(omp_get_max_active_levels, 1)
QUERY(omp_get_nested, 0)
QUERY(omp_get_dynamic, 0)
QUERY(omp_get_cancellation, 0)
QUERY(omp_in_final, 0)
QUERY_OF(omp_get_ancestor_thread_num, openmp_member_of(self, argument))
QUERY_OF(omp_get_team_size, openmp_size_of(self, argument))
SETTING(omp_set_num_threads, openmp_want)
SETTING(omp_set_nested, openmp_ignore)
SETTING(omp_set_dynamic, openmp_ignore)
SETTING(omp_set_max_active_levels, openmp_ignore)

/* ---- locks ----------------------------------------------------------------
 * A lock is known by its address; its own memory counts how often a nested lock
 * is held. */

#define LOCK(name, body)                                                       \
    void name(void *lock);                                                     \
    void name##_(void *lock);                                                  \
    static void name##_from(void *lock, const void *caller)                    \
    {                                                                          \
        void (*other)(void *);                                                 \
        *(void **)&other = openmp_other(#name);                                \
        const struct thread *self = other ? NULL : openmp_self();              \
        if (other)                                                             \
            other(lock);                                                       \
        else if (self)                                                         \
            body(self, lock, caller);                                          \
    }                                                                          \
    OPENMP_EXPORTED void name(void *lock)                                      \
    {                                                                          \
        name##_from(lock, OPENMP_CALLER);                                      \
    }                                                                          \
    OPENMP_EXPORTED void name##_(void *lock)                                   \
    {                                                                          \
        name##_from(lock, OPENMP_CALLER);                                      \
    }
#define LOCK_TEST(name, body)                                                  \
    int name(void *lock);                                                      \
    int name##_(void *lock);                                                   \
    OPENMP_EXPORTED int name(void *lock)                                       \
    {                                                                          \
        int (*other)(void *);                                                  \
        *(void **)&other = openmp_other(#name);                                \
        const struct thread *self = other ? NULL : openmp_self();              \
        if (other)                                                             \
            return other(lock);                                                \
        return self ? body(self, lock) : 1;                                    \
    }                                                                          \
    OPENMP_EXPORTED int name##_(void *lock)                                    \
    {                                                                          \
        return name(lock);                                                     \
    }

static void openmp_init(const struct thread *self, void *lock,
                        const void *caller)
{
    (void)self, (void)caller;
    memset(lock, 0, sizeof(int));
}

static void openmp_set(const struct thread *self, const void *lock,
                       const void *caller)
{
    thread_lock(self->rank, lock, "omp_set_lock", caller);
}

static void openmp_unset(const struct thread *self, const void *lock,
                         const void *caller)
{
    (void)caller;
    thread_unlock(self->rank, lock);
}

static int openmp_test(const struct thread *self, const void *lock)
{
    return thread_try(self->rank, lock);
}

static void openmp_set_nested(const struct thread *self, void *lock,
                              const void *caller)
{
    if (thread_holder(self->rank, lock) != self)
        thread_lock(self->rank, lock, "omp_set_nest_lock", caller);
    ++*(int *)lock;
}

static void openmp_unset_nested(const struct thread *self, void *lock,
                                const void *caller)
{
    (void)caller;
    if (!--*(int *)lock)
        thread_unlock(self->rank, lock);
}

static int openmp_test_nested(const struct thread *self, void *lock)
{
    if (thread_holder(self->rank, lock) != self &&
        !thread_try(self->rank, lock))
        return 0;
    return ++*(int *)lock;
}

LOCK(omp_init_lock, openmp_init)
LOCK(omp_destroy_lock, openmp_init)
LOCK(omp_set_lock, openmp_set)
LOCK(omp_unset_lock, openmp_unset)
LOCK(omp_init_nest_lock, openmp_init)
LOCK(omp_destroy_nest_lock, openmp_init)
LOCK(omp_set_nest_lock, openmp_set_nested)
LOCK(omp_unset_nest_lock, openmp_unset_nested)
LOCK_TEST(omp_test_lock, openmp_test)
LOCK_TEST(omp_test_nest_lock, openmp_test_nested)
