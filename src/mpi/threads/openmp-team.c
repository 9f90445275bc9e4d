/* OpenMP: parallel regions, barriers, critical and single regions, tasks. */
#include "mpi/guard/guard.h"
#include "mpi/report.h"
#include "mpi/threads/openmp.h"
#include "mpi/world.h"

#include <alloca.h>
#include <stdlib.h>
#include <string.h>

#define TEAM_DEFAULT 4

/* ---- teams ----------------------------------------------------------------
 */

_Thread_local struct openmp_work openmp_alone;

struct thread *openmp_self(void)
{
    struct rank *rank = rank_here();
    if (!rank || !rank->end)
        return NULL;
    struct thread *self = thread_self(rank);
    if (!self->team) {
        self->team = rank_alloc(rank, sizeof *self->team);
        self->team->size = 1;
        self->member = 0;
        self->works = 0;
    }
    return self;
}

int openmp_wanted(const struct rank *rank)
{
    const char *text = getenv("OMP_NUM_THREADS");
    int wanted = rank->threads ? rank->threads->wanted : 0;
    if (!wanted && text)
        wanted = atoi(text);
    if (wanted <= 0)
        wanted = TEAM_DEFAULT;
    return wanted < THREADS_MOST ? wanted : THREADS_MOST;
}

/* What a thread of a team executes. */
struct openmp_share {
    struct openmp_team *team;
    int member;
    void (*body)(void *data);
    void *data;
};

static void openmp_join_team(struct thread *self, struct openmp_team *team,
                             int member)
{
    self->team = team;
    self->member = member;
    self->works = team->given;
    self->work = team->work;
}

static void *openmp_member(void *arg)
{
    const struct openmp_share *share = arg;
    struct rank *rank = rank_here();
    struct thread *self = thread_self(rank);
    self->detached = true; /* the team counts its members itself */
    openmp_join_team(self, share->team, share->member);
    share->body(share->data);
    thread_release(rank, &share->team->clock);
    share->team->over++;
    return NULL;
}

void openmp_parallel(void (*body)(void *data), void *data, unsigned size,
                     const struct openmp_work *work, const void *caller)
{
    struct thread *self = openmp_self();
    if (!self) { /* while the program is loaded, or in a thread of its own */
        const struct openmp_work before = openmp_alone;
        openmp_alone = work ? *work : before;
        body(data);
        openmp_alone = before;
        return;
    }
    struct rank *rank = self->rank;
    struct openmp_team *outer = self->team;
    struct openmp_work *outer_work = self->work;
    int outer_member = self->member, wanted = (int)size;
    uint64_t outer_works = self->works;
    if (!size)
        wanted = openmp_wanted(rank);
    if (outer->size > 1)
        wanted = 1;
    struct openmp_team *team = rank_alloc(rank, sizeof *team);
    struct openmp_share *share =
        rank_alloc(rank, (size_t)wanted * sizeof *share);
    team->size = wanted;
    if (work) {
        team->work = rank_alloc(rank, sizeof *team->work);
        *team->work = *work;
        team->given = 1;
    }
    for (int i = 1; i < wanted; i++) {
        share[i] = (struct openmp_share){team, i, body, data};
        thread_create(rank, openmp_member, &share[i]);
    }
    guard_threads(rank);
    openmp_join_team(self, team, 0);
    body(data);
    while (team->over < wanted - 1)
        thread_wait(rank, "the end of a parallel region", caller);
    thread_acquire(rank, &team->clock);
    self->team = outer;
    self->member = outer_member;
    self->works = outer_works;
    self->work = outer_work;
    rank_free(rank, share);
    rank_free(rank, team);
}

void openmp_barrier(struct thread *self, const void *caller)
{
    struct openmp_team *team = self->team;
    uint64_t before = team->passed;
    thread_release(self->rank, &team->clock);
    if (++team->arrived == team->size) {
        team->arrived = 0;
        team->passed++;
        thread_event(self->rank);
    }
    while (team->passed == before)
        thread_wait(self->rank, "an OpenMP barrier", caller);
    thread_acquire(self->rank, &team->clock);
}

/* ---- works ----------------------------------------------------------------
 */

bool openmp_meet(struct thread *self, const struct openmp_work *work)
{
    struct openmp_work **at = &self->team->work;
    uint64_t number = self->works++;
    while (*at && (*at)->number != number)
        at = &(*at)->next;
    bool first = !*at;
    if (first) {
        *at = rank_alloc(self->rank, sizeof **at);
        **at = *work;
        (*at)->number = number;
    }
    self->work = *at;
    self->turn = 0;
    return first;
}

