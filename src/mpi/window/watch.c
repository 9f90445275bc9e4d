/* What a rank itself does to its memory while others may reach it: seen by a
 * copy of the memory, made when the epoch begins and kept up to date with what
 * the others do. Where the two differ, the rank has written. (That it has read,
 * nothing shows.) */
#include "window.h"
#include <string.h>

#define WATCH_WATCHED_MOST                                                     \
    (1l << 20) /* bytes of a window, else it is not watched                    \
                */

void watch_begin(struct rank *rank, struct window *window, int epoch)
{
    struct window_place *own = &window->all->place[window->comm->rank];
    if (window->flavor == MPI_WIN_FLAVOR_SHARED ||
        own->size > WATCH_WATCHED_MOST || !own->size)
        return; /* others write there without a call, or it takes too long */
    if (!own->copy)
        own->copy = rank_alloc(rank, (size_t)own->size);
    memcpy(own->copy, own->base, (size_t)own->size);
    own->watched = epoch;
    own->changed = false;
}

bool watch_differs(const struct window_place *place, const char *low,
                   const char *high)
{
    size_t at = (size_t)(low - place->base), bytes = (size_t)(high - low);
    return place->copy && memcmp(low, place->copy + at, bytes) != 0;
}

static bool watch_copy_piece(void *arg, MPI_Aint at, const struct type *leaf,
                             MPI_Count count)
{
    struct window_place *place = arg;
    MPI_Aint from = place->touched + at + leaf->true_lb;
    memcpy(place->copy + from, place->base + from,
           (size_t)(leaf->size * count));
    return true;
}

void watch_follow(struct window_place *place, const char *at, size_t count,
                  const struct type *type)
{
    if (!place->copy || place->watched == WATCHED_NOT)
        return;
    place->touched = at - place->base;
    type_walk(type, 0, (MPI_Count)count, PIECES_WHOLE, watch_copy_piece, place);
}
