/* Threads of a rank: their lives, their waits and their order. */
#include "mpi/threads/rank-threads.h"
#include "mpi/load.h"
#include "mpi/report.h"
#include "mpi/world.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- lives ----------------------------------------------------------------
 */

/* Return the thread-local variables of a file. The dynamic linker allocates
 * them at the first access; this is one. */
static void *threads_find_locals(const struct object_copy *file)
{
    struct {
        size_t module, offset;
    } index = {0, 0};
    void *at = NULL, *(*get)(void *index);
    *(void **)&get = dlsym(RTLD_DEFAULT, "__tls_get_addr");
    if (dlinfo(file->map, RTLD_DI_TLS_DATA, &at) || at || !get ||
        dlinfo(file->map, RTLD_DI_TLS_MODID, &index.module) || !index.module)
        return at;
    return get(&index);
}

/* Note the thread-local variables of a file, if it has any. */
static void threads_add_locals(struct rank *rank, struct threads *threads,
                               const struct object_copy *file)
{
    const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)file->base;
    void *at = file->map ? threads_find_locals(file) : NULL;
    if (!at || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
        return;
    const ElfW(Phdr) *part = (const ElfW(Phdr) *)(file->base + header->e_phoff);
    for (int i = 0; i < header->e_phnum; i++) {
        if (part[i].p_type != PT_TLS)
            continue;
        threads->local = rank_realloc(rank, threads->local,
                                      ((size_t)threads->locals + 1) *
                                          sizeof *threads->local);
        threads->local[threads->locals++] = (struct thread_locals){
            at, (const char *)file->map->l_addr + part[i].p_vaddr,
            part[i].p_memsz, part[i].p_filesz};
        threads->local_bytes += part[i].p_memsz;
    }
}

static struct thread *thread_new(struct rank *rank, struct threads *threads)
{
    int i = 0;
    while (i < threads->count && threads->thread[i]->used)
        i++;
    if (i == THREADS_MOST)
        rank_stop(rank, "a rank has at most %d threads", THREADS_MOST);
    if (i == threads->count) {
        threads->thread[i] = rank_alloc(rank, sizeof *threads->thread[i]);
        threads->thread[i]->rank = rank;
        threads->thread[i]->number = threads->count++;
    }
    struct thread *thread = threads->thread[i];
    thread->used = true;
    thread->over = thread->detached = false;
    thread->wait = NULL;
    thread->waiting = NULL;
    thread->team = NULL;
    thread->cond = NULL;
    thread->values = 0;
    thread->clock.of[i]++;
    return thread;
}

struct thread *thread_self(struct rank *rank)
{
    struct threads *threads = rank->threads;
    if (threads)
        return threads->running;
    threads = rank_alloc(rank, sizeof *threads);
    int number = rank->number;
    const struct program_copies *copies =
        load_part(rank->world->copies, &number);
    for (int i = 0; i < copies->files; i++)
        threads_add_locals(rank, threads, &copies->copy[number].file[i]);
    threads->running = thread_new(rank, threads);
    rank->threads = threads;
    return threads->running;
}

static void thread_begin(void)
{
    struct rank *rank = rank_here();
    struct thread *self = rank->threads->running;
    threads_arrived(rank);
    errno = 0;
    thread_end(rank, self->body(self->arg));
}

struct thread *thread_create(struct rank *rank, void *(*body)(void *arg),
                             void *arg)
{
    struct thread *self = thread_self(rank);
    struct thread *thread = thread_new(rank, rank->threads);
    thread->body = body;
    thread->arg = arg;
    thread->function = rank->function;
    thread->caller = rank->caller;
    if (!threads_prepare(thread, thread_begin))
        rank_stop(rank, "no memory for the stack of a thread");
    for (int i = 0; i < THREADS_MOST; i++)
        if (thread->clock.of[i] < self->clock.of[i])
            thread->clock.of[i] = self->clock.of[i];
    self->clock.of[self->number]++;
    thread_event(rank);
    return thread;
}

static bool threads_over(const struct threads *threads)
{
    for (int i = 1; i < threads->count; i++)
        if (threads->thread[i]->used && !threads->thread[i]->over)
            return false;
    return true;
}

void thread_end(struct rank *rank, void *result)
{
    struct thread *self = thread_self(rank);
    self->result = result;
    self->over = true;
    if (self->detached)
        self->used = false;
    thread_event(rank);
    while (self->number || !threads_over(rank->threads))
        thread_wait(rank, "pthread_exit", rank->caller);
    rank_leave(rank, 0);
}

void thread_free(struct thread *thread)
{
    thread->used = false;
}

/* ---- waiting --------------------------------------------------------------
 */

