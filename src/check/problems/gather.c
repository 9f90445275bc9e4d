/* gather: message r of every processor r reaches the root. If the root is
 * unknown, it is the processor that has all messages at the end; if there is
 * none, the processor that received the most and sent the fewest is
 * reported. */
#include <inttypes.h>
#include <stdlib.h>

#include "problems.h"

static int problems_gather_begin(struct weft_check *check)
{
    check->state = calloc((size_t)check->processors + 1, sizeof(int64_t));
    return check->state ? 0 : -1;
}

static int problems_gather_first(struct weft_check *check, struct held *held,
                                 const struct weft_event *send)
{
    if (held->number != send->rank)
        check_blame_send(check, send,
                         "sends message %" PRId32
                         " first, but is not its source",
                         held->number);
    if (held->number < 0 || held->number >= check->size)
        return 0;
    held->source = held->number;
    return holding_give(check, held, held->number, 0);
}

static bool problems_gather_has(struct weft_check *check, int number, int rank)
{
    const struct held *held = holding_find(check, number);
    return held && holding_has(check, held, rank, UINT64_MAX);
}

/* Update the balance of receptions and sends. The root receives p - 1 messages
 * and sends none; every other processor sends one more than it receives. */
static void problems_gather_act(struct weft_check *check, int rank,
                                const struct port_use *use)
{
    int64_t *balance = (int64_t *)check->state + rank;
    *balance += (use->kind == USE_RECEIVE) - (use->kind == USE_SEND);
}

/* Return a processor with all messages, or -1. Each message that a processor
 * has was sent to it, so the search takes no longer than reading the trace
 * took. */
static int find_owner(struct weft_check *check)
{
    for (int rank = 0; rank < check->size; rank++) {
        int number = 0;
        while (number < check->size &&
               (number == rank || problems_gather_has(check, number, rank)))
            number++;
        if (number == check->size)
            return rank;
    }
    return -1;
}

static int guess_root(struct weft_check *check)
{
    const int64_t *balance = check->state;
    int root = find_owner(check);
    if (root >= 0)
        return root;
    root = 0;
    for (int rank = 1; rank < check->size; rank++)
        if (balance[rank] > balance[root])
            root = rank;
    return root;
}

static void problems_gather_end(struct weft_check *check)
{
    int root = check->options.root;
    if (root < 0)
        root = check->options.root = guess_root(check);
    for (int number = 0; number < check->size; number++)
        if (number != root && !problems_gather_has(check, number, root))
            check_blame_end(check, root, "lacks the message of processor " WHO,
                            number);
}

const struct check_problem check_gather = {
    .name = "gather",
    .rooted = true,
    .blocks = true,
    .begin = problems_gather_begin,
    .first = problems_gather_first,
    .act = problems_gather_act,
    .end = problems_gather_end,
};
