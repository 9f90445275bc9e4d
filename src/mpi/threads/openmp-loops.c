/* OpenMP: loops and sections. A thread takes a part of the iterations, and lets
 * the other threads take theirs before it takes the next. */
#include "mpi/threads/openmp.h"

/* ---- parts of a loop ------------------------------------------------------
 */

enum openmp_schedule { LOOP_STATIC, LOOP_DYNAMIC, LOOP_GUIDED, LOOP_RUNTIME };

/* Describe a loop from `start` to before `end`. Unsigned arithmetic is right
 * for loops that count down, too. */
static struct openmp_work openmp_loop(uint64_t start, uint64_t end,
                                      uint64_t step, bool up, uint64_t chunk,
                                      enum openmp_schedule schedule)
{
    uint64_t distance = up ? end - start : start - end;
    uint64_t stride = up ? step : 0 - step;
    bool empty = distance == 0 || distance >> 63;
    return (struct openmp_work){
        .start = start,
        .end = end,
        .step = step,
        .count = empty ? 0 : (distance + stride - 1) / stride,
        .chunk = chunk,
        .guided = schedule == LOOP_GUIDED,
    };
}

/* Wait until the thread's part of an ordered loop has its turn. */
static void openmp_await_turn(struct thread *self, const void *caller)
{
    while (self->work->turn != self->turn)
        thread_wait(self->rank, "an ordered region", caller);
}

/* The thread's part of an ordered loop is over. */
static void openmp_end_turn(struct thread *self, const void *caller)
{
    openmp_await_turn(self, caller);
    thread_release(self->rank, &self->team->clock);
    self->work->turn++;
    thread_event(self->rank);
}

/* Take the next part. Returns false if there is none. */
static bool openmp_take(struct thread *self, uint64_t *from, uint64_t *to)
{
    struct openmp_work *work = self ? self->work : &openmp_alone;
    uint64_t rest = work->count - work->given;
    uint64_t members = self ? (uint64_t)self->team->size : 1;
    uint64_t part = work->chunk;
    if (!part) /* static: parts of equal size */
        part = (work->count + members - 1) / members;
    if (work->guided && rest / members > part)
        part = rest / members;
    if (!rest)
        return false;
    part = part && part < rest ? part : rest;
    *from = work->start + work->given * work->step;
    work->given += part;
    *to = work->given == work->count ? work->end
                                     : work->start + work->given * work->step;
    if (self)
        self->turn = work->turns++;
    return true;
}

static bool openmp_loop_start(const struct openmp_work *loop, uint64_t *from,
                              uint64_t *to)
{
    struct thread *self = openmp_self();
    if (self)
        openmp_meet(self, loop);
    else
        openmp_alone = *loop;
    return openmp_take(self, from, to);
}

static bool openmp_loop_next(uint64_t *from, uint64_t *to, bool ordered,
                             const void *caller)
{
    struct thread *self = openmp_self();
    if (self && ordered)
        openmp_end_turn(self, caller);
    if (self)
        thread_yield(self->rank);
    return openmp_take(self, from, to);
}

/* ---- what gcc calls -------------------------------------------------------
 * A name of each function for signed and for unsigned loops, for each kind of
 * schedule, with and without a size of chunks. */

#define LOOP_NEXT(name, type, ordered)                                         \
    bool GOMP_loop_##name##_next(type *from, type *to);                        \
    OPENMP_EXPORTED bool GOMP_loop_##name##_next(type *from, type *to)         \
    {                                                                          \
        uint64_t low, high;                                                    \
        if (!openmp_loop_next(&low, &high, ordered, OPENMP_CALLER))            \
            return false;                                                      \
        *from = (type)low;                                                     \
        *to = (type)high;                                                      \
        return true;                                                           \
    }

#define LOOP_START(name, type, parameters, up, chunk, schedule)                \
    bool GOMP_loop_##name##_start parameters;                                  \
    OPENMP_EXPORTED bool GOMP_loop_##name##_start parameters                   \
    {                                                                          \
        uint64_t low, high;                                                    \
        const struct openmp_work loop =                                        \
            openmp_loop((uint64_t)start, (uint64_t)end, (uint64_t)step, up,    \
                        (uint64_t)(chunk), schedule);                          \
        if (!openmp_loop_start(&loop, &low, &high))                            \
            return false;                                                      \
        *from = (type)low;                                                     \
        *to = (type)high;                                                      \
        return true;                                                           \
    }

typedef unsigned long long openmp_ull;

