/* Detection of conflicting accesses to the same bytes in one epoch.
 *
 * Accesses to a rank's memory are recorded until their epoch ends: at the next
 * fence, at the release or flush of a lock, or at the wait that follows a post.
 * Each access is compared with those of open epochs, and with accesses under
 * shared locks that no message orders. */
#include "mpi/guard/guard.h"
#include "mpi/message/request.h"
#include "mpi/report.h"
#include "mpi/world.h"
#include "window-own.h"
#include <string.h>

#define ACCESSES_MOST 2000 /* maximum number of recorded accesses to a rank */
#define CONFLICTS_PIECES_MOST 64 /* maximum number of pieces of an access */

enum {
    BY_LOCK = -1,
    BY_POST = -2,
    BY_RELEASED = -3
}; /* other epochs than those of fences, which have numbers */

struct window_access {
    struct window_access *next;
    const char *low, *high; /* addresses of the first byte and past the last
                               one */
    int origin, epoch;
    bool shared; /* for BY_LOCK: whether the lock is shared */
    enum access_kind kind;
    MPI_Op op;
    const struct type *element; /* predefined type of the elements */
    bool answered;              /* whether the access returns values to the
                                   origin */
    const char *function;
    const void *caller;
    /* for BY_RELEASED: value of world->happened when the lock was released */
    uint64_t released;
    uint64_t serving; /* value of window->serving at the access */
};

static const char *const conflicts_words[] = {"reads", "writes to",
                                              "accumulates into"};

static int epoch_of(const struct window *window, int target)
{
    if (window->locked_all || (window->locked && window->locked[target]))
        return BY_LOCK;
    return window->started ? BY_POST : window->fences;
}

/* Return whether it is an access of an earlier fence epoch. */
static bool is_over(const struct window_access *access, int epoch)
{
    return access->epoch >= 0 && access->epoch != epoch;
}

/* Return whether both accesses are in the same epoch. A shared lock that
 * another rank has released counts as held unless the rank may know of the
 * release. */
static bool at_once(const struct rank *rank, const struct window_access *now,
                    const struct window_access *before)
{
    if (before->epoch == BY_RELEASED)
        return now->epoch == BY_LOCK && now->shared &&
               before->origin != now->origin && before->released > rank->heard;
    return now->epoch == before->epoch;
}

static bool reads(const struct window_access *access)
{
    return access->kind == ACCESS_GET || access->op == MPI_NO_OP;
}

/* Return whether accumulate operations of different ranks may be concurrent. */
static bool ops_agree(MPI_Op one, MPI_Op other)
{
    return one == other || one == MPI_NO_OP || other == MPI_NO_OP ||
           one == MPI_OP_NULL || other == MPI_OP_NULL;
}

/* Return why two accumulate accesses to the same bytes conflict, or NULL. Two
 * accesses of one rank with one type are ordered. */
static const char *clash_of_two(const struct window_access *a,
                                const struct window_access *b)
{
    if (!a->element || !b->element)
        return NULL;
    if (!type_is_alias(a->element, b->element))
        return ", as elements of another type";
    if (a->origin == b->origin)
        return NULL;
    if ((a->low - b->low) % type_extent(a->element))
        return ", as elements that overlap in part";
    return ops_agree(a->op, b->op) ? NULL : ", with another operation";
}

/* Return why any two accesses conflict, or NULL. */
static const char *conflicts_clash(const struct window_access *a,
                                   const struct window_access *b)
{
    if (a->low >= b->high || b->low >= a->high || (reads(a) && reads(b)))
        return NULL;
    if (a->kind == ACCESS_ACCUMULATE && b->kind == ACCESS_ACCUMULATE)
        return clash_of_two(a, b);
    return "";
}

