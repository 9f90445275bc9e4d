/* Stores the values of the blocks that each processor holds. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "exact-cover.h"

void values_clear(struct values *values)
{
    for (size_t i = 0; i < values->holders; i++)
        pieces_finish(&values->held[i]);
    values->count = values->several.count = values->holders = 0;
}

void values_finish(struct values *values)
{
    values_clear(values);
    free(values->value);
    free(values->several.span);
    free(values->held);
    free(values->sum.span);
    free(values->left.span);
    free(values->rest.span);
    free(values->fit);
    free(values->trail);
    *values = (struct values){0};
}

/* ---- held values --------------------------------------------------------- */

struct set values_set(const struct values *values, uint32_t index)
{
    const struct held_value *value = &values->value[index];
    if (value->count == 1)
        return (struct set){&value->one, 1};
    if (value->count == 0) /* span may be NULL */
        return (struct set){NULL, 0};
    return (struct set){values->several.span + value->begin, value->count};
}

bool values_any(const struct values *values, uint32_t latest)
{
    return latest != VALUE_NONE && !values->value[latest].own;
}

struct piece_part values_part(const struct values *values, size_t holder,
                              int64_t first, int32_t last)
{
    static const struct block_pieces none;
    return pieces_part(holder < values->holders ? &values->held[holder] : &none,
                       first, last);
}

/* ---- giving ------------------------------------------------------------- */

static struct block_pieces *pieces_of(struct values *values, size_t holder)
{
    if (array_grow(&values->held, &values->holder_capacity, holder + 1,
                   sizeof *values->held))
        return NULL;
    while (values->holders <= holder)
        values->held[values->holders++] = (struct block_pieces){0};
    return &values->held[holder];
}

/* Store a set, as one range or behind those in `several`. Return 0, or -1 if
 * out of memory. */
static int keep_set(struct values *values, struct held_value *value,
                    struct set set)
{
    if (set.count == 1) {
        value->one = set.span[0];
        return 0;
    }
    value->begin = values->several.count;
    return span_list_append(&values->several, set);
}

/* Add a value to some consecutive blocks, once for each piece. */
static int give_value(struct values *values, size_t holder,
                      struct interval blocks, struct held_value value)
{
    struct block_pieces *held = pieces_of(values, holder);
    if (!held || pieces_cut(held, blocks))
        return -1;
    for (int64_t block = blocks.first; block <= blocks.last;) {
        struct piece_part part = pieces_part(held, block, blocks.last);
        if (values->count >= VALUE_NONE ||
            array_grow(&values->value, &values->capacity, values->count + 1,
                       sizeof value))
            return -1;
        value.next = part.latest;
        values->value[values->count] = value;
        pieces_set(held, &part, (uint32_t)values->count++);
        block = (int64_t)part.blocks.last + 1;
    }
    return 0;
}

int values_give(struct values *values, size_t holder, struct interval blocks,
                struct set set, uint64_t from)
{
    struct held_value value = {.from = from,
                               .count = (uint32_t)set.count & INT32_MAX};
    return keep_set(values, &value, set)
               ? -1
               : give_value(values, holder, blocks, value);
}

int values_own(struct values *values, size_t holder, struct interval blocks,
               int32_t rank)
{
    struct held_value value = {.one = {rank, rank}, .count = 1, .own = true};
    return give_value(values, holder, blocks, value);
}
