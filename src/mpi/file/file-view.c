/* Views: which bytes of a file a rank accesses. */
#include "mpi-file.h"

/* The runs of a filetype, while they are collected. */
struct view_runs {
    struct rank *rank;
    struct file_run *run;
    size_t count, room;
    bool overlaps;
    bool wrong; /* whether the displacements decrease or are negative */
};

static bool view_add(void *arg, MPI_Aint at, const struct type *leaf,
                     MPI_Count count)
{
    struct view_runs *runs = arg;
    MPI_Offset bytes = count * leaf->size, before = 0;
    at += leaf->true_lb;
    struct file_run *last = runs->count ? &runs->run[runs->count - 1] : NULL;
    if (last)
        before = last->before + last->bytes;
    runs->wrong |= at < 0 || (last && at < last->at);
    runs->overlaps |= last && at < last->at + last->bytes;
    if (!bytes || runs->wrong)
        return !runs->wrong;
    if (last && at == last->at + last->bytes) {
        last->bytes += bytes;
        return true;
    }
    if (runs->count == runs->room) {
        runs->room = runs->room ? 2 * runs->room : 4;
        runs->run =
            rank_realloc(runs->rank, runs->run, runs->room * sizeof *runs->run);
    }
    runs->run[runs->count++] = (struct file_run){at, bytes, before};
    return true;
}

const char *view_set(struct rank *rank, struct file_view *view, MPI_Offset disp,
                     const struct type *etype, const struct type *filetype)
{
    struct view_runs runs = {.rank = rank};
    if (etype->size <= 0)
        return "the etype must have data";
    if (filetype->size % etype->size)
        return "the size of the filetype is not a multiple of that of the "
               "etype";
    type_walk(filetype, 0, 1, PIECES_WHOLE, view_add, &runs);
    if (runs.wrong) {
        rank_free(rank, runs.run);
        return "the displacements of the filetype must not be negative, and "
               "must not decrease (MPI 4.0, 14.3)";
    }
    view_free(rank, view);
    type_hold(etype);
    type_hold(filetype);
    *view = (struct file_view){.disp = disp,
                               .etype = etype,
                               .filetype = filetype,
                               .extent = type_extent(filetype),
                               .run = runs.run,
                               .runs = runs.count,
                               .overlaps = runs.overlaps,
                               .datarep = "native"};
    view->solid =
        runs.count == 1 && !runs.run->at && runs.run->bytes == view->extent;
    return NULL;
}

void view_free(struct rank *rank, struct file_view *view)
{
    type_drop(rank, view->etype);
    type_drop(rank, view->filetype);
    rank_free(rank, view->run);
    *view = (struct file_view){0};
}

/* Return the last run with at most `bytes` data bytes before it. */
static const struct file_run *view_run_of(const struct file_view *view,
                                          MPI_Offset bytes)
{
    size_t low = 0, high = view->runs;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (view->run[middle].before <= bytes)
            low = middle;
        else
            high = middle;
    }
    return &view->run[low];
}

MPI_Offset view_find(const struct file_view *view, MPI_Offset skip,
                     MPI_Offset most, MPI_Offset *at)
{
    if (view->solid || !view->runs) { /* without data: nothing to find */
        *at = view->disp + skip;
        return view->solid ? most : 0;
    }
    MPI_Offset size = view->filetype->size, rest = skip % size;
    const struct file_run *run = view_run_of(view, rest);
    MPI_Offset inside = rest - run->before, bytes = run->bytes - inside;
    *at = view->disp + skip / size * view->extent + run->at + inside;
    return bytes < most ? bytes : most;
}

MPI_Offset view_position(const struct file_view *view, MPI_Offset at)
{
    MPI_Offset inside = at - view->disp, bytes = 0;
    if (inside <= 0)
        return 0;
    if (!view->runs)
        return 0;
    if (view->solid || view->extent <= 0) {
        bytes = inside;
    } else {
        bytes = inside / view->extent * view->filetype->size;
        inside %= view->extent;
        for (size_t i = 0; i < view->runs && view->run[i].at < inside; i++)
            bytes += inside - view->run[i].at < view->run[i].bytes
                         ? inside - view->run[i].at
                         : view->run[i].bytes;
    }
    return (bytes + view->etype->size - 1) / view->etype->size;
}