/* clang-format off */
#define SIZED(name, schedule, ordered)                                         \
    LOOP_START(name, long, (long start, long end, long step, long chunk,       \
                            long *from, long *to), step > 0, chunk, schedule)  \
    LOOP_NEXT(name, long, ordered)                                             \
    LOOP_START(ull_##name, openmp_ull,                                         \
               (bool up, openmp_ull start, openmp_ull end, openmp_ull step,    \
                openmp_ull chunk, openmp_ull *from, openmp_ull *to),           \
               up, chunk, schedule)                                            \
    LOOP_NEXT(ull_##name, openmp_ull, ordered)
#define UNSIZED(name, ordered)                                                 \
    LOOP_START(name, long, (long start, long end, long step,                   \
                            long *from, long *to), step > 0, 1, LOOP_RUNTIME)  \
    LOOP_NEXT(name, long, ordered)                                             \
    LOOP_START(ull_##name, openmp_ull,                                         \
               (bool up, openmp_ull start, openmp_ull end, openmp_ull step,    \
                openmp_ull *from, openmp_ull *to), up, 1, LOOP_RUNTIME)        \
    LOOP_NEXT(ull_##name, openmp_ull, ordered)
#define PARALLEL(name, parameters, chunk, schedule)                            \
    void GOMP_parallel_loop_##name parameters;                                 \
    OPENMP_EXPORTED void GOMP_parallel_loop_##name parameters                  \
    {                                                                          \
        const struct openmp_work loop =                                        \
            openmp_loop((uint64_t)start, (uint64_t)end, (uint64_t)step,        \
                        step > 0, (uint64_t)(chunk), schedule);                \
        (void)flags;                                                           \
        openmp_parallel(body, data, size, &loop, OPENMP_CALLER);               \
    }
#define PARALLEL_SIZED(name, schedule)                                         \
    PARALLEL(name, (void (*body)(void *), void *data, unsigned size,           \
                    long start, long end, long step, long chunk,               \
                    unsigned flags), chunk, schedule)
#define PARALLEL_UNSIZED(name)                                                 \
    PARALLEL(name, (void (*body)(void *), void *data, unsigned size,           \
                    long start, long end, long step, unsigned flags),          \
             1, LOOP_RUNTIME)
/* clang-format on */

SIZED(static, LOOP_STATIC, false)
SIZED(dynamic, LOOP_DYNAMIC, false)
SIZED(guided, LOOP_GUIDED, false)
SIZED(nonmonotonic_dynamic, LOOP_DYNAMIC, false)
SIZED(nonmonotonic_guided, LOOP_GUIDED, false)
SIZED(ordered_static, LOOP_STATIC, true)
SIZED(ordered_dynamic, LOOP_DYNAMIC, true)
SIZED(ordered_guided, LOOP_GUIDED, true)
UNSIZED(runtime, false)
UNSIZED(nonmonotonic_runtime, false)
UNSIZED(maybe_nonmonotonic_runtime, false)
UNSIZED(ordered_runtime, true)
PARALLEL_SIZED(static, LOOP_STATIC)
PARALLEL_SIZED(dynamic, LOOP_DYNAMIC)
PARALLEL_SIZED(guided, LOOP_GUIDED)
PARALLEL_SIZED(nonmonotonic_dynamic, LOOP_DYNAMIC)
PARALLEL_SIZED(nonmonotonic_guided, LOOP_GUIDED)
PARALLEL_UNSIZED(runtime)
PARALLEL_UNSIZED(nonmonotonic_runtime)
PARALLEL_UNSIZED(maybe_nonmonotonic_runtime)

void GOMP_loop_end(void);
void GOMP_loop_end_nowait(void);
bool GOMP_loop_end_cancel(void);
void GOMP_ordered_start(void);
void GOMP_ordered_end(void);
unsigned GOMP_sections_start(unsigned count);
unsigned GOMP_sections_next(void);
void GOMP_sections_end(void);
void GOMP_sections_end_nowait(void);
bool GOMP_sections_end_cancel(void);
void GOMP_parallel_sections(void (*body)(void *), void *data, unsigned size,
                            unsigned count, unsigned flags);

static void openmp_loop_end(bool waits, const void *caller)
{
    struct thread *self = openmp_self();
    if (!self)
        return;
    openmp_part(self);
    if (waits)
        openmp_barrier(self, caller);
}

#define LOOP_END(type, name, waits, value)                                     \
    OPENMP_EXPORTED type GOMP_##name(void)                                     \
    {                                                                          \
        openmp_loop_end(waits, OPENMP_CALLER);                                 \
        return value;                                                          \
    }

LOOP_END(void, loop_end, true, )
LOOP_END(void, loop_end_nowait, false, )
LOOP_END(bool, loop_end_cancel, true, false)
LOOP_END(void, sections_end, true, )
LOOP_END(void, sections_end_nowait, false, )
LOOP_END(bool, sections_end_cancel, true, false)

OPENMP_EXPORTED void GOMP_ordered_start(void)
{
    struct thread *self = openmp_self();
    if (!self)
        return;
    openmp_await_turn(self, OPENMP_CALLER);
    thread_acquire(self->rank, &self->team->clock);
}

OPENMP_EXPORTED void GOMP_ordered_end(void)
{
}

/* Sections are a loop over their numbers; 0 ends it. */

OPENMP_EXPORTED unsigned GOMP_sections_start(unsigned count)
{
    uint64_t from, to;
    const struct openmp_work loop =
        openmp_loop(1, count + 1ull, 1, true, 1, LOOP_DYNAMIC);
    return openmp_loop_start(&loop, &from, &to) ? (unsigned)from : 0;
}

OPENMP_EXPORTED unsigned GOMP_sections_next(void)
{
    uint64_t from, to;
    return openmp_loop_next(&from, &to, false, NULL) ? (unsigned)from : 0;
}

OPENMP_EXPORTED void GOMP_parallel_sections(void (*body)(void *), void *data,
                                            unsigned size, unsigned count,
                                            unsigned flags)
{
    const struct openmp_work loop =
        openmp_loop(1, count + 1ull, 1, true, 1, LOOP_DYNAMIC);
    (void)flags;
    openmp_parallel(body, data, size, &loop, OPENMP_CALLER);
}
