/* Restrictions of the question beyond those of the model, and strategies that
 * are faster without them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search.h"

/* Return whether some processors are connected only by routes. Distances are
 * computed for all networks in which there could be a link between any two. */
static bool some_apart(const struct instance *q)
{
    size_t pairs = (size_t)q->n * (size_t)q->n;
    for (size_t i = 0; q->distance && i < pairs; i++)
        if (q->distance[i] > 1)
            return true;
    return !q->distance;
}

void restrictions_name(struct search *s)
{
    struct weft_optimum *r = s->result;
    size_t room = sizeof r->restriction[0];
    if (s->q->blocks > 1 || s->q->turns)
        snprintf(r->restriction[r->restrictions++], room,
                 "1 block in a message");
    if (s->q->phases)
        snprintf(r->restriction[r->restrictions++], room, "at most %d phase%s",
                 s->q->phases, s->q->phases == 1 ? "" : "s");
    if (s->model->sends == WEFT_SENDS_ONE && !s->options->routes &&
        some_apart(s->q))
        snprintf(r->restriction[r->restrictions++], room,
                 "every transfer over one link");
}

/* Return the number of blocks in a list: 4 for "3-5,8", 3 for "3-5:0-2". */
static int items_blocks(const char *items)
{
    int blocks = 0;
    while (*items) {
        char *end;
        long first = strtol(items, &end, 10), to = first;
        if (*end == '-')
            to = strtol(end + 1, &end, 10);
        blocks += to < first ? 1 : (int)(to - first) + 1;
        items = end + strcspn(end, ",");
        items += *items == ',';
    }
    return blocks;
}

/* Return the number of links that a transfer crosses. */
static int links_between(const struct weft_network *network, int from, int to)
{
    int links = 0;
    for (int at = from; at >= 0 && at != to; links++)
        do
            at = weft_network_next(network, at, to);
        while (at >= 0 && !weft_network_is_processor(network, at));
    return links;
}

void breaches_add(struct breaches *b, const struct instance *q,
                  const struct weft_event *event, const char *items)
{
    int from = q->reversed ? event->peer : event->rank;
    int to = q->reversed ? event->rank : event->peer;
    int blocks = items ? items_blocks(items) : 1;
    b->blocks = blocks > b->blocks ? blocks : b->blocks;
    if (instance_joins(q, from, to))
        return;
    int links = links_between(q->network, event->rank, event->peer);
    b->links = links > b->links ? links : b->links;
}

/* Describe the violated restrictions. */
static void better_explain(struct weft_optimum_better *better,
                           const struct breaches *b, int blocks)
{
    size_t room = sizeof better->broken[0];
    if (b->blocks > 1)
        snprintf(better->broken[better->breaks++], room,
                 "puts up to %d blocks in a message", b->blocks);
    if (b->links > 1)
        snprintf(better->broken[better->breaks++], room, "sends over %d links",
                 b->links);
    if (b->cut)
        snprintf(better->broken[better->breaks++], room,
                 "cuts the vector into %d block%s, not %d", b->cut,
                 b->cut == 1 ? "" : "s", blocks);
    better->routes_only = b->links > 1 && better->breaks == 1;
}

void better_note(struct search *s, const struct breaches *b,
                 const char *strategy, uint64_t steps)
{
    struct weft_optimum *r = s->result;
    struct weft_optimum_better better = {.steps = (int)steps};
    int at = r->betters;
    better_explain(&better, b, s->q->blocks);
    while (at && r->better[at - 1].steps > better.steps)
        at--;
    if (!better.breaks || at == WEFT_OPTIMUM_BETTERS_MAX)
        return;
    snprintf(better.strategy, sizeof better.strategy, "%.23s", strategy);
    r->betters += r->betters < WEFT_OPTIMUM_BETTERS_MAX;
    memmove(&r->better[at + 1], &r->better[at],
            (size_t)(r->betters - at - 1) * sizeof better);
    r->better[at] = better;
}

void better_end(struct weft_optimum *r)
{
    while (r->schedule && r->betters &&
           r->better[r->betters - 1].steps >= r->upper)
        r->betters--;
}
