/* Partial results of a processor, for noncommutative operators. */
#include "partial.h"

#include <stdlib.h>
#include <string.h>

static unsigned char *partial_part_of(const struct partial *partial, int part)
{
    return partial->data + (size_t)part * partial->bytes;
}

/* Return the part that a rank's own words belong to. */
static int partial_home(const struct partial *partial, int rank)
{
    return partial->parts == 2 && rank < partial->root;
}

int partial_init(struct partial *partial, const void *own)
{
    int rank = weft_rank(partial->self), part = partial_home(partial, rank);
    partial->data = malloc(2 * partial->bytes + 1);
    if (!partial->data)
        return weft_fail(partial->self, "no memory");
    if (partial->bytes)
        memcpy(partial_part_of(partial, part), own, partial->bytes);
    partial->present[part] = true;
    return 0;
}

void partial_finish(struct partial *partial)
{
    free(partial->data);
}

static void partial_join(struct partial *partial, int part, int rank,
                         const unsigned char *words)
{
    const struct weft_operator *op = partial->op;
    unsigned char *mine = partial_part_of(partial, part);
    bool first = partial->cyclic || weft_rank(partial->self) < rank;
    if (!partial->present[part])
        memcpy(mine, words, partial->bytes);
    else if (first)
        op->combine(op, mine, mine, words, partial->bytes);
    else
        op->combine(op, mine, words, mine, partial->bytes);
    partial->present[part] = true;
}

int partial_receive(struct partial *partial, int from)
{
    struct weft_message message;
    if (weft_receive(partial->self, from, &message))
        return -1;
    const unsigned char *words = message.data;
    bool both = message.bytes == 2 * partial->bytes && partial->parts == 2;
    if (!both && message.bytes != partial->bytes)
        return weft_fail(partial->self,
                         "received a message of %zu bytes instead of %zu",
                         message.bytes, partial->bytes);
    if (!partial->bytes)
        return 0;
    partial_join(partial, both ? 0 : partial_home(partial, from), from, words);
    if (both)
        partial_join(partial, 1, from, words + partial->bytes);
    return 0;
}

int partial_send(const struct partial *partial, int to, int id)
{
    bool both = partial->present[0] && partial->present[1];
    size_t bytes = both ? 2 * partial->bytes : partial->bytes;
    return weft_send(partial->self, to, id,
                     partial_part_of(partial, !partial->present[0]), bytes);
}

/* Combine the two parts; the part of the ranks before the root is the left
 * operand. */
void partial_result(struct partial *partial, void *result)
{
    unsigned char *from_root = partial_part_of(partial, 0);
    if (!partial->bytes)
        return;
    if (partial->present[1])
        partial->op->combine(partial->op, from_root,
                             partial_part_of(partial, 1), from_root,
                             partial->bytes);
    memcpy(result, from_root, partial->bytes);
}
