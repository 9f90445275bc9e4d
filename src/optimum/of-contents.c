/* Schedules of combined values: conversion of a solution into transfers with
 * the contributions that they carry. */
#include <stdlib.h>

#include "base/items/items.h"
#include "transfers.h"

struct solution {
    const struct encoding *e;
    const signed char *value;
    bool *need; /* [ears][blocks][T + 1] whether the received value is used */
};

static bool *of_contents_needed(const struct solution *r, int ear, int j, int t)
{
    size_t cell = (size_t)ear * (size_t)r->e->q->blocks + (size_t)j;
    return &r->need[cell * (size_t)(r->e->steps + 1) + (size_t)t];
}

/* Mark the pieces of the value composed at v in step t as needed. */
static void trace_back(const struct solution *r, int where, int v, int j, int t)
{
    const struct instance *q = r->e->q;
    for (int i = 0; i < instance_ears(q, v); i++)
        for (int s = 1; s < t; s++)
            if (r->value[var_u(r->e, where, j, t, i, s)])
                *of_contents_needed(r, instance_ear(q, v, i), j, s) = true;
}

/* Return the number of an item list such as "3:0-2+5", or 0 if memory is
 * short. */
static uint32_t of_contents_content(const struct solution *r,
                                    struct weft_items *items, int mouth, int j,
                                    int t)
{
    const struct instance *q = r->e->q;
    struct item_list list = {.count = 0};
    struct interval *span = malloc((size_t)q->n * sizeof *span);
    size_t count = 0;
    uint32_t number = 0;
    for (int k = 0; span && k < q->n; k++)
        if (r->value[var_z(r->e, mouth, j, k, t)])
            count = spans_append(span, count, k, k);
    char *text = span && !item_list_add(&list, q->first + j, span, count)
                     ? item_list_text(&list)
                     : NULL;
    if (text)
        number = weft_items_add(items, text);
    free(text);
    free(span);
    item_list_finish(&list);
    return number;
}

static int of_contents_take(const struct solution *r,
                            struct weft_optimum_schedule *s, int c, int j,
                            int t)
{
    const struct instance *q = r->e->q;
    const struct channel *channel = &q->channel[c];
    int mouth = instance_mouth(q, c);
    struct move move = {.slot = t,
                        .from = channel->from,
                        .to = channel->to,
                        .block = q->first + j,
                        .dimension = -1};
    move.items = of_contents_content(r, s->items, mouth, j, t);
    if (!move.items)
        return -1;
    if (channel->port >= 0)
        move.dimension =
            weft_network_dimension(q->network, channel->from, channel->port);
    trace_back(r, mouth, channel->from, j, t);
    return schedule_add(s, move);
}

int schedule_contents(struct weft_optimum_schedule *s, const struct encoding *e,
                      const signed char *value)
{
    const struct instance *q = e->q;
    size_t cells = (size_t)instance_ear_count(q) * (size_t)q->blocks;
    int status = 0;
    struct solution r = {e, value,
                         calloc(cells * (size_t)(e->steps + 1) + 1, 1)};
    s->items = weft_items_create();
    if (!r.need || !s->items) {
        free(r.need);
        return -1;
    }
    EACH_CELL(e, v, j)
    if (q->wants[instance_at(q, v, j)])
        trace_back(&r, instance_mouths(q) + v, v, j, e->steps + 1);
    for (int t = e->steps; t >= 1; t--)
        for (int c = 0; c < q->channels; c++)
            for (int j = 0; j < q->blocks; j++)
                if (!status && value[var_e(e, c, j, t)] &&
                    *of_contents_needed(&r, instance_ear_of(q, c), j, t))
                    status = of_contents_take(&r, s, c, j, t);
    free(r.need);
    return status;
}
