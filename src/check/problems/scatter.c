/* scatter: the root sends message r to every other processor r. */
#include <inttypes.h>

#include "problems.h"

static int problems_scatter_first(struct weft_check *check, struct held *held,
                                  const struct weft_event *send)
{
    if (held->number < 0 || held->number >= check->size)
        check_blame_send(check, send,
                         "sends message %" PRId32 ", which no processor wants",
                         held->number);
    return begins_at_root(check, held, send);
}

static void problems_scatter_end(struct weft_check *check)
{
    for (int rank = 0; rank < check->size && check->size > 1; rank++) {
        const struct held *held = holding_find(check, rank);
        if (rank != check->options.root &&
            (!held || !holding_has(check, held, rank, UINT64_MAX)))
            check_blame_end(check, rank, "lacks its message");
    }
}

const struct check_problem check_scatter = {
    .name = "scatter",
    .rooted = true,
    .blocks = true,
    .first = problems_scatter_first,
    .end = problems_scatter_end,
};
