/* Comparison of a rank's own loads and stores with accesses of others to its
 * memory. The latest load and store of each byte are recorded with their times;
 * accesses of others are recorded until the rank knows that they are
 * complete. */
#include "window-own.h"
#include "mpi/data/group.h"
#include "mpi/guard/clock.h"
#include "mpi/guard/guard.h"
#include "mpi/load.h"
#include "mpi/report.h"
#include "mpi/world.h"

#define WINDOW_OWN_WATCHED_MOST                                                \
    ((MPI_Aint)1 << 24)  /* maximum size in bytes of a window whose rank's own \
                            accesses are recorded */
#define REMOTE_MOST 2000 /* maximum number of recorded accesses to a rank */

/* Latest load and store of one byte; 0: none. */
struct byte_history {
    uint32_t loaded, loaded_at; /* time and code offset of the latest load */
    uint32_t stored, stored_at;
};

/* An access of another rank. */
struct remote_access {
    struct remote_access *next;
    struct own_remote was;
    int origin;       /* world rank of the rank that made the access */
    uint64_t serving; /* value of window->serving at the access */
    /* the origin's time when the access was complete, or PENDING */
    uint64_t done;
    uint64_t *knew; /* the origin's clock at a write under a lock, which the
                       rank may poll for; else NULL */
    const char *function;
    const void *caller;
};
#define PENDING UINT64_MAX

struct window_own {
    /* [bytes of the memory] accesses to each byte, or NULL */
    struct byte_history *cell;
    uint64_t made; /* value of rank->syncs when the window was created */
    struct remote_access *remote;
    int count;
    uint64_t *atomics; /* joined clocks of all ranks that performed atomic
                          operations here */
    uint64_t *written; /* joined clocks of all ranks that released an exclusive
                          lock */
    uint64_t *locked;  /* joined clocks of all ranks that released a lock */
};

static struct window_place *window_own_place_of(const struct window *window,
                                                int target)
{
    return &window->all->place[target];
}

void own_made(struct rank *rank, struct window *window)
{
    struct window_own *own =
        window_own_place_of(window, window->comm->rank)->own;
    if (own)
        own->made = rank->syncs;
}

static void window_own_drop(struct rank *rank, struct window_own *own,
                            struct remote_access **at)
{
    struct remote_access *gone = *at;
    *at = gone->next;
    rank_free(rank, gone->knew);
    rank_free(rank, gone);
    own->count--;
}

void own_close(struct rank *rank, struct window *window)
{
    struct window_place *place =
        window_own_place_of(window, window->comm->rank);
    struct window_own *own = place->own;
    if (!own)
        return;
    guard_unwatch(rank, window);
    while (own->remote)
        window_own_drop(rank, own, &own->remote);
    rank_free(rank, own->cell);
    rank_free(rank, own->atomics);
    rank_free(rank, own->written);
    rank_free(rank, own->locked);
    rank_free(rank, own);
    place->own = NULL;
}

/* ---- what conflicts -------------------------------------------------------
 */

static bool changes(const struct own_remote *access)
{
    return access->kind != ACCESS_GET && access->op != MPI_NO_OP;
}

static bool conflicts(const struct own_remote *access, bool stored)
{
    return access->by_lock ? stored && changes(access)
                           : stored || changes(access);
}

static const char *window_own_order_of(const struct own_remote *access)
{
    return access->by_lock ? "without synchronisation" : "in the same epoch";
}

static const char *window_own_word_of(const struct own_remote *access)
{
    if (access->kind == ACCESS_GET)
        return "reads";
    return access->kind == ACCESS_PUT ? "writes to" : "accumulates into";
}

/* ---- loads and stores -----------------------------------------------------
 */

static void report_touch(struct rank *rank, const struct guard_access *by,
                         const struct remote_access *other)
{
    char where[240];
    report_where(rank, other->caller, where, sizeof where);
    if (by->function)
        rank_fault(rank, RULE_MEMORY, by->caller,
                   "%s %s memory of its window that rank %d %s %s (%s at %s)",
                   by->function, by->writes ? "writes to" : "reads",
                   other->origin, window_own_word_of(&other->was),
                   window_own_order_of(&other->was), other->function, where);
    else
        rank_fault(
            rank, RULE_MEMORY, by->caller,
            "the program %s memory of a window that rank %d %s %s (%s at %s)",
            by->writes ? "writes to" : "reads", other->origin,
            window_own_word_of(&other->was), window_own_order_of(&other->was),
            other->function, where);
}

