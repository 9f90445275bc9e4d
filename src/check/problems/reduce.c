/* reduce: structure only. Every processor but the root sends once, its own
 * operand with all it has received before, and receives nothing more; then
 * time itself makes the transfers a tree that ends at the root. */
#include <stdlib.h>

#include "problems.h"

struct reduce {
    uint64_t sent_at;  /* start of its send */
    uint64_t received; /* end of its last reception */
    unsigned sends;
};

static int begin(struct weft_check *check)
{
    check->state = calloc((size_t)check->processors + 1, sizeof(struct reduce));
    return check->state ? 0 : -1;
}

static void act(struct weft_check *check, int rank, const struct port_use *use)
{
    struct reduce *own = (struct reduce *)check->state + rank;
    uint64_t slot = check_slot(check, use->start);
    if (use->kind == USE_RECEIVE && own->sends && use->end > own->sent_at)
        check_blame(check, slot, rank,
                    "receives an operand from " WHO
                    " after sending its own result",
                    use->peer);
    if (use->kind == USE_RECEIVE && use->end > own->received)
        own->received = use->end;
    if (use->kind != USE_SEND)
        return;
    if (own->received > use->start)
        check_blame(check, slot, rank,
                    "sends its result to " WHO
                    " while an operand still arrives",
                    use->peer);
    if (own->sends++)
        check_blame(check, slot, rank, "sends a second result, to " WHO,
                    use->peer);
    else
        own->sent_at = use->start;
}

static void end(struct weft_check *check)
{
    const struct reduce *own = check->state;
    int root = check->options.root;
    if (root >= 0 && own[root].sends)
        check_blame_end(check, root, "is the root, but sent its result");
    for (int rank = 0; rank < check->size; rank++) {
        if (own[rank].sends || rank == check->options.root)
            continue;
        if (root < 0)
            root = rank;
        else
            check_blame_end(check, rank,
                            "sent no result; the root is processor " WHO, root);
    }
    if (root < 0)
        check_blame_end(check, -1, "every processor sent: no root is left");
    check->options.root = root;
}

const struct check_problem check_reduce = {
    .name = "reduce",
    .rooted = true,
    .blocks = true,
    .counted = "packets",
    .begin = begin,
    .act = act,
    .end = end,
};
