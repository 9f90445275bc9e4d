/* Detection of a rank's own writes to its window while others may access it: a
 * copy of the memory, made when the epoch begins, is updated with the accesses
 * of others. A difference is a write of the rank itself. (Reads are not
 * detected.) */
#include "window.h"
#include <string.h>

#define WATCH_WATCHED_MOST                                                     \
    (1l << 20) /* maximum size of a watched window in bytes */

void watch_begin(struct rank *rank, struct window *window, int epoch)
{
    struct window_place *own = &window->all->place[window->comm->rank];
    if (window->flavor == MPI_WIN_FLAVOR_SHARED ||
        own->size > WATCH_WATCHED_MOST || !own->size)
        return; /* others write without calls, or a copy would take too long */
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