static void conflicts_report(struct rank *rank, int target,
                             const struct window_access *now,
                             const struct window_access *before,
                             const char *why)
{
    char where[240];
    report_where(rank, before->caller, where, sizeof where);
    rank_fault(rank, RULE_MEMORY, now->caller,
               "%s %s memory of rank %d that rank %d %s %s (%s at %s)%s",
               now->function, conflicts_words[now->kind], target,
               before->origin, conflicts_words[before->kind],
               before->epoch == BY_RELEASED
                   ? "under a shared lock, without synchronisation"
                   : "in the same epoch",
               before->function, where, why);
}

/* Compare one piece with the recorded accesses, report a conflict, and record
 * the piece. */
static void conflicts_note(struct rank *rank, struct window *window, int target,
                           struct window_access piece)
{
    struct window_place *place = &window->all->place[target];
    bool reported = false;
    for (struct window_access **at = &place->accesses; *at;) {
        struct window_access *other = *at;
        if (is_over(other, piece.epoch)) {
            *at = other->next;
            rank_free(rank, other);
            place->access_count--;
            continue;
        }
        const char *why = !reported && at_once(rank, &piece, other)
                              ? conflicts_clash(&piece, other)
                              : NULL;
        if (why) {
            conflicts_report(rank, target, &piece, other, why);
            reported = true;
        }
        at = &other->next;
    }
    if (place->access_count >= ACCESSES_MOST || reported)
        return;
    struct window_access *kept = rank_alloc(rank, sizeof *kept);
    *kept = piece;
    kept->next = place->accesses;
    place->accesses = kept;
    place->access_count++;
}

/* Report that the target itself writes to the memory in this epoch. */
static void report_own(struct rank *rank, int target,
                       const struct window_access *access)
{
    rank_fault(rank, RULE_MEMORY, access->caller,
               "%s %s memory of rank %d that rank %d itself writes to in the "
               "same epoch",
               access->function, conflicts_words[access->kind], target, target);
}

static void note_own(struct rank *rank, struct window *window, int target,
                     const struct window_access *piece)
{
    struct window_place *place = &window->all->place[target];
    if (place->watched != piece->epoch || place->changed ||
        !watch_differs(place, piece->low, piece->high))
        return;
    place->changed = true;
    report_own(rank, target, piece);
}

void conflict_own(struct rank *rank, struct window *window)
{
    struct window_place *own = &window->all->place[window->comm->rank];
    const struct window_access *access = own->accesses;
    for (; access && !own->changed; access = access->next)
        if (access->epoch == own->watched &&
            watch_differs(own, access->low, access->high)) {
            own->changed = true;
            report_own(rank, window->comm->rank, access);
        }
}

struct conflicts_pieces {
    const char *base;
    int count;
    struct {
        const char *low, *high;
    } piece[CONFLICTS_PIECES_MOST];
};

static bool conflicts_add_piece(void *arg, MPI_Aint at, const struct type *leaf,
                                MPI_Count count)
{
    struct conflicts_pieces *pieces = arg;
    if (pieces->count == CONFLICTS_PIECES_MOST) {
        pieces->count = 0;
        return false;
    }
    const char *low = pieces->base + at + leaf->true_lb;
    pieces->piece[pieces->count].low = low;
    pieces->piece[pieces->count++].high = low + leaf->size * count;
    return true;
}

void conflict_note(struct rank *rank, struct window *window, int target,
                   enum access_kind kind, char *at, size_t count,
                   const struct type *type, MPI_Op op, bool atomic)
{
    struct conflicts_pieces pieces = {.base = at};
    struct window_access access = {.origin = window->comm->rank,
                                   .epoch = epoch_of(window, target),
                                   .shared =
                                       window->locked_all || !window->locked ||
                                       window->locked[target] != LOCK_EXCLUSIVE,
                                   .kind = kind,
                                   .op = op,
                                   .element = type_of(rank, type->element),
                                   .answered = atomic || kind == ACCESS_GET,
                                   .serving = window->serving,
                                   .function = rank->function,
                                   .caller = rank->caller};
    type_walk(type, 0, (MPI_Count)count, PIECES_WHOLE, conflicts_add_piece,
              &pieces);
    for (int i = 0; i < pieces.count; i++) {
        access.low = pieces.piece[i].low;
        access.high = pieces.piece[i].high;
        own_reached(rank, window, target,
                    &(struct own_remote){access.low, access.high, kind,
                                         access.epoch == BY_LOCK, atomic, op});
        note_own(rank, window, target, &access);
        conflicts_note(rank, window, target, access);
    }
}

