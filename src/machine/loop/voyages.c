/* The pools of voyages and copies. */
#include "voyages.h"

#include "base/base.h"
#include "base/invariant.h"
#include "machine/link.h"
#include <stdlib.h>

uint32_t voyage_add(struct voyages *all, int rank, uint64_t asked)
{
    uint32_t v = all->unused_voyage;
    if (v) {
        all->unused_voyage = voyage_at(all, v)->after;
    } else {
        if (array_grow(&all->voyage, &all->voyage_room, all->voyage_count + 1,
                       sizeof *all->voyage))
            return 0;
        v = (uint32_t)++all->voyage_count;
    }
    *voyage_at(all, v) = (struct loop_voyage){
        .asked = asked, .rank = rank, .before = all->newest};
    if (all->newest)
        voyage_at(all, all->newest)->after = v;
    else
        all->oldest = v;
    all->newest = v;
    return v;
}

void voyage_remove(struct voyages *all, uint32_t v)
{
    struct loop_voyage *voyage = voyage_at(all, v);
    if (voyage->before)
        voyage_at(all, voyage->before)->after = voyage->after;
    else
        all->oldest = voyage->after;
    if (voyage->after)
        voyage_at(all, voyage->after)->before = voyage->before;
    else
        all->newest = voyage->before;
    voyage->after = all->unused_voyage;
    all->unused_voyage = v;
}

static uint32_t copy_new(struct voyages *all)
{
    uint32_t c = all->unused_copy;
    if (c) {
        all->unused_copy = copy_at(all, c)->behind;
        return c;
    }
    if (array_grow(&all->copy, &all->copy_room, all->copy_count + 1,
                   sizeof *all->copy))
        return 0;
    return (uint32_t)++all->copy_count;
}

int copy_add(struct voyages *all, uint32_t v, int to, struct link *link,
             const struct message *message)
{
    uint32_t c = copy_new(all);
    if (!c)
        return -1;
    struct loop_voyage *voyage = voyage_at(all, v);
    *copy_at(all, c) = (struct copy){.message = *message,
                                     .to = to,
                                     .voyage = v,
                                     .sibling = voyage->first,
                                     .last = c,
                                     .same = voyage->left > 0};
    voyage->first = c;
    voyage->left++;
    if (link->under_way) {
        struct copy *first = copy_at(all, link->under_way);
        copy_at(all, first->last)->behind = c;
        first->last = c;
    } else {
        link->under_way = c;
    }
    return 0;
}

uint32_t copy_find(const struct voyages *all, uint32_t voyage,
                   const struct link *link)
{
    uint32_t c = (uint32_t)link->under_way;
    while (c && (copy_at(all, c)->voyage != voyage || copy_at(all, c)->there))
        c = copy_at(all, c)->behind;
    INVARIANT(c);
    return c;
}

bool copy_is_of(const struct voyages *all, const struct link *link,
                uint32_t voyage)
{
    uint32_t c = (uint32_t)link->under_way;
    const struct copy *last = c ? copy_at(all, copy_at(all, c)->last) : NULL;
    return last && last->voyage == voyage && !last->there;
}

void copy_remove_first(struct voyages *all, struct link *link)
{
    uint32_t c = (uint32_t)link->under_way;
    struct copy *copy = copy_at(all, c);
    link->under_way = copy->behind;
    if (copy->behind)
        copy_at(all, copy->behind)->last = copy->last;
    *copy = (struct copy){.behind = all->unused_copy};
    all->unused_copy = c;
}

void voyages_finish(struct voyages *all)
{
    for (size_t i = 0; i < all->copy_count; i++)
        if (all->copy[i].voyage)
            message_drop(&all->copy[i].message);
    free(all->voyage);
    free(all->copy);
}
