/* What a processor has combined so far, and the frame of every program. */
#include <stdlib.h>
#include <string.h>

#include "reduce.h"

static unsigned char *part_of(const struct reduce_partial *partial, int part)
{
    return partial->data + (size_t)part * partial->bytes;
}

/* The part to which a rank's own words belong. */
static int home(const struct reduce_partial *partial, int rank)
{
    return partial->parts == 2 && rank < partial->root;
}

static void join(struct reduce_partial *partial, int part, int rank,
                 const unsigned char *words)
{
    unsigned char *mine = part_of(partial, part);
    bool first = partial->cyclic || weft_rank(partial->self) < rank;
    if (!partial->present[part])
        memcpy(mine, words, partial->bytes);
    else if (first)
        reduce_combine(partial->op, mine, mine, words, partial->bytes);
    else
        reduce_combine(partial->op, mine, words, mine, partial->bytes);
    partial->present[part] = true;
}

int reduce_take(struct reduce_partial *partial, int rank,
                const struct weft_message *message)
{
    const unsigned char *words = message->data;
    bool both = message->bytes == 2 * partial->bytes && partial->parts == 2;
    if (!both && message->bytes != partial->bytes)
        return weft_fail(partial->self, "a message of %zu bytes, not %zu",
                         message->bytes, partial->bytes);
    if (!both) {
        join(partial, home(partial, rank), rank, words);
        return 0;
    }
    join(partial, 0, rank, words);
    join(partial, 1, rank, words + partial->bytes);
    return 0;
}

const void *reduce_give(const struct reduce_partial *partial, size_t *bytes)
{
    bool both = partial->present[0] && partial->present[1];
    *bytes = both ? 2 * partial->bytes : partial->bytes;
    return part_of(partial, !partial->present[0]);
}

/* The ranks before the root come first. */
static int store_result(struct reduce_partial *partial)
{
    unsigned char *from_root = part_of(partial, 0);
    if (partial->present[1])
        reduce_combine(partial->op, from_root, part_of(partial, 1), from_root,
                       partial->bytes);
    return weft_store(partial->self, 0, from_root, partial->bytes);
}

int reduce_program(struct weft_processor *self, const struct plan *plan,
                   int parts, bool cyclic,
                   int (*gather)(struct reduce_partial *partial,
                                 const struct plan *plan))
{
    size_t bytes = plan->experiment->bytes;
    struct reduce_partial partial = {
        .self = self,
        .op = reduce_operator(plan),
        .bytes = bytes,
        .parts = parts,
        .root = plan->experiment->root,
        .cyclic = cyclic,
        .data = malloc(2 * bytes),
    };
    if (!partial.data)
        return weft_fail(self, "no memory");
    int own = home(&partial, weft_rank(self));
    reduce_operand(part_of(&partial, own), bytes, weft_rank(self));
    partial.present[own] = true;
    int status = gather(&partial, plan);
    if (!status && weft_rank(self) == partial.root)
        status = store_result(&partial);
    free(partial.data);
    return status;
}