void openmp_part(struct thread *self)
{
    struct openmp_work *work = self->work;
    self->work = NULL;
    if (++work->left < self->team->size)
        return;
    struct openmp_work **at = &self->team->work;
    while (*at != work)
        at = &(*at)->next;
    *at = work->next;
    rank_free(self->rank, work);
}

/* ---- what gcc calls -------------------------------------------------------
 */

/* clang-format off */
void GOMP_parallel(void (*body)(void *), void *data, unsigned size,
                   unsigned flags);
void GOMP_barrier(void);
bool GOMP_barrier_cancel(void);
bool GOMP_cancel(int which, bool does);
bool GOMP_cancellation_point(int which);
void GOMP_critical_start(void);
void GOMP_critical_end(void);
void GOMP_critical_name_start(void **name);
void GOMP_critical_name_end(void **name);
void GOMP_atomic_start(void);
void GOMP_atomic_end(void);
bool GOMP_single_start(void);
void *GOMP_single_copy_start(void);
void GOMP_single_copy_end(void *data);
void GOMP_task(void (*body)(void *), void *data,
               void (*copy)(void *, void *), long bytes, long alignment,
               bool deferred, unsigned flags, void **depend, int priority,
               void *detach);
void GOMP_taskloop(void (*body)(void *), void *data,
                   void (*copy)(void *, void *), long bytes, long alignment,
                   unsigned flags, unsigned long tasks, int priority,
                   long start, long end, long step);
void GOMP_taskwait(void);
void GOMP_taskwait_depend(void **depend);
void GOMP_taskyield(void);
void GOMP_taskgroup_start(void);
void GOMP_taskgroup_end(void);
/* clang-format on */

OPENMP_EXPORTED void GOMP_parallel(void (*body)(void *), void *data,
                                   unsigned size, unsigned flags)
{
    (void)flags;
    openmp_parallel(body, data, size, NULL, OPENMP_CALLER);
}

static void openmp_barrier_here(const void *caller)
{
    struct thread *self = openmp_self();
    if (self)
        openmp_barrier(self, caller);
}

OPENMP_EXPORTED void GOMP_barrier(void)
{
    openmp_barrier_here(OPENMP_CALLER);
}

/* Without OMP_CANCELLATION, regions are not cancelled. */

OPENMP_EXPORTED bool GOMP_barrier_cancel(void)
{
    openmp_barrier_here(OPENMP_CALLER);
    return false;
}

OPENMP_EXPORTED bool GOMP_cancel(int which, bool does)
{
    (void)which, (void)does;
    return false;
}

OPENMP_EXPORTED bool GOMP_cancellation_point(int which)
{
    (void)which;
    return false;
}

static void openmp_enter(const void *key, const char *what, const void *caller)
{
    struct thread *self = openmp_self();
    if (self)
        thread_lock(self->rank, key, what, caller);
}

static void openmp_exit(const void *key)
{
    struct thread *self = openmp_self();
    if (self)
        thread_unlock(self->rank, key);
}

static const char openmp_critical, openmp_atomic;

OPENMP_EXPORTED void GOMP_critical_start(void)
{
    openmp_enter(&openmp_critical, "a critical region", OPENMP_CALLER);
}

OPENMP_EXPORTED void GOMP_critical_end(void)
{
    openmp_exit(&openmp_critical);
}

OPENMP_EXPORTED void GOMP_critical_name_start(void **name)
{
    openmp_enter(name, "a critical region", OPENMP_CALLER);
}

OPENMP_EXPORTED void GOMP_critical_name_end(void **name)
{
    openmp_exit(name);
}

OPENMP_EXPORTED void GOMP_atomic_start(void)
{
    openmp_enter(&openmp_atomic, "an atomic operation", OPENMP_CALLER);
}

OPENMP_EXPORTED void GOMP_atomic_end(void)
{
    openmp_exit(&openmp_atomic);
}

OPENMP_EXPORTED bool GOMP_single_start(void)
{
    static const struct openmp_work single;
    struct thread *self = openmp_self();
    if (!self)
        return true;
    bool first = openmp_meet(self, &single);
    openmp_part(self);
    return first;
}

