/* Synchronisation by fences and by post, start, complete and wait. */
#include "epochs.h"
#include "mpi/coll/coll.h"
#include "mpi/data/calls/arguments.h"
#include "mpi/message/transport.h"
#include "mpi/report.h"
#include "window-own.h"
#include <string.h>

/* Send or receive an empty message between ranks of the window. */
static struct request *epochs_message(struct rank *rank, struct window *window,
                                      enum request_kind kind, int peer, int tag)
{
    struct request *request = request_new(rank, kind, window->comm);
    request->type = type_of(rank, MPI_BYTE);
    request->peer = peer;
    request->world = peer >= 0 ? window->comm->group->world[peer] : -1;
    request->tag = tag;
    request->context = window->comm->context;
    request->mode = SEND_BUFFERED; /* the message leaves at once */
    request->internal = true;
    request_start(rank, request);
    return request;
}

void epoch_send(struct rank *rank, struct window *window, int to,
                enum epoch_tag tag)
{
    request_finish(rank, epochs_message(rank, window, REQUEST_SEND, to, tag),
                   MPI_STATUS_IGNORE);
}

void epoch_receive(struct rank *rank, struct window *window, int from,
                   enum epoch_tag tag)
{
    request_finish(rank,
                   epochs_message(rank, window, REQUEST_RECEIVE, from, tag),
                   MPI_STATUS_IGNORE);
}

/* ---- what is open ---------------------------------------------------------
 */

const char *epoch_open(const struct window *window)
{
    if (window->locks || window->locked_all)
        return window->locked_all ? "MPI_Win_lock_all" : "MPI_Win_lock";
    if (window->started)
        return "MPI_Win_start";
    if (window->posted)
        return "MPI_Win_post";
    return NULL;
}

static bool has_started(const struct window *window, int target)
{
    for (int i = 0; i < window->started_count; i++)
        if (window->started[i] == target)
            return true;
    return false;
}

int epoch_check(struct rank *rank, struct window *window, int target)
{
    if (target < 0 || target >= window->all->size)
        return window_error(rank, window, MPI_ERR_RANK,
                            "target_rank %d is not in the window's group, "
                            "which has ranks 0 to %d",
                            target, window->all->size - 1);
    if (window->locked_all || (window->locked && window->locked[target]) ||
        has_started(window, target) ||
        (window->fenced && !epoch_open(window))) {
        window->operations++;
        if (window->fenced && !epoch_open(window))
            window->all->used[window->fences % 4] = window->fences;
        return MPI_SUCCESS;
    }
    return window_error(rank, window, MPI_ERR_RMA_SYNC,
                        "no access epoch is open for rank %d; open one with "
                        "MPI_Win_fence, MPI_Win_lock or MPI_Win_start",
                        target);
}

int epoch_begin_other(struct rank *rank, struct window *window)
{
    if (window->fenced && window->operations)
        return window_error(
            rank, window, MPI_ERR_RMA_SYNC,
            "the epoch opened by MPI_Win_fence is not closed yet");
    window->fenced = false;
    return MPI_SUCCESS;
}

/* ---- fences ---------------------------------------------------------------
 */

/* Check that accesses between two fences belong to a fence epoch, not to a
 * lock, unless a fence's assertion says otherwise. (A fence that ends an epoch
 * may be the last one.) */
static void check_inner(struct rank *rank, struct window *window, int assertion)
{
    char where[240];
    if (window->inner && !(assertion & MPI_MODE_NOPRECEDE)) {
        report_where(rank, window->inner, where, sizeof where);
        rank_fault(rank, RULE_MEMORY, rank->caller,
                   "MPI_Win_fence closes the epoch of the fence before it, "
                   "within which %s at %s opened another one",
                   window->inner_function, where);
    }
    window->inner = NULL;
}

int MPI_Win_fence(int assertion, MPI_Win win)
{
    ENTER(Win_fence);
    A_WINDOW(window, win);
    const char *open = epoch_open(window);
    if (open)
        return window_error(rank, window, MPI_ERR_RMA_SYNC,
                            "the epoch opened by %s is not closed yet", open);
    if (assertion & ~(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE |
                      MPI_MODE_NOSUCCEED))
        return window_error(
            rank, window, MPI_ERR_ASSERT,
            "assert is %d, which has flags that are not allowed here",
            assertion);
    if ((assertion & MPI_MODE_NOPRECEDE) && window->fenced &&
        window->operations)
        return window_error(
            rank, window, MPI_ERR_RMA_SYNC,
            "assert has MPI_MODE_NOPRECEDE, but the epoch before had accesses");
    check_inner(rank, window, assertion);
    conflict_own(rank, window);
    own_complete(rank, window, -1, false);
    int error = coll_barrier(rank, window->comm);
    if (error)
        return error;
    conflict_end(rank, window, -1);
    window->opened = window->all->used[window->fences % 4] != window->fences &&
                     !(assertion & MPI_MODE_NOSUCCEED);
    window->fences++;
    window->operations = 0;
    window->fenced = !(assertion & MPI_MODE_NOSUCCEED);
    window->all->place[window->comm->rank].watched = WATCHED_NOT;
    if (window->fenced)
        watch_begin(rank, window, window->fences);
    return MPI_SUCCESS;
}

