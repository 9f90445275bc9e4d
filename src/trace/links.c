/* The counter of the transfers under way. */
#include "links.h"

static int settle(struct weft_links *links)
{
    uint64_t ending = links->ending;
    links->ending = 0;
    if (!ending)
        return 0;
    return weft_agenda_add(&links->ends, links->end, ending, NULL);
}

static void pop_ends(struct weft_links *links, uint64_t time)
{
    const struct weft_agenda_item *first;
    while ((first = weft_agenda_first(&links->ends)) && first->time == time) {
        links->active -= first->number;
        links->changed = true;
        weft_agenda_pop(&links->ends);
    }
}

static void write_row(struct weft_links *links)
{
    if (links->changed)
        links->row(links->arg, links->now, links->active);
    links->changed = false;
}

int weft_links_advance(struct weft_links *links, uint64_t time)
{
    const struct weft_agenda_item *first;
    if (time == links->now)
        return 0;
    if (settle(links))
        return -1;
    write_row(links);
    while ((first = weft_agenda_first(&links->ends)) && first->time < time) {
        links->now = first->time;
        pop_ends(links, links->now);
        write_row(links);
    }
    links->now = time;
    pop_ends(links, time);
    return 0;
}

int weft_links_add(struct weft_links *links, uint64_t duration)
{
    uint64_t end = links->now + duration;
    if (end != links->end && settle(links))
        return -1;
    links->end = end;
    links->ending++;
    links->active++;
    links->changed = true;
    return 0;
}

int weft_links_end(struct weft_links *links)
{
    if (weft_links_advance(links, UINT64_MAX))
        return -1;
    write_row(links);
    return 0;
}

void weft_links_finish(struct weft_links *links)
{
    weft_agenda_finish(&links->ends);
}
