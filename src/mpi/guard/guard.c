/* Buffers owned by pending operations, and accesses to them. */
#include "mpi/guard/guard.h"
#include "mpi/guard/clock.h"
#include "mpi/guard/heap-errors.h"
#include "mpi/guard/thread-probes.h"
#include "mpi/guard/thread-races.h"
#include "mpi/load.h"
#include "mpi/message/request.h"
#include "mpi/process.h"
#include "mpi/report.h"
#include "mpi/world.h"

#include <stdlib.h>
#include <string.h>

#define GUARD_PIECES_MOST 4096 /* buffers with more pieces are not guarded */
#define REGIONS_MOST 65536     /* maximum number of guarded regions of a rank */
#define GUARD_FEW 16

struct guard_guarded {
    const char *low, *high;
    const char *reach; /* maximum of `high` in region[0] up to this one */
    const void *owner;
    bool written, reported;
    const char *function, *until;
    const void *caller;
};

struct guard {
    struct guard_guarded *region; /* [count] */
    size_t count, room;
    size_t sorted;  /* length of the sorted prefix */
    size_t reached; /* length of the prefix in which `reach` is valid */
    struct guard_window *window; /* [windows] watched windows */
    size_t windows;
    int pauses;
    struct thread_races *races;   /* NULL: only one thread */
    struct thread_probes *probes; /* NULL: only one thread */
};

void guard_open(struct rank *rank)
{
    if (rank->world->settings->watch)
        rank->guard = rank_alloc(rank, sizeof *rank->guard);
}

/* ---- touching -------------------------------------------------------------
 */

static int by_address(const void *a, const void *b)
{
    const struct guard_guarded *left = a, *right = b;
    return (left->low > right->low) - (left->low < right->low);
}

/* Return the number of regions, among the first `count`, that begin before an
 * address. */
