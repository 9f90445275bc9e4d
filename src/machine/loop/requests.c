/* The pools of requests and copies. */
#include "requests.h"

#include "base/base.h"
#include "base/invariant.h"
#include "machine/link.h"
#include <stdlib.h>

uint32_t request_add(struct requests *all, int rank, uint64_t asked)
{
    uint32_t v = all->unused_request;
    if (v) {
        all->unused_request = request_at(all, v)->after;
    } else {
        if (array_grow(&all->request, &all->request_room,
                       all->request_count + 1, sizeof *all->request))
            return 0;
        v = (uint32_t)++all->request_count;
    }
    *request_at(all, v) = (struct loop_request){
        .asked = asked, .rank = rank, .before = all->newest};
    if (all->newest)
        request_at(all, all->newest)->after = v;
    else
        all->oldest = v;
    all->newest = v;
    return v;
}

void request_remove(struct requests *all, uint32_t v)
{
    struct loop_request *request = request_at(all, v);
    if (request->before)
        request_at(all, request->before)->after = request->after;
    else
        all->oldest = request->after;
    if (request->after)
        request_at(all, request->after)->before = request->before;
    else
        all->newest = request->before;
    request->after = all->unused_request;
    all->unused_request = v;
}

static uint32_t copy_new(struct requests *all)
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

int copy_add(struct requests *all, uint32_t v, int to, struct link *link,
             const struct message *message)
{
    uint32_t c = copy_new(all);
    if (!c)
        return -1;
    struct loop_request *request = request_at(all, v);
    *copy_at(all, c) = (struct copy){.message = *message,
                                     .to = to,
                                     .request = v,
                                     .sibling = request->first,
                                     .last = c,
                                     .same = request->left > 0};
    request->first = c;
    request->left++;
    if (link->under_way) {
        struct copy *first = copy_at(all, link->under_way);
        copy_at(all, first->last)->behind = c;
        first->last = c;
    } else {
        link->under_way = c;
    }
    return 0;
}

uint32_t copy_find(const struct requests *all, uint32_t request,
                   const struct link *link)
{
    uint32_t c = (uint32_t)link->under_way;
    while (c && (copy_at(all, c)->request != request || copy_at(all, c)->there))
        c = copy_at(all, c)->behind;
    INVARIANT(c);
    return c;
}

bool copy_is_of(const struct requests *all, const struct link *link,
                uint32_t request)
{
    uint32_t c = (uint32_t)link->under_way;
    const struct copy *last = c ? copy_at(all, copy_at(all, c)->last) : NULL;
    return last && last->request == request && !last->there;
}

void copy_remove_first(struct requests *all, struct link *link)
{
    uint32_t c = (uint32_t)link->under_way;
    struct copy *copy = copy_at(all, c);
    link->under_way = copy->behind;
    if (copy->behind)
        copy_at(all, copy->behind)->last = copy->last;
    *copy = (struct copy){.behind = all->unused_copy};
    all->unused_copy = c;
}

void requests_finish(struct requests *all)
{
    for (size_t i = 0; i < all->copy_count; i++)
        if (all->copy[i].request)
            message_drop(&all->copy[i].message);
    free(all->request);
    free(all->copy);
}
