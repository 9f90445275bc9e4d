/* gather: message r of every processor r reaches the root (or whoever got the
 * most of them). */
#include <inttypes.h>

#include "problems.h"

static int first(struct weft_check *check, struct held *held,
                 const struct weft_event *send)
{
    if (held->number != send->rank)
        weft_check_blame(check, weft_check_slot(check, send->start), send->rank,
                         "is the first to send message %" PRId32
                         ", which is not its own",
                         held->number);
    if (held->number < 0 || held->number >= check->size)
        return 0;
    held->source = held->number;
    return weft_holding_give(check, held, held->number, 0);
}

static bool has(struct weft_check *check, int number, int rank)
{
    const struct held *held = weft_holding_find(check, number);
    return held && weft_holding_has(check, held, rank, UINT64_MAX);
}

/* Whoever holds what one of its messages passed to: only the root never
 * sends, or sends nothing but what came too early; so look for the most. */
static int find_root(struct weft_check *check)
{
    int root = 0;
    int most = -1;
    for (int rank = 0; rank < check->size; rank++) {
        int count = 0;
        for (int number = 0; number < check->size; number++)
            count += number == rank || has(check, number, rank);
        if (count > most) {
            most = count;
            root = rank;
        }
    }
    return root;
}

static void end(struct weft_check *check)
{
    int root = check->options.root;
    if (root < 0)
        root = find_root(check);
    for (int number = 0; number < check->size; number++)
        if (number != root && !has(check, number, root))
            weft_check_blame_end(
                check, root, "the message of processor %d is missing", number);
}

const struct check_problem check_gather = {
    .name = "gather",
    .first = first,
    .end = end,
};
