/* gauss: successive broadcasts, repeated in the same turn over n >= p
 * messages. What a processor stores is a result here, and not judged. */
#include "successive.h"

static void end(struct weft_check *check)
{
    size_t messages = weft_blame_gap(check, 1);
    if (check->size > 1 && messages < (size_t)check->size)
        weft_check_blame_end(check, -1, "%zu messages for %d processors",
                             messages, check->size);
    weft_blame_unspread(check);
}

const struct check_problem check_gauss = {
    .name = "gauss",
    .begin = weft_successive_begin,
    .first = weft_successive_first,
    .act = weft_successive_act,
    .end = end,
};