/* ---- posts and starts -----------------------------------------------------
 */

/* Return the window's ranks of the members of a group, or NULL if one is not in
 * the window's group. */
static int *ranks_of(struct rank *rank, const struct window *window,
                     const struct group *group)
{
    int *ranks = rank_alloc(rank, ((size_t)group->size + 1) * sizeof *ranks);
    for (int i = 0; i < group->size; i++) {
        ranks[i] = group_rank_of(window->comm->group, group->world[i]);
        if (ranks[i] < 0) {
            rank_free(rank, ranks);
            return NULL;
        }
    }
    return ranks;
}

int MPI_Win_post(MPI_Group group, int assertion, MPI_Win win)
{
    ENTER(Win_post);
    A_WINDOW(window, win);
    A_GROUP(g, group);
    (void)assertion;
    if (window->posted)
        return window_error(rank, window, MPI_ERR_RMA_SYNC,
                            "the epoch opened by MPI_Win_post is not closed "
                            "yet; call MPI_Win_wait first");
    int error = epoch_begin_other(rank, window);
    if (error)
        return error;
    int *ranks = ranks_of(rank, window, g);
    if (!ranks)
        return window_error(
            rank, window, MPI_ERR_GROUP,
            "the group has ranks that are not in the window's group");
    window->posted = ranks;
    window->posted_count = g->size;
    window->completed = rank_alloc(rank, (size_t)g->size + 1);
    conflict_open(rank, window);
    for (int i = 0; i < g->size; i++)
        epoch_send(rank, window, ranks[i], TAG_POST);
    return MPI_SUCCESS;
}

int MPI_Win_start(MPI_Group group, int assertion, MPI_Win win)
{
    ENTER(Win_start);
    A_WINDOW(window, win);
    A_GROUP(g, group);
    (void)assertion;
    if (window->started || window->locks || window->locked_all)
        return window_error(rank, window, MPI_ERR_RMA_SYNC,
                            "the epoch opened by %s is not closed yet",
                            window->started ? "MPI_Win_start" : "MPI_Win_lock");
    int error = epoch_begin_other(rank, window);
    if (error)
        return error;
    int *ranks = ranks_of(rank, window, g);
    if (!ranks)
        return window_error(
            rank, window, MPI_ERR_GROUP,
            "the group has ranks that are not in the window's group");
    for (int i = 0; i < g->size; i++)
        epoch_receive(rank, window, ranks[i], TAG_POST);
    window->started = ranks;
    window->started_count = g->size;
    return MPI_SUCCESS;
}

int MPI_Win_complete(MPI_Win win)
{
    ENTER(Win_complete);
    A_WINDOW(window, win);
    if (!window->started)
        return window_error(rank, window, MPI_ERR_RMA_SYNC,
                            "no epoch opened by MPI_Win_start is open");
    conflict_end(rank, window, -1);
    own_complete(rank, window, -1, false);
    for (int i = 0; i < window->started_count; i++)
        epoch_send(rank, window, window->started[i], TAG_COMPLETE);
    rank_free(rank, window->started);
    window->started = NULL;
    window->started_count = 0;
    window->operations = 0;
    return MPI_SUCCESS;
}

static void end_post(struct rank *rank, struct window *window)
{
    conflict_close(rank, window);
    rank_free(rank, window->posted);
    rank_free(rank, window->completed);
    window->posted = NULL;
    window->completed = NULL;
}

int MPI_Win_wait(MPI_Win win)
{
    ENTER(Win_wait);
    A_WINDOW(window, win);
    if (!window->posted)
        return window_error(rank, window, MPI_ERR_RMA_SYNC,
                            "no epoch opened by MPI_Win_post is open");
    for (int i = 0; i < window->posted_count; i++)
        if (!window->completed[i])
            epoch_receive(rank, window, window->posted[i], TAG_COMPLETE);
    end_post(rank, window);
    return MPI_SUCCESS;
}

int MPI_Win_test(MPI_Win win, int *flag)
{
    ENTER(Win_test);
    A_WINDOW(window, win);
    NOT_NULL(flag);
    if (!window->posted)
        return window_error(rank, window, MPI_ERR_RMA_SYNC,
                            "no epoch opened by MPI_Win_post is open");
    transport_look(rank);
    int missing = 0;
    for (int i = 0; i < window->posted_count; i++) {
        int from = window->posted[i];
        if (window->completed[i])
            continue;
        if (transport_find(rank, window->comm, from, TAG_COMPLETE)) {
            epoch_receive(rank, window, from, TAG_COMPLETE);
            window->completed[i] = true;
        } else {
            missing++;
        }
    }
    *flag = missing == 0;
    if (missing) {
        transport_vain(rank);
        return MPI_SUCCESS;
    }
    transport_good(rank);
    end_post(rank, window);
    return MPI_SUCCESS;
}