/* ---- ends -----------------------------------------------------------------
 */

/* Delete the records of a rank's accesses (origin -1: of all ranks) to a place;
 * with `answered` only those that return values. */
static void conflicts_forget(struct rank *rank, struct window_place *place,
                             int origin, int epoch, bool answered)
{
    for (struct window_access **at = &place->accesses; *at;) {
        struct window_access *access = *at;
        if (access->epoch != epoch || (answered && !access->answered) ||
            (origin >= 0 && access->origin != origin)) {
            at = &access->next;
            continue;
        }
        *at = access->next;
        rank_free(rank, access);
        place->access_count--;
    }
}

static void conflict_over(struct rank *rank, const struct request *request)
{
    struct window *window = window_of(rank, request->window);
    if (!request->access || !window || request->target < 0)
        return;
    struct window_place *place = &window->all->place[request->target];
    own_over(rank, window, request->target, request->access);
    for (struct window_access **at = &place->accesses; *at;) {
        struct window_access *access = *at;
        if (access->serving != request->access ||
            access->origin != window->comm->rank) {
            at = &access->next;
            continue;
        }
        *at = access->next;
        rank_free(rank, access);
        place->access_count--;
    }
}

const struct request_actions conflict_actions = {
    .concluded = conflict_over,
};

static void conflicts_end(struct rank *rank, struct window *window, int target,
                          bool answered)
{
    uses_end(rank, window, target);
    bool locks = window->locks || window->locked_all;
    int first = target < 0 ? 0 : target;
    int behind = target < 0 ? window->all->size : target + 1;
    for (int i = first; locks && i < behind; i++)
        conflicts_forget(rank, &window->all->place[i], window->comm->rank,
                         BY_LOCK, answered);
}

void conflict_end(struct rank *rank, struct window *window, int target)
{
    conflicts_end(rank, window, target, false);
}

void conflict_end_local(struct rank *rank, struct window *window, int target)
{
    conflicts_end(rank, window, target, true);
}

/* Replace the rank's records of earlier locks by those of the lock that is
 * released, if it has any. */
static void conflicts_release(struct rank *rank, struct window_place *place,
                              int origin)
{
    struct window_access *a = place->accesses;
    while (a && (a->epoch != BY_LOCK || a->origin != origin || !a->shared))
        a = a->next;
    if (!a)
        return;
    conflicts_forget(rank, place, origin, BY_RELEASED, false);
    uint64_t now = ++rank->world->happened;
    for (a = place->accesses; a; a = a->next)
        if (a->epoch == BY_LOCK && a->origin == origin && a->shared) {
            a->epoch = BY_RELEASED;
            a->released = now;
        }
}

void conflict_release(struct rank *rank, struct window *window, int target)
{
    int first = target < 0 ? 0 : target;
    int behind = target < 0 ? window->all->size : target + 1;
    for (int i = first; i < behind; i++)
        conflicts_release(rank, &window->all->place[i], window->comm->rank);
    conflict_end(rank, window, target);
}

void conflict_forget(struct rank *rank, struct window *window)
{
    struct window_place *own = &window->all->place[window->comm->rank];
    while (own->accesses) {
        struct window_access *gone = own->accesses;
        own->accesses = gone->next;
        rank_free(rank, gone);
    }
    own->access_count = 0;
}

void conflict_open(struct rank *rank, struct window *window)
{
    watch_begin(rank, window, BY_POST);
}

void conflict_close(struct rank *rank, struct window *window)
{
    conflict_own(rank, window);
    window->all->place[window->comm->rank].watched = WATCHED_NOT;
    conflicts_forget(rank, &window->all->place[window->comm->rank], -1, BY_POST,
                     false);
}
