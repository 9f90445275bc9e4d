/* broadcast: one message from the root (or the processor that sends first) to
 * all. */
#include <inttypes.h>

#include "problems.h"

static int problems_broadcast_first(struct weft_check *check, struct held *held,
                                    const struct weft_event *send)
{
    if (held != check->holdings.message)
        check_blame_send(check, send,
                         "sends message %" PRId32
                         "; the broadcast is of message %" PRId32,
                         held->number, check->holdings.message->number);
    return begins_at_root(check, held, send);
}

static void problems_broadcast_end(struct weft_check *check)
{
    if (!check->holdings.count && check->size > 1)
        check_blame_end(check, -1, "no message was sent");
    blame_unspread(check);
}

const struct check_problem check_broadcast = {
    .name = "broadcast",
    .rooted = true,
    .blocks = true,
    .first = problems_broadcast_first,
    .end = problems_broadcast_end,
};
