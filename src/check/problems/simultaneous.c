/* simultaneous: messages 1, 2, ... each from one processor to all, whoever
 * sends it first being its source; message 0 is counting, not data. The
 * messages that tell the end of a tree (numbers above the data's) spread to
 * all as well, so nothing need be known of their number. */
#include "problems.h"

static int first(struct weft_check *check, struct held *held,
                 const struct weft_event *send)
{
    held->control = held->number == 0;
    return held->control ? 0 : begins_anywhere(check, held, send);
}

static void end(struct weft_check *check)
{
    if (!blame_gap(check, 1) && check->size > 1)
        check_blame_end(check, -1, "no message was sent");
    blame_unspread(check);
}

const struct check_problem check_simultaneous = {
    .name = "simultaneous",
    .first = first,
    .end = end,
};
