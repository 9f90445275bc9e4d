/* Data races between the threads of a rank. Accesses by MPI functions are kept
 * in a short list; those of the program in a table that has room for the latest
 * load and store of each of 8 bytes, and forgets others at collisions. */
#include "mpi/guard/thread-races.h"
#include "mpi/report.h"
#include "mpi/threads/rank-threads.h"

#include <string.h>

#define RACES_USES 256       /* accesses by MPI functions */
#define RACES_PLACES 8192    /* a power of two */
#define RACES_LONGEST 262144 /* bytes of an access that are compared */

/* An access by a thread. */
struct thread_access {
    struct guard_access by; /* by.low is NULL: none */
    struct thread_moment at;
    const void *owner;
    bool reported;
};

struct thread_races {
    struct thread_access use[RACES_USES];
    size_t used;            /* number of accesses so far; the last are kept */
    const char *low, *high; /* bounds of all uses so far */
    struct thread_access place[2][RACES_PLACES]; /* loads, stores */
};

struct thread_races *thread_races_new(struct rank *rank)
{
    return rank_alloc(rank, sizeof(struct thread_races));
}

static void thread_races_compare(struct rank *rank,
                                 const struct guard_access *now,
                                 struct thread_access *before)
{
    const struct guard_access *by = &before->by;
    char where[240];
    if (!by->low || before->reported || by->high <= now->low ||
        now->high <= by->low || !(by->writes || now->writes) ||
        !(by->function || now->function) ||
        thread_is_ordered(rank, &before->at))
        return;
    before->reported = true;
    report_where(rank, by->caller, where, sizeof where);
    rank_fault(rank, RULE_MEMORY, now->caller,
               "%s in thread %d %s memory that %s in thread %d %s at %s, and "
               "nothing orders the two",
               now->function ? now->function : "the program",
               rank->threads->running->number,
               now->writes ? "writes to" : "reads",
               by->function ? by->function : "the program", before->at.thread,
               by->writes ? "writes to" : "reads", where);
}

/* Thread-local variables of all threads have the same addresses. */
static bool is_thread_local(const struct threads *threads, const char *at)
{
    for (int i = 0; i < threads->locals; i++)
        if (at >= threads->local[i].at &&
            at < threads->local[i].at + threads->local[i].bytes)
            return true;
    return false;
}

static struct thread_access *thread_races_place(struct thread_races *races,
                                                uintptr_t part, bool writes)
{
    uint64_t hash = part * 0x9e3779b97f4a7c15u;
    return &races->place[writes][hash >> 51 & (RACES_PLACES - 1)];
}

/* Compare an access by an MPI function with those of the program, or forget the
 * latter if the memory is freed. */
static void thread_races_places(struct rank *rank, struct thread_races *races,
                                const struct guard_access *now)
{
    uintptr_t first = (uintptr_t)now->low / 8,
              last = ((uintptr_t)now->high - 1) / 8;
    if (last - first > RACES_LONGEST / 8)
        last = first + RACES_LONGEST / 8;
    for (uintptr_t part = first; part <= last; part++)
        for (int writes = 0; writes < 2; writes++) {
            struct thread_access *before =
                thread_races_place(races, part, writes);
            if (!now->frees)
                thread_races_compare(rank, now, before);
            else if ((uintptr_t)before->by.low / 8 == part)
                before->by.low = NULL;
        }
}

/* Keep an access of the program, up to a certain length. */
static void thread_races_keep(struct rank *rank, struct thread_races *races,
                              const struct guard_access *now)
{
    struct thread_access access = {.by = *now, .at = thread_moment(rank)};
    const char *high = now->high;
    if (high - now->low > RACES_LONGEST)
        high = now->low + RACES_LONGEST;
    for (const char *at = now->low; at < high; at = access.by.high) {
        access.by.low = at;
        access.by.high = at + 8 - (uintptr_t)at % 8;
        if (access.by.high > high)
            access.by.high = high;
        *thread_races_place(races, (uintptr_t)at / 8, now->writes) = access;
    }
}

static void thread_races_forget(struct thread_races *races,
                                const struct guard_access *freed)
{
    for (size_t i = 0; i < RACES_USES; i++)
        if (races->use[i].by.low < freed->high &&
            races->use[i].by.high > freed->low)
            races->use[i].by.low = NULL;
}

void thread_races_use(struct rank *rank, struct thread_races *races,
                      const struct guard_access *access, const void *owner)
{
    if (!rank->threads || access->low >= access->high ||
        is_thread_local(rank->threads, access->low))
        return;
    if (access->low < races->high && access->high > races->low) {
        for (size_t i = 0; i < RACES_USES && !access->frees; i++)
            thread_races_compare(rank, access, &races->use[i]);
        if (access->frees)
            thread_races_forget(races, access);
    }
    if (access->function || access->frees)
        thread_races_places(rank, races, access);
    else
        thread_races_keep(rank, races, access);
    if (!access->function || access->frees)
        return;
    races->use[races->used++ % RACES_USES] =
        (struct thread_access){*access, thread_moment(rank), owner, false};
    if (!races->low || access->low < races->low)
        races->low = access->low;
    if (access->high > races->high)
        races->high = access->high;
}

void thread_races_end(struct rank *rank, struct thread_races *races,
                      const void *owner)
{
    if (!rank->threads)
        return;
    for (size_t i = 0; i < RACES_USES; i++)
        if (races->use[i].owner == owner && races->use[i].by.low)
            races->use[i] = (struct thread_access){
                races->use[i].by, thread_moment(rank), NULL, false};
}

void thread_races_atomic(struct rank *rank)
{
    struct threads *threads = rank->threads;
    if (!threads)
        return;
    thread_acquire(rank, &threads->atomics);
    thread_release(rank, &threads->atomics);
}