static size_t guard_behind(const struct guard *guard, size_t count,
                           const char *at)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (guard->region[middle].low < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Sort the regions; a few new ones are inserted one by one. */
static void guard_sort(struct guard *guard)
{
    struct guard_guarded *region = guard->region;
    if (guard->count - guard->sorted > GUARD_FEW) {
        qsort(region, guard->count, sizeof *region, by_address);
        guard->reached = 0;
        guard->sorted = guard->count;
    }
    for (; guard->sorted < guard->count; guard->sorted++) {
        struct guard_guarded added = region[guard->sorted];
        size_t at = guard_behind(guard, guard->sorted, added.low);
        memmove(region + at + 1, region + at,
                (guard->sorted - at) * sizeof *region);
        region[at] = added;
        guard->reached = at < guard->reached ? at : guard->reached;
    }
    for (size_t i = guard->reached; i < guard->count; i++) {
        const char *before = i ? region[i - 1].reach : NULL;
        region[i].reach = region[i].high > before ? region[i].high : before;
    }
    guard->reached = guard->count;
}

static void guard_report(struct rank *rank, const struct guard_guarded *region,
                         const struct guard_access *by)
{
    char where[240];
    const char *its = region->written ? "writes to" : "reads";
    report_where(rank, region->caller, where, sizeof where);
    if (by->frees)
        rank_fault(rank, RULE_MEMORY, by->caller,
                   "the program frees memory that %s at %s %s %s",
                   region->function, where, its, region->until);
    else if (by->function)
        rank_fault(rank, RULE_MEMORY, by->caller,
                   "%s %s memory that %s at %s %s %s", by->function,
                   by->writes ? "writes to" : "reads", region->function, where,
                   its, region->until);
    else
        rank_fault(rank, RULE_MEMORY, by->caller,
                   "the program %s memory that %s at %s %s %s",
                   by->writes ? "writes to" : "reads", region->function, where,
                   its, region->until);
    struct guard *guard = rank->guard;
    for (size_t i = 0; i < guard->count; i++)
        guard->region[i].reported |= guard->region[i].owner == region->owner;
}

static void touch_regions(struct rank *rank, const struct guard_access *by)
{
    struct guard *guard = rank->guard;
    guard_sort(guard);
    size_t low = guard_behind(guard, guard->count, by->high);
    for (size_t i = low; i-- > 0 && guard->region[i].reach > by->low;) {
        struct guard_guarded *region = &guard->region[i];
        if (region->high > by->low && !region->reported &&
            (by->writes || region->written))
            guard_report(rank, region, by);
    }
}

/* Check an access that may belong to an operation. */
static void touch(struct rank *rank, const struct guard_access *by,
                  const void *owner)
{
    struct guard *guard = rank->guard;
    if (guard->races)
        thread_races_use(rank, guard->races, by, owner);
    for (size_t i = 0; i < guard->windows; i++)
        if (by->low >= guard->window[i].high ||
            guard->window[i].low >= by->high)
            continue;
        else if (by->frees)
            rank_fault(rank, RULE_MEMORY, by->caller,
                       "the program frees memory of a window before "
                       "MPI_Win_free");
        else
            guard->window[i].accessed(rank, guard->window[i].window, by);
    if (guard->count)
        touch_regions(rank, by);
}

void guard_free(struct rank *rank, const void *memory, size_t bytes)
{
    const char *low = memory;
    if (rank->guard)
        touch(rank,
              &(struct guard_access){.low = low,
                                     .high = low + bytes,
                                     .writes = true,
                                     .frees = true,
                                     .caller = rank->caller},
              NULL);
}

/* Check an access of the program, whose hook calls this function before each
 * access. */
static void touched(void *arg, const void *at, size_t bytes, int writes,
                    const void *caller)
{
    struct rank *rank = arg;
    const char *low = at;
    if (rank->guard->pauses || weft_running() != rank->number)
        return; /* checks are paused, or this is an additional thread of the
                   program */
    if (writes & WEFT_MPI_ATOMIC && rank->guard->races)
        thread_races_atomic(rank);
    writes &= ~WEFT_MPI_ATOMIC;
    touch(rank,
          &(struct guard_access){.low = low,
                                 .high = low + bytes,
                                 .writes = writes != WEFT_MPI_READS,
                                 .frees = writes == WEFT_MPI_FREES,
                                 .caller = caller},
          NULL);
}

/* Install the program's hook only while there is something to check. */
static void arm(struct rank *rank)
{
    const struct guard *guard = rank->guard;
    struct weft_mpi_hook *hook = load_hook(rank->world->copies, rank->number);
    if (!hook)
        return;
    hook->arg = rank;
    hook->touch =
        guard->count || guard->windows || guard->races ? touched : NULL;
}

void guard_threads(struct rank *rank)
{
    struct guard *guard = rank->guard;
    /* without hooks, or in those of AddressSanitizer, neither memory that is
     * freed nor atomic operations are seen */
    if (!guard || guard->races || heap_is_checked() ||
        !load_hook(rank->world->copies, rank->number) ||
        !clock_open(rank->world))
        return;
    guard->probes = thread_probes_new(rank);
    guard->races = thread_races_new(rank);
    arm(rank);
}

void guard_pause(struct rank *rank, bool pauses)
{
    if (rank->guard)
        rank->guard->pauses += pauses ? 1 : -1;
}

/* ---- buffers --------------------------------------------------------------
 */

struct guard_pieces {
    struct rank *rank;
    const char *base;
    size_t count;
    void (*each)(struct rank *rank, const char *low, const char *high,
                 const void *arg);
    const void *arg;
};

static bool guard_add_piece(void *arg, MPI_Aint at, const struct type *leaf,
                            MPI_Count count)
{
    struct guard_pieces *pieces = arg;
    const char *low = pieces->base + at + leaf->true_lb;
    if (++pieces->count > GUARD_PIECES_MOST)
        return false;
    if (pieces->each)
        pieces->each(pieces->rank, low, low + leaf->size * count, pieces->arg);
    return true;
}

static void each_piece(struct rank *rank, const struct guard_buffer *buffer,
                       void (*each)(struct rank *rank, const char *low,
                                    const char *high, const void *arg),
                       const void *arg)
{
    struct guard_pieces pieces = {rank, buffer->buffer, 0, NULL, arg};
    if (!buffer->count || !buffer->type || !type_size(buffer->type))
        return;
    type_walk(buffer->type, 0, (MPI_Count)buffer->count, PIECES_WHOLE,
              guard_add_piece, &pieces);
    if (pieces.count > GUARD_PIECES_MOST)
        return;
    pieces.each = each;
    pieces.count = 0;
    type_walk(buffer->type, 0, (MPI_Count)buffer->count, PIECES_WHOLE,
              guard_add_piece, &pieces);
}

static void check_piece(struct rank *rank, const char *low, const char *high,
                        const void *arg)
{
    const bool *writes = arg;
    heap_check(rank, low, high, *writes ? "writes" : "reads");
}

/* A use of a buffer by an operation, or only by the current function. */
struct guard_usage {
    bool writes;
    const void *owner;
};

static void use_piece(struct rank *rank, const char *low, const char *high,
                      const void *arg)
{
    const struct guard_usage *use = arg;
    touch(rank,
          &(struct guard_access){.low = low,
                                 .high = high,
                                 .writes = use->writes,
                                 .function = rank->function,
                                 .caller = rank->caller},
          use->owner);
}

static void use_by(struct rank *rank, const struct guard_buffer *buffer,
                   const void *owner)
{
    const struct guard *guard = rank->guard;
    const struct guard_usage use = {buffer->written, owner};
    if (heap_is_checked())
        each_piece(rank, buffer, check_piece, &buffer->written);
    if (guard && (guard->count || guard->windows || guard->races))
        each_piece(rank, buffer, use_piece, &use);
}

void guard_use(struct rank *rank, const struct guard_buffer *buffer)
{
    use_by(rank, buffer, NULL);
}

static void begin_piece(struct rank *rank, const char *low, const char *high,
                        const void *arg)
{
    struct guard *guard = rank->guard;
    struct guard_guarded region = *(const struct guard_guarded *)arg;
    region.low = low;
    region.high = high;
    if (guard->count == REGIONS_MOST)
        return;
    if (guard->count == guard->room) {
        guard->room = 2 * guard->room + 16;
        guard->region = rank_realloc(rank, guard->region,
                                     guard->room * sizeof *guard->region);
    }
    guard->region[guard->count++] = region;
}

void guard_begin(struct rank *rank, const void *owner,
                 const struct guard_buffer *buffer, const char *until)
{
    if (!rank->guard)
        return;
    const struct guard_guarded region = {.owner = owner,
                                         .written = buffer->written,
                                         .function = rank->function,
                                         .caller = rank->caller,
                                         .until = until};
    each_piece(rank, buffer, begin_piece, &region);
    arm(rank);
}

bool guard_reported(const struct rank *rank, const void *owner)
{
    const struct guard *guard = rank->guard;
    for (size_t i = 0; guard && i < guard->count; i++)
        if (guard->region[i].owner == owner && guard->region[i].reported)
            return true;
    return false;
}

bool guard_end(struct rank *rank, const void *owner)
{
    struct guard *guard = rank->guard;
    size_t kept = 0, sorted = 0;
    bool reported = false;
    if (guard && guard->races)
        thread_races_end(rank, guard->races, owner);
    if (!guard || !guard->count)
        return false;
    for (size_t i = 0; i < guard->count; i++) {
        reported |=
            guard->region[i].owner == owner && guard->region[i].reported;
        if (guard->region[i].owner == owner)
            continue;
        sorted += i < guard->sorted;
        if (kept != i)
            guard->region[kept] = guard->region[i];
        kept++;
    }
    guard->reached = kept == guard->count ? guard->reached : 0;
    guard->sorted = sorted;
    guard->count = kept;
    arm(rank);
    return reported;
}

void guard_probe(struct rank *rank, const struct comm *comm, int source,
                 int tag, bool takes)
{
    struct guard *guard = rank->guard;
    if (guard && guard->probes && takes)
        thread_probes_take(rank, guard->probes, comm, source, tag);
    else if (guard && guard->probes)
        thread_probes_found(rank, guard->probes, comm, source, tag);
}

/* ---- requests -------------------------------------------------------------
 */

#define UNTIL "until it is completed"

void guard_request(struct rank *rank, struct request *request)
{
    const struct guard_buffer buffer = {request->buffer, request->count,
                                        request->type,
                                        request->kind == REQUEST_RECEIVE};
    if (request->internal || request->peer == MPI_PROC_NULL ||
        (request->kind != REQUEST_SEND && request->kind != REQUEST_RECEIVE))
        return;
    if (rank->guard && rank->guard->probes && buffer.written &&
        !request->message)
        thread_probes_take(rank, rank->guard->probes, request->comm,
                           request->peer, request->tag);
    use_by(rank, &buffer, request->handle ? request : NULL);
    if (request->handle)
        guard_begin(rank, request, &buffer, UNTIL);
}

/* ---- windows --------------------------------------------------------------
 */

void guard_watch(struct rank *rank, const struct guard_window *memory)
{
    struct guard *guard = rank->guard;
    guard->window = rank_realloc(rank, guard->window,
                                 (guard->windows + 1) * sizeof *guard->window);
    guard->window[guard->windows++] = *memory;
    arm(rank);
}

void guard_unwatch(struct rank *rank, const struct window *window)
{
    struct guard *guard = rank->guard;
    size_t i = 0;
    while (i < guard->windows && guard->window[i].window != window)
        i++;
    if (i < guard->windows)
        guard->window[i] = guard->window[--guard->windows];
    arm(rank);
}
