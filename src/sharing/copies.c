/* Finds copies of one message whose routes share arcs: the message passes each
 * of these arcs once. */
#include "kernel.h"

#include <string.h>

/* Return the copy that has the flow of the whole union, shortening the path of
 * `lead` links to it. */
static uint32_t copies_lead(struct sharing *s, uint32_t flow)
{
    while (flow_at(s, flow)->lead != flow) {
        struct sharing_flow *f = flow_at(s, flow);
        f->lead = flow_at(s, f->lead)->lead;
        flow = f->lead;
    }
    return flow;
}

/* Unite two copies; the one whose data enter links first becomes the lead. */
static void copies_unite(struct sharing *s, uint32_t one, uint32_t other)
{
    uint32_t a = copies_lead(s, one), b = copies_lead(s, other);
    const struct sharing_flow *x = flow_at(s, a), *y = flow_at(s, b);
    bool first = x->head < y->head || (x->head == y->head && x->copy < y->copy);
    if (first)
        flow_at(s, b)->lead = a;
    else
        flow_at(s, a)->lead = b;
}

/* Unite the copies that share an arc. Return whether there are any. */
static bool copies_meet(struct sharing *s, uint32_t first)
{
    bool meet = false;
    s->stamp++;
    for (uint32_t flow = first; flow != NOTHING;
         flow = flow_at(s, flow)->sibling) {
        struct sharing_flow *f = flow_at(s, flow);
        f->lead = flow;
        for (uint32_t i = 0; f->data && i < f->hops; i++) {
            struct sharing_arc *arc = &s->arc[s->route.word[f->arcs + i]];
            meet |= arc->mark == s->stamp;
            if (arc->mark == s->stamp)
                copies_unite(s, arc->growing, flow);
            arc->mark = s->stamp;
            arc->growing = flow;
        }
    }
    return meet;
}

/* Let the lead's flow use the arcs of all copies that follow it, at the lowest
 * of their paces. */
static int copies_merge(struct sharing *s, uint32_t lead)
{
    struct sharing_flow *l = flow_at(s, lead);
    s->stack.count = 0;
    s->stamp++;
    for (uint32_t flow = lead; flow != NOTHING;
         flow = flow_at(s, flow)->follower) {
        const struct sharing_flow *f = flow_at(s, flow);
        l->own = f->own < l->own ? f->own : l->own;
        l->data = f->data > l->data ? f->data : l->data;
        for (uint32_t i = 0; i < f->hops; i++) {
            uint32_t place = s->route.word[f->arcs + i];
            if (s->arc[place].mark == s->stamp)
                continue;
            s->arc[place].mark = s->stamp;
            if (places_add(&s->stack, place))
                return -1;
        }
    }
    uint32_t arcs = blocks_take(&s->route, s->stack.count);
    if (arcs == NOTHING)
        return -1;
    memcpy(&s->route.word[arcs], s->stack.place,
           s->stack.count * sizeof *s->stack.place);
    l->arcs = arcs;
    l->hops = (uint32_t)s->stack.count;
    l->united = true;
    return 0;
}

/* Append each copy that is not a lead to the list of its lead's followers. */
static void copies_chain(struct sharing *s, uint32_t flow)
{
    for (; flow != NOTHING; flow = flow_at(s, flow)->sibling) {
        struct sharing_flow *f = flow_at(s, flow);
        struct sharing_flow *lead = flow_at(s, copies_lead(s, flow));
        if (lead == f)
            continue;
        f->follows = true;
        f->follower = lead->follower;
        lead->follower = flow;
    }
}

int sharing_copies_pace(struct sharing *s, uint32_t transfer)
{
    uint32_t first = transfer_at(s, transfer)->flow;
    bool meet = copies_meet(s, first);
    if (meet)
        copies_chain(s, first);
    for (uint32_t flow = first; flow != NOTHING;
         flow = flow_at(s, flow)->sibling) {
        const struct sharing_flow *f = flow_at(s, flow);
        if (!f->follows && f->follower != NOTHING && copies_merge(s, flow))
            return -1;
    }
    return 0;
}

/* fifo: number the different arcs of all copies. The block f->twin has the
 * number of each arc of copy f. */
static int copies_place(struct sharing *s, struct transfer *t, size_t *places)
{
    *places = 0;
    s->stamp++;
    for (uint32_t flow = t->flow; flow != NOTHING;
         flow = flow_at(s, flow)->sibling) {
        struct sharing_flow *f = flow_at(s, flow);
        f->twin = blocks_take(&s->route, f->hops);
        if (f->twin == NOTHING)
            return -1;
        for (uint32_t i = 0; i < f->hops; i++) {
            struct sharing_arc *arc = &s->arc[s->route.word[f->arcs + i]];
            if (arc->mark != s->stamp)
                arc->growing = (uint32_t)(*places)++;
            arc->mark = s->stamp;
            s->route.word[f->twin + i] = arc->growing;
        }
    }
    return 0;
}

int sharing_copies_queue(struct sharing *s, uint32_t transfer)
{
    struct transfer *t = transfer_at(s, transfer);
    size_t places;
    bool meet = copies_meet(s, t->flow);
    if (!meet)
        return 0;
    if (copies_place(s, t, &places))
        return -1;
    size_t words = places * sizeof(struct sharing_crossing) / sizeof(uint32_t);
    t->twins = blocks_take(&s->route, words);
    t->twins_size = (uint32_t)words;
    if (t->twins == NOTHING)
        return -1;
    memset(&s->route.word[t->twins], 0, words * sizeof(uint32_t));
    return 0;
}
