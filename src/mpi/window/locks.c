/* Synchronisation by locks. The rank that releases a lock hands it to the next
 * waiting rank by a message, so that the transfer takes time. */
#include "epochs.h"
#include "mpi/data/calls/arguments.h"
#include "mpi/message/exploring.h"
#include "mpi/message/transport.h"
#include "window-own.h"

/* ---- locks ----------------------------------------------------------------
 */

static bool locks_is_free(const struct window_place *place, enum lock lock)
{
    return place->owner < 0 && !place->waiters &&
           (lock == LOCK_SHARED || place->holders == 0);
}

static void locks_take(struct window_place *place, int who, enum lock lock)
{
    if (lock == LOCK_EXCLUSIVE)
        place->owner = who;
    else
        place->holders++;
}

/* Take a lock, waiting in the order of requests. */
static void acquire(struct rank *rank, struct window *window, int target,
                    enum lock lock)
{
    struct window_place *place = &window->all->place[target];
    if (locks_is_free(place, lock)) {
        locks_take(place, window->comm->rank, lock);
        own_locked(rank, window, target, lock);
        return;
    }
    struct lock_waiter own = {NULL, window->comm->rank, lock}, **end;
    for (end = &place->waiters; *end; end = &(*end)->next)
        continue;
    *end = &own;
    epoch_receive(rank, window, MPI_ANY_SOURCE, TAG_LOCK);
    own_locked(rank, window, target, lock);
}

/* Release a lock and notify the ranks that get it. */
static void locks_release(struct rank *rank, struct window *window, int target,
                          enum lock lock)
{
    struct window_place *place = &window->all->place[target];
    own_unlocked(rank, window, target, lock);
    if (lock == LOCK_EXCLUSIVE)
        place->owner = -1;
    else
        place->holders--;
    while (place->waiters) {
        struct lock_waiter *next = place->waiters;
        if (place->owner >= 0 ||
            (next->lock == LOCK_EXCLUSIVE && place->holders))
            return;
        int to = next->rank;
        locks_take(place, to, next->lock);
        place->waiters = next->next;
        epoch_send(rank, window, to, TAG_LOCK);
    }
}

static int locks_check_target(struct rank *rank, struct window *window,
                              int target)
{
    if (target >= 0 && target < window->all->size)
        return MPI_SUCCESS;
    return window_error(
        rank, window, MPI_ERR_RANK,
        "rank %d is not in the window's group, which has ranks 0 to %d", target,
        window->all->size - 1);
}

/* Record where the lock epoch that ends began, if it lies between two
 * fences. */
static void note_inner(struct window *window)
{
    if (window->opened && window->operations && !window->inner) {
        window->inner = window->locked_where;
        window->inner_function =
            window->locked_all ? "MPI_Win_lock_all" : "MPI_Win_lock";
    }
}

int MPI_Win_lock(int lock_type, int number, int assertion, MPI_Win win)
{
    ENTER(Win_lock);
    A_WINDOW(window, win);
    if (lock_type != MPI_LOCK_SHARED && lock_type != MPI_LOCK_EXCLUSIVE)
        return window_error(rank, window, MPI_ERR_LOCKTYPE,
                            "lock_type is %d, but must be MPI_LOCK_SHARED or "
                            "MPI_LOCK_EXCLUSIVE",
                            lock_type);
    if (assertion & ~MPI_MODE_NOCHECK)
        return window_error(
            rank, window, MPI_ERR_ASSERT,
            "assert is %d, which has flags that are not allowed here",
            assertion);
    if (number == MPI_PROC_NULL)
        return MPI_SUCCESS;
    int error = locks_check_target(rank, window, number);
    if (error)
        return error;
    if (window->started || window->locked_all ||
        (window->locked && window->locked[number]))
        return window_error(rank, window, MPI_ERR_RMA_SYNC,
                            "the epoch opened by %s is not closed yet",
                            epoch_open(window));
    error = epoch_begin_other(rank, window);
    if (error)
        return error;
    if (!window->locked)
        window->locked = rank_alloc(rank, (size_t)window->all->size);
    enum lock lock =
        lock_type == MPI_LOCK_SHARED ? LOCK_SHARED : LOCK_EXCLUSIVE;
    if (exploring_varies(rank) && exploring_vary(rank, 2))
        exploring_settle(rank); /* let other ranks lock first */
    acquire(rank, window, number, lock);
    window->locked[number] = (char)lock;
    window->locked_where = rank->caller;
    window->locks++;
    return MPI_SUCCESS;
}

