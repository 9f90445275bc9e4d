/* Creation and release of windows. */
#include "mpi/coll/coll.h"
#include "mpi/data/attribute.h"
#include "mpi/data/calls/arguments.h"
#include "mpi/data/info.h"
#include "mpi/guard/heap-errors.h"
#include "window-own.h"
#include <stdio.h>
#include <string.h>

/* Create the window's private communicator. Errors are fatal until the program
 * sets another error handler. */
static struct comm *own_comm(struct rank *rank, struct comm *parent)
{
    struct comm *comm = comm_copy(rank, parent);
    struct handle *entry = (struct handle *)handle_entry(rank, comm->handle);
    struct error_handler *fatal =
        handle_object(rank, HANDLE_ERRHANDLER, MPI_ERRORS_ARE_FATAL);
    entry->maker = NULL; /* the program did not create the handle */
    errhandler_drop(rank, comm->errhandler);
    comm->errhandler = fatal;
    fatal->references++;
    snprintf(comm->name, sizeof comm->name, "a window created by %s",
             rank->function);
    return comm;
}

/* Create the shared structure on rank 0; each rank enters its own memory. */
static int window_life_share(struct rank *rank, struct window *window,
                             const struct window_place *own)
{
    int size = window->comm->group->size;
    if (window->comm->rank == 0) {
        window->all =
            rank_alloc(rank, sizeof *window->all + (size_t)size * sizeof *own);
        window->all->size = size;
        for (int i = 0; i < 4; i++)
            window->all->used[i] = -1;
    }
    int error =
        coll_tell(rank, window->comm, &window->all, sizeof window->all, 0);
    if (error)
        return error;
    window->all->place[window->comm->rank] = *own;
    window->all->place[window->comm->rank].owner = -1;
    window->all->place[window->comm->rank].watched = WATCHED_NOT;
    own_open(rank, window);
    return coll_barrier(rank, window->comm);
}

static int window_life_create(struct rank *rank, MPI_Comm comm, int flavor,
                              MPI_Info info, const struct window_place *own,
                              MPI_Win *win, struct window **made)
{
    A_COMM(parent, comm);
    NOT_INTER(parent);
    if (!win)
        FAIL(MPI_ERR_ARG, "win is a null pointer");
    if (own->size < 0)
        FAIL(MPI_ERR_SIZE, "size is %ld, but must not be negative", own->size);
    if (own->unit < 1)
        FAIL(MPI_ERR_DISP, "disp_unit is %d, but must be at least 1",
             own->unit);
    struct window *window = rank_alloc(rank, sizeof *window);
    window->comm = own_comm(rank, parent);
    window->comm->info = info_dup(rank, info);
    window->flavor = flavor;
    window->model = MPI_WIN_UNIFIED;
    window->size = own->size;
    window->unit = own->unit;
    int error = window_life_share(rank, window, own);
    own_made(rank, window);
    window->handle = handle_new(rank, HANDLE_WIN, window);
    *win = window->handle;
    *made = window;
    return error;
}

int MPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info,
                   MPI_Comm comm, MPI_Win *win)
{
    ENTER(Win_create);
    struct window *made;
    struct window_place own = {.base = base, .size = size, .unit = disp_unit};
    if (!base && size > 0)
        FAIL(MPI_ERR_BASE, "base is a null pointer, but size is %ld", size);
    if (size > 0)
        heap_check(rank, base, (char *)base + size, "exposes");
    return window_life_create(rank, comm, MPI_WIN_FLAVOR_CREATE, info, &own,
                              win, &made);
}

int MPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                     void *baseptr, MPI_Win *win)
{
    ENTER(Win_allocate);
    struct window *made;
    NOT_NULL(baseptr);
    NOT_NEGATIVE(MPI_ERR_SIZE, size);
    struct window_place own = {.size = size, .unit = disp_unit};
    own.base = rank_alloc(rank, (size_t)size + 1);
    int error = window_life_create(rank, comm, MPI_WIN_FLAVOR_ALLOCATE, info,
                                   &own, win, &made);
    if (error)
        return error;
    made->memory = own.base;
    *(void **)baseptr = own.base;
    return MPI_SUCCESS;
}

/* Allocate the memory of all ranks as one block, ordered by rank.
 * Collective. */
static int share_memory(struct rank *rank, struct window *window)
{
    struct window_shared *all = window->all;
    if (window->comm->rank == 0) {
        MPI_Aint sum = 0;
        for (int i = 0; i < all->size; i++)
            sum += all->place[i].size;
        char *memory = rank_alloc(rank, (size_t)sum + 1);
        window->memory = memory;
        for (int i = 0; i < all->size; i++) {
            all->place[i].base = memory;
            memory += all->place[i].size; /* blocks are contiguous */
        }
    }
    return coll_barrier(rank, window->comm);
}

int MPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info,
                            MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    ENTER(Win_allocate_shared);
    struct window *made;
    NOT_NULL(baseptr);
    struct window_place own = {.size = size, .unit = disp_unit};
    int error = window_life_create(rank, comm, MPI_WIN_FLAVOR_SHARED, info,
                                   &own, win, &made);
    if (!error)
        error = share_memory(rank, made);
    if (!error)
        *(void **)baseptr = made->all->place[made->comm->rank].base;
    return error;
}

int MPI_Win_shared_query(MPI_Win win, int number, MPI_Aint *size,
                         int *disp_unit, void *baseptr)
{
    ENTER(Win_shared_query);
    A_WINDOW(window, win);
    if (window->flavor != MPI_WIN_FLAVOR_SHARED)
        return window_error(
            rank, window, MPI_ERR_RMA_FLAVOR,
            "the window was not created by MPI_Win_allocate_shared");
    if (number != MPI_PROC_NULL && (number < 0 || number >= window->all->size))
        return window_error(
            rank, window, MPI_ERR_RANK,
            "rank is %d, but the size of the window's group is %d", number,
            window->all->size);
    int at = number == MPI_PROC_NULL ? 0 : number;
    while (number == MPI_PROC_NULL && at < window->all->size - 1 &&
           window->all->place[at].size == 0)
        at++; /* find the lowest rank with memory */
    const struct window_place *place = &window->all->place[at];
    NOT_NULL(size);
    NOT_NULL(disp_unit);
    NOT_NULL(baseptr);
    *size = place->size;
    *disp_unit = place->unit;
    *(void **)baseptr = place->base;
    return MPI_SUCCESS;
}

int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    ENTER(Win_create_dynamic);
    struct window *made;
    struct window_place own = {.unit = 1};
    return window_life_create(rank, comm, MPI_WIN_FLAVOR_DYNAMIC, info, &own,
                              win, &made);
}

int MPI_Win_attach(MPI_Win win, void *base, MPI_Aint size)
{
    ENTER(Win_attach);
    A_WINDOW(window, win);
    if (window->flavor != MPI_WIN_FLAVOR_DYNAMIC)
        return window_error(
            rank, window, MPI_ERR_RMA_FLAVOR,
            "the window was not created by MPI_Win_create_dynamic");
    if (size < 0 || (!base && size > 0))
        return window_error(rank, window, MPI_ERR_RMA_ATTACH,
                            "cannot attach %ld bytes at address %p", size,
                            base);
    struct region *region = rank_alloc(rank, sizeof *region);
    struct window_place *own = &window->all->place[window->comm->rank];
    *region = (struct region){own->regions, base, size};
    own->regions = region;
    return MPI_SUCCESS;
}

int MPI_Win_detach(MPI_Win win, const void *base)
{
    ENTER(Win_detach);
    A_WINDOW(window, win);
    struct region **at = &window->all->place[window->comm->rank].regions;
    while (*at && (*at)->base != base)
        at = &(*at)->next;
    if (!*at)
        return window_error(rank, window, MPI_ERR_RMA_ATTACH,
                            "no memory is attached at this address");
    struct region *gone = *at;
    *at = gone->next;
    rank_free(rank, gone);
    return MPI_SUCCESS;
}

/* Remove the caller from the shared structure; the last rank frees it. */
static void window_life_leave(struct rank *rank, struct window *window)
{
    struct window_shared *all = window->all;
    struct window_place *own = &all->place[window->comm->rank];
    conflict_forget(rank, window);
    own_close(rank, window);
    rank_free(rank, own->copy);
    while (own->regions) { /* regions still attached */
        struct region *gone = own->regions;
        own->regions = gone->next;
        rank_free(rank, gone);
    }
    if (++all->left == all->size)
        rank_free(rank, all);
}

int MPI_Win_free(MPI_Win *win)
{
    ENTER(Win_free);
    NOT_NULL(win);
    A_WINDOW(window, *win);
    const char *open = epoch_open(window);
    if (!open && window->fenced && window->operations)
        open = "MPI_Win_fence";
    if (open)
        return window_error(rank, window, MPI_ERR_RMA_SYNC,
                            "the epoch opened by %s is not closed yet", open);
    int error =
        attributes_delete_list(rank, HANDLE_WIN, *win, &window->attributes);
    if (error)
        return error;
    error = coll_barrier(rank, window->comm);
    if (error)
        return error;
    conflict_end(rank, window, -1);
    window_life_leave(rank, window);
    handle_free(rank, HANDLE_WIN, *win);
    handle_free(rank, HANDLE_COMM, window->comm->handle);
    comm_drop(rank, window->comm);
    rank_free(rank, window->memory);
    rank_free(rank, window->name);
    rank_free(rank, window->locked);
    rank_free(rank, window);
    *win = MPI_WIN_NULL;
    return MPI_SUCCESS;
}