OPENMP_EXPORTED void *GOMP_single_copy_start(void)
{
    static const struct openmp_work single;
    struct thread *self = openmp_self();
    if (!self || openmp_meet(self, &single))
        return NULL;
    openmp_barrier(self, OPENMP_CALLER);
    void *copied = self->work->copied;
    openmp_part(self);
    return copied;
}

OPENMP_EXPORTED void GOMP_single_copy_end(void *data)
{
    struct thread *self = openmp_self();
    if (!self)
        return;
    self->work->copied = data;
    openmp_barrier(self, OPENMP_CALLER);
    openmp_part(self);
}

/* ---- tasks ----------------------------------------------------------------
 */

/* Execute a task with its own copy of the data; `range` (NULL: none) replaces
 * the first two words. */
static void openmp_task(void (*body)(void *), void *data,
                        void (*copy)(void *, void *), long bytes,
                        long alignment, const long *range)
{
    char *own = alloca((size_t)(bytes + alignment) + 2 * sizeof *range);
    uintptr_t over = alignment ? (uintptr_t)own % (uintptr_t)alignment : 0;
    char *at = own + (over ? (uintptr_t)alignment - over : 0);
    if (copy)
        copy(at, data);
    else
        memcpy(at, data, (size_t)bytes);
    if (range)
        memcpy(at, range, 2 * sizeof *range);
    body(at);
}

OPENMP_EXPORTED void GOMP_task(void (*body)(void *), void *data,
                               void (*copy)(void *, void *), long bytes,
                               long alignment, bool deferred, unsigned flags,
                               void **depend, int priority, void *detach)
{
    (void)deferred, (void)flags, (void)depend, (void)priority, (void)detach;
    openmp_task(body, data, copy, bytes, alignment, NULL);
}

OPENMP_EXPORTED void GOMP_taskloop(void (*body)(void *), void *data,
                                   void (*copy)(void *, void *), long bytes,
                                   long alignment, unsigned flags,
                                   unsigned long tasks, int priority,
                                   long start, long end, long step)
{
    const long range[] = {start, end};
    (void)flags, (void)tasks, (void)priority;
    if (step > 0 ? start < end : start > end)
        openmp_task(body, data, copy, bytes, alignment, range);
}

OPENMP_EXPORTED void GOMP_taskwait(void)
{
}

OPENMP_EXPORTED void GOMP_taskwait_depend(void **depend)
{
    (void)depend;
}

OPENMP_EXPORTED void GOMP_taskyield(void)
{
}

OPENMP_EXPORTED void GOMP_taskgroup_start(void)
{
}

OPENMP_EXPORTED void GOMP_taskgroup_end(void)
{
}

/* ---- what is not supported ------------------------------------------------
 */

static _Noreturn void openmp_refuse(const char *what, const void *caller)
{
    struct rank *rank = rank_here();
    if (!rank)
        report_stray(world_now, "OpenMP", caller);
    rank->caller = caller;
    rank_stop(rank, "OpenMP: %s not supported", what);
}

#define REFUSED(name, what)                                                    \
    void GOMP_##name(void);                                                    \
    OPENMP_EXPORTED void GOMP_##name(void)                                     \
    {                                                                          \
        openmp_refuse(what, OPENMP_CALLER);                                    \
    }
#define REFUSED_LOOP(schedule)                                                 \
    REFUSED(loop_doacross_##schedule##_start, "ordered loops with depend are") \
    REFUSED(loop_ull_doacross_##schedule##_start,                              \
            "ordered loops with depend are")

REFUSED_LOOP(static)
REFUSED_LOOP(dynamic)
REFUSED_LOOP(guided)
REFUSED_LOOP(runtime)
REFUSED(loop_start, "reductions of tasks are")
REFUSED(loop_ull_start, "reductions of tasks are")
REFUSED(loop_ordered_start, "reductions of tasks are")
REFUSED(loop_ull_ordered_start, "reductions of tasks are")
REFUSED(loop_doacross_start, "ordered loops with depend are")
REFUSED(loop_ull_doacross_start, "ordered loops with depend are")
REFUSED(sections2_start, "reductions of tasks are")
REFUSED(scope_start, "reductions of tasks are")
REFUSED(parallel_reductions, "reductions of tasks are")
REFUSED(taskgroup_reduction_register, "reductions of tasks are")
REFUSED(taskloop_ull, "taskloop over unsigned long long is")