/* Return a program address as an offset, which is the same in all copies. */
static uint32_t offset_of(const struct rank *rank, const void *caller)
{
    return load_place(rank->world->copies, rank->number, caller);
}

static void keep_touch(const struct rank *rank,
                       const struct window_place *place,
                       const struct guard_access *by)
{
    const char *high = place->base + place->size;
    size_t from = by->low > place->base ? (size_t)(by->low - place->base) : 0;
    size_t behind = (size_t)((by->high < high ? by->high : high) - place->base);
    uint32_t now = (uint32_t)rank->clock[rank->number];
    uint32_t at = offset_of(rank, by->caller);
    for (size_t i = from; i < behind; i++) {
        struct byte_history *cell = &place->own->cell[i];
        if (by->writes) {
            cell->stored = now;
            cell->stored_at = at;
        } else {
            cell->loaded = now;
            cell->loaded_at = at;
        }
    }
}

/* An access of the rank to its own window. */
static void window_own_touch(struct rank *rank, struct window *window,
                             const struct guard_access *by)
{
    struct window_place *place =
        window_own_place_of(window, window->comm->rank);
    struct window_own *own = place->own;
    if (rank->syncs == own->made)
        return;
    for (struct remote_access **at = &own->remote; *at;) {
        struct remote_access *other = *at;
        if (other->done <= rank->clock[other->origin]) {
            window_own_drop(rank, own, at);
            continue;
        }
        if (other->was.low < by->high && by->low < other->was.high) {
            if (!place->changed && conflicts(&other->was, by->writes)) {
                place->changed = true;
                report_touch(rank, by, other);
            }
            if (!by->writes && other->knew) /* the rank may poll a flag */
                clock_join(rank, rank->clock, other->knew);
        }
        at = &other->next;
    }
    keep_touch(rank, place, by);
}

void own_open(struct rank *rank, struct window *window)
{
    struct window_place *place =
        window_own_place_of(window, window->comm->rank);
    size_t clock = (size_t)rank->world->size * sizeof(uint64_t);
    if (!rank->guard || window->flavor == MPI_WIN_FLAVOR_SHARED ||
        window->flavor == MPI_WIN_FLAVOR_DYNAMIC ||
        !load_hook(rank->world->copies, rank->number) || /* may poll */
        !rank->world->settings->watch || !clock_open(rank->world))
        return;
    struct window_own *own = rank_alloc(rank, sizeof *own);
    if (place->size > 0 && place->size <= WINDOW_OWN_WATCHED_MOST)
        own->cell = rank_alloc(rank, (size_t)place->size * sizeof *own->cell);
    own->atomics = rank_alloc(rank, clock);
    own->written = rank_alloc(rank, clock);
    own->locked = rank_alloc(rank, clock);
    place->own = own;
    if (own->cell)
        guard_watch(rank, &(struct guard_window){place->base,
                                                 place->base + place->size,
                                                 window, window_own_touch});
}

/* ---- accesses of others ---------------------------------------------------
 */

static void report_reach(struct rank *rank, int target,
                         const struct own_remote *access, uint32_t place,
                         bool stored)
{
    char where[240];
    report_where(rank, load_at_place(rank->world->copies, place), where,
                 sizeof where);
    rank_fault(rank, RULE_MEMORY, rank->caller,
               "%s %s memory of rank %d that rank %d itself %s at %s %s",
               rank->function, window_own_word_of(access), target, target,
               stored ? "writes to" : "reads", where,
               window_own_order_of(access));
}

/* Compare an access with the rank's own accesses so far. The access may read a
 * flag that the rank has set. */