int MPI_Win_unlock(int number, MPI_Win win)
{
    ENTER(Win_unlock);
    A_WINDOW(window, win);
    if (number == MPI_PROC_NULL)
        return MPI_SUCCESS;
    int error = locks_check_target(rank, window, number);
    if (error)
        return error;
    if (!window->locked || !window->locked[number])
        return window_error(rank, window, MPI_ERR_RMA_SYNC,
                            "rank %d is not locked by MPI_Win_lock", number);
    enum lock lock = (enum lock)window->locked[number];
    conflict_release(rank, window, number);
    own_complete(rank, window, number, false);
    note_inner(window);
    window->locked[number] = LOCK_NONE;
    window->locks--;
    window->operations = 0;
    locks_release(rank, window, number, lock);
    return MPI_SUCCESS;
}

int MPI_Win_lock_all(int assertion, MPI_Win win)
{
    ENTER(Win_lock_all);
    A_WINDOW(window, win);
    if (assertion & ~MPI_MODE_NOCHECK)
        return window_error(
            rank, window, MPI_ERR_ASSERT,
            "assert is %d, which has flags that are not allowed here",
            assertion);
    if (window->started || window->locked_all || window->locks)
        return window_error(rank, window, MPI_ERR_RMA_SYNC,
                            "the epoch opened by %s is not closed yet",
                            epoch_open(window));
    int error = epoch_begin_other(rank, window);
    if (error)
        return error;
    for (int i = 0; i < window->all->size; i++)
        acquire(rank, window, i, LOCK_SHARED);
    window->locked_all = true;
    window->locked_where = rank->caller;
    return MPI_SUCCESS;
}

int MPI_Win_unlock_all(MPI_Win win)
{
    ENTER(Win_unlock_all);
    A_WINDOW(window, win);
    if (!window->locked_all)
        return window_error(rank, window, MPI_ERR_RMA_SYNC,
                            "no epoch opened by MPI_Win_lock_all is open");
    conflict_release(rank, window, -1);
    own_complete(rank, window, -1, false);
    note_inner(window);
    window->locked_all = false;
    window->operations = 0;
    for (int i = 0; i < window->all->size; i++)
        locks_release(rank, window, i, LOCK_SHARED);
    return MPI_SUCCESS;
}

/* ---- flushes: all accesses are complete already -------------------------- */

static int flush(struct rank *rank, MPI_Win win, int target, bool all,
                 bool remote)
{
    A_WINDOW(window, win);
    if (!all) {
        int error = locks_check_target(rank, window, target);
        if (error)
            return error;
    }
    bool held =
        window->locked_all ||
        (all ? window->locks > 0 : window->locked && window->locked[target]);
    if (!held)
        return window_error(
            rank, window, MPI_ERR_RMA_SYNC,
            "no epoch opened by MPI_Win_lock or MPI_Win_lock_all is open");
    if (remote)
        conflict_end(rank, window, all ? -1 : target);
    else
        conflict_end_local(rank, window, all ? -1 : target);
    own_complete(rank, window, all ? -1 : target, !remote);
    return MPI_SUCCESS;
}

int MPI_Win_flush(int number, MPI_Win win)
{
    ENTER(Win_flush);
    return flush(rank, win, number, false, true);
}

int MPI_Win_flush_local(int number, MPI_Win win)
{
    ENTER(Win_flush_local);
    return flush(rank, win, number, false, false);
}

int MPI_Win_flush_all(MPI_Win win)
{
    ENTER(Win_flush_all);
    return flush(rank, win, 0, true, true);
}

int MPI_Win_flush_local_all(MPI_Win win)
{
    ENTER(Win_flush_local_all);
    return flush(rank, win, 0, true, false);
}

int MPI_Win_sync(MPI_Win win)
{
    ENTER(Win_sync);
    A_WINDOW(window, win);
    transport_look(rank); /* a rank that polls memory must let others proceed */
    transport_vain(rank);
    return MPI_SUCCESS;
}
