/* The loads of arcs. */
#include "kernel.h"

#include <math.h>
#include <string.h>

size_t sharing_arcs(const struct sharing *s)
{
    return s->arcs;
}

/* Return a number of ticks, plus those of an interval that is still open at
 * `now`. */
static uint64_t loads_so_far(uint64_t before, bool open, uint64_t since,
                             uint64_t now)
{
    return before + (open && now > since ? now - since : 0);
}

/* Return a number of ticks without those that are booked for later than
 * `now`. */
static uint64_t loads_booked(uint64_t ticks, uint64_t until, uint64_t now)
{
    return ticks - (until > now ? until - now : 0);
}

void sharing_load(const struct sharing *s, size_t place, uint64_t now,
                  struct sharing_load *load)
{
    const struct sharing_arc *arc = &s->arc[place];
    *load = (struct sharing_load){
        .tail = arc->tail,
        .head = arc->head,
        .words = arc->words,
        .most = (int)arc->most,
    };
    if (s->kind == WEFT_SHARING_FIFO) {
        load->carrying =
            loads_booked(arc->carrying, s->queue[place].taken, now);
        load->full = loads_booked(arc->full, arc->full_since, now);
        return;
    }
    load->carrying =
        loads_so_far(arc->carrying, arc->live > 0, arc->since, now);
    load->full = loads_so_far(arc->full, arc->is_full, arc->full_since, now);
}

struct loads_rank {
    double use;
    uint32_t arc;
};

/* Is arc a busier than arc b? Ties go to the lower tail and head. */
static bool loads_busier(const struct sharing *s, const struct loads_rank *a,
                         const struct loads_rank *b)
{
    const struct sharing_arc *x = &s->arc[a->arc], *y = &s->arc[b->arc];
    if (a->use > b->use || a->use < b->use)
        return a->use > b->use;
    return x->tail != y->tail ? x->tail < y->tail : x->head < y->head;
}

#define LOADS_BUSIEST 64

size_t sharing_busiest(const struct sharing *s, uint64_t now,
                       struct sharing_load *load, size_t most)
{
    struct loads_rank busiest[LOADS_BUSIEST];
    size_t count = 0;
    most = most < LOADS_BUSIEST ? most : LOADS_BUSIEST;
    for (size_t i = 0; i < s->arcs && most; i++) {
        const struct sharing_arc *arc = &s->arc[i];
        struct loads_rank rank = {arc->words / arc->capacity, (uint32_t)i};
        if (arc->words <= 0)
            continue;
        if (count == most && !loads_busier(s, &rank, &busiest[count - 1]))
            continue;
        size_t at = count < most ? count++ : count - 1;
        for (; at && loads_busier(s, &rank, &busiest[at - 1]); at--)
            busiest[at] = busiest[at - 1];
        busiest[at] = rank;
    }
    for (size_t i = 0; i < count; i++)
        sharing_load(s, busiest[i].arc, now, &load[i]);
    return count;
}
