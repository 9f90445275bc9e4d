/* Counts the transfers in flight. */
#include "underway.h"

static int underway_settle(struct underway *links)
{
    uint64_t ending = links->ending;
    links->ending = 0;
    if (!ending)
        return 0;
    return agenda_add(&links->ends, links->end, ending, NULL);
}

static void pop_ends(struct underway *links, uint64_t time)
{
    const struct agenda_item *first;
    while ((first = agenda_first(&links->ends)) && first->time == time) {
        links->active -= first->number;
        links->changed = true;
        agenda_pop(&links->ends);
    }
}

static void write_row(struct underway *links)
{
    if (links->changed)
        links->row(links->arg, links->now, links->active);
    links->changed = false;
}

int underway_advance(struct underway *links, uint64_t time)
{
    const struct agenda_item *first;
    if (time == links->now)
        return 0;
    if (underway_settle(links))
        return -1;
    write_row(links);
    while ((first = agenda_first(&links->ends)) && first->time < time) {
        links->now = first->time;
        pop_ends(links, links->now);
        write_row(links);
    }
    links->now = time;
    pop_ends(links, time);
    return 0;
}

int underway_add(struct underway *links, uint64_t duration)
{
    uint64_t end = links->now + duration;
    if (end != links->end && underway_settle(links))
        return -1;
    links->end = end;
    links->ending++;
    links->active++;
    links->changed = true;
    return 0;
}

int underway_end(struct underway *links)
{
    if (underway_advance(links, UINT64_MAX))
        return -1;
    write_row(links);
    return 0;
}

void underway_finish(struct underway *links)
{
    agenda_finish(&links->ends);
}