static void window_own_compare(struct rank *rank, const struct window *window,
                               int target, const struct own_remote *access)
{
    struct window_place *place = window_own_place_of(window, target);
    int world = window->comm->group->world[target];
    uint64_t *known = &rank->clock[world];
    size_t from = (size_t)(access->low - place->base);
    size_t behind = (size_t)(access->high - place->base);
    const uint64_t knew = *known;
    for (size_t i = from; place->own->cell && i < behind; i++) {
        const struct byte_history *cell = &place->own->cell[i];
        bool stored = cell->stored > knew;
        bool loaded = cell->loaded > knew && !access->by_lock;
        if (!place->changed && ((stored && conflicts(access, true)) ||
                                (loaded && conflicts(access, false)))) {
            place->changed = true;
            report_reach(rank, target, access,
                         stored ? cell->stored_at : cell->loaded_at, stored);
        }
        if (access->by_lock && !changes(access) && cell->stored > *known)
            *known = cell->stored;
    }
}

/* Join the clocks of the ranks that wrote there: a read under a lock may poll
 * for a flag. */
static void poll(struct rank *rank, struct window_own *own,
                 const struct own_remote *access)
{
    if (!access->by_lock || (access->kind != ACCESS_GET && !access->atomic))
        return;
    for (struct remote_access *other = own->remote; other; other = other->next)
        if (other->knew && other->was.low < access->high &&
            access->low < other->was.high)
            clock_join(rank, rank->clock, other->knew);
    if (!access->atomic)
        return;
    clock_join(rank, rank->clock, own->atomics);
    clock_join(rank, own->atomics, rank->clock);
    clock_tick(rank);
}

void own_reached(struct rank *rank, struct window *window, int target,
                 const struct own_remote *access)
{
    struct window_own *own = window_own_place_of(window, target)->own;
    if (!own || !rank->clock)
        return;
    poll(rank, own, access);
    window_own_compare(rank, window, target, access);
    if (own->count >= REMOTE_MOST)
        return;
    struct remote_access *kept = rank_alloc(rank, sizeof *kept);
    *kept = (struct remote_access){.next = own->remote,
                                   .was = *access,
                                   .origin = rank->number,
                                   .serving = window->serving,
                                   .done = PENDING,
                                   .function = rank->function,
                                   .caller = rank->caller};
    if (access->by_lock && changes(access))
        kept->knew = clock_copy(rank);
    own->remote = kept;
    own->count++;
}

static bool is_answered(const struct own_remote *access)
{
    return access->atomic || access->kind == ACCESS_GET;
}

void own_complete(struct rank *rank, struct window *window, int target,
                  bool answered)
{
    int first = target < 0 ? 0 : target;
    int behind = target < 0 ? window->all->size : target + 1;
    for (int i = first; rank->clock && i < behind; i++) {
        struct window_own *own = window_own_place_of(window, i)->own;
        struct remote_access *access = own ? own->remote : NULL;
        for (; access; access = access->next)
            if (access->origin == rank->number && access->done == PENDING &&
                (!answered || is_answered(&access->was)))
                access->done = rank->clock[rank->number];
    }
}

void own_over(struct rank *rank, struct window *window, int target,
              uint64_t serving)
{
    struct window_own *own = window_own_place_of(window, target)->own;
    struct remote_access *access = own && rank->clock ? own->remote : NULL;
    for (; access; access = access->next)
        if (access->origin == rank->number && access->serving == serving &&
            access->done == PENDING)
            access->done = rank->clock[rank->number];
}

/* ---- locks ----------------------------------------------------------------
 */

void own_locked(struct rank *rank, struct window *window, int target,
                enum lock lock)
{
    const struct window_own *own = window_own_place_of(window, target)->own;
    rank->syncs++;
    if (own && rank->clock)
        clock_join(rank, rank->clock,
                   lock == LOCK_EXCLUSIVE ? own->locked : own->written);
}

void own_unlocked(struct rank *rank, struct window *window, int target,
                  enum lock lock)
{
    struct window_own *own = window_own_place_of(window, target)->own;
    if (!own || !rank->clock)
        return;
    clock_join(rank, own->locked, rank->clock);
    if (lock == LOCK_EXCLUSIVE)
        clock_join(rank, own->written, rank->clock);
    clock_tick(rank);
}