static bool thread_is_ready(const struct threads *threads,
                            const struct thread *thread)
{
    return thread->used && !(thread->over && thread->number) &&
           (!thread_is_waiting(thread) || thread->seen != threads->events);
}

static bool thread_needs_message(const struct threads *threads,
                                 const struct thread *thread)
{
    (void)threads;
    return thread->used && !thread->over && thread->waiting;
}

/* Return the first thread after the running one that has a property, or
 * NULL. */
static struct thread *threads_next(const struct threads *threads,
                                   bool (*has)(const struct threads *,
                                               const struct thread *))
{
    for (int i = 1; i <= threads->count; i++) {
        struct thread *thread =
            threads->thread[(threads->running->number + i) % threads->count];
        if (has(threads, thread))
            return thread;
    }
    return NULL;
}

/* Report that the threads of a rank wait for each other. */
static _Noreturn void threads_deadlock(struct rank *rank)
{
    const struct threads *threads = rank->threads;
    char text[1500] = "", where[240];
    size_t used = 0;
    for (int i = 0; i < threads->count && used < sizeof text - 300; i++) {
        const struct thread *thread = threads->thread[i];
        if (!thread_is_waiting(thread))
            continue;
        report_where(rank, thread->where, where, sizeof where);
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "%sthread %d at %s in %s", used ? ", " : "", i,
                                 where, thread->wait);
    }
    rank_fault(rank, RULE_DEADLOCK, threads->running->where,
               "deadlock: the threads of the rank wait for each other: %s",
               text);
    rank_halt(rank);
}

/* Let another thread run until the calling one may continue. */
static void thread_give_way(struct rank *rank, struct thread *self)
{
    struct threads *threads = rank->threads;
    self->seen = threads->events;
    struct thread *next = threads_next(threads, thread_is_ready);
    if (!next) {
        next = threads_next(threads, thread_needs_message);
        if (!next)
            threads_deadlock(rank);
        next->alone = true;
    }
    threads_switch(rank, next);
}

void thread_wait(struct rank *rank, const char *function, const void *where)
{
    struct thread *self = thread_self(rank);
    self->wait = function;
    self->where = where;
    thread_give_way(rank, self);
    self->wait = NULL;
}

bool thread_wait_in_mpi(struct rank *rank, const struct waiting *waiting)
{
    struct thread *self = rank->threads ? rank->threads->running : NULL;
    if (!self)
        return false;
    self->waiting = waiting;
    thread_give_way(rank, self);
    bool alone = self->alone;
    self->alone = false;
    if (!alone)
        self->waiting = NULL;
    return !alone;
}

void thread_yield(struct rank *rank)
{
    struct thread *next =
        rank->threads ? threads_next(rank->threads, thread_is_ready) : NULL;
    if (next)
        threads_switch(rank, next);
}

/* ---- order ----------------------------------------------------------------
 */

static void thread_clock_join(struct thread_clock *to,
                              const struct thread_clock *from)
{
    for (int i = 0; i < THREADS_MOST; i++)
        if (to->of[i] < from->of[i])
            to->of[i] = from->of[i];
}

void thread_release(struct rank *rank, struct thread_clock *clock)
{
    struct thread *self = thread_self(rank);
    thread_clock_join(clock, &self->clock);
    self->clock.of[self->number]++;
}

void thread_acquire(struct rank *rank, const struct thread_clock *clock)
{
    thread_clock_join(&thread_self(rank)->clock, clock);
}

/* ---- locks ----------------------------------------------------------------
 */

struct thread_lock *thread_lock_of(struct rank *rank, const void *key)
{
    struct thread_lock **at = &rank->threads->lock;
    while (*at && (*at)->key != key)
        at = &(*at)->next;
    if (!*at) {
        *at = rank_alloc(rank, sizeof **at);
        (*at)->key = key;
    }
    return *at;
}

bool thread_try(struct rank *rank, const void *key)
{
    struct thread *self = thread_self(rank);
    struct thread_lock *lock = thread_lock_of(rank, key);
    if (lock->holder)
        return false;
    lock->holder = self;
    thread_clock_join(&self->clock, &lock->clock);
    return true;
}

void thread_lock(struct rank *rank, const void *key, const char *function,
                 const void *where)
{
    while (!thread_try(rank, key))
        thread_wait(rank, function, where);
}

void thread_unlock(struct rank *rank, const void *key)
{
    thread_self(rank);
    struct thread_lock *lock = thread_lock_of(rank, key);
    lock->holder = NULL;
    thread_release(rank, &lock->clock);
    thread_event(rank);
}

const struct thread *thread_holder(const struct rank *rank, const void *key)
{
    const struct thread_lock *lock = rank->threads ? rank->threads->lock : NULL;
    while (lock && lock->key != key)
        lock = lock->next;
    return lock ? lock->holder : NULL;
}
