/* stream: packets 0, 1, ... from the root to all. */
#include "problems.h"

static void problems_stream_end(struct weft_check *check)
{
    size_t packets = blame_gap(check, 0);
    if (!packets && check->size > 1)
        check_blame_end(check, -1, "no packet was sent");
    blame_said(check, packets);
    blame_unspread(check);
}

const struct check_problem check_stream = {
    .name = "stream",
    .rooted = true,
    .blocks = true,
    .counted = "packets",
    .first = begins_at_root,
    .end = problems_stream_end,
};
